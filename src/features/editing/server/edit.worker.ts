// Runs in a worker thread: parsing an edit and writing its report.
import type { Outline } from '#features/intake/server/outline.ts'
import type { Refusal } from '#features/intake/server/read-header.ts'
import type { CheckResult } from '#features/intake/server/report.ts'
import { transferBuffers, ownBytes } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import { type ParsedEdit, readEditBytes } from './read-edits.ts'
import { editReportOf, type Conflicts } from './report-edits.ts'

/** Input of `readEdits`; `today` is the day in the business zone. */
export type ReadJob = { body: ArrayBuffer; today: string }
/** Input of `writeReport`; `overrides` replaces the report's message and errors. */
export type ReportJob = {
  platform: string
  outline: Uint8Array
  checkResult: CheckResult
  conflicts: Conflicts
  overrides?: { message: string; errors: object[] }
}
/** The report as JSON bytes, and how many rows it rejects. */
export type WrittenReport = { refused: number; json: Uint8Array }

/** Parses the bytes of an edit; never throws. */
export function readEdits({ body, today }: ReadJob): ParsedEdit | { refusal: Refusal } {
  const parsed = readEditBytes(new Uint8Array(body), today)
  if ('refusal' in parsed) return parsed
  parsed.staged = parsed.staged.map((piece) => new Uint8Array(ownBytes(piece)))
  parsed.outline = new Uint8Array(ownBytes(parsed.outline))
  return transferBuffers(
    parsed,
    [...parsed.staged, parsed.outline].map((piece) => piece.buffer as ArrayBuffer),
  )
}

/** Writes the report of a rejected edit. */
export function writeReport({ platform, outline, checkResult, conflicts, overrides }: ReportJob): WrittenReport {
  const rows = JSON.parse(new TextDecoder().decode(outline)) as Outline
  const { report, refused } = editReportOf(platformOf(platform)!, rows, checkResult, conflicts)
  const bytes = new TextEncoder().encode(JSON.stringify({ ...report, ...overrides }))
  return { refused, json: new Uint8Array(ownBytes(bytes)) }
}
