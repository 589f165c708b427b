import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Many wrong passwords were tried for a name, from many places; its owner, if there is one, gets an email. */
export const guessingFound = job({
  name: 'password-guessing-found',
  payload: z.object({ username: z.string() }),
  tries: 3,
})

/**
 * Every night: deletes counts of wrong passwords, known addresses, sessions, codes and reset links that are too old to
 * matter.
 */
export const forgetTries = job({ name: 'forget-sign-in-tries', payload: z.object({}), tries: 3, cron: '55 20 * * *' })

/** A reset link was requested; whether the account exists is only checked in the job, after the response (G27). */
export const resetRequested = job({
  name: 'password-reset-requested',
  payload: z.object({ username: z.string() }),
  tries: 3,
})
