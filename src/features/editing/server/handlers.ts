import { removeDeleted } from '#features/editing/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { removeOldDeleted } from './remove-deleted.ts'

/** The job handlers of the feature. */
export function editingHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(removeDeleted, () => removeOldDeleted(app))]
}
