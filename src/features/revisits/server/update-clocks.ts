import { type Db, inTransaction } from '#kit/server/db.ts'
import { inBatches } from '#kit/server/in-batches.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { lockNewClocks, readApprovals, startWatching } from './clock-queries.ts'
import { sumClocks } from './clock-sums.ts'
import { hostOf } from './visit-address.ts'

const batchSize = 1000

/**
 * The job: reads approvals into the clocks, starts watching the addresses of newly enforced findings, and adds clocks up. First visits
 * are spread over `hours`, so that a bulk action does not cause a burst of visits.
 */
export async function foldClocks(
  { pool, settings }: Pick<AppContext, 'pool' | 'settings'>,
  hours: number,
): Promise<void> {
  for (const platform of platforms) await inBatches(pool, batchSize, (db) => startWatchingBatch(db, platform, hours))
  await inTransaction(pool, ({ db }) => readApprovals(db))
  await sumClocks({ pool }, { zone: settings.businessZone, business: settings.businessHours })
}

/** Processes one batch of new clocks of a platform; returns how many. */
async function startWatchingBatch(db: Db, platform: FindingPlatformDefinition, hours: number): Promise<number> {
  const newClocks = await lockNewClocks(db, platform, batchSize)
  await startWatching(
    db,
    newClocks.map(({ address, ...key }) => ({
      ...key,
      host: hostOf(address),
      inSeconds: Math.round(Math.random() * hours * 3600),
    })),
  )
  return newClocks.length
}
