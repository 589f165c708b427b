import type { Db } from '#kit/server/db.ts'
import { type FindingKey, thinVisitsOf, watchesOfNight } from './queries.ts'

/** Each finding's old visits are cleaned up in one night out of so many. */
export const nights = 30
const batchSize = 500
const day = 86_400_000

/**
 * The job: of visits older than `days` only those needed as evidence are retained. It handles the findings of the night
 * of `now` in batches, so that nothing is locked for long; running it twice is harmless.
 */
export async function thinVisits(db: Db, days: number, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - days * day)
  const night = Math.floor(now.getTime() / day) % nights
  let batch: FindingKey[] = []
  do {
    batch = await watchesOfNight(db, { night, nights, after: batch.at(-1), limit: batchSize })
    if (batch.length > 0) await thinVisitsOf(db, batch, before)
  } while (batch.length === batchSize)
}
