import { type Db, inTransaction } from './db.ts'
import type { AppContext } from './serve.ts'

/**
 * Runs `work` in a transaction of its own until it processed less than a full batch, so that nothing is locked for long;
 * it returns how many it processed.
 */
export async function inBatches(
  pool: AppContext['pool'],
  batchSize: number,
  work: (db: Db) => Promise<number>,
): Promise<void> {
  const runBatch = () => inTransaction(pool, ({ db }) => work(db))
  while ((await runBatch()) === batchSize);
}
