import { endLostDecisions, runDecision } from '#features/findings/contract-jobs.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { failLostDecisions } from './decision-queries.ts'
import { runDecisionBatches } from './run-decision.ts'

/** The job handlers of findings. */
export function findingHandlers(app: AppContext): JobHandler[] {
  return [
    jobHandler(runDecision, ({ decisionId }) => runDecisionBatches(app, decisionId)),
    jobHandler(endLostDecisions, () => failLostDecisions(app.db)),
  ]
}
