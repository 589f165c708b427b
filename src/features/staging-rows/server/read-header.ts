import { z } from 'zod'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { dateOutOfRange, tooManyRows } from '#features/staging-rows/messages.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { Problem } from '#kit/server/problem.ts'
import { platformOf } from '#platforms/all.ts'
import { earliestReportingDate, readDay } from '#vocabulary/dates.ts'
import { isObject, type JsonObject, readJsonObject, type Refusal } from './read-json-object.ts'

/** What a body says about all its rows: whose findings, of which platform and day. */
export type RowsHeader = {
  companyId: string
  brandId: string
  /** The stored value (G7). */
  platform: string
  reportingDate: string
  checkLids: boolean
}

/** The refusal as the error that the HTTP layer answers with. */
export function problemOf({ status, message, fields }: Refusal): Problem {
  return new Problem(status, message, fields ? { fields } : {})
}

/** A row as sent by the caller: raw cells by column name. */
export type Row = JsonObject

/** Parses a body of rows and validates its header fields (G68) and that it has 1 to 25,000 rows. Never throws. */
export function readHeader(
  body: Uint8Array,
  today: string,
): { header: RowsHeader; data: Row[] } | { refusal: Refusal } {
  const read = readJsonObject(body, maxValues)
  if ('refusal' in read) return read
  const parsedBody = read.object
  const fields: Record<string, string> = {}
  const readField = <T>(name: string, label: string, reader: (raw: unknown) => T | undefined): T | undefined => {
    const raw = parsedBody[name]
    const value = reader(raw)
    if (value === undefined)
      fields[name] = raw === undefined || raw === null || raw === '' ? isRequired(label) : isNotValid(label)
    return value
  }
  const companyId = readField('company', 'Company', readId)
  const brandId = readField('brand', 'Brand', readId)
  const platform = readField('platform', 'Platform', (raw) =>
    typeof raw === 'string' && raw.length < 40 ? platformOf(raw)?.value : undefined,
  )
  const reportingDate = readField('reportingDate', 'Reporting date', (raw) =>
    typeof raw === 'string' && raw.length < 40 ? readDay(raw) : undefined,
  )
  if (reportingDate !== undefined && (reportingDate < earliestReportingDate || reportingDate > today))
    fields['reportingDate'] = dateOutOfRange
  const checkLids = readField('duplicateLidCheck', 'Duplicate lid check', readBoolean)
  const data = readField('data', 'Data', (raw) =>
    Array.isArray(raw) && raw.every(isObject) ? (raw as Row[]) : undefined,
  )
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

const uuid = z.uuid()
const readId = (raw: unknown) =>
  typeof raw === 'string' && uuid.safeParse(raw).success ? raw.toLowerCase() : undefined

function readBoolean(raw: unknown): boolean | undefined {
  if (raw === undefined || raw === null) return true
  return typeof raw === 'boolean' ? raw : undefined
}
