import { addressesEdited } from '#features/editing/contract.ts'
import { countLeague, updateClocks, thinOldVisits, visitFindings } from '#features/revisits/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { forgetOldAddresses } from './forget-old-addresses.ts'
import { recountLeague } from './recount-league.ts'
import { foldClocks } from './update-clocks.ts'
import { thinVisits } from './thin-visits.ts'
import { type RevisitDeps, visitDue } from './visit-due.ts'

/** Hours over which first visits are spread while re-visits are off. */
const defaultHours = 24

/** Job handlers of re-visits. Clocks are always updated; nothing is visited while re-visits are off. */
export function revisitHandlers(app: AppContext, revisitDeps: RevisitDeps | undefined): JobHandler[] {
  return [
    jobHandler(updateClocks, () => foldClocks(app, revisitDeps?.hours ?? defaultHours)),
    jobHandler(countLeague, () => recountLeague(app)),
    jobHandler(addressesEdited, (edited) => forgetOldAddresses(app, edited)),
    jobHandler(visitFindings, async () => {
      if (revisitDeps) await visitDue(app, revisitDeps)
    }),
    jobHandler(thinOldVisits, () => thinVisits(app.db, app.settings.visitDays)),
  ]
}
