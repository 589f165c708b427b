import { onlyAllowedTags } from '#features/notifications/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import { addNotice, addNotificationsFor, type Notice, setSeen } from './queries.ts'
import { bellTopic } from './topics.ts'

/**
 * Stores a notice and puts it into the bell of these people, whom the caller has checked. Returns false, and does
 * nothing, when a notice with its id exists.
 */
export async function notifyPeople(db: Db, notice: Notice, userIds: readonly string[]): Promise<boolean> {
  if (!(await addNotice(db, { ...notice, text: onlyAllowedTags(notice.text) }))) return false
  await addNotificationsFor(db, { noticeId: notice.id, userIds })
  await setSeen(db, userIds, false)
  for (const userId of userIds) await notifyLive(db, bellTopic, { userId })
  return true
}
