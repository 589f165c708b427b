import type { FastifyInstance } from 'fastify'
import { home } from '#features/home/contract.ts'
import { messages } from '#features/home/messages.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { today } from '#vocabulary/dates.ts'
import { listAnswers, listCompanies, listFailedJobs, listTakenDown } from './lists.ts'
import { homeNumbers } from './numbers.ts'
import { noteVisit } from './queries.ts'

/** Registers the calls of the homes; days are those of the business time zone (G15). */
export function homeRoutes(api: FastifyInstance, app: AppContext): void {
  const { businessZone: zone } = app.settings
  serve(api, app, home, {
    numbers: ({ db, session, input }) => homeNumbers(db, session, input, zone),
    visit: async ({ db, session }) => {
      await noteVisit(db, session.userId)
      return { message: messages.visited }
    },
    takenDown: ({ db, session, input }) => listTakenDown(db, session, input),
    answers: ({ db, input }) => listAnswers(db, input),
    companies: ({ db, input }) => listCompanies(db, { ...input, day: today(zone) }),
    failedJobs: ({ db, input }) => listFailedJobs(db, input),
  })
}
