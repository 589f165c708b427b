import type { CellProblem } from '#columns/column.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { texts } from './texts.ts'

/** A row as it was fetched: a grid row with its finding's id and version. */
export type StoredRow = GridRow & { readonly id: string; readonly rowVersion: number }
/** A stored unsaved edit: finding id, version, and the edited cells. */
export type DraftEdit = GridRow & { id: string; rowVersion: number }
/** A row with edits: the names of the edited columns, and the row they were made to, where it is known. */
export type EditedRow = { row: GridRow; names: readonly string[]; stored?: GridRow | undefined }
/** Fetched rows by finding id. */
export type Base = ReadonlyMap<string, StoredRow>

/** Fetched findings as rows of the sheet, numbered from 1. */
export function storedRows(found: readonly Record<string, unknown>[]): StoredRow[] {
  return found.map((one, index) => ({ ...one, sn: index + 1 }) as unknown as StoredRow)
}

/** Fetched rows by finding id. */
export const baseOf = (rows: readonly StoredRow[]): Base => new Map(rows.map((row) => [row.id, row]))

const plain = (cell: unknown): string => String(cell ?? '').trim()

/** The columns in which a row differs from the fetched one (S-122); null, undefined and blank are equal. */
export function editsOf(base: Base, names: readonly string[], row: GridRow): readonly string[] {
  const stored = base.get((row as StoredRow).id)
  if (!stored || stored === row) return none
  const edited = names.filter((name) => stored[name] !== row[name] && plain(stored[name]) !== plain(row[name]))
  return edited.length === 0 ? none : edited
}
const none: readonly never[] = []

/** The problems in the edited columns of a row; nothing is checked when there are none. */
export function onlyIn(edited: readonly string[], check: () => readonly CellProblem[]): readonly CellProblem[] {
  if (edited.length === 0) return none
  const found = check().filter(({ column }) => edited.includes(column))
  return found.length === 0 ? none : found
}

/** `editsOf`, computed once for each row. */
export function memoisedEdits(base: Base, names: readonly string[]): (row: GridRow) => readonly string[] {
  const known = new WeakMap<GridRow, readonly string[]>()
  return (row) => {
    const before = known.get(row)
    if (before) return before
    const found = editsOf(base, names, row)
    known.set(row, found)
    return found
  }
}

/** The request row of an edited row: finding id, version that was seen, and edited cells, null for cleared ones. */
export function sentRow(row: GridRow, edited: readonly string[]): Record<string, unknown> {
  const { sn, id, rowVersion } = row as StoredRow
  return { sn, id, rowVersion, ...Object.fromEntries(edited.map((name) => [name, row[name] ?? null])) }
}

/** The edits of a draft: all its fields but those that say which row it is. */
export function editsOfDraft(rows: readonly GridRow[]): EditedRow[] {
  return rows.map((row) => ({ row, names: Object.keys(row).filter((name) => !isMark(name)) }))
}
const isMark = (name: string) => name === 'sn' || name === 'id' || name === 'rowVersion'

type MergedRows = {
  rows: GridRow[]
  /** Cells that both changed, by the new sn: column, message, and the current value. */
  conflicts: Map<number, (CellProblem & { refusedValue: unknown })[]>
  /** Number of edited rows that were not fetched again. */
  gone: number
}

/** Merges edits into refetched rows: the edited value where a cell was edited, the stored one everywhere else. */
export function mergeEdits(fresh: readonly StoredRow[], edited: readonly EditedRow[]): MergedRows {
  const mine = new Map(edited.map((one) => [(one.row as StoredRow).id, one]))
  const conflicts: MergedRows['conflicts'] = new Map()
  const rows = fresh.map((now): GridRow => {
    const one = mine.get(now.id)
    if (!one) return now
    mine.delete(now.id)
    const problems = one.names
      .filter((name) => isConflict(now, one, name))
      .map((name) => {
        const message = (one.stored ? texts.conflict : texts.mayConflict)(plain(now[name]))
        return { column: name, message, refusedValue: one.row[name] }
      })
    if (problems.length > 0) conflicts.set(now.sn, problems)
    return { ...now, ...Object.fromEntries(one.names.map((name) => [name, one.row[name]])) }
  })
  return { rows, conflicts, gone: mine.size }
}

/** A draft has no stored values: each of its edits in a row that was changed since then may be a conflict. */
function isConflict(now: StoredRow, { row, stored }: EditedRow, name: string): boolean {
  if (plain(now[name]) === plain(row[name])) return false
  return stored ? plain(now[name]) !== plain(stored[name]) : now.rowVersion !== (row as StoredRow).rowVersion
}
