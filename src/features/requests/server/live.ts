import type { Db } from '#kit/server/db.ts'
import { tellLive } from '#kit/server/live.ts'

/** Topic of live events: requests of a brand were added or changed. */
export const requestsTopic = 'requests'

/** Notifies everybody who may see these brands, when the transaction commits. */
export async function tellOfRequests(db: Db, brandIds: readonly string[]): Promise<void> {
  for (const brandId of new Set(brandIds)) await tellLive(db, requestsTopic, { brandId })
}
