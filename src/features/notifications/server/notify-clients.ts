import { findingNeedsClient, findingsAdded } from '#features/findings/contract-jobs.ts'
import { addedText, statusText } from '#features/notifications/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { platformOf } from '#platforms/all.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import * as joining from './join-queries.ts'
import { staffHandlers } from './notify-staff.ts'
import { withheldHandler } from './notify-withheld.ts'
import { textFor, type TextOf } from './text-for.ts'
import { addNotice, addNotifications, brandForNotice, setSeen } from './queries.ts'
import { bellTopic, findingsTopic } from './topics.ts'

/** The job handlers that write notifications for clients and staff. */
export function notificationHandlers(app: AppContext): JobHandler[] {
  return [
    jobHandler(findingsAdded, ({ count, ...params }, { jobId }) =>
      notifyClients(app, { ...params, id: jobId, count, kind: 'added' }, addedText),
    ),
    jobHandler(findingNeedsClient, ({ status, ...params }, { jobId }) =>
      notifyClients(
        app,
        { ...params, id: jobId, count: params.findingIds.length, kind: `status ${status}` },
        (details) => statusText({ ...details, status: statusDisplay(status).name }),
      ),
    ),
    ...staffHandlers(app),
    withheldHandler(app),
  ]
}

type ClientNotice = {
  id: string
  companyId: string
  brandId: string
  platform: string
  findingIds: readonly string[] | string
  count: number
  /** Notices of a kind, brand and platform are joined in the bell until it is looked at. */
  kind: string
}

/** Stores one notice and notifies each client once; the notice has the job's id, so a second run changes nothing. */
async function notifyClients(app: AppContext, notice: ClientNotice, textOf: TextOf): Promise<void> {
  const platform = platformOf(notice.platform)
  if (!platform) throw new Error(`${notice.platform} is not a platform`)
  await inTransaction(app.pool, async ({ db }) => {
    const brand = await brandForNotice(db, { brandId: notice.brandId, platformKey: platform.key })
    if (!brand) return
    const about = { platform, companyId: notice.companyId, ...brand }
    await joining.lockNotices(db, notice.companyId)
    const text = await textFor(db, about, notice, textOf)
    if (!(await addNotice(db, { ...notice, model: platform.model, text }))) return
    const userIds = await addNotifications(db, { noticeId: notice.id, companyId: notice.companyId })
    for (const { noticeId, ...joined } of await joining.joinUnseen(db, notice, userIds))
      await joining.setText(db, noticeId, await textFor(db, about, joined, textOf))
    await publishNotice(db, notice, userIds)
  })
}

async function publishNotice(db: Db, params: ClientNotice, userIds: string[]): Promise<void> {
  await setSeen(db, userIds, false)
  for (const userId of userIds) await notifyLive(db, bellTopic, { userId })
  await notifyLive(db, findingsTopic, {
    companyId: params.companyId,
    brandId: params.brandId,
    platform: params.platform,
  })
}
