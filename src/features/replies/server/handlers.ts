import { takeAnswers } from '#features/replies/contract.ts'
import type { House } from '#kit/server/serve.ts'
import { handles, type JobHandler } from '#kit/server/worker.ts'
import { type AnswerBox, BoxProblem } from './answer-box.ts'
import { keepBoxProblem, keepBoxRead } from './queries.ts'
import { takeAnswersFrom } from './take-answers.ts'

/** How long a refused password is not tried again; a start with another one tries at once. */
const pauseMs = 15 * 60_000

/** Without a box nothing comes back. What is wrong with it goes to the log once, and to people until it is right. */
export function replyHandlers(house: House, box: AnswerBox | undefined): JobHandler[] {
  let notBefore = 0
  return [
    handles(takeAnswers, async () => {
      if (!box || Date.now() < notBefore) return
      try {
        await takeAnswersFrom(house, box)
        await keepBoxRead(house.db)
      } catch (problem) {
        if (!(problem instanceof BoxProblem)) throw problem
        if (problem.isRefused) notBefore = Date.now() + pauseMs
        if (await keepBoxProblem(house.db, problem.message)) throw problem
      }
    }),
  ]
}
