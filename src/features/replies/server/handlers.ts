import { takeAnswers } from '#features/replies/contract.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { type AnswerBox, BoxProblem, maxMailsPerReading } from './answer-box.ts'
import { recordBoxProblem, recordBoxRead } from './queries.ts'

/** How long a rejected password is not tried again, in milliseconds; a restart tries at once. */
const pauseMs = 15 * 60_000

/** How long one run goes on reading, in milliseconds: the job starts again every minute. */
const maxRunMs = 45_000

/** The job handler; idle without a mailbox. An error is logged once, and shown to staff until it is resolved. */
export function replyHandlers(app: AppContext, box: AnswerBox | undefined): JobHandler[] {
  let notBefore = 0
  return [
    jobHandler(takeAnswers, async () => {
      if (!box || Date.now() < notBefore) return
      try {
        await takeWaiting(app, box)
        await recordBoxRead(app.db)
      } catch (problem) {
        if (!(problem instanceof BoxProblem)) throw problem
        if (problem.isRefused) notBefore = Date.now() + pauseMs
        if (await recordBoxProblem(app.db, problem.message)) throw problem
      }
    }),
  ]
}

/** Reads until fewer mails wait than one reading takes, so that a burst of answers does not wait for the next minutes. */
async function takeWaiting(app: AppContext, box: AnswerBox): Promise<void> {
  // Reading mail needs much code, which a process without a mailbox never loads.
  const { takeAnswersFrom } = await import('./take-answers.ts')
  const end = performance.now() + maxRunMs
  let taken: number
  do taken = await takeAnswersFrom(app, box)
  while (taken === maxMailsPerReading && performance.now() < end)
}
