import type { DeskForm, deskForms } from '#features/contacts/contract.ts'
import { messages } from '#features/contacts/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { newId } from '#kit/server/id.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import { harmNames } from '#vocabulary/harm-names.ts'
import { deleteDeskForm, deskFormById, insertDeskForm, updateDeskForm } from './desk-form-queries.ts'

const model = 'Report form'
type Saved = { message: string; data: DeskForm }

/** Adds a report form. */
export async function addDeskForm({ input, session, db }: Call<typeof deskForms.add>): Promise<Saved> {
  const id = newId()
  await insertDeskForm(db, session.userId, { ...input, id })
  await logDataChange(db, session, { type: 'add', model, total: 1, subject: subjectOf(input), recordId: id })
  return { message: messages.formSaved, data: (await deskFormById(db, id))! }
}

/** Changes a report form; 409 with the newer record when somebody else changed it first. */
export async function editDeskForm({ input, session, db }: Call<typeof deskForms.edit>): Promise<Saved> {
  const before = await deskFormById(db, input.id)
  const changed = await updateDeskForm(db, session.userId, { ...input, version: input.version })
  await orEditConflict(changed, () => deskFormById(db, input.id))
  const data = (await deskFormById(db, input.id))!
  await logDataChange(db, session, {
    type: 'update',
    model,
    total: 1,
    subject: subjectOf(data),
    recordId: data.id,
    changes: changedFields(messages.deskFormFields, before ? shown(before) : {}, shown(data)),
  })
  return { message: messages.formSaved, data }
}

/** Deletes a report form. */
export async function removeDeskForm({
  input,
  session,
  db,
}: Call<typeof deskForms.remove>): Promise<{ message: string }> {
  const one = await deskFormById(db, input.id)
  if (!one || !(await deleteDeskForm(db, input.id))) throw notFound()
  await logDataChange(db, session, { type: 'delete', model, total: 1, subject: subjectOf(one), recordId: one.id })
  return { message: messages.formDeleted }
}

const subjectOf = ({ name, kind }: Pick<DeskForm, 'name' | 'kind'>): string => `${name} (${messages.deskKinds[kind]})`

/** As the log shows it. */
const shown = (one: DeskForm) => ({
  ...one,
  kind: messages.deskKinds[one.kind],
  knownAs: one.knownAs.join(', '),
  harms: one.harms.length === 0 ? messages.everyHarm : one.harms.map((kind) => harmNames[kind]).join(', '),
})
