import { resetRequested } from '#features/sessions/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { sendResetLink } from './forgot-password.ts'

/** The job handlers of sessions: sending reset links. */
export function sessionHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(resetRequested, ({ username }) => sendResetLink(app, username))]
}
