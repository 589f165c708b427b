import { forgetTries, guessingFound, resetRequested } from '#features/sessions/contract-jobs.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { forgetOldTries } from './attempt-queries.ts'
import { guessingEmail } from './emails.ts'
import { sendResetLink } from './forgot-password.ts'
import { personByName } from './queries.ts'
import { dropOver, forgetOldUses } from './session-queries.ts'
import { dropOldEvents } from './sign-in-events.ts'

/** The job handlers of sessions. */
export function sessionHandlers(app: AppContext): JobHandler[] {
  return [
    jobHandler(resetRequested, ({ username }) => sendResetLink(app, username)),
    jobHandler(guessingFound, ({ username }) => sendGuessingNotice(app, username)),
    jobHandler(forgetTries, async () => {
      await forgetOldTries(app.db)
      await forgetOldUses(app.db)
      await dropOver(app.db)
      await dropOldEvents(app.db)
    }),
  ]
}

async function sendGuessingNotice({ db, settings }: AppContext, username: string): Promise<void> {
  const person = await personByName(db, username)
  if (person && !person.isBlocked && !person.isGoogle) await enqueueEmail(db, guessingEmail(settings, person))
}
