import type { SharedHost, sharedHosts } from '#features/contacts/contract.ts'
import { messages } from '#features/contacts/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { newId } from '#kit/server/id.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import { deleteSharedHost, insertSharedHost, sharedHostById, updateSharedHost } from './shared-host-queries.ts'

const model = 'Shared host'
type Saved = { message: string; data: SharedHost }

/** Adds a shared host. */
export async function addSharedHost({ input, session, db }: Call<typeof sharedHosts.add>): Promise<Saved> {
  const id = newId()
  await insertSharedHost(db, session.userId, { ...input, id })
  await logDataChange(db, session, { type: 'add', model, total: 1, subject: input.suffix, recordId: id })
  return { message: messages.saved, data: (await sharedHostById(db, id))! }
}

/** Changes a shared host; 409 with the newer record when somebody else changed it first. */
export async function editSharedHost({ input, session, db }: Call<typeof sharedHosts.edit>): Promise<Saved> {
  const before = await sharedHostById(db, input.id)
  const changed = await updateSharedHost(db, session.userId, { ...input, version: input.version })
  await orEditConflict(changed, () => sharedHostById(db, input.id))
  const data = (await sharedHostById(db, input.id))!
  await logDataChange(db, session, {
    type: 'update',
    model,
    total: 1,
    subject: data.suffix,
    recordId: data.id,
    changes: changedFields(messages.hostFields, before ?? {}, data),
  })
  return { message: messages.saved, data }
}

/** Deletes a shared host. */
export async function removeSharedHost({
  input,
  session,
  db,
}: Call<typeof sharedHosts.remove>): Promise<{ message: string }> {
  const host = await sharedHostById(db, input.id)
  if (!host || !(await deleteSharedHost(db, input.id))) throw notFound()
  await logDataChange(db, session, { type: 'delete', model, total: 1, subject: host.suffix, recordId: host.id })
  return { message: messages.deleted }
}
