import { lockForNotice } from '#features/enforcement/server/enqueue-notices.ts'
import { recordForm } from '#features/enforcement/server/submit-form.ts'
import type { escalations } from '#features/escalations/contract.ts'
import { messages } from '#features/escalations/messages.ts'
import { visible } from '#features/findings/server/visible.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { today } from '#vocabulary/dates.ts'
import { addEvents, advanceRuns, anyExists, lockRuns } from './run-queries.ts'
import { runById } from './run-state-queries.ts'
import { hostDetailsOf } from './send-step.ts'
import { clockOf } from './take-steps.ts'

/**
 * Records that a person submitted the form of a step: a notice like any other, after which the escalation goes on. 404 for
 * an unknown run, 409 when it is no such task any more, 422 as `recordForm`.
 */
export async function recordStepForm(
  app: AppContext,
  { db, session, input }: Call<typeof escalations.recordForm>,
): Promise<{ message: string }> {
  const { id, version, ticket, overrideReason } = input
  if (!(await anyExists(db, [{ id }]))) throw notFound()
  const [locked] = await lockRuns(db, [{ id, version }])
  if (locked?.state !== 'task' || locked.form === null) throw new Problem(409, messages.notATask)
  const run = await runById(db, id)
  const platform = platformOf(run.platform)!
  const finding = await lockForNotice(db, platform, visible(platform, session), run.findingId)
  if (!finding) throw notFound()
  const date = today(app.settings.businessZone)
  const { data } = await recordForm(app, {
    db,
    session,
    input: {
      platform,
      id: finding.id,
      form: locked.form,
      ...hostDetailsOf(run, finding),
      date,
      ticket,
      overrideReason,
    },
  })
  await addEvents(db, [id], { what: 'finished', enforcementId: data[0]!.id, userId: session.userId })
  await advanceRuns(db, [id], new Date().toISOString(), clockOf(app))
  return { message: messages.formDone }
}
