import type { Mark, MarkForm, trademarks } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { editConflictMessage } from '#kit/server/versions.ts'
import { isDomainName } from '#vocabulary/addresses.ts'
import { readDay, today } from '#vocabulary/dates.ts'
import { checkSignedMark } from './check-signed-mark.ts'
import { labelsOf } from './labels.ts'
import {
  deleteMark,
  insertMark,
  insertNotification,
  lockMark,
  markById,
  type SignedMarkData,
  smdExists,
  updateMark,
} from './queries.ts'
import { markChanges, markSubject, model } from './log-subject.ts'
import { readMark } from './read-mark.ts'

/** Settings, transaction and session of the caller. */
export type MarkDeps = { app: Pick<AppContext, 'settings'>; db: Db; session: Session }

type MarkResponse = { message: string; data: Mark }

/** Adds a mark; an attached signed mark file is verified again and sets its id and labels. */
export async function saveMark(deps: MarkDeps, form: MarkForm): Promise<MarkResponse> {
  const { db } = deps
  const values = await readMark(db, form, todayFor(deps))
  const signedData = await signedDataOf(deps, form, values)
  const id = newId()
  await insertMark(db, id, values, signedData ?? unsignedData(values.markName))
  return respond(deps, { type: 'add', id, message: messages.added })
}

/**
 * Changes a mark. With a version that is no longer the stored one: 409 with the current record; 422 when the brand that
 * it moves to already has its signed mark.
 */
export async function changeMark(
  deps: MarkDeps,
  form: MarkForm & { id: string; version?: number | undefined },
): Promise<MarkResponse> {
  const { db } = deps
  const stored = await lockMark(db, form.id)
  if (!stored) throw notFound()
  if (form.version !== undefined && form.version !== stored.version)
    throw new Problem(409, editConflictMessage, { extra: { current: await markById(db, form.id) } })
  const values = await readMark(db, form, todayFor(deps))
  const signedData = await signedDataOf(deps, form, { ...values, id: form.id })
  const sameName = values.markName === stored.markName
  // Signed data belongs to the signed name; for another name the labels follow the rule.
  const data = signedData ?? (sameName ? stored : unsignedData(values.markName))
  if (data.smdId && values.brandId !== stored.brandId && (await smdExists(db, values.brandId, data.smdId, form.id)))
    throw invalid({ brand: messages.smdExists })
  const before = await markById(db, form.id)
  await updateMark(db, form.id, values, data)
  return respond(deps, { type: 'update', id: form.id, message: messages.updated, before })
}

/** Soft-deletes a mark (G101). */
export async function removeMark(deps: MarkDeps, id: string): Promise<{ message: string }> {
  const mark = await markById(deps.db, id)
  const companyId = await deleteMark(deps.db, id)
  if (!mark || !companyId) throw notFound()
  const subject = markSubject(mark)
  await logDataChange(deps.db, deps.session, { type: 'delete', model, total: 1, subject, recordId: id, companyId })
  return { message: messages.removed }
}

/** Adds a domain the mark's owner was notified of, on a day that is not in the future (G107). */
export async function addNotification(
  deps: MarkDeps,
  { id, domain, date }: HandlerInput<typeof trademarks.addNotification>,
): Promise<MarkResponse> {
  if (!(await lockMark(deps.db, id))) throw notFound()
  const name = String(domain ?? '').trim()
  const errors: Record<string, string> = {}
  if (!name) errors['domain'] = isRequired('Domain')
  else if (!isDomainName(name)) errors['domain'] = isNotValid('Domain')
  const day = readDay(date)
  if (date === undefined || date === null || date === '') errors['date'] = isRequired('Date')
  else if (day === undefined || day > todayFor(deps)) errors['date'] = isNotValid('Date')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const before = await markById(deps.db, id)
  await insertNotification(deps.db, { id: newId(), markId: id, domain: name.toLowerCase(), date: day! })
  return respond(deps, { type: 'update', id, message: messages.notified, before })
}

const unsignedData = (markName: string): SignedMarkData => ({
  smdId: null,
  labels: labelsOf(markName),
  signedMarks: [],
  isRevocationKnown: null,
})

/**
 * The verified data of the form's signed mark file; 422 when the brand already has that file, or the name is another
 * one.
 */
async function signedDataOf(
  { app, db }: MarkDeps,
  form: MarkForm,
  mark: { brandId: string; markName: string; id?: string },
): Promise<SignedMarkData | undefined> {
  if (!form.signedMark) return undefined
  const content = await checkSignedMark(app, db, form.signedMark)
  if (!content.marks.some(({ markName }) => markName === mark.markName))
    throw invalid({ markName: messages.notTheSignedName })
  if (await smdExists(db, mark.brandId, content.smdId, mark.id)) throw invalid({ file: messages.smdExists })
  const { smdId, labels, marks: signedMarks, isRevocationKnown } = content
  return { smdId, labels, signedMarks, isRevocationKnown }
}

const todayFor = ({ app }: MarkDeps) => today(app.settings.businessZone)

async function respond(
  { db, session }: MarkDeps,
  { type, id, message, before }: { type: 'add' | 'update'; id: string; message: string; before?: Mark | undefined },
): Promise<MarkResponse> {
  const data = (await markById(db, id))!
  await logDataChange(db, session, {
    type,
    model,
    total: 1,
    subject: markSubject(data),
    recordId: id,
    companyId: data.company.id,
    changes: before ? markChanges(before, data) : [],
  })
  return { message, data }
}
