import { lookAlikeChanged } from '#features/domain-search/contract-jobs.ts'
import { stepNeedsPerson } from '#features/escalations/contract.ts'
import { hostNamed } from '#features/replies/contract.ts'
import { hostsModel, nextStepsModel, onlyAllowedTags, searchedDomainsModel } from '#features/notifications/rules.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { bellTopic } from './topics.ts'
import { addNotice, addStaffNotifications, type Notice, setSeen } from './queries.ts'

/**
 * Notifies staff of a step to do, of a host that an answer names and of look-alikes that have changed: the person it is about (who sent the notice, who
 * decided), or every Analyst if that person cannot sign in.
 */
export function staffHandlers(app: AppContext): JobHandler[] {
  return [
    ...[
      { job: stepNeedsPerson, model: nextStepsModel },
      { job: hostNamed, model: hostsModel },
    ].map(({ job, model }) =>
      jobHandler(job, ({ findingId, userId, ...rest }, { jobId: id }) =>
        inTransaction(app.pool, ({ db }) => notifyStaff(db, { ...rest, id, model, findingIds: [findingId] }, userId)),
      ),
    ),
    jobHandler(lookAlikeChanged, ({ findingId, userId, text, ...rest }, { jobId: id }) => {
      const findingIds = findingId === null ? [] : [findingId]
      const notice = { ...rest, id, platform: 'domain', model: searchedDomainsModel, text, findingIds }
      return inTransaction(app.pool, ({ db }) => notifyStaff(db, notice, userId))
    }),
  ]
}

/**
 * Stores a notice and puts it into the bell of this person, or of every Analyst if that person is no active staff
 * member. A notice with the same id changes nothing.
 */
export async function notifyStaff(db: Db, notice: Notice, userId: string | null): Promise<void> {
  if (!(await addNotice(db, { ...notice, text: onlyAllowedTags(notice.text) }))) return
  const userIds = await addStaffNotifications(db, { noticeId: notice.id, userId })
  await setSeen(db, userIds, false)
  for (const recipientId of userIds) await notifyLive(db, bellTopic, { userId: recipientId })
}
