// Functions that run in a worker thread, called by name: parse an upload, write its report, make a template.
import type { ParseJob, ParsedBody } from '#features/staging-rows/server/open-rows.ts'
import type { Refusal } from '#features/staging-rows/server/read-json-object.ts'
import { reportOf } from '#features/staging-rows/server/report.ts'
import {
  parseOutline,
  reportBytes,
  type ReportJob,
  transferParsed,
} from '#features/staging-rows/server/worker-results.ts'
import { platformOf } from '#platforms/all.ts'
import { readUploadBytes } from './read-upload.ts'
import { templateOf } from './template.ts'

/** Parses an upload. */
export function readUpload({ body, ...options }: ParseJob): ParsedBody | { refusal: Refusal } {
  const parsed = readUploadBytes(new Uint8Array(body), options)
  return 'refusal' in parsed ? parsed : transferParsed(parsed)
}

/** The report of an upload as JSON bytes. */
export function writeReport({ platform, outline, checkResult, overrides }: ReportJob): Uint8Array {
  return reportBytes(reportOf(platformOf(platform)!, parseOutline(outline), checkResult), overrides)
}

/** The empty upload sheet (.xlsx) of a platform. */
export function writeTemplate(platform: string): Uint8Array {
  return templateOf(platformOf(platform)!)
}
