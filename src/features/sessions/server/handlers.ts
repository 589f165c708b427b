import { resetAsked } from '#features/sessions/contract.ts'
import type { House } from '#kit/server/serve.ts'
import { handles, type JobHandler } from '#kit/server/worker.ts'
import { sendResetLink } from './forgot-password.ts'

/** The job handlers of sessions: sending reset links. */
export function sessionHandlers(house: House): JobHandler[] {
  return [handles(resetAsked, ({ username }) => sendResetLink(house, username))]
}
