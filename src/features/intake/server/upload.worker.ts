// Functions that run in a worker thread, called by name: parse an upload, write its report, make a template.
import { transferBuffers, ownBytes } from '#kit/server/threads.ts'
import { platformOf } from '#platforms/all.ts'
import type { Outline } from './outline.ts'
import { readUploadBytes, type ParsedUpload } from './read-upload.ts'
import type { Refusal } from './read-header.ts'
import { reportOf, type CheckResult } from './report.ts'
import { templateOf } from './template.ts'

export type ReadJob = { body: ArrayBuffer; today: string }
export type ReportJob = {
  platform: string
  outline: Uint8Array
  checkResult: CheckResult
  overrides?: { message: string; errors: object[] }
}

/** Parses an upload and transfers the result's buffers to the calling thread. */
export function readUpload({ body, today }: ReadJob): ParsedUpload | { refusal: Refusal } {
  const parsed = readUploadBytes(new Uint8Array(body), today)
  if ('refusal' in parsed) return parsed
  parsed.staged = parsed.staged.map((piece) => new Uint8Array(ownBytes(piece)))
  parsed.outline = new Uint8Array(ownBytes(parsed.outline))
  return transferBuffers(
    parsed,
    [...parsed.staged, parsed.outline].map((piece) => piece.buffer as ArrayBuffer),
  )
}

/** The report as JSON bytes: some megabytes for 25,000 rejected rows, which the request thread sends unparsed. */
export function writeReport({ platform, outline, checkResult, overrides }: ReportJob): Uint8Array {
  const rows = JSON.parse(new TextDecoder().decode(outline)) as Outline
  const report = { ...reportOf(platformOf(platform)!, rows, checkResult), ...overrides }
  const bytes = new TextEncoder().encode(JSON.stringify(report))
  return new Uint8Array(ownBytes(bytes))
}

/** The empty upload sheet (.xlsx) of a platform. */
export function writeTemplate(platform: string): Uint8Array {
  return templateOf(platformOf(platform)!)
}
