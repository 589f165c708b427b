import { updateClocks, thinOldVisits, visitFindings } from '#features/revisits/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { handles, type JobHandler } from '#kit/server/worker.ts'
import { foldClocks } from './keep-clocks.ts'
import { thinVisits } from './thin-visits.ts'
import { type Revisiting, visitDue } from './visit-due.ts'

/** Hours over which first visits are spread while re-visits are off. */
const usually = 24

/** Job handlers of re-visits. Clocks are always updated; nothing is visited while re-visits are off. */
export function revisitHandlers(app: AppContext, revisiting: Revisiting | undefined): JobHandler[] {
  return [
    handles(updateClocks, () => foldClocks(app, revisiting?.hours ?? usually)),
    handles(visitFindings, async () => {
      if (revisiting) await visitDue(app, revisiting)
    }),
    handles(thinOldVisits, () => thinVisits(app.db, app.settings.visitDays)),
  ]
}
