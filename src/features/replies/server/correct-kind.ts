import { addressUnmarked, type replies } from '#features/replies/contract.ts'
import { messages } from '#features/replies/messages.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { lockAnswer, markBounced, setAddressFailure, setKind, unmarkBounced } from './queries.ts'

/**
 * Corrects the type of a mail that belongs to a notice. The address of the notice is marked as bounced, or no longer;
 * triggers inform the escalation and the clock, a job the escalations that skipped a step because of it. 404 for a mail that is in doubt or names no notice. Repeating it is harmless.
 */
export async function correctKind({
  db,
  session,
  input: { id, kind },
}: Call<typeof replies.correct>): Promise<{ message: string }> {
  const found = await lockAnswer(db, id)
  if (!found) throw notFound()
  if (found.kind !== kind) {
    await setKind(db, { id, kind, userId: session.userId })
    if (kind === 'bounce') {
      const reason = messages.bouncedByHand(found.subject)
      await setAddressFailure(db, id, reason)
      await markBounced(db, found.enforcementId, reason)
    } else if (found.kind === 'bounce') {
      const unmarked = await unmarkBounced(db, found.enforcementId)
      if (unmarked) await enqueue(db, addressUnmarked, unmarked)
    }
  }
  return { message: messages.corrected(messages.kind[kind]) }
}
