import type { Db } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'

/** Topic of live events: stored findings of a brand changed. */
export const changesTopic = 'changes'

/** More ids than this do not fit into an event: it then means any finding of the brand. */
const maxIds = 100

type Changes = { platform: string; brandIds: readonly string[]; findingIds?: readonly string[] }

/** Tells the clients who see these brands that findings changed, when the transaction commits. */
export async function notifyFindingsChanged(db: Db, { platform, brandIds, findingIds = [] }: Changes): Promise<void> {
  const ids = findingIds.length > maxIds ? '' : findingIds.join(',')
  for (const brandId of brandIds) await notifyLive(db, changesTopic, { platform, brandId, ids })
}
