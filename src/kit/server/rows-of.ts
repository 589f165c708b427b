import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import { parsing, sql, type Db, type Sql } from './db.ts'

/** Rows a cursor hands over at a time: some milliseconds of work for the thread that answers requests. */
const batch = 500

/**
 * The rows of a statement, a few hundred at a time as arrays of cells, so that a large answer is never in memory as a
 * whole. When the reader stops early, or `signal` says that nobody waits any more, the query is ended in the database.
 */
export async function* rowsOf(
  { pool, db }: { pool: Pool; db: Db },
  statement: Sql,
  signal?: AbortSignal,
): AsyncGenerator<unknown[][]> {
  const compiled = statement.compile(db)
  const client = await pool.connect()
  let broken: Error | undefined
  const cancel = () => {
    // The cursor waits for rows meanwhile, so the word to stop comes over another connection. It may come late: this
    // connection is not used again, so that it can never stop somebody else's query.
    broken = new Error('The reader went away')
    const { processID } = client as unknown as { processID: number }
    sql`select pg_cancel_backend(${processID})`.execute(db).catch(() => undefined)
  }
  const cursor = client.query(
    new Cursor<unknown[]>(compiled.sql, [...compiled.parameters], { rowMode: 'array', types: parsing }),
  )
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    signal?.throwIfAborted()
    for (;;) {
      const rows = await cursor.read(batch)
      if (rows.length > 0) yield rows
      if (rows.length < batch) return
    }
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
    if (!broken)
      await cursor.close().catch((problem: Error) => {
        broken = problem
      })
    // A connection in doubt is thrown away.
    client.release(broken)
  }
}
