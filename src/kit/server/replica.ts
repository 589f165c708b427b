import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Db } from './db.ts'

/** A database to read from. */
export type Reading = { pool: Pool; db: Db }

/** How long a read waits for the replica before it goes to the primary, in milliseconds. */
const patience = 500

/**
 * Where charts, files and searches of the log are read: from the replica once it has all that was committed on the
 * primary by now, so that everybody finds what they just wrote; from the primary while it lags by more than half a
 * second, is away, or there is none. What goes wrong with it is told once until it is right again.
 */
export function openReading(primary: Reading, replica?: Reading, say: (line: string) => void = () => undefined) {
  if (!replica) return () => Promise.resolve(primary)
  let told = ''
  return async (): Promise<Reading> => {
    const problem = await caughtUp(primary.pool, replica.pool).then(
      (isReady) => (isReady ? '' : 'is behind'),
      (error: Error) => `cannot be read: ${error.message}`,
    )
    if (problem && problem !== told) say(`The replica ${problem}; the primary is read.`)
    told = problem
    return problem ? primary : replica
  }
}

/** Everything acknowledged is flushed on the primary, and has come when the replica has replayed up to there. */
async function caughtUp(primary: Pool, replica: Pool): Promise<boolean> {
  const { rows } = await primary.query<{ place: string }>('select pg_current_wal_flush_lsn()::text as place')
  for (const limit = Date.now() + patience; Date.now() < limit; await sleep(10)) {
    const answer = await replica.query<{ has: boolean | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
      [rows[0]!.place],
    )
    if (answer.rows[0]!.has === true) return true
  }
  return false
}
