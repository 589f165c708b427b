import type { replies } from '#features/replies/contract.ts'
import { messages } from '#features/replies/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { concernedBy, lockBelonging, recordsWith, setConcerned } from './concern-queries.ts'
import { namedAddresses } from './named-addresses.ts'

/**
 * Adds a new answer to every record that it concerns: of an email about several findings, those that a person names, and
 * all of them for what a machine writes.
 */
export async function spreadAnswer(db: Db, id: string): Promise<void> {
  const answer = await lockBelonging(db, id)
  if (!answer) return
  const listed = await recordsWith(db, answer.enforcementId)
  if (listed.length < 2) return
  const isPersons = answer.kind === 'reply' || answer.kind === 'report'
  await setConcerned(db, answer.id, isPersons ? namedAddresses(answer.body, listed) : listed.map((one) => one.recordId))
}

/** The findings of the email that an answer belongs to, and which of them it concerns. 404 for one in doubt. */
export async function concernedRecords({ db, input: { id } }: Call<typeof replies.records>) {
  const answer = await lockBelonging(db, id)
  if (!answer) throw notFound()
  const concerned = new Set(await concernedBy(db, answer.id))
  const listed = await recordsWith(db, answer.enforcementId)
  return listed.map(({ recordId, about }) => ({ id: recordId, address: about, isConcerned: concerned.has(recordId) }))
}

/**
 * Decides which findings of its email an answer concerns; their clocks and escalations follow. 404 for one in doubt, 422
 * for records of another email. Repeating it is harmless.
 */
export async function concernRecords({
  db,
  input: { id, recordIds },
}: Call<typeof replies.concern>): Promise<{ message: string }> {
  const answer = await lockBelonging(db, id)
  if (!answer) throw notFound()
  const own = new Set((await recordsWith(db, answer.enforcementId)).map(({ recordId }) => recordId))
  const chosen = [...new Set(recordIds.map((one) => one.toLowerCase()))]
  if (!chosen.every((one) => own.has(one))) throw invalid({ recordIds: messages.otherEmail })
  await setConcerned(db, answer.id, chosen)
  return { message: messages.concerns(chosen.length, own.size) }
}
