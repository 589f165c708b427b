import type { FastifyInstance } from 'fastify'
import { ladders } from '#features/ladders/contract.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { decideSteps } from './decide-steps.ts'
import { eventsOf, pageOfNextSteps, runOfFinding } from './list-queries.ts'
import { pageOfLadders } from './queries.ts'
import { saveLadder } from './save-ladder.ts'
import { clockOf } from './take-steps.ts'

/** Routes of escalations and next steps. */
export function ladderRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, ladders, {
    list: ({ input, db }) => pageOfLadders(db, input),
    save: (call) => saveLadder(clockOf(app), call),
    nextSteps: ({ input, session, db }) => pageOfNextSteps(db, session, input),
    ofFinding: async ({ input, session, db }) => {
      const found = await runOfFinding(db, session, input.id)
      return { data: found ? { ...found, events: await eventsOf(db, found.id) } : null }
    },
    decide: (call) => decideSteps(clockOf(app), call),
  })
}
