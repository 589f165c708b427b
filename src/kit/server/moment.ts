import { type Db, row, sql } from './db.ts'

/** Start of this transaction in microseconds: `updated_at` of its rows and `at` of their log entries. */
export const momentNow = sql`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The moment of the caller's transaction, which identifies its bulk change for undo. */
export async function momentOf(db: Db): Promise<string> {
  return (await row<{ moment: string }>(db, sql`select ${momentNow} as moment`))!.moment
}
