import { guessingFound } from '#features/sessions/contract-jobs.ts'
import { accountPaused } from '#features/sessions/messages.ts'
import { tooManyAttempts } from '#kit/contract/too-many-attempts.ts'
import type { Db } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { networkOf } from '#kit/server/network-of.ts'
import { Problem } from '#kit/server/problem.ts'
import { addFailure, claimGuessingNotice, removeFailure, type Tries, triesOf } from './attempt-queries.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Wrong passwords for one name from one address in fifteen minutes (G26). */
const MAX_OF_PAIR = 10
/** For one name from all addresses in a day: with many addresses the pair alone bounds nothing. */
const MAX_OF_NAME = 50
/** From one address for all names in an hour: one password tried with many names. */
const MAX_OF_ADDRESS = 100

/**
 * Runs a password attempt unless there were too many wrong ones: for this name from this address, for this name from
 * anywhere, or from this address for any name. The last two do not apply where the person was let in lately, so that
 * strangers cannot lock anybody out; who is elsewhere uses a reset link, which makes that address known
 * (docs/decisions/0029). `attempt` returns undefined when the password was wrong. Throws 429 when a limit is reached.
 */
export async function limitAttempts<T extends object>(
  params: { db: Db; username: string; address: string },
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { db } = params
  const name = params.username.toLowerCase()
  const address = networkOf(params.address)
  const outcome = await oneAtATime(`${address} ${name}`, async () => {
    // Recorded before it is counted: of a burst over many names or addresses none is overlooked.
    const failure = await addFailure(db, name, address)
    const refusal = refusalOf(await triesOf(db, name, address))
    if (refusal) {
      await removeFailure(db, failure)
      return { refusal }
    }
    const result = await attempt()
    if (result) await removeFailure(db, failure)
    return { result }
  })
  if (outcome?.refusal === accountPaused) await notifyOwner(db, name)
  if (!outcome || 'refusal' in outcome) throw new Problem(429, outcome?.refusal ?? tooManyAttempts)
  return outcome.result
}

function refusalOf({ ofPair, ofName, ofAddress, isKnown }: Tries): string | undefined {
  if (ofPair > MAX_OF_PAIR) return tooManyAttempts
  if (isKnown) return undefined
  if (ofAddress > MAX_OF_ADDRESS) return tooManyAttempts
  return ofName > MAX_OF_NAME ? accountPaused : undefined
}

/** Once a day; whether the name exists is only looked up in the job, so that the answer takes the same time. */
async function notifyOwner(db: Db, username: string): Promise<void> {
  if (await claimGuessingNotice(db, username)) await enqueue(db, guessingFound, { username })
}
