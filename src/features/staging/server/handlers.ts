import { dropSubmittedDrafts } from '#features/staging/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { dropOldDrafts } from './submit-draft.ts'

/** The nightly job of drafts. */
export function stagingHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(dropSubmittedDrafts, () => dropOldDrafts(app.db))]
}
