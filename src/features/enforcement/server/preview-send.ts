import type { enforcement } from '#features/enforcement/contract.ts'
import { messages } from '#features/enforcement/messages.ts'
import { openDeskForms } from '#features/contacts/server/desk-forms.ts'
import { configurationFor } from '#features/enforcement-config/server/configuration-for.ts'
import { type Scope, visible } from '#features/findings/server/visible.ts'
import { previewNotice } from '#features/notices/server/preview-notice.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { Problem } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { today } from '#vocabulary/dates.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import { approvedOtherwise, mayOmitFor, planFindings, withOwn } from './plan-notices.ts'
import { readFindings } from './queries.ts'
import { type NoticeFields, readNoticeFields } from './read-fields.ts'
import { whyNoNotices } from './withhold-queries.ts'

type Preview = CallOutput<typeof enforcement.preview>

/**
 * What sending a notice would do: the email, the record and the status. 422 for invalid fields, as sending; 404 without
 * finding or configuration.
 */
export async function previewSend(
  app: AppContext,
  { db, session, input }: Call<typeof enforcement.preview>,
): Promise<Preview> {
  const { platform, isBulk, isByForm, listedIds, ...rawFields } = input
  const scope = visible(platform, session)
  const ids = distinctIds([input.id])
  const planned = await planFindings(db, platform, { scope, ids })
  // A bulk send, and a web form, fill what is left empty from the finding itself.
  const own = planned[0]!.values
  const filled = isBulk || isByForm ? withOwn(rawFields, own) : rawFields
  const fields = readNoticeFields(platform, filled, {
    today: today(app.settings.businessZone),
    requiresAction: !isBulk && !isByForm,
    isByForm,
    mayOmit: mayOmitFor(planned),
  })
  const [finding] = await readFindings(db, platform, scope, ids)
  const { company_id: companyId, brand_id: brandId } = finding!
  if (!(await configurationFor(db, { companyId, brandId, platform: platform.value })))
    throw new Problem(404, messages.noConfiguration)
  // What would refuse sending is said before anything is reviewed.
  const reason = await whyNoNotices(db, [finding!])
  if (reason !== undefined) throw new Problem(409, messages.notSent(reason))
  const { actionTaken, date, registrar, ipAddress, hosting, abuseEmail } = fields
  const { desks, status, isApproved, isApprovalRequired, reasonCode } = planned[0]!
  const instead = isByForm ? undefined : (await openDeskForms(db)).insteadOf(abuseEmail, reasonCode)
  return {
    to: abuseEmail,
    ...(await emailOf(app, { db, session }, { platform, scope, fields, findingId: finding!.id, listedIds })),
    record: { registrar, ipAddress, hosting, actionTaken, date },
    source: desks.find(({ email }) => email === abuseEmail.toLowerCase())?.source ?? null,
    formInstead: instead ? { name: instead.name, form: instead.form } : null,
    status: { from: status, to: inProgress },
    isApproved,
    approvedOtherwise: approvedOtherwise(planned[0]!, app.settings.businessZone),
    isApprovalRequired,
    mayOverride: session.role === 'Admin',
    recallSeconds: app.settings.recallSeconds,
  }
}

type PreviewedNotice = {
  platform: FindingPlatformDefinition
  scope: Scope
  fields: NoticeFields
  findingId: string
  listedIds: readonly string[]
}

/** The email about a finding as it would be sent now. */
async function emailOf(
  app: AppContext,
  { db, session }: Pick<Call<typeof enforcement.preview>, 'db' | 'session'>,
  { platform, scope, fields, findingId, listedIds }: PreviewedNotice,
): Promise<Pick<Preview, 'subject' | 'text' | 'html' | 'attachments' | 'missing' | 'gate'>> {
  const { role, userId } = session
  const params = { ...fields, platform, scope, role, userId, findingId, listedIds }
  // The finding was found in the scope before.
  const email = (await previewNotice(app, db, params))!
  const { subject, text, html, blank, attachments, gate } = email
  return { subject, text, html, missing: blank, gate, attachments: attachments.map(({ fileName }) => fileName) }
}
