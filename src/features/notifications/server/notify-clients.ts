import { findingNeedsClient, findingsAdded } from '#features/findings/contract.ts'
import { addedText, statusText } from '#features/notifications/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { notifyLive } from '#kit/server/live.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { handles, type JobHandler } from '#kit/server/worker.ts'
import { platformOf } from '#platforms/all.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { staffHandlers } from './notify-staff.ts'
import { type Notice, addNotice, addNotifications, brandForNotice, setSeen } from './queries.ts'
import { bellTopic, findingsTopic } from './topics.ts'

/** The job handlers that write notifications for clients and staff. */
export function notificationHandlers(app: AppContext): JobHandler[] {
  return [
    handles(findingsAdded, ({ count, ...of }, { jobId }) =>
      notifyClients(app, { ...of, noticeId: jobId }, (names) => addedText({ ...names, count })),
    ),
    handles(findingNeedsClient, ({ status, ...of }, { jobId }) =>
      notifyClients(app, { ...of, noticeId: jobId }, (names) =>
        statusText({ ...names, status: statusDisplay(status).name, count: of.findingIds.length }),
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
  of: ClientNotice,
  text: (names: { platform: string; brandName: string }) => string,
): Promise<void> {
  const platform = platformOf(of.platform)
  if (!platform) throw new Error(`${of.platform} is not a platform`)
  await inTransaction(app.pool, async ({ db }) => {
    const brand = await brandForNotice(db, { brandId: of.brandId, platformKey: platform.key })
    if (!brand) return
    const notice = { ...of, id: of.noticeId, model: platform.model, text: text({ platform: platform.title, ...brand }) }
    if (!(await addNotice(db, notice))) return
    await publishNotice(db, of, await addNotifications(db, of))
  })
}

async function publishNotice(db: Db, of: ClientNotice, userIds: string[]): Promise<void> {
  await setSeen(db, userIds, false)
  for (const userId of userIds) await notifyLive(db, bellTopic, { userId })
  await notifyLive(db, findingsTopic, { companyId: of.companyId, brandId: of.brandId, platform: of.platform })
}
