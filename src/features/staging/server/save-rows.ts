import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { messages } from '#features/staging/messages.ts'
import {
  bytesOf,
  bytesPerDraft,
  bytesPerRow,
  type Cells,
  defaultStatus,
  draftCells,
  isBlank,
} from '#features/staging/rules.ts'
import type { DraftItem } from '#features/staging/contract-schemas.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { notifyDraft } from './live.ts'
import { type DraftScope, requireOpenDraft } from './open-draft.ts'
import * as queries from './queries.ts'

/** A row to save: `_id` and `version` as it was read, or an id of the caller's for a new one. */
export type GivenRow = {
  _id?: string | undefined
  sn?: number | undefined
  version?: number | undefined
  data: Cells
}
/** How rows are saved; `lastWins` overwrites a row whose version is not named. */
export type Changes = {
  rows: readonly GivenRow[]
  removed?: readonly { _id: string; version?: number | undefined }[]
  lastWins?: boolean
}
export type SavedRows = { saved: queries.SavedRow[]; refused: DraftItem[] }

/**
 * Adds, changes and removes rows of an open draft in the caller's transaction. A row that somebody else saved or
 * removed since the caller read it is refused, never overwritten. Throws 404, 409 (submitted), 422.
 */
export async function saveDraftRows(
  db: Db,
  session: Session,
  { draftId, scope }: { draftId: string; scope: Pick<DraftScope, 'brandId' | 'platform'> },
  changes: Changes,
): Promise<SavedRows> {
  const given = readRows(scope, changes.rows)
  const draft = await requireOpenDraft(db, draftId, scope)
  const removed = distinctRows(changes.removed ?? [])
  const stored = new Map(
    (
      await queries.rowsById(
        db,
        draftId,
        [...given, ...removed].map((one) => one._id),
      )
    ).map((one) => [one.id, one]),
  )
  const isOwn = (one: { _id: string; version?: number | undefined }) =>
    isCurrent(stored.get(one._id), one.version, { userId: session.userId, lastWins: changes.lastWins ?? false })
  const at = { draftId, change: draft.changes + 1, userId: session.userId }
  const toStore = await withNumbers(db, draftId, given.filter(isOwn), stored)
  const toRemove = removed.filter((one) => isOwn(one) && stored.has(one._id)).map((one) => one._id)
  const bytesBefore = [...toStore.map(({ id }) => id), ...toRemove].reduce(
    (all, id) => all + (stored.get(id)?.bytes ?? 0),
    0,
  )
  const more = {
    rows: toStore.filter(({ id }) => !stored.has(id)).length - toRemove.length,
    bytes: toStore.reduce((all, one) => all + one.bytes, 0) - bytesBefore,
  }
  if (draft.rowCount + more.rows > rowsPerCall) throw invalid({ data: messages.tooManyRows(rowsPerCall) })
  if (draft.bytes + more.bytes > bytesPerDraft) throw invalid({ data: messages.draftTooLarge })
  const saved = toStore.length > 0 ? await queries.storeRows(db, at, toStore) : []
  // An id that a row of another draft has: the answer must not reveal anything about it.
  if (saved.length < toStore.length) throw invalid({ data: messages.dataNotValid })
  if (toRemove.length > 0) saved.push(...(await queries.removeRows(db, at, toRemove)))
  if (saved.length > 0) {
    await queries.noteChange(db, at, more)
    const { brandId: brand, platform } = draft
    await notifyDraft(db, { draft: draftId, brand, platform, kind: 'rows', by: session.userId })
  }
  const refusedIds = [...given, ...removed].filter((one) => !isOwn(one)).map((one) => one._id)
  return { saved, refused: refusedIds.length > 0 ? await queries.items(db, draftId, refusedIds) : [] }
}

/** Each row to remove once, its id as it is stored. */
function distinctRows(given: NonNullable<Changes['removed']>): NonNullable<Changes['removed']> {
  const read = given.map((one) => ({ ...one, _id: one._id.toLowerCase() }))
  return [...new Map(read.map((one) => [one._id, one])).values()]
}

type ReadRow = Omit<GivenRow, '_id'> & { _id: string; bytes: number }

/** The cells that are kept of each row. Throws 422 for a row that is empty or too large, or for one given twice. */
function readRows({ platform }: Pick<DraftScope, 'platform'>, given: readonly GivenRow[]): ReadRow[] {
  const read = given.map(({ _id, data, ...rest }): ReadRow => {
    if (isBlank(platform, data)) throw invalid({ data: messages.rowEmpty })
    const cells = { status: defaultStatus, ...draftCells(platform, data) }
    const bytes = bytesOf(cells)
    if (bytes > bytesPerRow) throw invalid({ data: messages.rowTooLarge })
    return { ...rest, _id: (_id ?? newId()).toLowerCase(), data: cells, bytes }
  })
  if (new Set(read.map((one) => one._id)).size < read.length) throw invalid({ data: messages.dataNotValid })
  return read
}

/** Whether a caller knows the row as it is stored. Without a version it is a new one, or its first save repeated. */
function isCurrent(
  stored: queries.StoredRow | undefined,
  version: number | undefined,
  { userId, lastWins }: { userId: string; lastWins: boolean },
): boolean {
  if (!stored) return version === undefined
  if (stored.isRemoved) return false
  if (version === undefined) return lastWins || (stored.version === 1 && stored.savedById === userId)
  return stored.version === version
}

/** New rows keep the number they ask for if it is free; others get the next ones. */
async function withNumbers(
  db: Db,
  draftId: string,
  given: readonly ReadRow[],
  stored: ReadonlyMap<string, queries.StoredRow>,
): Promise<queries.RowToStore[]> {
  const wanted = given.flatMap(({ _id, sn }) => (stored.has(_id) || sn === undefined ? [] : [sn]))
  const { taken, highest } = await queries.usedNumbers(db, draftId, wanted)
  const used = new Set(taken)
  let next = Math.max(highest, ...wanted)
  return given.map(({ _id, sn, data, bytes }) => {
    const own = stored.get(_id)?.sn ?? (sn !== undefined && !used.has(sn) ? sn : ++next)
    used.add(own)
    return { id: _id, sn: own, data, bytes }
  })
}
