import { isEmpty } from '#columns/column.ts'
import type { DraftItem } from '#features/staging/contract-schemas.ts'
import { isBlank } from '#features/staging/rules.ts'
import { changedRow, type GridRow, type GridRows, indexOfRow, renumberedRow } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** A row as the server has it. */
export type KnownRow = { id: string; version: number; row: GridRow; savedBy: string; savedAt: string }

/**
 * The sheet of a draft: the rows as they are on the screen, and by row number what the server has. Nothing here is a
 * promise: every change gives a new state.
 */
export type Sheet = {
  rows: GridRows
  known: ReadonlyMap<number, KnownRow>
  /** Ids of rows that the server does not have yet, so that a save can be repeated. */
  newIds: ReadonlyMap<number, string>
  /** Rows removed here and not yet on the server: id → version. */
  removed: ReadonlyMap<string, number>
  /** Rows that somebody else saved or removed while they were edited here: what the server has. */
  conflicts: ReadonlyMap<number, DraftItem>
}

export const emptySheet: Sheet = {
  rows: [],
  known: new Map(),
  newIds: new Map(),
  removed: new Map(),
  conflicts: new Map(),
}

/** A saved row as the grid edits it. */
export function rowOf({ sn, data }: Pick<DraftItem, 'sn' | 'data'>): GridRow {
  return { ...data, sn }
}

export const pictureParts = ['s3BucketName', 's3FullImagePath']

/** The columns in which a row differs from what the server has; for a new one, those that are filled in. */
export function editedColumns(platform: FindingPlatformDefinition, row: GridRow, known: GridRow | undefined): string[] {
  return [...platform.staged, ...pictureParts].filter((name) => {
    const [own, stored] = [row[name], known?.[name]]
    return own !== stored && !(isEmpty(own) && isEmpty(stored))
  })
}

/** Whether a row has something that the server does not have. Blank rows that were never saved have nothing. */
export function isUnsaved(platform: FindingPlatformDefinition, { known }: Pick<Sheet, 'known'>, row: GridRow): boolean {
  const stored = known.get(row.sn)?.row
  if (row === stored) return false
  return editedColumns(platform, row, stored).length > 0 && (stored !== undefined || !isBlank(platform, row))
}

/** The sheet after an edit. Rows that disappeared are to be removed on the server. */
export function withEdit(sheet: Sheet, edited: GridRows): Sheet {
  const { rows: before } = sheet
  if (edited.length === before.length && edited.every((row, n) => row.sn === before[n]!.sn))
    return { ...sheet, rows: sameUnlessChanged(edited, (row, n) => withoutOldPicture(row, before[n])) }
  const bySn = new Map(before.map((row) => [row.sn, row]))
  const rows = sameUnlessChanged(edited, (row) => withoutOldPicture(row, bySn.get(row.sn)))
  const remaining = new Set(rows.map(({ sn }) => sn))
  const gone = [...sheet.known].filter(([sn]) => !remaining.has(sn))
  if (gone.length === 0) return { ...sheet, rows }
  const removed = new Map([...sheet.removed, ...gone.map(([, one]): [string, number] => [one.id, one.version])])
  return { ...sheet, rows, known: only(sheet.known, remaining), conflicts: only(sheet.conflicts, remaining), removed }
}

/** The rows with a change of the one that was `of`, also with another number by now; the same array when it is gone. */
export function withChange(rows: GridRows, of: GridRow, change: Readonly<Record<string, unknown>>): GridRows {
  const at = indexOfRow(rows, of)
  if (at === undefined) return rows
  const row = rows[at]!
  return rows.with(at, changedRow(row, { ...row, ...change }))
}

/** The rows changed, or the same array when none is. */
function sameUnlessChanged(rows: GridRows, change: (row: GridRow, index: number) => GridRow): GridRows {
  const changed = rows.map(change)
  return changed.every((row, n) => row === rows[n]) ? rows : changed
}

