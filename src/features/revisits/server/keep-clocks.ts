import { type Db, inTransaction } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { freshClocks, readApprovals, takeUp } from './clock-queries.ts'
import { hostOf } from './visit-address.ts'

const perTurn = 1000

/**
 * The job: reads approvals into the clocks and starts watching the addresses of newly enforced findings. First visits
 * are spread over `hours`, so that a bulk action does not cause a burst of visits.
 */
export async function foldClocks({ pool }: Pick<AppContext, 'pool'>, hours: number): Promise<void> {
  for (const platform of platforms) {
    const turn = () => inTransaction(pool, ({ db }) => takeUpSome(db, platform, hours))
    while ((await turn()) === perTurn);
  }
  await inTransaction(pool, ({ db }) => readApprovals(db))
}

/** Processes one batch of new clocks of a platform; returns how many. */
async function takeUpSome(db: Db, platform: FindingPlatformDefinition, hours: number): Promise<number> {
  const fresh = await freshClocks(db, platform, perTurn)
  await takeUp(
    db,
    fresh.map(({ address, ...key }) => ({
      ...key,
      host: hostOf(address),
      inSeconds: Math.round(Math.random() * hours * 3600),
    })),
  )
  return fresh.length
}
