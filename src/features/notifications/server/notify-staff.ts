import { stepNeedsPerson } from '#features/escalations/contract.ts'
import { nextStepsModel, onlyAllowedTags } from '#features/notifications/rules.ts'
import { inTransaction } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { bellTopic } from './topics.ts'
import { addNotice, addStaffNotifications, setSeen } from './queries.ts'

/** Notifies staff of a step to do: the sender of the first notice, or every Analyst if that person cannot sign in. */
export function staffHandlers(app: AppContext): JobHandler[] {
  return [
    jobHandler(stepNeedsPerson, ({ findingId, userId, text, ...rest }, { jobId: noticeId }) =>
      inTransaction(app.pool, async ({ db }) => {
        const notice = {
          ...rest,
          id: noticeId,
          model: nextStepsModel,
          text: onlyAllowedTags(text),
          findingIds: [findingId],
        }
        if (!(await addNotice(db, notice))) return
        const userIds = await addStaffNotifications(db, { noticeId, userId })
        await setSeen(db, userIds, false)
        for (const recipientId of userIds) await notifyLive(db, bellTopic, { userId: recipientId })
      }),
    ),
  ]
}