/** A picture belongs to the name in the image cell: another name is another picture. */
function withoutOldPicture(row: GridRow, before: GridRow | undefined): GridRow {
  if (!before || row['image'] === before['image'] || row['s3FullImagePath'] !== before['s3FullImagePath']) return row
  if (isEmpty(row['s3FullImagePath'])) return row
  const { imageUrl: _url, s3BucketName: _bucket, s3FullImagePath: _path, ...rest } = row
  return rest as GridRow
}

const only = <V>(map: ReadonlyMap<number, V>, remaining: ReadonlySet<number>): Map<number, V> =>
  new Map([...map].filter(([sn]) => remaining.has(sn)))

/** The sheet after rows were saved: the server's number and version of each, by the row that was sent. */
export function withSaved(
  sheet: Sheet,
  saved: readonly { sent: GridRow; _id: string; sn: number; version: number; savedAt: string }[],
  savedBy: string,
): Sheet {
  let { rows } = sheet
  const known = new Map(sheet.known)
  const newIds = new Map(sheet.newIds)
  for (const { sent, _id, sn, version, savedAt } of saved) {
    newIds.delete(sent.sn)
    if (sn !== sent.sn) rows = renumbered(rows, sent.sn, sn)
    known.set(sn, { id: _id, version, row: sn === sent.sn ? sent : { ...sent, sn }, savedBy, savedAt })
  }
  return { ...sheet, rows, known, newIds }
}

/** The sheet after rows with these ids were removed on the server. */
export function withoutRemoved(sheet: Sheet, ids: ReadonlySet<string>): Sheet {
  return {
    ...sheet,
    removed: new Map([...sheet.removed].filter(([id]) => !ids.has(id))),
    known: new Map([...sheet.known].filter(([, { id }]) => !ids.has(id))),
  }
}

/** The rows after the number of one changed; a row that has the new number already gets another. */
function renumbered(rows: GridRows, from: number, to: number): GridRows {
  const free = Math.max(to, ...rows.map(({ sn }) => sn)) + 1
  return rows
    .map((row) => (row.sn === from ? renumberedRow(row, to) : row.sn === to ? renumberedRow(row, free) : row))
    .toSorted((a, b) => a.sn - b.sn)
}

/** The sheet with rows as the server has them now. Rows edited here are kept and become conflicts. */
export function withItems(platform: FindingPlatformDefinition, sheet: Sheet, items: readonly DraftItem[]): Sheet {
  if (items.length === 0) return sheet
  const merge = beginMerge(sheet)
  for (const item of items) addItem(platform, merge, item)
  return mergedSheet(sheet, merge)
}

/** A sheet while rows of the server are put into it. */
type Merge = {
  rows: Map<number, GridRow>
  known: Map<number, KnownRow>
  newIds: Map<number, string>
  removed: Map<string, number>
  conflicts: Map<number, DraftItem>
  /** The number that a row had in the sheet, by its id. */
  numberOf: ReadonlyMap<string, number>
  isReordered: boolean
}

function beginMerge(sheet: Sheet): Merge {
  const { known, newIds } = sheet
  return {
    rows: new Map(sheet.rows.map((row) => [row.sn, row])),
    known: new Map(known),
    newIds: new Map(newIds),
    removed: new Map(sheet.removed),
    conflicts: new Map(sheet.conflicts),
    numberOf: new Map([
      ...[...known].map(([sn, { id }]) => [id, sn] as const),
      ...[...newIds].map(([sn, id]) => [id, sn] as const),
    ]),
    isReordered: false,
  }
}

function mergedSheet(sheet: Sheet, { rows, known, newIds, removed, conflicts, isReordered }: Merge): Sheet {
  const all = isReordered ? [...rows.values()].toSorted((a, b) => a.sn - b.sn) : [...rows.values()]
  // The same rows are the same array: a new one would end what can be undone.
  const isSame = all.length === sheet.rows.length && all.every((row, n) => row === sheet.rows[n])
  return { rows: isSame ? sheet.rows : all, known, newIds, removed, conflicts }
}

