// Runs in a worker thread: reads the rows of a bulk enforcement, and the workbook of an enforcement upload.
import { z } from 'zod'
import { isEmpty } from '#columns/column.ts'
import { rowNumberOf } from '#columns/line-numbers.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { rowsPerSheet } from '#columns/sheet.ts'
import { SheetUnreadable } from '#columns/sheet-unreadable.ts'
import { messages } from '#features/enforcement/messages.ts'
import { overrideReason } from '#features/findings/contract-schemas.ts'
import { messages as findingMessages } from '#features/findings/messages.ts'
import { tooManyRows } from '#features/staging-rows/messages.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type RawRow, type ReadRows, readRows } from './read-rows.ts'

export type BulkRead =
  | { refusal: { status: 400 | 422; message: string; fields?: Record<string, string> } }
  | (ReadRows & { companyId: string; brandId: string; platform: string; override: string | undefined })

/** Parses and validates the body of a bulk enforcement: {company, brand, platform, data, overrideReason}. */
export function readBulk({ body, today }: { body: ArrayBuffer; today: string }): BulkRead {
  const payload = parseObject(body)
  if (payload === undefined) return { refusal: { status: 400, message: 'The body is not valid JSON.' } }
  const { data, ...header } = payload as Record<string, unknown>
  const fields: Record<string, string> = {}
  const [companyId, brandId] = [readId(header['company'], 'Company', fields), readId(header['brand'], 'Brand', fields)]
  const platform = platformOf(String(header['platform']).slice(0, 40))
  if (!platform) fields['platform'] = isEmpty(header['platform']) ? isRequired('Platform') : messages.platformNotValid
  const override = readReason(header['overrideReason'], fields)
  const rows = readData(data, fields)
  const [first] = Object.values(fields)
  if (first !== undefined || !platform) return { refusal: { status: 422, message: first ?? '', fields } }
  const read = readRows(
    platform,
    rows.map((row, n) => rawRow(platform, row, n + 1)),
    { today, isDated: false },
  )
  return { companyId, brandId, platform: platform.value, override, ...read }
}

function readId(raw: unknown, label: string, fields: Record<string, string>): string {
  const id = z.uuid().safeParse(raw)
  if (!id.success) fields[label.toLowerCase()] = isEmpty(raw) ? isRequired(label) : isNotValid(label)
  return id.data ?? ''
}

function readReason(raw: unknown, fields: Record<string, string>): string | undefined {
  const reason = overrideReason.safeParse(raw)
  if (!reason.success) fields['overrideReason'] = findingMessages.reasonNotValid
  return reason.data
}

function readData(data: unknown, fields: Record<string, string>): object[] {
  if (data === undefined || data === null) fields['data'] = isRequired('Data')
  else if (!Array.isArray(data) || !data.every((row) => typeof row === 'object' && row !== null))
    fields['data'] = isNotValid('Data')
  else if (data.length === 0 || data.length > rowsPerSheet) fields['data'] = tooManyRows(rowsPerSheet)
  else return data as object[]
  return []
}

function parseObject(body: ArrayBuffer): object | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (problem) {
    if (problem instanceof SyntaxError || problem instanceof TypeError) return undefined
    throw problem
  }
}

export type SheetRead = { problem: string } | ReadRows

/** Reads the workbook of an upload (G76): key, registrar, ip address, hosting, action taken, date, status. */
export async function readUpload(upload: {
  name: string
  bytes: ArrayBuffer
  platform: string
  today: string
}): Promise<SheetRead> {
  const platform = platformOf(upload.platform)!
  try {
    const [, ...lines] = await cellsOf(upload.name, new Uint8Array(upload.bytes))
    const rows = lines.flatMap((line, n) =>
      line.every(isEmpty) ? [] : [uploadedRow(platform, line, rowNumberOf(line) ?? n + 2)],
    )
    if (rows.length === 0 || rows.length > rowsPerSheet) return { problem: tooManyRows(rowsPerSheet) }
    return readRows(platform, rows, { today: upload.today, isDated: true })
  } catch (problem) {
    if (problem instanceof SheetUnreadable) return { problem: problem.message }
    throw problem
  }
}

/** The columns are in this order on every platform; platforms without host details may omit those columns. */
function uploadedRow(platform: FindingPlatformDefinition, line: readonly unknown[], row: number): RawRow {
  if (platform.enforcedWith.length === 0 && line.length <= 4) {
    const [key, actionTaken, date, status] = line
    return { row, key, actionTaken, date, status }
  }
  const [key, registrar, ipAddress, hosting, actionTaken, date, status] = line
  return { row, key, registrar, ipAddress, hosting, actionTaken, date, status }
}

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** A row given as an object keyed by column name in any spelling, or as a list in sheet order (S-051, S-052). */
function rawRow(platform: FindingPlatformDefinition, given: object, row: number): RawRow {
  if (Array.isArray(given)) {
    const [key, status, ...rest] = given as unknown[]
    if (platform.enforcedWith.length === 0) return { row, key, status, actionTaken: rest[0] }
    const [registrar, ipAddress, hosting, actionTaken] = rest
    return { row, key, status, registrar, ipAddress, hosting, actionTaken }
  }
  const cells = new Map(Object.entries(given).map(([name, cell]) => [plainName(name), cell as unknown]))
  const cell = (...names: string[]) => names.map((name) => cells.get(name)).find((one) => !isEmpty(one))
  return {
    row,
    key: cell(plainName(platform.identity), 'key', 'uniquekey', 'url', 'link', 'domain'),
    status: cell('status', 'infrigementstatus', 'infringementstatus'),
    registrar: cell('registrar'),
    ipAddress: cell('ipaddress', 'ip'),
    hosting: cell('hosting'),
    actionTaken: cell('actiontaken', 'action'),
  }
}
