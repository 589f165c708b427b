import { countScores } from '#features/enforcement/contract-jobs.ts'
import { inLongTransaction } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { countDeskScores } from './desk-scores.ts'

/** The job handlers of the enforcement feature. */
export function enforcementHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(countScores, () => inLongTransaction(app.pool, ({ db }) => countDeskScores(db)))]
}
