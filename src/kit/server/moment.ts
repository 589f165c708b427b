import { type Db, row, sql, type Sql } from './db.ts'

/** A time as text, in UTC with microseconds, so that it comes back from a browser as it was. */
export const inMicroseconds = (time: Sql): Sql =>
  sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Start of this transaction in microseconds: `updated_at` of its rows and `at` of their log entries. */
export const momentNow = inMicroseconds(sql`now()`)

/**
 * `updated_at` of a row that changes: the moment of the transaction, or a microsecond after the last change where that
 * was of a transaction which began later and came first. The changes of a row stay in order, and so does its log.
 */
export const momentAfter = (changed: Sql): Sql =>
  sql`case when ${changed} > now() then ${changed} + interval '1 microsecond' else now() end`

/** The moment of the caller's transaction, which identifies its bulk change for undo. */
export async function momentOf(db: Db): Promise<string> {
  return (await row<{ moment: string }>(db, sql`select ${momentNow} as moment`))!.moment
}
