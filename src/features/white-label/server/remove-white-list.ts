import type { whiteLabel } from '#features/white-label/contract.ts'
import { deleted } from '#features/white-label/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import * as queries from './queries.ts'
import { whiteListSubject } from './log-subject.ts'
import { model } from './save-white-list.ts'

/** Soft-deletes a list: its addresses may be reported again. Throws 404. */
export async function removeWhiteList({
  input,
  session,
  db,
}: Call<typeof whiteLabel.remove>): Promise<{ message: string }> {
  // For its name alone: it may have tens of thousands of addresses.
  const list = await queries.whiteListById(db, input.id, 0)
  const removed = await queries.removeWhiteList(db, input.id)
  if (!list || !removed) throw notFound()
  await logDataChange(db, session, {
    type: 'delete',
    model,
    total: 1,
    subject: whiteListSubject(list),
    recordId: input.id,
    companyId: removed.companyId,
  })
  return { message: deleted }
}
