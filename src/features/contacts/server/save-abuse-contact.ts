import type { AbuseContact, abuseContacts } from '#features/contacts/contract.ts'
import { messages } from '#features/contacts/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { newId } from '#kit/server/id.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import { partsSubject } from '#vocabulary/data-log.ts'
import {
  abuseContactById,
  deleteAbuseContact,
  insertAbuseContact,
  updateAbuseContact,
} from './abuse-contact-queries.ts'

const model = 'Abuse contact'
type Saved = { message: string; data: AbuseContact }

/** As the data log names it: the address first, by which the list is searched. */
const subjectOf = ({ email, name }: { email: string; name: string }): string => partsSubject(email, name)

/** Adds an abuse contact. */
export async function addAbuseContact({ input, session, db }: Call<typeof abuseContacts.add>): Promise<Saved> {
  const id = newId()
  await insertAbuseContact(db, session.userId, { ...input, id })
  await logDataChange(db, session, { type: 'add', model, total: 1, subject: subjectOf(input), recordId: id })
  return { message: messages.contactSaved, data: (await abuseContactById(db, id))! }
}

/** Changes an abuse contact; 409 with the newer record when somebody else changed it first. */
export async function editAbuseContact({ input, session, db }: Call<typeof abuseContacts.edit>): Promise<Saved> {
  const before = await abuseContactById(db, input.id)
  const changed = await updateAbuseContact(db, session.userId, { ...input, version: input.version })
  await orEditConflict(changed, () => abuseContactById(db, input.id))
  const data = (await abuseContactById(db, input.id))!
  await logDataChange(db, session, {
    type: 'update',
    model,
    total: 1,
    subject: subjectOf(data),
    recordId: data.id,
    changes: changedFields(messages.contactFields, before ?? {}, data),
  })
  return { message: messages.contactSaved, data }
}

/** Deletes an abuse contact. */
export async function removeAbuseContact({
  input,
  session,
  db,
}: Call<typeof abuseContacts.remove>): Promise<{ message: string }> {
  const contact = await abuseContactById(db, input.id)
  if (!contact || !(await deleteAbuseContact(db, input.id))) throw notFound()
  await logDataChange(db, session, {
    type: 'delete',
    model,
    total: 1,
    subject: subjectOf(contact),
    recordId: contact.id,
  })
  return { message: messages.contactDeleted }
}
