import type { AppContext } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/db.ts'
import { platformOf } from '#platforms/all.ts'
import { beginWatchesAnew, lockWatchesOf } from './address-queries.ts'
import { addressesOf } from './queries.ts'
import { hostOf } from './visit-address.ts'

type Edited = { companyId: string; platform: string; findingIds: readonly string[] }

/**
 * The job: what was believed of the old addresses of these findings is forgotten with its proposals, and the new ones are
 * visited next. The visits stay as a record; one that is on its way to an old address is dropped.
 */
export async function forgetOldAddresses(
  { pool }: Pick<AppContext, 'pool'>,
  { companyId, platform, findingIds }: Edited,
): Promise<void> {
  await inTransaction(pool, async ({ db }) => {
    const watched = await lockWatchesOf(db, { companyId, findingIds })
    const keys = watched.map((findingId) => ({ companyId, findingId }))
    const addresses = await addressesOf(db, platformOf(platform)!, keys)
    const hosts = watched.map((findingId) => ({ findingId, host: hostOf(addresses.get(findingId) ?? '') }))
    if (hosts.length > 0) await beginWatchesAnew(db, companyId, hosts)
  })
}
