import { saveEnteredContact } from '#features/enforcement/server/enqueue-notices.ts'
import { type escalations, takeSteps } from '#features/escalations/contract.ts'
import { messages } from '#features/escalations/messages.ts'
import { isPossible } from '#features/escalations/rules.ts'
import { type Db, sql } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import * as runs from './run-queries.ts'
import { runById } from './run-state-queries.ts'

type DecideCall = Call<typeof escalations.decide>

/**
 * Applies an action to next steps in the versions the client saw. Those that have changed since, or for which the
 * action is not possible, stay unchanged and are counted. 404 when none of them exists.
 */
export async function decideSteps(
  clock: runs.Clock,
  { input, session, db }: DecideCall,
): Promise<{ message: string; changed: number; unchanged: number }> {
  const { action, email } = input
  const items = [...new Map(input.items.map((one) => [one.id, one])).values()]
  if (!(await runs.anyExists(db, items))) throw notFound()
  const locked = await runs.lockRuns(db, items)
  const allowed = locked.filter((one) => isPossible(action, one))
  const ids = allowed.map(({ id }) => id)
  if (ids.length > 0) await applyAction(db, clock, { ids, input, userId: session.userId })
  if (email !== undefined && allowed[0]) await saveAddress(db, session.userId, allowed[0].id, email)
  const unchanged = items.length - ids.length
  const message = [
    messages.changed(action, ids.length),
    ...(unchanged > 0 ? [messages.unchanged(unchanged)] : []),
  ].join('. ')
  return { message, changed: ids.length, unchanged }
}

type ApplyParams = { ids: readonly string[]; input: DecideCall['input']; userId: string }

async function applyAction(db: Db, clock: runs.Clock, { ids, input, userId }: ApplyParams): Promise<void> {
  const reason = input.reason || null
  const now = new Date().toISOString()
  const events = (what: runs.RunEvent['what']) => runs.addEvents(db, ids, { what, reason, userId })
  switch (input.action) {
    case 'stop':
      await events('stopped')
      return runs.setState(db, ids, { state: 'stopped', reason, userId })
    case 'skip':
      await events('skipped')
      return runs.advanceRuns(db, ids, now, clock)
    case 'finish':
      await events('finished')
      return runs.advanceRuns(db, ids, now, clock)
    case 'now':
      await events('hurried')
      await runs.setWaiting(db, ids, { at: sql`now()` })
      break
    case 'resume':
      await events('resumed')
      await runs.setWaiting(db, ids, { at: sql`greatest(coalesce(next_at, now()), now())`, address: input.email })
      await runs.moveFromRemovedSteps(db, ids, now, clock)
  }
  await enqueue(db, takeSteps, {})
}

/** Saves an address that was entered for a host or registrar, so that later findings use it (G74). */
async function saveAddress(db: Db, userId: string, runId: string, email: string): Promise<void> {
  const { notice, steps, step } = await runById(db, runId)
  const kind = steps.find(({ id }) => id === step)?.kind
  const name = kind === 'host' ? notice.hosting : kind === 'registrar' ? notice.registrar : null
  if (name) await saveEnteredContact(db, userId, { name, email })
}
