import type { FastifyInstance } from 'fastify'
import { exportCalls } from '#features/exports/contract.ts'
import { addressOf } from '#features/users/server/address-of.ts'
import { pageOf } from '#kit/contract/page.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { listPasswords, requireGrant, setPassword, verifyPassword } from './action-passwords.ts'
import { confirmRecords, requestBulk } from './bulk-request.ts'
import { readChoices } from './choices.ts'
import { requestDomains } from './domain-request.ts'
import { listSchedules, removeSchedule } from './schedules.ts'
import { cancelRecord, deleteRecord, freshLinks, listBulk, listDomains, retryRecord } from './queue.ts'

/** The calls of bulk and domain data downloads, and of the passwords of actions. */
export function exportRoutes(api: FastifyInstance, app: AppContext): void {
  const zone = app.settings.businessZone
  serve(api, app, exportCalls, {
    reasonCodes: ({ db, session, input }) => readChoices(db, session, 'reasonCode', input),
    statuses: ({ db, session, input }) => readChoices(db, session, 'status', input),
    actionDates: ({ db, session, input }) => readChoices(db, session, 'actionDate', input),
    sellers: ({ db, session, input }) => readChoices(db, session, 'seller', input),
    verifyPassword: ({ session, input }) => verifyPassword(app, session, input),
    confirm: ({ db, session, input, request }) => {
      requireGrant(app, request, session, 'bulk-download')
      return confirmRecords(db, session, input)
    },
    request: ({ db, session, input, request }) => {
      requireGrant(app, request, session, 'bulk-download')
      return requestBulk(db, session, input)
    },
    // Quick-tool jobs have a queue of their own (S-309).
    list: async ({ db, session, input }) => ({
      ...(input.report === undefined ? await listBulk(db, session, input) : pageOf([], 1, input.perPage ?? 10, 0)),
      email: await addressOf(db, session.userId),
    }),
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
    passwords: ({ db }) => listPasswords(db),
    setPassword: ({ db, session, input }) => setPassword(db, session, input),
  })
}
