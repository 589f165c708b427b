import { nameOfBrand } from '#features/brands/server/name-of-brand.ts'
import { noticesWithheld } from '#features/enforcement/contract-jobs.ts'
import { withheldText } from '#features/notifications/messages.ts'
import { withheldModel } from '#features/notifications/rules.ts'
import { inTransaction } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { platformOf } from '#platforms/all.ts'
import { joinUnseen, lockNotices, setText } from './join-queries.ts'
import { addNotice, addStaffNotifications, setSeen } from './queries.ts'
import { textFor } from './text-for.ts'
import { bellTopic } from './topics.ts'

/**
 * Notifies the sender of enforcement emails that were not sent, or the Analysts if that person cannot sign in. Those of a
 * brand and platform that were not sent for one reason are one notice until the bell is looked at.
 */
export function withheldHandler(app: AppContext): JobHandler {
  return jobHandler(noticesWithheld, ({ companyId, reason, userId, ...rest }, { jobId: id }) =>
    inTransaction(app.pool, async ({ db }) => {
      const about = { platform: platformOf(rest.platform)!, companyId, brandName: await nameOfBrand(db, rest.brandId) }
      const text = ({ findingIds }: { findingIds: readonly string[] }) =>
        textFor(db, about, { findingIds, count: findingIds.length }, (details) => withheldText({ ...details, reason }))
      const notice = { ...rest, id, companyId, model: withheldModel, kind: `withheld ${reason}` }
      await lockNotices(db, companyId)
      if (!(await addNotice(db, { ...notice, text: await text(rest) }))) return
      const userIds = await addStaffNotifications(db, { noticeId: id, userId })
      for (const joined of await joinUnseen(db, notice, userIds)) await setText(db, joined.noticeId, await text(joined))
      await setSeen(db, userIds, false)
      for (const recipientId of userIds) await notifyLive(db, bellTopic, { userId: recipientId })
    }),
  )
}
