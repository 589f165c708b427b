import type { Mark, MarkForm, trademarks } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import type { Takes } from '#kit/contract/endpoint.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { recordData } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { changedMeanwhile } from '#kit/server/versions.ts'
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
  type Proof,
  smdIsTaken,
  updateMark,
} from './queries.ts'
import { readMark } from './read-mark.ts'

/** Settings, transaction and session of the caller. */
export type MarkDeps = { app: Pick<AppContext, 'settings'>; db: Db; session: Session }

type Answer = { message: string; data: Mark }

/** Adds a mark; an attached signed mark file is verified again and sets its id and labels. */
export async function saveMark(deps: MarkDeps, form: MarkForm): Promise<Answer> {
  const { db } = deps
  const values = await readMark(db, form, todayAt(deps))
  const proof = await proofOf(deps, form, values)
  const id = newId()
  await insertMark(db, id, values, proof ?? unproven(values.markName))
  return answer(deps, 'add', id, messages.added)
}

/** Changes a mark. With a version that is no longer the stored one: 409 with the current record. */
export async function changeMark(
  deps: MarkDeps,
  form: MarkForm & { id: string; version?: number | undefined },
): Promise<Answer> {
  const { db } = deps
  const stored = await lockMark(db, form.id)
  if (!stored) throw notFound()
  if (form.version !== undefined && form.version !== stored.version)
    throw new Problem(409, changedMeanwhile, { extra: { current: await markById(db, form.id) } })
  const values = await readMark(db, form, todayAt(deps))
  const proof = await proofOf(deps, form, { ...values, id: form.id })
  const sameName = values.markName === stored.markName
  // Signed data belongs to the signed name; for another name the labels follow the rule.
  const currentData = sameName ? stored : unproven(values.markName)
  await updateMark(db, form.id, values, proof ?? currentData)
  return answer(deps, 'update', form.id, messages.updated)
}

/** Soft-deletes a mark (G101). */
export async function removeMark(deps: MarkDeps, id: string): Promise<{ message: string }> {
  const companyId = await deleteMark(deps.db, id)
  if (!companyId) throw notFound()
  await recordData(deps.db, deps.session, { type: 'delete', model: 'TMCH', total: 1, companyId })
  return { message: messages.removed }
}

/** Adds a domain the mark's owner was notified of, on a day that is not in the future (G107). */
export async function notifyMark(
  deps: MarkDeps,
  { id, domain, date }: Takes<typeof trademarks.addNotification>,
): Promise<Answer> {
  if (!(await lockMark(deps.db, id))) throw notFound()
  const name = String(domain ?? '').trim()
  const errors: Record<string, string> = {}
  if (!name) errors['domain'] = isRequired('Domain')
  else if (!isDomainName(name)) errors['domain'] = isNotValid('Domain')
  const day = readDay(date)
  if (date === undefined || date === null || date === '') errors['date'] = isRequired('Date')
  else if (day === undefined || day > todayAt(deps)) errors['date'] = isNotValid('Date')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await insertNotification(deps.db, { id: newId(), markId: id, domain: name.toLowerCase(), date: day! })
  return answer(deps, 'update', id, messages.notified)
}

const unproven = (markName: string): Proof => ({ smdId: null, labels: labelsOf(markName), signedMarks: [] })

/**
 * The verified data of the form's signed mark file; 422 when the brand already has that file, or the name is another
 * one.
 */
async function proofOf(
  { app, db }: MarkDeps,
  form: MarkForm,
  of: { brandId: string; markName: string; id?: string },
): Promise<Proof | undefined> {
  if (!form.signedMark) return undefined
  const content = await checkSignedMark(app, db, form.signedMark)
  if (!content.marks.some(({ markName }) => markName === of.markName))
    throw invalid({ markName: messages.notTheSignedName })
  if (await smdIsTaken(db, of.brandId, content.smdId, of.id)) throw invalid({ file: messages.smdExists })
  return { smdId: content.smdId, labels: content.labels, signedMarks: content.marks }
}

const todayAt = ({ app }: MarkDeps) => today(app.settings.businessZone)

async function answer({ db, session }: MarkDeps, type: 'add' | 'update', id: string, message: string): Promise<Answer> {
  const data = (await markById(db, id))!
  await recordData(db, session, { type, model: 'TMCH', total: 1, companyId: data.company.id })
  return { message, data }
}
