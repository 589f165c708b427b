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

/** Topic of live events: something happened in the thread of a finding or a cluster. */
export const activityTopic = 'activity'

/** Tells whoever has a thread open of a new line, when the transaction commits; only staff of an internal one. */
export async function notifyActivity(
  db: Db,
  { subjectId, brandId, isInternal = false }: { subjectId: string; brandId: string; isInternal?: boolean },
): Promise<void> {
  await notifyLive(db, activityTopic, { id: subjectId, brandId, audience: isInternal ? 'staff' : 'everyone' })
}
