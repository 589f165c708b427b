import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { messageResponse, id, isNotValid } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { answerKinds } from './rules.ts'

/** Reads the reply mailbox. */
export const takeAnswers = job({ name: 'read-inbound-mail', payload: z.object({}), tries: 1, cron: '* * * * *' })

/** A host that an answer names, with its abuse address. */
const namedHost = z.object({ name: z.string(), email: z.string() })
export type NamedHost = z.output<typeof namedHost>

/** An answer names the host of a finding; `userId` is who sent the notice. */
export const hostNamed = job({
  name: 'host-named',
  payload: z.object({
    companyId: z.uuid(),
    brandId: z.uuid(),
    platform: z.string(),
    findingId: z.uuid(),
    userId: z.uuid().nullable(),
    text: z.string(),
  }),
  tries: 5,
})

/** An address is no longer marked as bounced, because the type of a mail was corrected. */
export const addressUnmarked = job({ name: 'address-unmarked', payload: z.object({ email: z.string() }), tries: 5 })

/** An incoming mail about a notice: a bounce, an automatic reply, a reply or a complaint. */
export const answer = z.object({
  id,
  kind: z.enum(answerKinds),
  sender: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  /** The number that the desk gave the report, as later notices repeat it in their subjects. */
  ticket: z.string().nullable(),
  /** The host that it names, as CDNs do, which pass reports on: the next to write to. */
  host: namedHost.nullable(),
  at: z.string(),
  /** It answers an email about several findings. */
  isOfList: z.boolean().optional(),
})
export type Answer = z.output<typeof answer>

const doubtful = answer.extend({
  /** Why it is in doubt. */
  doubt: z.string(),
  /** The notice that it names; null where it names none. */
  notice: z.object({ about: z.string(), to: z.string().nullable(), brand: z.string() }).nullable(),
})
export type DoubtfulAnswer = z.output<typeof doubtful>

/** A notice that was sent: its subject, recipient, brand and moment. */
const sentNotice = z.object({ id, about: z.string(), to: z.string(), brand: z.string(), at: z.string() })
export type SentNotice = z.output<typeof sentNotice>

export const replies = {
  toReview: endpoint({
    method: 'GET',
    path: '/enforcement/answers-to-review',
    access: staff,
    summary: 'Incoming mail that claims to answer a notice without proof, oldest first, at most 50',
    takes: z.object({}),
    answers: z.object({ data: z.array(doubtful), total: z.number() }),
  }),
  box: endpoint({
    method: 'GET',
    path: '/enforcement/answer-box',
    access: staff,
    summary: 'Why the reply mailbox cannot be read, and since when; null while it can',
    takes: z.object({}),
    answers: z.object({ failing: z.object({ problem: z.string(), since: z.string() }).nullable() }),
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/enforcement/answers/{id}/kind',
    access: staff,
    summary: 'Correct the type of a reply: {kind}; escalation, contact and clock follow',
    takes: z.object({ id, kind: z.enum(answerKinds, 'Choose a type') }),
    answers: messageResponse,
  }),
  records: endpoint({
    method: 'GET',
    path: '/enforcement/answers/{id}/records',
    access: staff,
    summary: 'The findings of the email that a reply belongs to, and which of them it concerns',
    takes: z.object({ id }),
    answers: z.array(z.object({ id, address: z.string(), isConcerned: z.boolean() })),
  }),
  concern: endpoint({
    method: 'PUT',
    path: '/enforcement/answers/{id}/records',
    access: staff,
    summary: 'Decide which findings of its email a reply concerns: {recordIds}; clocks and escalations follow',
    takes: z.object({
      id,
      recordIds: z.array(id, isNotValid('Record ids')).min(1, messages.chooseOne).max(100, isNotValid('Record ids')),
    }),
    answers: messageResponse,
  }),
  notices: endpoint({
    method: 'GET',
    path: '/enforcement/answers/{id}/notices',
    access: staff,
    summary: 'Sent notices that such a mail may answer: first those to the domain of its sender, at most 20',
    takes: z.object({ id, search: z.string().max(200, isNotValid('Search')).default('') }),
    answers: z.object({ found: z.array(sentNotice), total: z.number() }),
  }),
  review: endpoint({
    method: 'POST',
    path: '/enforcement/answers/{id}/review',
    access: staff,
    summary: 'Decide whether such a mail belongs to the notice that it names, or to {noticeId}: {belongs}',
    takes: z.object({ id, belongs: z.boolean('Belongs is required'), noticeId: id.optional() }),
    answers: messageResponse,
  }),
}
