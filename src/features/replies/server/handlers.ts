import { takeAnswers } from '#features/replies/contract.ts'
import type { House } from '#kit/server/serve.ts'
import { handles, type JobHandler } from '#kit/server/worker.ts'
import { takeAnswersFrom } from './take-answers.ts'

/** Without a maildir nothing comes back. */
export function replyHandlers(house: House, maildir: string | undefined): JobHandler[] {
  return [
    handles(takeAnswers, async () => {
      if (maildir !== undefined) await takeAnswersFrom(house, maildir)
    }),
  ]
}
