import type { enforcement } from '#features/enforcement/contract.ts'
import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import { messages, sheetFields } from '#features/enforcement/messages.ts'
import { platformForm } from '#features/enforcement/rules.ts'
import { openDeskForms } from '#features/contacts/server/desk-forms.ts'
import { configurationFor } from '#features/enforcement-config/server/configuration-for.ts'
import { type Scope, visible } from '#features/findings/server/visible.ts'
import { messages as noticeTexts } from '#features/notices/messages.ts'
import { wordingFor } from '#features/notices/rules.ts'
import { type CheckedNotices, checkNotices } from '#features/notices/server/check-notices.ts'
import { markLine } from '#features/notices/server/choose-mark.ts'
import type { ExaminedCase } from '#features/notices/server/examine.ts'
import { messageLine } from '#features/notices/server/message-parts.ts'
import { momentIn } from '#features/notices/server/moment-in.ts'
import { namedMark, namedWorks } from '#features/notices/server/named-rights.ts'
import { purchaseLine } from '#features/notices/server/test-purchase.ts'
import { declarations } from '#features/notices/server/statements.ts'
import { previewNotice } from '#features/notices/server/preview-notice.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import { today } from '#vocabulary/dates.ts'
import { harmOfCode } from '#vocabulary/harm-texts.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import { lockAllFindings, recordsByIds } from './enforce-findings.ts'
import { deskOfEarlier, type DeskWithForm, reportedValues, submittedAt, wasSubmitted } from './form-queries.ts'
import { idsInAddress } from './ids-in-addresses.ts'
import { mayOmitFor, planFindings, withOwn } from './plan-notices.ts'
import type { LockedFinding } from './queries.ts'
import { type NoticeFields, readNoticeFields } from './read-fields.ts'
import { recordEnforcements } from './record-enforcement.ts'
import { type OverriddenBy, requireApproval } from './require-approval.ts'

type SheetInput = HandlerInput<typeof enforcement.formSheet>
type Caller = Pick<Call<typeof enforcement.formSheet>, 'db' | 'session'>

/** A report through a web form that has passed what an email about the finding has to pass. */
type CheckedForm = {
  finding: LockedFinding
  scope: Scope
  recordId: string
  desk: DeskWithForm
  fields: NoticeFields
  override: OverriddenBy
  checked: CheckedNotices
}

/**
 * What to copy into a desk's web form about a finding. 422 names what is missing, as sending does, unless an Admin gives a
 * reason; 404 without finding or configuration.
 */
export async function formSheet(
  app: AppContext,
  { db, session, input }: Call<typeof enforcement.formSheet>,
): Promise<CallOutput<typeof enforcement.formSheet>> {
  const { finding, scope, desk, fields, checked, override } = await checkedForm(app, { db, session }, input)
  await requireApproval(db, { findings: [finding], records: [inProgressOf(finding)], override })
  const recipient = { kind: desk.kind, name: desk.name }
  const { role, userId } = session
  const { platform } = input
  const params = { ...fields, platform, scope, role, userId, findingId: finding.id, recipient, isByForm: true }
  // The finding was found in the scope before.
  const { subject, text, harmName, attachments } = (await previewNotice(app, db, params))!
  const known = checked.cases.get(finding.id)!
  const own = await reportedValues(db, platform, finding)
  const files = attachments.flatMap(({ fileName, url }) => (url === null ? [] : [{ fileName, url }]))
  return {
    desk: { kind: desk.kind, name: desk.name, form: input.form },
    fields: fieldsOf(known, { ...fields, subject, text, harmName, zone: app.settings.businessZone, own }),
    files,
    pictures: known.genuine ? sideBySide(files, known.genuine.label) : [],
  }
}

/**
 * Records that a finding was reported through a desk's web form: a notice like one by email, with the form and the number
 * that it gave. 409 when that is recorded already for the day; 422 and 404 as the sheet.
 */
export async function recordForm(
  app: AppContext,
  { db, session, input }: Caller & { input: HandlerInput<typeof enforcement.recordForm> },
): Promise<{ message: string; data: EnforcementRecord[] }> {
  const { finding, scope, recordId, desk, fields, override, checked } = await checkedForm(app, { db, session }, input)
  if (await wasSubmitted(db, finding, { form: input.form, date: fields.date }))
    throw new Problem(409, messages.alreadySubmitted)
  const { abuseEmail: _, ...facts } = fields
  const form = {
    address: input.form,
    ticket: input.ticket || null,
    submittedAt: await submittedAt(db, fields.date, app.settings.businessZone),
  }
  const recipient = { kind: desk.kind, name: desk.name }
  const record = { ...facts, ...inProgressOf(finding), id: recordId, actionTaken: platformForm, recipient, form }
  const ids = await recordEnforcements(db, {
    platform: input.platform,
    scope,
    actor: session,
    module: 'enforcement',
    lockedFindings: [finding],
    records: [record],
    override,
    saveOverrides: checked.saveOverrides,
  })
  return { message: messages.saved, data: await recordsByIds(db, scope, finding.id, ids) }
}

const inProgressOf = ({ id }: LockedFinding) => ({ findingId: id, status: inProgress })

