import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { done, id } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { answerKinds } from './messages.ts'

/** Takes what lies in the box of answers. */
export const takeAnswers = job({ name: 'take-answers', payload: z.object({}), tries: 1, cron: '* * * * *' })

/** A mail that came back for a notice. */
export const answer = z.object({
  id,
  kind: z.enum(answerKinds),
  sender: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  at: z.string(),
})
export type Answer = z.output<typeof answer>

const doubtful = answer.extend({
  /** Why it is not believed. */
  doubt: z.string(),
  /** What the notice it names is about; null where it names none. */
  notice: z.object({ about: z.string(), to: z.string().nullable(), brand: z.string() }).nullable(),
})
export type DoubtfulAnswer = z.output<typeof doubtful>

export const replies = {
  toReview: endpoint({
    method: 'GET',
    path: '/enforcement/answers-to-review',
    access: staff,
    summary: 'Mails that claim to answer a notice and could not be proven to, oldest first, 50 at most',
    takes: z.object({}),
    answers: z.object({ data: z.array(doubtful), total: z.number() }),
  }),
  box: endpoint({
    method: 'GET',
    path: '/enforcement/answer-box',
    access: staff,
    summary: 'What is wrong with the box to which answers come, and since when; null while nothing is',
    takes: z.object({}),
    answers: z.object({ failing: z.object({ problem: z.string(), since: z.string() }).nullable() }),
  }),
  review: endpoint({
    method: 'POST',
    path: '/enforcement/answers/{id}/review',
    access: staff,
    summary: 'Decide whether such a mail belongs to the notice it names: {belongs}',
    takes: z.object({ id, belongs: z.boolean('Belongs is required') }),
    answers: done,
  }),
}
