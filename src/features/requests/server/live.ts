import type { Db } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'

/** Topic of live events: requests of a brand were added or changed. */
export const requestsTopic = 'requests'

/** Notifies everybody who may see these brands, when the transaction commits. */
export async function notifyRequestsChanged(db: Db, brandIds: readonly string[]): Promise<void> {
  for (const brandId of new Set(brandIds)) await notifyLive(db, requestsTopic, { brandId })
}
