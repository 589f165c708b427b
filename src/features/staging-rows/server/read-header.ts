import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { dateOutOfRange, tooManyRows } from '#features/staging-rows/messages.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { Problem } from '#kit/server/problem.ts'
import { platformOf } from '#platforms/all.ts'
import { earliestReportingDate, readDay } from '#vocabulary/dates.ts'

/** What a body says about all its rows: whose findings, of which platform and day. */
export type RowsHeader = {
  companyId: string
  brandId: string
  /** The stored value (G7). */
  platform: string
  reportingDate: string
  checkLids: boolean
}

/** Why a call is refused before its rows are validated: 400, 413, or 422 with its fields. */
export type Refusal = { status: number; message: string; fields?: Record<string, string> }

/** The refusal as the error that the HTTP layer answers with. */
export function problemOf({ status, message, fields }: Refusal): Problem {
  return new Problem(status, message, fields ? { fields } : {})
}

/** A row as sent by the caller: raw cells by column name. */
export type Row = Record<string, unknown>

/** Parses a body of rows and validates its header fields (G68) and that it has 1 to 25,000 rows. Never throws. */
export function readHeader(
  body: Uint8Array,
  today: string,
): { header: RowsHeader; data: Row[] } | { refusal: Refusal } {
  if (hasMoreValuesThan(maxValues, body)) return { refusal: { status: 413, message: 'The request is too large.' } }
  const parsedBody = parse(body)
  if (parsedBody === undefined) return refuse('The body is not valid JSON.')
  if (!isRow(parsedBody)) return refuse('The body must be an object.')
  const fields: Record<string, string> = {}
  const read = <T>(name: string, label: string, reader: (raw: unknown) => T | undefined): T | undefined => {
    const raw = parsedBody[name]
    const value = reader(raw)
    if (value === undefined)
      fields[name] = raw === undefined || raw === null || raw === '' ? isRequired(label) : isNotValid(label)
    return value
  }
  const companyId = read('company', 'Company', readId)
  const brandId = read('brand', 'Brand', readId)
  const platform = read('platform', 'Platform', (raw) =>
    typeof raw === 'string' && raw.length < 40 ? platformOf(raw)?.value : undefined,
  )
  const reportingDate = read('reportingDate', 'Reporting date', (raw) =>
    typeof raw === 'string' && raw.length < 40 ? readDay(raw) : undefined,
  )
  if (reportingDate !== undefined && (reportingDate < earliestReportingDate || reportingDate > today))
    fields['reportingDate'] = dateOutOfRange
  const checkLids = read('duplicateLidCheck', 'Duplicate lid check', readBoolean)
  const data = read('data', 'Data', (raw) => (Array.isArray(raw) && raw.every(isRow) ? (raw as Row[]) : undefined))
  if (data !== undefined && (data.length === 0 || data.length > rowsPerCall)) fields['data'] = tooManyRows(rowsPerCall)
  const [first] = Object.values(fields)
  if (first !== undefined) return { refusal: { status: 422, message: first, fields } }
  return {
    header: {
      companyId: companyId!,
      brandId: brandId!,
      platform: platform!,
      reportingDate: reportingDate!,
      checkLids: checkLids!,
    },
    data: data!,
  }
}

/** 100 cells a row, three times the widest sheet; a cell counts twice, for its colon and its comma. */
const maxValues = 2 * 100 * rowsPerCall

/** 1 for the bytes that come before a JSON value: , [ { : */
const isBeforeValue = Uint8Array.from({ length: 256 }, (_, byte) =>
  ',[{:'.includes(String.fromCharCode(byte)) ? 1 : 0,
)

/**
 * Counts the values of a JSON text before it is parsed. Each may need a hundred bytes of memory, and a thread that runs
 * out of memory inside JSON.parse kills the whole process.
 */
function hasMoreValuesThan(max: number, body: Uint8Array): boolean {
  // First an upper bound that also counts separators inside strings: three times faster and seldom too high.
  let upperBound = 0
  for (let index = 0; index < body.length; index++) upperBound += isBeforeValue[body[index]!]!
  if (upperBound <= max) return false
  let values = 0
  let inString = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]!
    if (byte === 0x22) inString = !inString
    else if (inString && byte === 0x5c) index++
    else if (!inString && isBeforeValue[byte] === 1 && ++values > max) return true
  }
  return false
}

function parse(body: Uint8Array): unknown {
  if (!isUtf8(body)) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (problem) {
    // Invalid or oversized text is the caller's error; anything else is ours.
    if (problem instanceof SyntaxError || problem instanceof RangeError || problem instanceof TypeError)
      return undefined
    throw problem
  }
}

const refuse = (message: string): { refusal: Refusal } => ({ refusal: { status: 400, message } })
const isRow = (raw: unknown): raw is Row => typeof raw === 'object' && raw !== null && !Array.isArray(raw)
const uuid = z.uuid()
const readId = (raw: unknown) =>
  typeof raw === 'string' && uuid.safeParse(raw).success ? raw.toLowerCase() : undefined

function readBoolean(raw: unknown): boolean | undefined {
  if (raw === undefined || raw === null) return true
  return typeof raw === 'boolean' ? raw : undefined
}
