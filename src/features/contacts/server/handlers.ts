import { lookUpHosts } from '#features/contacts/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { type LookUps, lookUpHostsOf } from './look-up-hosts.ts'

/** The job handler; without `lookUps` (look-ups switched off) it sends no request. */
export function contactHandlers(app: AppContext, lookUps: LookUps | undefined): JobHandler[] {
  return [
    jobHandler(lookUpHosts, async () => {
      if (lookUps) await lookUpHostsOf(app, lookUps)
    }),
  ]
}
