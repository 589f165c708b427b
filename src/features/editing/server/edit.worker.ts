// Runs in a worker thread: parsing an edit and writing its report.
import type { ParseJob } from '#features/staging-rows/server/open-rows.ts'
import type { Refusal } from '#features/staging-rows/server/read-json-object.ts'
import {
  parseOutline,
  reportBytes,
  type ReportJob,
  transferParsed,
} from '#features/staging-rows/server/worker-results.ts'
import { platformOf } from '#platforms/all.ts'
import { type ParsedEdit, readEditBytes } from './read-edits.ts'
import { editReportOf, type Conflicts } from './report-edits.ts'

/** Input of `writeReport`. */
export type EditReportJob = ReportJob & { conflicts: Conflicts }
/** The report as JSON bytes, and how many rows it rejects. */
export type WrittenReport = { refused: number; json: Uint8Array }

/** Parses the bytes of an edit; never throws. */
export function readEdits({ body, today }: ParseJob): ParsedEdit | { refusal: Refusal } {
  const parsed = readEditBytes(new Uint8Array(body), today)
  return 'refusal' in parsed ? parsed : transferParsed(parsed)
}

/** Writes the report of a rejected edit. */
export function writeReport({ platform, outline, checkResult, conflicts, overrides }: EditReportJob): WrittenReport {
  const { report, refused } = editReportOf(platformOf(platform)!, parseOutline(outline), checkResult, conflicts)
  return { refused, json: reportBytes(report, overrides) }
}
