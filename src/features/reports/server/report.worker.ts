// Functions that run in a worker thread, called by name: render a report.
import { ownBytes } from '#kit/server/threads.ts'
import { type Report, reportPdf } from './report-pdf.ts'

/** Renders a report as PDF bytes. */
export async function drawReport(report: Report): Promise<Uint8Array> {
  return new Uint8Array(ownBytes(await reportPdf(report)))
}
