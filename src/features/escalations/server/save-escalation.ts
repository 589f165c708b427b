import type { Escalation, escalations, Step } from '#features/escalations/contract.ts'
import { messages } from '#features/escalations/messages.ts'
import { stepKindsOf } from '#features/escalations/rules.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import { platformOf } from '#platforms/all.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import { insertEscalation, updateEscalation, lockConfiguration, escalationById } from './queries.ts'
import { type Clock, rescheduleWaiting } from './run-queries.ts'

/** The name of these records in the data log (G106). */
const model = 'Escalation'

/**
 * Sets the escalation steps of a configuration. Waiting findings follow the new steps from then on; a step that was
 * already done (same id) is not repeated. 409 with the current record when somebody else has changed it.
 */
export async function saveEscalation(
  clock: Clock,
  { input, session, db }: Call<typeof escalations.save>,
): Promise<{ message: string; data: Escalation }> {
  const { id, enabled, stopsOnReply, version } = input
  const configuration = await lockConfiguration(db, id)
  const before = configuration && (await escalationById(db, id))
  if (!before) throw notFound()
  if (enabled && input.steps.length === 0) throw invalid({ steps: messages.noSteps })
  const possible = stepKindsOf(platformOf(configuration.platform)!)
  if (input.steps.some(({ kind }) => !possible.includes(kind))) throw invalid({ steps: messages.onlyReminders })
  const known = new Set(before.steps.map((one) => one.id))
  const steps: Step[] = input.steps.map((one) => ({ ...one, id: one.id && known.has(one.id) ? one.id : newId() }))
  const content = { enabled, stopsOnReply, steps }
  const isNew = before.version === 0
  const saved =
    isNew && !version ? await insertEscalation(db, id, content) : await updateEscalation(db, id, content, version)
  await orEditConflict(saved, () => escalationById(db, id))
  if (!isNew) await rescheduleWaiting(db, id, clock)
  const data = (await escalationById(db, id))!
  await logDataChange(db, session, {
    type: isNew ? 'add' : 'update',
    model,
    total: 1,
    subject: partsSubject(data.company.name, data.brand.name, platformTitleOf(data.platform)),
    recordId: id,
    companyId: configuration.companyId,
    changes: isNew ? [] : changedFields(messages.logged, shownFields(before), shownFields(data)),
  })
  return { message: messages.saved, data }
}

const shownFields = (one: Escalation) => ({
  ...one,
  steps: one.steps.map(({ kind, days, text }) => ({ kind, days, text })),
})
