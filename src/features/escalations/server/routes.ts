import type { FastifyInstance } from 'fastify'
import { escalations } from '#features/escalations/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { decideSteps } from './decide-steps.ts'
import { eventsOf, pageOfNextSteps, runOfFinding } from './list-queries.ts'
import { pageOfEscalations } from './queries.ts'
import { recordStepForm } from './record-step-form.ts'
import { saveEscalation } from './save-escalation.ts'
import { clockOf } from './take-steps.ts'

/** Routes of escalations and next steps. */
export function escalationRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, escalations, {
    list: ({ input, db }) => pageOfEscalations(db, input),
    save: (call) => saveEscalation(clockOf(app), call),
    nextSteps: ({ input, session, db }) => pageOfNextSteps(db, session, input),
    ofFinding: async ({ input, session, db }) => {
      const found = await runOfFinding(db, session, input.id)
      return { data: found ? { ...found, events: await eventsOf(db, found.id) } : null }
    },
    recordForm: (call) => recordStepForm(app, call),
    decide: (call) => decideSteps(clockOf(app), call),
  })
}
