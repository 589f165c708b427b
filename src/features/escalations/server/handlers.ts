import { endEscalations as endEscalationsJob, takeSteps } from '#features/escalations/contract.ts'
import { addressUnmarked } from '#features/replies/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { endEscalations } from './consume-events.ts'
import { repeatSkipped } from './repeat-skipped.ts'
import { takeDueSteps } from './take-steps.ts'

/** Job handlers of escalations; `from` is the email sender. */
export function escalationHandlers(app: AppContext, from: string): JobHandler[] {
  return [
    jobHandler(takeSteps, () => takeDueSteps({ app, from })),
    jobHandler(addressUnmarked, ({ email }) => repeatSkipped(app, email)),
    jobHandler(endEscalationsJob, () => endEscalations(app)),
  ]
}
