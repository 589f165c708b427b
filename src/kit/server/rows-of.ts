import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import { setLongLimits, typesConfig, sql, type Db, type Sql } from './db.ts'

/** Rows fetched from the cursor at a time: some milliseconds of work for the request thread. */
const batch = 500

/**
 * Streams the rows of a statement, 500 at a time as arrays of cells, so that a large result is never in memory as a
 * whole. If the consumer stops early, or `signal` aborts because the client is gone, the query is cancelled in the
 * database.
 */
export async function* rowsOf(
  { pool, db }: { pool: Pool; db: Db },
  statement: Sql,
  signal?: AbortSignal,
): AsyncGenerator<unknown[][]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const cancel = () => {
    // The cursor is waiting for rows, so the cancel request uses another connection. It may arrive late: this
    // connection is not used again, so that it can never cancel another query.
    broken = new Error('The reader went away')
    const { processID } = client as unknown as { processID: number }
    sql`select pg_cancel_backend(${processID})`.execute(db).catch(() => undefined)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  const cursor = new Cursor<unknown[]>(statement.text, [...statement.values], { rowMode: 'array', types: typesConfig })
  try {
    await client.query(`begin read only; ${setLongLimits}`)
    signal?.throwIfAborted()
    client.query(cursor)
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
      await cursor
        .close()
        .then(() => client.query('commit'))
        .catch((problem: Error) => {
          broken = problem
        })
    // A broken connection is discarded.
    client.release(broken)
  }
}
