import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isOutOfConnections } from './connection-limit.ts'

/** Milliseconds between two attempts, at first and at most. */
const pauses = { first: 50, most: 500 }

/**
 * Lets who needs a connection wait while PostgreSQL has none left, as it waits for one of a pool that is all in use:
 * another process, or another pool of this one, may end one at any moment. After `limitMs` it is refused.
 */
export function waitingForRoom(pool: Pool, limitMs: number): Pool {
  const connectOnce = pool.connect.bind(pool) as () => Promise<PoolClient>
  const connect = async (): Promise<PoolClient> => {
    const end = performance.now() + limitMs
    for (let pause = pauses.first; ; pause = Math.min(pauses.most, pause * 2)) {
      try {
        return await connectOnce()
      } catch (problem) {
        if (!isOutOfConnections(problem) || performance.now() + pause > end) throw problem
        await sleep(pause)
      }
    }
  }
  // `pool.query` connects with a callback.
  pool.connect = ((callback?: (problem: unknown, client?: PoolClient) => void) => {
    if (!callback) return connect()
    connect().then(
      (client) => callback(undefined, client),
      (problem: unknown) => callback(problem),
    )
    return undefined
  }) as Pool['connect']
  return pool
}