/** Finds the desk, reads the fields and checks the notice. */
async function checkedForm(app: AppContext, { db, session }: Caller, input: SheetInput): Promise<CheckedForm> {
  const { platform, id, form, overrideReason, ...rawFields } = input
  const scope = visible(platform, session)
  const day = today(app.settings.businessZone)
  const [finding] = await lockAllFindings(db, session, platform, [id])
  const [planned] = await planFindings(db, platform, { scope, ids: [finding!.id], entered: rawFields })
  const desk =
    planned!.desks.find((one) => one.form === form) ??
    (await deskOfEarlier(db, finding!, form)) ??
    (await deskOfForm(db, form))
  if (!desk) throw invalid({ form: messages.formNotKnown })
  const fields = readNoticeFields(platform, withOwn(rawFields, planned!.values), {
    today: day,
    requiresAction: false,
    isByForm: true,
    mayOmit: mayOmitFor([planned!]),
  })
  const { company_id: companyId, brand_id: brandId } = finding!
  if (!(await configurationFor(db, { companyId, brandId, platform: platform.value })))
    throw new Problem(404, messages.noConfiguration)
  const override = { userId: session.userId, role: session.role, reason: overrideReason }
  const recordId = newId()
  const checked = await checkNotices(db, { platform, scope, day, session, override: overrideReason }, [
    { findingId: finding!.id, recordId, desk: wordingFor[desk.kind] },
  ])
  return { finding: finding!, scope, recordId, desk, fields, override, checked }
}

/** A desk of the table: its address was chosen although it is none of the finding's own. */
async function deskOfForm(db: Caller['db'], form: string): Promise<DeskWithForm | undefined> {
  const found = (await openDeskForms(db)).withAddress(form)
  return found && { kind: found.kind === 'registrar' ? 'registrar' : 'host', name: found.name }
}

type Composed = NoticeFields & {
  subject: string
  text: string
  harmName: string
  zone: string
  /** What only this platform's forms ask. */
  own: Answer[]
}
type Answer = { label: string; value: string | null }

/** What forms ask, each answer by itself; what is not known is left out. */
function fieldsOf(known: ExaminedCase, composed: Composed) {
  const { ipAddress, registrar, hosting, subject, text, harmName, zone, own } = composed
  const { url, domain, brand, company, reason, seen, ownSite, signer, postalAddress, genuine, purchase, messages } =
    known
  const mark = namedMark(known)
  const labels = sheetFields
  const answers: [label: string, value: string | null | undefined | false][] = [
    [labels.category, harmName],
    [labels.address, url || domain],
    ...withoutRepeats(own, idsInAddress(url ?? '')),
    [labels.leadsTo, seen?.leadsTo],
    [labels.domain, domain],
    [labels.ipAddress, ipAddress],
    [labels.hosting, hosting],
    [labels.registrar, registrar],
    [labels.seen, seen && momentIn(seen.at, zone)],
    [labels.brand, brand],
    [labels.company, company],
    [labels.ownSite, ownSite],
    [labels.mark, mark && markLine(mark, company)],
    [labels.markNumber, mark?.number],
    [labels.office, mark?.office],
    [labels.country, mark?.country],
    [labels.classes, mark?.classes],
    [labels.register, mark?.link],
    [
      labels.works,
      namedWorks(known)
        .map(({ title, link }) => `${title}: ${link}`)
        .join('\n'),
    ],
    [labels.message, messages.map((one) => messageText(one, zone)).join('\n\n')],
    [labels.genuine, genuine?.label],
    [labels.purchase, purchase && purchaseLine(purchase)],
    [labels.orderNumber, purchase?.orderNumber],
    // The first line of a notice: what it is about, and what is wrong.
    [labels.problem, text.split('\n', 1)[0]],
    [labels.reason, reason],
    [labels.name, signer && [signer.name, signer.title].filter(Boolean).join(', ')],
    [labels.email, signer?.email],
    [labels.phone, signer?.phone],
    [labels.postalAddress, postalAddress],
    [labels.subject, subject],
    [labels.description, text],
    [labels.statements, declarations(harmOfCode(known.reasonCode), known, true).join('\n')],
  ]
  return answers.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** How much of a message a form is given to copy; all of it is among the files. */
const copiedText = 8000

/** A message in one line, and below it its headers and text. */
const messageText = (one: ExaminedCase['messages'][number], zone: string): string =>
  [messageLine(one, zone), one.text?.slice(0, copiedText)].filter(Boolean).join('\n')

/** The found and the genuine picture of a sheet; empty where the genuine one is not among the files. */
function sideBySide(files: readonly { fileName: string; url: string }[], label: string) {
  const { foundCaption, genuineCaption } = noticeTexts.pictures
  const named = (name: string, caption: string) =>
    files.filter(({ fileName }) => fileName.startsWith(`${name}.`)).map(({ url }) => ({ caption, url }))
  const genuine = named('genuine', genuineCaption(label))
  return genuine.length === 0 ? [] : [...named('picture', foundCaption), ...genuine]
}

/** The finding's own values, then the ids that its address names, unless the former have them. */
function withoutRepeats(own: readonly Answer[], ids: readonly Answer[]): [label: string, value: string | null][] {
  const stated = own.filter(({ value }) => value !== null)
  const isNew = (id: Answer) => stated.every(({ label, value }) => label !== id.label && value !== id.value)
  return [...stated, ...ids.filter(isNew)].map(({ label, value }) => [label, value])
}
