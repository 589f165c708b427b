import type { Db } from '#kit/server/db.ts'
import { type Key, thinVisitsOf, watchesOfNight } from './queries.ts'

/** Each finding's old visits are cleaned up in one night out of so many. */
export const nights = 30
const perTurn = 500
const day = 86_400_000

/**
 * The job: of visits older than `days` only those needed as evidence are retained. It handles the findings of the night
 * of `now` in batches, so that nothing is locked for long; running it twice is harmless.
 */
export async function thinVisits(db: Db, days: number, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - days * day)
  const night = Math.floor(now.getTime() / day) % nights
  let turn: Key[] = []
  do {
    turn = await watchesOfNight(db, { night, of: nights, after: turn.at(-1), limit: perTurn })
    if (turn.length > 0) await thinVisitsOf(db, turn, before)
  } while (turn.length === perTurn)
}
