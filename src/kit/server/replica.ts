import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Db } from './db.ts'

/** A database connection for reads: the primary or the replica. */
export type ReadConnection = { pool: Pool; db: Db }

/** How long a read waits for the replica before it goes to the primary, in milliseconds. */
const maxWaitMs = 500

/**
 * Chooses the connection for charts, downloads and log searches: the replica once it has everything committed on the
 * primary so far, so that people see what they just saved; the primary while the replica lags by more than half a
 * second, is unavailable or not configured. Only the first read waits for a replica that lags or does not answer: the
 * others go to the primary at once, until a check beside them finds it ready. A problem is logged once.
 */
export function openReadConnection(
  primary: ReadConnection,
  replica?: ReadConnection,
  log: (line: string) => void = () => undefined,
) {
  if (!replica) return () => Promise.resolve(primary)
  let problem = ''
  let recheck: Promise<ReadConnection> | undefined
  const check = async () => {
    const found = await hasCaughtUp(primary.pool, replica.pool).then(
      (isReady) => (isReady ? '' : 'is behind'),
      (error: Error) => `cannot be read: ${error.message}`,
    )
    if (found && found !== problem) log(`The replica ${found}; the primary is read.`)
    problem = found
    return found ? primary : replica
  }
  return async (): Promise<ReadConnection> => {
    // Each goes by its own check: what one of the same moment found is of another position.
    if (!problem) return check()
    recheck ??= check().finally(() => (recheck = undefined))
    return primary
  }
}

/** Whether the replica has replayed everything the primary has flushed, that is every acknowledged commit. */
async function hasCaughtUp(primary: Pool, replica: Pool): Promise<boolean> {
  const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')
  for (const limit = Date.now() + maxWaitMs; Date.now() < limit; await sleep(10)) {
    const answer = await replica.query<{ has: boolean | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
      [rows[0]!.lsn],
    )
    if (answer.rows[0]!.has === true) return true
  }
  return false
}
