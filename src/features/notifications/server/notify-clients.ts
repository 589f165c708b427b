import { findingNeedsClient, findingsAdded } from '#features/findings/contract-jobs.ts'
import { addedText, statusText } from '#features/notifications/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { platformOf } from '#platforms/all.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { staffHandlers } from './notify-staff.ts'
import { type Notice, addNotice, addNotifications, brandForNotice, setSeen } from './queries.ts'
import { bellTopic, findingsTopic } from './topics.ts'

/** The job handlers that write notifications for clients and staff. */
export function notificationHandlers(app: AppContext): JobHandler[] {
  return [
    jobHandler(findingsAdded, ({ count, ...params }, { jobId }) =>
      notifyClients(app, { ...params, noticeId: jobId }, (names) => addedText({ ...names, count })),
    ),
    jobHandler(findingNeedsClient, ({ status, ...params }, { jobId }) =>
      notifyClients(app, { ...params, noticeId: jobId }, (names) =>
        statusText({ ...names, status: statusDisplay(status).name, count: params.findingIds.length }),
      ),
    ),
    ...staffHandlers(app),
  ]
}

type ClientNotice = {
  noticeId: string
  companyId: string
  brandId: string
  platform: string
  findingIds: Notice['findingIds']
}

/** Stores one notice and notifies each client once; the notice has the job's id, so a second run changes nothing. */
async function notifyClients(
  app: AppContext,
  params: ClientNotice,
  text: (names: { platform: string; brandName: string }) => string,
): Promise<void> {
  const platform = platformOf(params.platform)
  if (!platform) throw new Error(`${params.platform} is not a platform`)
  await inTransaction(app.pool, async ({ db }) => {
    const brand = await brandForNotice(db, { brandId: params.brandId, platformKey: platform.key })
    if (!brand) return
    const notice = {
      ...params,
      id: params.noticeId,
      model: platform.model,
      text: text({ platform: platform.title, ...brand }),
    }
    if (!(await addNotice(db, notice))) return
    await publishNotice(db, params, await addNotifications(db, params))
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
