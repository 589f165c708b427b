import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kit/server/db.ts'
import { pauseServer, reserveTurn } from './queries.ts'

/** Milliseconds between two looks whether it is one's turn. */
const checkInterval = 250

/**
 * Waits until a server may be asked again, `gap` seconds after the last question of any process; false when that takes
 * longer than `seconds`. Rejects when `signal` aborts.
 */
export async function takeServerTurn(
  db: Db,
  server: string,
  { gap, seconds, signal }: { gap: number; seconds: number; signal: AbortSignal },
): Promise<boolean> {
  const until = Date.now() + seconds * 1000
  for (;;) {
    signal.throwIfAborted()
    if (await reserveTurn(db, server, gap)) return true
    if (Date.now() + checkInterval > until) return false
    await sleep(Math.min(checkInterval, Math.max(1, gap * 1000)), undefined, { signal })
  }
}

/** Lets nobody ask a server for so many seconds: it said that it is asked too often. */
export const restServer = (db: Db, server: string, seconds: number): Promise<void> => pauseServer(db, server, seconds)
