import { keepCounters } from '#features/findings/server/keep-counters.ts'
import { notificationHandlers } from '#features/notifications/server/notify-clients.ts'
import { sessionHandlers } from '#features/sessions/server/handlers.ts'
import { keepLogParts, makeLogParts } from '#kit/server/audit.ts'
import { sendMail } from '#kit/server/mail.ts'
import { deliver, type MailDriver } from '#kit/server/mail-out.ts'
import type { House } from '#kit/server/serve.ts'
import { handles, type JobHandler, startWorker, type Worker, type WorkerLog } from '#kit/server/worker.ts'

export type WorkerParts = { databaseUrl: string; driver: MailDriver; from: string; log: WorkerLog }

/** Does every job of the house, and keeps its counters, until `stop`. */
export async function startHouseWorker(house: House, parts: WorkerParts): Promise<Worker> {
  const { databaseUrl, log } = parts
  const worker = await startWorker({ databaseUrl, log, handlers: handlersOf(house, parts) })
  const counters = keepCounters(house.db, (problem) => log.error({ err: problem }, 'counters'))
  return {
    stop: async () => {
      await Promise.all([worker.stop(), counters.stop()])
    },
  }
}

/** Who does which job, in the order of the features. */
function handlersOf(house: House, { driver, from }: WorkerParts): JobHandler[] {
  const { pool, files } = house
  return [
    handles(sendMail, ({ mailId }) => deliver({ pool, files, driver, from }, mailId)),
    handles(keepLogParts, () => makeLogParts(house.db)),
    ...sessionHandlers(house),
    ...notificationHandlers(house),
  ]
}