function addItem(platform: FindingPlatformDefinition, merge: Merge, item: DraftItem): void {
  const { rows, known, removed, conflicts } = merge
  const sn = merge.numberOf.get(item._id)
  if (item.removed) return removeItem(platform, merge, item)
  if (removed.has(item._id)) {
    // Removed here before somebody else saved it: it comes back with what they wrote.
    if (removed.get(item._id)! >= item.version) return
    removed.delete(item._id)
  }
  const own = sn === undefined ? undefined : rows.get(sn)
  const stored = sn === undefined ? undefined : known.get(sn)
  if (stored && stored.version >= item.version) return
  const row = rowOf(item)
  if (own && !stored) confirmNewRow(merge, own, item)
  else if (own && isUnsaved(platform, { known }, own)) {
    if (editedColumns(platform, own, row).length === 0) storeItem(merge, item)
    else conflicts.set(item.sn, item)
  } else {
    if (rows.has(item.sn) && !known.has(item.sn)) moveToEnd(merge, item.sn)
    merge.isReordered ||= !rows.has(item.sn)
    storeItem(merge, item)
    rows.set(item.sn, known.get(item.sn)!.row)
    conflicts.delete(item.sn)
  }
}

/** Takes a row that was removed on the server from the sheet; one that was edited here becomes a conflict. */
function removeItem(platform: FindingPlatformDefinition, merge: Merge, item: DraftItem): void {
  const { rows, known, newIds, removed, conflicts } = merge
  const sn = merge.numberOf.get(item._id)
  removed.delete(item._id)
  if (sn === undefined) return
  const own = rows.get(sn)
  if (own && isUnsaved(platform, { known }, own) && known.has(sn)) {
    conflicts.set(sn, item)
    return
  }
  rows.delete(sn)
  known.delete(sn)
  newIds.delete(sn)
  conflicts.delete(sn)
}

/** The first save of a row arrived, its answer did not: the row gets the number that it has on the server. */
function confirmNewRow(merge: Merge, own: GridRow, item: DraftItem): void {
  const { rows, newIds } = merge
  newIds.delete(own.sn)
  if (own.sn !== item.sn) {
    rows.delete(own.sn)
    if (rows.has(item.sn)) moveToEnd(merge, item.sn)
    rows.set(item.sn, renumberedRow(own, item.sn))
    merge.isReordered = true
  }
  storeItem(merge, item)
}

/** A row that only this browser has moves to the end. */
function moveToEnd(merge: Merge, sn: number): void {
  const { rows, newIds } = merge
  const row = rows.get(sn)!
  const next = Math.max(...rows.keys()) + 1
  const id = newIds.get(sn)
  rows.delete(sn)
  newIds.delete(sn)
  rows.set(next, renumberedRow(row, next))
  if (id !== undefined) newIds.set(next, id)
  merge.isReordered = true
}

const storeItem = ({ known }: Merge, item: DraftItem) => known.set(item.sn, knownRow(item))

const knownRow = (item: DraftItem): KnownRow => ({
  id: item._id,
  version: item.version,
  row: rowOf(item),
  savedBy: item.savedBy,
  savedAt: item.savedAt,
})

/** The sheet after a person decided about a conflict: `mine` is saved next over the newer row, or theirs is shown. */
export function withDecision(sheet: Sheet, sn: number, decision: 'mine' | 'theirs'): Sheet {
  const item = sheet.conflicts.get(sn)
  if (!item) return sheet
  const conflicts = new Map(sheet.conflicts)
  const known = new Map(sheet.known)
  conflicts.delete(sn)
  if (item.removed) {
    // Mine becomes a new row: a removed one cannot come back.
    known.delete(sn)
    const rows = decision === 'mine' ? sheet.rows : sheet.rows.filter((row) => row.sn !== sn)
    return { ...sheet, rows, known, conflicts }
  }
  const stored = knownRow(item)
  known.set(sn, stored)
  const rows = decision === 'mine' ? sheet.rows : sheet.rows.map((one) => (one.sn === sn ? stored.row : one))
  return { ...sheet, rows, known, conflicts }
}
