import { messages } from '#features/domain-search/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { type Actable, searchedByIds } from './searched-queries.ts'

/** A record that could not be decided, and why. */
export type Refused = { id: string; reason: string }

/** The searched domains of these ids, each once; with `lock`, locked. Ids of none are refused. */
export async function readRecords(
  db: Db,
  recordIds: readonly string[],
  lock = false,
): Promise<{ found: Actable[]; refused: Refused[] }> {
  const ids = distinctIds(recordIds)
  const found = await searchedByIds(db, ids, lock)
  const known = new Set(found.map(({ id }) => id))
  const refused = ids.filter((id) => !known.has(id)).map((id) => ({ id, reason: messages.unknownRecord }))
  return { found, refused }
}
