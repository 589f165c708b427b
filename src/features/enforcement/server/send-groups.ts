import type { enforcement } from '#features/enforcement/contract.ts'
import { messages } from '#features/enforcement/messages.ts'
import { type HostField, needsRegistrar } from '#features/enforcement/rules.ts'
import { openDeskForms } from '#features/contacts/server/desk-forms.ts'
import { visible } from '#features/findings/server/visible.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import { senderOf } from '#features/notices/server/compose-report.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import { today } from '#vocabulary/dates.ts'
import { lockAllFindings } from './enforce-findings.ts'
import { draftOf, enqueueNotices, type NoticeDraft } from './enqueue-notices.ts'
import { lacking, planFindings } from './plan-notices.ts'
import { alreadySent, saveContact } from './queries.ts'
import { type NoticeFields, readNoticeFields } from './read-fields.ts'
import { type BulkOutcome, configurationsOf } from './send-notice.ts'

/**
 * Sends the notices of several recipients as one batch, all or none; to a recipient that takes lists in emails about
 * several findings. Values that a group leaves empty are those of each finding; a notice to a host needs no registrar.
 * Findings whose same notice is queued or was sent are skipped and counted; 409 when that is all of them. 422 names every
 * group with an invalid or missing value, or with an address whose desk takes no email about such harm.
 */
export async function sendGroups(
  app: AppContext,
  { db, session, input }: Call<typeof enforcement.sendGroups>,
): Promise<BulkOutcome> {
  const { platform, groups } = input
  const { recallSeconds, businessZone } = app.settings
  const ids = groups.flatMap(({ recordIds }) => recordIds.map((id) => id.toLowerCase()))
  if (new Set(ids).size < ids.length) throw invalid({ recordIds: messages.inTwoGroups })
  const scope = visible(platform, session)
  const locked = new Map((await lockAllFindings(db, session, platform, ids)).map((one) => [one.id, one]))
  const planned = new Map((await planFindings(db, platform, { scope, ids })).map((one) => [one.id, one]))
  const configurations = await configurationsOf(db, platform, [...locked.values()])
  const forms = await openDeskForms(db)
  const drafts: NoticeDraft[] = []
  const entered = new Map<string, NoticeFields>()
  const errors: Record<string, string> = {}
  for (const [n, group] of groups.entries()) {
    const common = fieldsOfGroup(n, errors, () =>
      readNoticeFields(
        platform,
        { ...group, date: input.date },
        { today: today(businessZone), requiresAction: false, mayOmit: { registrar: true, host: true } },
      ),
    )
    if (!common) continue
    const findings = group.recordIds.map((id) => locked.get(id.toLowerCase())!)
    const instead = findings
      .map(({ reason_code }) => forms.insteadOf(common.abuseEmail, reason_code))
      .find((one) => one !== undefined)
    if (instead) errors[`groups.${n}.abuseEmail`] = messages.takesFormOnly(instead.name, instead.form)
    const sent = new Set(await alreadySent(db, findings, common))
    const desksOfGroup = findings.flatMap(({ id }) => planned.get(id)!.desks)
    const mayOmitRegistrar = !needsRegistrar(desksOfGroup, common.abuseEmail, group.deskKind)
    const missing: { field: HostField; address: string }[] = []
    for (const finding of findings.filter(({ id }) => !sent.has(id))) {
      const { values, mayOmit, desks, address } = planned.get(finding.id)!
      const fields = { ...common, ...ownOr(values, common) }
      const lacks = lacking(fields, { ...mayOmit, registrar: mayOmit.registrar || mayOmitRegistrar })
      missing.push(...lacks.map((field) => ({ field, address })))
      const configuration = configurations.get(`${finding.company_id} ${finding.brand_id}`)!
      const draft = draftOf(finding, fields, configuration)
      drafts.push({ ...draft, content: { ...draft.content, perEmail: group.perEmail } })
      if (!desks.some(({ email }) => email === common.abuseEmail.toLowerCase()))
        entered.set(JSON.stringify([fields.registrar, fields.hosting, fields.abuseEmail]), fields)
    }
    for (const [field, of] of Map.groupBy(missing, (one) => one.field))
      errors[`groups.${n}.${field}`] = messages.missingOf(
        field,
        of.map(({ address }) => address),
      )
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (drafts.length === 0) throw new Problem(409, messages.alreadySent)
  for (const fields of entered.values()) await saveContact(db, session.userId, fields)
  const batch = newId()
  const { emails } = await enqueueNotices(
    db,
    {
      platform,
      scope,
      actor: session,
      sender: senderOf(app.settings),
      files: app.files,
      override: { userId: session.userId, role: session.role, reason: input.overrideReason },
      batchId: batch,
      recallSeconds,
    },
    drafts,
  )
  const [queued, skipped] = [drafts.length, ids.length - drafts.length]
  const message = emails < queued ? messages.inLists(queued, emails, skipped) : messages.onTheirWay(queued, skipped)
  return { message, batch, queued, skipped, recallSeconds }
}

type HostValues = Pick<NoticeFields, 'registrar' | 'ipAddress' | 'hosting'>

/** The group's values, and the finding's where the group has none. */
const ownOr = (own: HostValues, group: HostValues): HostValues => ({
  registrar: group.registrar ?? own.registrar,
  ipAddress: group.ipAddress ?? own.ipAddress,
  hosting: group.hosting ?? own.hosting,
})

/** What was read of a group; undefined where it is invalid: then its errors are added under the number of the group. */
function fieldsOfGroup<T>(n: number, errors: Record<string, string>, read: () => T): T | undefined {
  try {
    return read()
  } catch (problem) {
    if (!(problem instanceof Problem) || !problem.fields) throw problem
    for (const [field, message] of Object.entries(problem.fields)) errors[`groups.${n}.${field}`] = message
    return undefined
  }
}
