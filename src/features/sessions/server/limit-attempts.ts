import { tooManyAttempts } from '#features/sessions/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { addFailure, recentFailures } from './queries.ts'

const MAX_FAILURES = 10

/**
 * Runs a password attempt unless this username failed ten times in fifteen minutes from this address (G26). A failure
 * is recorded at once, outside any transaction. `attempt` returns undefined when the password was wrong. Throws 429
 * when the limit is reached.
 */
export async function limitAttempts<T extends object>(
  params: { db: Db; username: string; address: string },
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const name = params.username.toLowerCase()
  const outcome = await oneAtATime(`${params.address} ${name}`, async () => {
    if ((await recentFailures(params.db, name, params.address)) >= MAX_FAILURES) return 'refused' as const
    const result = await attempt()
    if (!result) await addFailure(params.db, name, params.address)
    return { result }
  })
  if (outcome === undefined || outcome === 'refused') throw new Problem(429, tooManyAttempts)
  return outcome.result
}
