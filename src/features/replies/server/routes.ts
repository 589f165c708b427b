import type { FastifyInstance } from 'fastify'
import { replies } from '#features/replies/contract.ts'
import { messages } from '#features/replies/messages.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { concernedRecords, concernRecords } from './concerned-records.ts'
import { correctKind } from './correct-kind.ts'
import { boxProblem, decide, doubtfulAnswers, lockDoubtful, senderInDoubt } from './queries.ts'
import { applyAnswer } from './take-answers.ts'
import { findSentNotices, isSentNotice } from './sent-notices.ts'

/** The calls that review incoming mail and show the state of the reply mailbox. */
export function replyRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, replies, {
    toReview: ({ db }) => doubtfulAnswers(db, 50),
    box: async ({ db }) => ({ failing: (await boxProblem(db)) ?? null }),
    correct: correctKind,
    records: concernedRecords,
    concern: concernRecords,
    notices: async ({ db, input: { id, search } }) => {
      const doubtful = await senderInDoubt(db, id)
      if (!doubtful) throw notFound()
      return findSentNotices(db, { ...doubtful, search })
    },
    review: async ({ db, session, input: { id, belongs, noticeId } }) => {
      const doubtful = await lockDoubtful(db, id)
      if (!doubtful) throw notFound()
      const isChosen = belongs && noticeId !== undefined
      if (belongs && !isChosen && doubtful.enforcementId === null) throw new Problem(409, messages.noNotice)
      if (isChosen && !(await isSentNotice(db, noticeId))) throw new Problem(404, messages.noSuchNotice)
      const enforcementId = isChosen ? noticeId : doubtful.enforcementId
      await decide(db, { id, userId: session.userId, belongs, noticeId: enforcementId })
      if (belongs) await applyAnswer(db, { ...doubtful, id, enforcementId: enforcementId! })
      return { message: belongs ? messages.confirmed : messages.dismissed }
    },
  })
}
