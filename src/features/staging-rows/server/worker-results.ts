// What the worker functions of uploads and edits share: how their input and results cross the thread's border.
import { ownBytes, transferBuffers } from '#kit/server/threads.ts'
import type { CheckResult } from './check-result.ts'
import type { ParsedBody } from './open-rows.ts'
import type { Outline } from './outline.ts'

/** Input of a report writer: the rows' outline as parsed, and what the checks found. */
export type ReportJob = {
  platform: string
  outline: Uint8Array
  checkResult: CheckResult
  /** Replaces the report's message, and adds errors (422). */
  overrides?: { message: string; errors: object[] } | undefined
}

/** Transfers a parsed body's buffers to the calling thread instead of copying them. */
export function transferParsed<Parsed extends ParsedBody>(parsed: Parsed): Parsed {
  const staged = parsed.staged.map((piece) => new Uint8Array(ownBytes(piece)))
  const outline = new Uint8Array(ownBytes(parsed.outline))
  return transferBuffers(
    { ...parsed, staged, outline },
    [...staged, outline].map((piece) => piece.buffer as ArrayBuffer),
  )
}

/** The outline that a parser wrote. */
export function parseOutline(outline: Uint8Array): Outline {
  return JSON.parse(new TextDecoder().decode(outline)) as Outline
}

/** A report as JSON bytes: some megabytes for 25,000 rejected rows, which the request thread sends unparsed. */
export function reportBytes(report: object, overrides: ReportJob['overrides']): Uint8Array {
  return new Uint8Array(ownBytes(new TextEncoder().encode(JSON.stringify({ ...report, ...overrides }))))
}
