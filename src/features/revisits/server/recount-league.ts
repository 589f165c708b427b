import { inLongTransaction } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { countDeskLeague } from './league-queries.ts'

/** The job, also run once after the demo world was filled: counts the league of registrars and hosts anew. */
export function recountLeague({ pool, settings }: Pick<AppContext, 'pool' | 'settings'>): Promise<void> {
  const { businessZone: zone, businessHours: business } = settings
  return inLongTransaction(pool, ({ db }) => countDeskLeague(db, { zone, business }))
}
