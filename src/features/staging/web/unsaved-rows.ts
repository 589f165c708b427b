import type { DraftItem } from '#features/staging/contract-schemas.ts'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import type { Draft as StoredDraft } from '#kit/web/staged-grid/drafts.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { editedColumns, isUnsaved, rowOf, type Sheet, withItems } from './sheet-rows.ts'

/** What this browser stores besides the unsaved rows: of each its id, and the version that was edited; removed rows. */
export type UnsavedHead = {
  ids: [sn: number, id: string, version: number | null][]
  removed: [id: string, version: number][]
}

/** The rows of a sheet that the server does not have; undefined when it has all. */
export function unsavedOf(platform: FindingPlatformDefinition, sheet: Sheet): StoredDraft<UnsavedHead> | undefined {
  const rows = sheet.rows.filter((row) => isUnsaved(platform, sheet, row))
  if (rows.length === 0 && sheet.removed.size === 0) return undefined
  const ids = rows.flatMap(({ sn }): UnsavedHead['ids'] => {
    const known = sheet.known.get(sn)
    const id = known?.id ?? sheet.newIds.get(sn)
    return id === undefined ? [] : [[sn, id, known?.version ?? null]]
  })
  return { head: { ids, removed: [...sheet.removed] }, rows }
}

/**
 * The sheet of a draft that is opened: what the server has, and over it what this browser kept. A row that somebody
 * else saved since is a conflict.
 */
export function openedSheet(
  platform: FindingPlatformDefinition,
  sheet: Sheet,
  items: readonly DraftItem[],
  stored: StoredDraft<UnsavedHead> | undefined,
): Sheet {
  const server = withItems(platform, sheet, items)
  if (!stored) return server
  const idOf = new Map(stored.head.ids.map(([sn, id, version]) => [sn, { id, version }]))
  const itemOf = new Map(items.map((item) => [item._id, item]))
  const rows = new Map(server.rows.map((row) => [row.sn, row]))
  const known = new Map(server.known)
  const newIds = new Map(server.newIds)
  const conflicts = new Map(server.conflicts)
  const removed = new Map(stored.head.removed.filter(([id, version]) => itemOf.get(id)?.version === version))
  for (const id of removed.keys()) {
    const { sn } = itemOf.get(id)!
    rows.delete(sn)
    known.delete(sn)
  }
  for (const own of stored.rows) {
    const { id, version } = idOf.get(own.sn) ?? { id: undefined, version: null }
    const item = id === undefined ? undefined : itemOf.get(id)
    if (item) {
      const row: GridRow = { ...own, sn: item.sn }
      if (editedColumns(platform, row, rowOf(item)).length === 0) continue
      rows.set(item.sn, row)
      if (version !== null && version !== item.version) conflicts.set(item.sn, item)
      continue
    }
    const sn = rows.has(own.sn) ? Math.max(...rows.keys()) + 1 : own.sn
    rows.set(sn, { ...own, sn })
    // A row that was removed meanwhile is a new one.
    if (id !== undefined && version === null) newIds.set(sn, id)
  }
  return { rows: [...rows.values()].toSorted((a, b) => a.sn - b.sn), known, newIds, removed, conflicts }
}

/** A sheet with rows from elsewhere after its own, which this browser may have kept of an earlier visit. */
export function withRows(sheet: Sheet, added: readonly GridRow[]): Sheet {
  if (sheet.rows.length === 0) return { ...sheet, rows: added }
  const last = Math.max(...sheet.rows.map(({ sn }) => sn))
  return { ...sheet, rows: [...sheet.rows, ...added.map((row, n) => ({ ...row, sn: last + 1 + n }))] }
}
