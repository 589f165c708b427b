import { notFound, Problem } from './problem.ts'
import { sql, type Sql } from './db.ts'

/** What is told when somebody else saved the record while one was editing it. */
export const changedMeanwhile = 'This record was changed by somebody else. Please check and save again.'

/** The condition of an update: the record still has the version the caller saw; any, when it told none. */
export function atVersion(version: number | undefined): Sql {
  return version === undefined ? sql`true` : sql`version = ${version}`
}

/**
 * Ends an update that was bound to a version. `changed` is the row it returned; without one the record is either gone
 * (404) or newer: 409 with the record as it is now under `current`.
 */
export async function orChangedMeanwhile<Row>(
  changed: Row | undefined,
  current: () => Promise<object | undefined>,
): Promise<Row> {
  if (changed !== undefined) return changed
  const now = await current()
  if (!now) throw notFound()
  throw new Problem(409, changedMeanwhile, { extra: { current: now } })
}
