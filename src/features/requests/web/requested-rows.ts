import { column, type CellProblem, type Columns } from '#columns/column.ts'
import type { CheckedLine } from '#features/requests/contract.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import type { Platform } from '#platforms/platform.ts'
import { flagLabels } from './texts.ts'

/** The columns of "Requested Data" (C-125), without the last one for row actions. */
export const requestedColumns: Columns = {
  brand: column('Brand', 'text'),
  domain: column('Domain/Urls', 'link'),
  remarks: column('Remarks', 'text'),
}
export const requestedNames: readonly string[] = Object.keys(requestedColumns)

export type Flags = {
  isDuplicate: boolean
  isExists: boolean
  /** The stored record, when it exists. */
  record: CheckedLine | undefined
  /** When it was already requested; ISO timestamp. */
  requestedAt: string | undefined
  problems: readonly CellProblem[]
}

/** The rows of a request, their flags by row number, and the checked lines by normalised address. */
export type RequestedRows = {
  rows: GridRows
  flags: ReadonlyMap<number, Flags>
  known: ReadonlyMap<string, CheckedLine>
}

export const noRequestedRows: RequestedRows = { rows: [], flags: new Map(), known: new Map() }

/**
 * Splits pasted text into lines: blank ones dropped (C-244), each with the trimmed remarks (C-245) and its number in the
 * text.
 */
export function linesOf(text: string, remarks: string): { line: number; domain: string; remarks: string }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, domain: line.trim(), remarks: remarks.trim() }))
    .filter(({ domain }) => domain !== '')
}

/** Rows and flags from the lines the server checked. `numbers` are the row numbers to reuse, in the same order. */
export function fromAnswer(
  platform: Platform,
  lines: readonly CheckedLine[],
  numbers?: readonly number[],
): RequestedRows {
  const rows = lines.map(
    ({ domain, remarks }, index): GridRow => ({ sn: numbers?.[index] ?? index + 1, domain, remarks }),
  )
  const flags = new Map(rows.map((row, index) => [row.sn, flagsOf(lines[index]!, lines[index]!.isDuplicate)]))
  // Of equal lines the first one tells whether the address was requested before.
  const known = new Map(lines.toReversed().map((line) => [comparedAddress(platform, line.domain), line]))
  return { rows, flags, known }
}

/**
 * The rows after an edit. An edited row loses its flags (C-216). When a row was removed, or added with an address, all
 * flags are recomputed from what the server reported for the addresses (C-217).
 */
export function afterEdit(platform: Platform, before: RequestedRows, rows: GridRows): RequestedRows {
  const old = new Map(before.rows.map((row) => [row.sn, row]))
  const now = new Set(rows.map((row) => row.sn))
  const needsRecompute =
    before.rows.some((row) => !now.has(row.sn)) || rows.some((row) => !old.has(row.sn) && addressOf(row) !== '')
  if (needsRecompute) return { ...before, rows, flags: recomputeFlags(platform, before, rows) }
  const remainingFlags = rows.flatMap((row) => {
    const flags = before.flags.get(row.sn)
    return flags && old.get(row.sn) === row ? [[row.sn, flags] as const] : []
  })
  return { ...before, rows, flags: new Map(remainingFlags) }
}

function recomputeFlags(platform: Platform, { known, flags }: RequestedRows, rows: GridRows): Map<number, Flags> {
  const seen = new Set<string>()
  return new Map(
    rows.flatMap((row) => {
      const address = addressOf(row)
      if (address === '') return []
      const compared = comparedAddress(platform, address)
      const line = known.get(compared)
      const isDuplicate = seen.has(compared) || line?.requestedAt !== undefined
      seen.add(compared)
      const before = flags.get(row.sn)
      const same = before?.isDuplicate === isDuplicate && before.isExists === (line?.isExists ?? false)
      return [[row.sn, same ? before : flagsOf(line, isDuplicate)] as const]
    }),
  )
}

function flagsOf(line: CheckedLine | undefined, isDuplicate: boolean): Flags {
  const isExists = line?.isExists ?? false
  const messages = [...(isDuplicate ? [flagLabels.duplicate] : []), ...(isExists ? [flagLabels.exists] : [])]
  return {
    isDuplicate,
    isExists,
    record: isExists ? line : undefined,
    requestedAt: line?.requestedAt,
    problems: messages.map((message) => ({ column: 'domain', message })),
  }
}

/** The address of a row, trimmed; an empty string when there is none. */
export function addressOf(row: GridRow): string {
  return String(row['domain'] ?? '').trim()
}
