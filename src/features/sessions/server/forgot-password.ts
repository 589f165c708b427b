import type { sessions } from '#features/sessions/contract.ts'
import { resetRequested } from '#features/sessions/contract-jobs.ts'
import { helpLine, resetSent } from '#features/sessions/messages.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { newToken } from '#kit/server/id.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { resetEmail } from './emails.ts'
import type { RequestLimits } from './limit-requests.ts'
import { addResetLink, lockPerson, personByName, resetLinksOfHour, voidResetLinks } from './queries.ts'
import { logSignInEvent } from './sign-in-events.ts'

const MAX_PER_HOUR = 3

/**
 * Always the same response after the same work: whether the account exists is looked up later, in the job (G27).
 * Beyond the bounds of the address, whatever the account, nothing is queued and the response is the same.
 */
export async function forgotPassword(
  { app, limits }: { app: AppContext; limits: RequestLimits },
  { input, db, request }: Call<typeof sessions.forgotPassword>,
): Promise<{ message: string }> {
  if (await limits.resetLinks(request.ip)) await enqueue(db, resetRequested, { username: input.username.trim() })
  else request.log.warn('a request for a reset link was dropped: too many in 15 minutes')
  return { message: `${resetSent} ${helpLine(app.settings.supportAddress)}` }
}

/** The job: emails a new link and voids earlier ones. Skips Google, blocked and unknown users; three an hour. */
export async function sendResetLink(app: AppContext, username: string): Promise<void> {
  await inTransaction(app.pool, ({ db }) => createResetLink(db, app, username))
}

async function createResetLink(db: Db, app: AppContext, username: string): Promise<void> {
  const person = await personByName(db, username)
  if (!person || person.isBlocked || person.isGoogle) return
  await lockPerson(db, person.id)
  if ((await resetLinksOfHour(db, person.id)) >= MAX_PER_HOUR) return
  const { token, hash } = newToken()
  await voidResetLinks(db, person.id)
  await addResetLink(db, person.id, hash)
  await logSignInEvent(db, { kind: 'reset-sent', userId: person.id })
  await enqueueEmail(db, resetEmail(app.settings, person, token))
}
