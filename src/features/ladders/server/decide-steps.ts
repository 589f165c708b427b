import { saveEnteredContact } from '#features/enforcement/server/post-notices.ts'
import { type escalations, takeSteps } from '#features/ladders/contract.ts'
import { messages, possibleFrom } from '#features/ladders/messages.ts'
import { type Db, sql } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import * as runs from './run-queries.ts'

type Deciding = Call<typeof escalations.decide>

/**
 * Applies an action to next steps in the versions the client saw. Those that have changed since, or for which the
 * action is not possible, stay unchanged and are counted. 404 when none of them exists.
 */
export async function decideSteps(
  clock: runs.Clock,
  { input, session, db }: Deciding,
): Promise<{ message: string; changed: number; left: number }> {
  const { action, email } = input
  const items = [...new Map(input.items.map((one) => [one.id, one])).values()]
  if (!(await runs.isAnyThere(db, items))) throw notFound()
  const locked = await runs.lockRuns(db, items)
  const able = locked.filter(({ state }) => possibleFrom[action].includes(state))
  const ids = able.map(({ id }) => id)
  if (ids.length > 0) await carryOut(db, clock, { ids, input, userId: session.userId })
  if (email !== undefined && able[0]) await saveAddress(db, session.userId, able[0].id, email)
  const left = items.length - ids.length
  const message = [messages.changed(action, ids.length), ...(left > 0 ? [messages.left(left)] : [])].join('. ')
  return { message, changed: ids.length, left }
}

type Carrying = { ids: readonly string[]; input: Deciding['input']; userId: string }

async function carryOut(db: Db, clock: runs.Clock, { ids, input, userId }: Carrying): Promise<void> {
  const reason = input.reason || null
  const now = new Date().toISOString()
  const events = (what: runs.Event['what']) => runs.addEvents(db, ids, { what, reason, userId })
  switch (input.action) {
    case 'stop':
      await events('stopped')
      return runs.setState(db, ids, { state: 'stopped', reason, userId })
    case 'skip':
      await events('skipped')
      return runs.goOn(db, ids, now, clock)
    case 'finish':
      await events('finished')
      return runs.goOn(db, ids, now, clock)
    case 'now':
      await events('hurried')
      await runs.setWaiting(db, ids, { at: sql`now()` })
      break
    case 'resume':
      await events('resumed')
      await runs.setWaiting(db, ids, { at: sql`greatest(coalesce(next_at, now()), now())`, address: input.email })
      await runs.moveLost(db, ids, now, clock)
  }
  await enqueue(db, takeSteps, {})
}

/** Saves an address that was entered for a host or registrar, so that later findings use it (G74). */
async function saveAddress(db: Db, userId: string, runId: string, email: string): Promise<void> {
  const { notice, steps, step } = await runs.factsOf(db, runId)
  const kind = steps.find(({ id }) => id === step)?.kind
  const name = kind === 'host' ? notice.hosting : kind === 'registrar' ? notice.registrar : null
  if (name) await saveEnteredContact(db, userId, { name, email })
}
