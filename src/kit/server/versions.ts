import { notFound, Problem } from './problem.ts'
import { sql, type Sql } from './db.ts'

/** The message when somebody else saved the record while it was being edited. */
export const editConflictMessage = 'This record was changed by somebody else. Please check and save again.'

/** The condition of an update: the record still has the version the caller saw; any version if it passed none. */
export function atVersion(version: number | undefined): Sql {
  return version === undefined ? sql`true` : sql`version = ${version}`
}

/**
 * Checks the result of an update with a version condition. `changed` is the updated row; without one the record was
 * either deleted (404) or changed: 409 with the current record under `current`.
 */
export async function orEditConflict<Row>(
  changed: Row | undefined,
  current: () => Promise<object | undefined>,
): Promise<Row> {
  if (changed !== undefined) return changed
  const now = await current()
  if (!now) throw notFound()
  throw new Problem(409, editConflictMessage, { extra: { current: now } })
}
