import type { Db } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import { type FindingRow, pageOfFindings } from './page-queries.ts'
import type { Scope } from './visible.ts'

/** A finding as it is stored: values under the columns' names, its company, and where its picture is stored. */
export type StoredFinding = FindingRow

/** These findings as stored, in the order of the ids; undefined unless all of them are in scope. */
export async function storedFindings(
  db: Db,
  platform: Platform,
  scope: Scope,
  ids: readonly string[],
): Promise<StoredFinding[] | undefined> {
  const query = { platform, scope, range: undefined, filters: {}, ids }
  const newest = { by: 'reportingDate', direction: 'desc' } as const
  const { found } = await pageOfFindings(db, query, newest, { size: ids.length, offset: 0 })
  const byId = new Map(found.map((row) => [row.id, row]))
  const all = ids.flatMap((id) => byId.get(id) ?? [])
  return all.length === ids.length ? all : undefined
}
