import { column, type CellProblem, type Columns } from '#columns/column.ts'
import type { CheckedLine } from '#features/requests/contract.ts'
import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import type { Platform } from '#platforms/platform.ts'
import { flagWords } from './texts.ts'

/** The columns of "Requested Data" (C-125); what may be done with a row is the last. */
export const requestedColumns: Columns = {
  brand: column('Brand', 'text'),
  domain: column('Domain/Urls', 'link'),
  remarks: column('Remarks', 'text'),
}
export const requestedNames: readonly string[] = Object.keys(requestedColumns)

export type Flags = {
  isDuplicate: boolean
  isExists: boolean
  /** What is stored of it, when it exists. */
  record: CheckedLine | undefined
  /** Since when it was asked for already. */
  requestedAt: string | undefined
  problems: readonly CellProblem[]
}

/** The rows of a request with what is known of them: by the number of the row, and by the address as it is compared. */
export type Requested = {
  rows: GridRows
  flags: ReadonlyMap<number, Flags>
  known: ReadonlyMap<string, CheckedLine>
}

export const nothingRequested: Requested = { rows: [], flags: new Map(), known: new Map() }

/** Lines as they are pasted: blank ones dropped (C-244), each with the trimmed remarks (C-245). */
export function linesOf(text: string, remarks: string): { domain: string; remarks: string }[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((domain) => ({ domain, remarks: remarks.trim() }))
}

/** Rows of lines as the server checked them, with its flags; `numbers` are those of rows that are there already. */
export function fromAnswer(platform: Platform, lines: readonly CheckedLine[], numbers?: readonly number[]): Requested {
  const rows = lines.map(
    ({ domain, remarks }, place): GridRow => ({ sn: numbers?.[place] ?? place + 1, domain, remarks }),
  )
  const flags = new Map(rows.map((row, place) => [row.sn, flagsOf(lines[place]!, lines[place]!.isDuplicate)]))
  // Of equal lines the first is the one that says whether it was asked for before.
  const known = new Map(lines.toReversed().map((line) => [comparedAddress(platform, line.domain), line]))
  return { rows, flags, known }
}

/**
 * The rows after an edit. An edited row loses its flags (C-216); when a row went, or came with an address, all are judged
 * anew by what the server said of their addresses (C-217).
 */
export function afterEdit(platform: Platform, before: Requested, rows: GridRows): Requested {
  const old = new Map(before.rows.map((row) => [row.sn, row]))
  const now = new Set(rows.map((row) => row.sn))
  const isAnew =
    before.rows.some((row) => !now.has(row.sn)) || rows.some((row) => !old.has(row.sn) && addressOf(row) !== '')
  if (isAnew) return { ...before, rows, flags: judged(platform, before, rows) }
  const kept = rows.flatMap((row) => {
    const flags = before.flags.get(row.sn)
    return flags && old.get(row.sn) === row ? [[row.sn, flags] as const] : []
  })
  return { ...before, rows, flags: new Map(kept) }
}

function judged(platform: Platform, { known, flags }: Requested, rows: GridRows): Map<number, Flags> {
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
  const said = [...(isDuplicate ? [flagWords.duplicate] : []), ...(isExists ? [flagWords.exists] : [])]
  return {
    isDuplicate,
    isExists,
    record: isExists ? line : undefined,
    requestedAt: line?.requestedAt,
    problems: said.map((message) => ({ column: 'domain', message })),
  }
}

/** The address of a row, trimmed; empty where there is none. */
export function addressOf(row: GridRow): string {
  return String(row['domain'] ?? '').trim()
}
