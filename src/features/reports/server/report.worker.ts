// What runs in a worker thread: drawing a report.
import { ownBytes } from '#kit/server/threads.ts'
import { type Report, reportPdf } from './report-pdf.ts'

export async function drawReport(report: Report): Promise<Uint8Array> {
  return new Uint8Array(ownBytes(await reportPdf(report)))
}
