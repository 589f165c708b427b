import type { Db } from '#kit/server/db.ts'
import { type Key, thinVisitsOf, watchesOfNight } from './queries.ts'

/** Every finding's old visits are looked through on one night of so many. */
export const nights = 30
const perTurn = 500
const day = 86_400_000

/**
 * The job: of visits that are more than `days` old only those stay that prove something. It looks through the findings
 * whose turn it is in the night of `now`, some at a time, so that nothing is held for long; twice is harmless.
 */
export async function thinVisits(db: Db, days: number, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - days * day)
  const night = Math.floor(now.getTime() / day) % nights
  let turn: Key[] = []
  do {
    turn = await watchesOfNight(db, { night, of: nights, after: turn.at(-1), most: perTurn })
    if (turn.length > 0) await thinVisitsOf(db, turn, before)
  } while (turn.length === perTurn)
}
