import type { Db } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'

/** Topic of live events: stored findings of a brand changed. */
export const changesTopic = 'changes'

/** More ids than this do not fit into an event: it then means any finding of the brand. */
export const maxNamed = 100

/** Findings of one brand, whose clients are notified of these ids. */
type Changes = { platform: string; brandId: string; findingIds: readonly string[] }

/** Tells staff and the clients who see a brand that findings of it changed, when the transaction commits. */
export async function notifyFindingsChanged(db: Db, { platform, brandId, findingIds }: Changes): Promise<void> {
  const ids = findingIds.length > maxNamed ? '' : findingIds.join(',')
  await notifyLive(db, changesTopic, { platform, brandId, ids })
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
