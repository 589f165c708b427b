import type { FastifyInstance } from 'fastify'
import { requireGrant } from '#features/action-passwords/server/action-passwords.ts'
import { exportCalls } from '#features/exports/contract.ts'
import type { ChoiceName } from '#features/exports/rules.ts'
import { listQuickTools, requestQuickTool } from '#features/quick-tools/server/queue-tool.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { type AppContext, type Call, serve } from '#kit/server/serve.ts'
import { confirmRecords, requestBulk } from './bulk-request.ts'
import { readChoices } from './choices.ts'
import { requestDomains } from './domain-request.ts'
import { listSchedules, removeSchedule } from './schedules.ts'
import { withDays } from './query-range.ts'
import { cancelRecord, deleteRecord, freshLinks, listBulk, listDomains, retryRecord } from './queue.ts'

/** The calls of bulk and domain data downloads. */
export function exportRoutes(api: FastifyInstance, app: AppContext): void {
  const zone = app.settings.businessZone
  const deps = { db: app.db, pool: app.pool }
  const choicesOf =
    (name: ChoiceName) =>
    ({ session, input }: Call<typeof exportCalls.statuses>) =>
      readChoices(deps, session, { name, input: withDays(input, zone) })
  serve(api, app, exportCalls, {
    reasonCodes: choicesOf('reasonCode'),
    statuses: choicesOf('status'),
    actionDates: choicesOf('actionDate'),
    sellers: choicesOf('seller'),
    confirm: ({ db, session, input, request }) => {
      requireGrant(app, request, session, 'bulk-download')
      return confirmRecords(db, session, withDays(input, zone))
    },
    request: ({ db, session, input, request }) => {
      requireGrant(app, request, session, 'report' in input ? input.report : 'bulk-download')
      return 'report' in input ? requestQuickTool(app, db, session, input) : requestBulk(db, session, input)
    },
    list: async ({ db, session, input: { report, ...window } }) => {
      const email = await addressOf(db, session.userId)
      if (report === undefined) return { ...(await listBulk(db, session, window)), email }
      return { ...(await listQuickTools(app, db, session, { ...window, report })), email }
    },
    cancel: ({ db, session, input }) => cancelRecord(db, session, input.id),
    retry: ({ db, session, input }) => retryRecord(db, session, input.id),
    links: ({ db, session, input }) => freshLinks(app, db, session, input),
    schedules: async ({ db, session }) => ({ docs: await listSchedules(db, session) }),
    removeSchedule: ({ db, session, input }) => removeSchedule(db, session, input.id),
    remove: ({ db, session, input }) => deleteRecord(db, session, input.id),
    requestDomains: ({ db, session, input }) => requestDomains(db, session, { ...input, zone }),
    listDomains: async ({ db, session, input }) => ({
      ...(await listDomains(db, session, input)),
      email: await addressOf(db, session.userId),
    }),
  })
}
