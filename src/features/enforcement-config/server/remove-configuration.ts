import type { enforcementConfig } from '#features/enforcement-config/contract.ts'
import { deleted } from '#features/enforcement-config/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { configurationSubject } from './log-subject.ts'
import * as queries from './queries.ts'
import { model } from './save-configuration.ts'

/** Deletes a configuration; notices already in the outbox are still sent. */
export async function removeConfiguration({
  input,
  session,
  db,
}: Call<typeof enforcementConfig.remove>): Promise<{ message: string }> {
  const stored = await queries.configurationById(db, input.id)
  const removed = await queries.removeConfiguration(db, input.id)
  if (!stored || !removed) throw notFound()
  await logDataChange(db, session, {
    type: 'delete',
    model,
    total: 1,
    subject: configurationSubject(stored),
    recordId: input.id,
    companyId: removed.companyId,
  })
  return { message: deleted }
}
