import { notificationHandlers } from '#features/notifications/server/notify-clients.ts'
import { sessionHandlers } from '#features/sessions/server/handlers.ts'
import { sendMail } from '#kit/server/mail.ts'
import { deliver, type MailDriver } from '#kit/server/mail-out.ts'
import type { House } from '#kit/server/serve.ts'
import { handles, type JobHandler, startWorker, type Worker, type WorkerLog } from '#kit/server/worker.ts'

export type WorkerParts = { databaseUrl: string; driver: MailDriver; from: string; log: WorkerLog }

/** Does every job of the house until `stop`. */
export function startHouseWorker(house: House, parts: WorkerParts): Promise<Worker> {
  return startWorker({ databaseUrl: parts.databaseUrl, log: parts.log, handlers: handlersOf(house, parts) })
}

/** Who does which job, in the order of the features. */
function handlersOf(house: House, { driver, from }: WorkerParts): JobHandler[] {
  const { pool, files } = house
  return [
    handles(sendMail, ({ mailId }) => deliver({ pool, files, driver, from }, mailId)),
    ...sessionHandlers(house),
    ...notificationHandlers(house),
  ]
}
