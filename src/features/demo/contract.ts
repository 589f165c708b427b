import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageSchema, pageParams } from '#kit/contract/page.ts'
import { id } from '#kit/contract/texts.ts'

/** An email that was sent, or waits to be sent. */
export const mailboxEmail = z.object({
  id,
  _id: id,
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  error: z.string().nullable(),
})
export type MailboxEmail = z.output<typeof mailboxEmail>

export const mailbox = {
  /** Emails contain codes and links, so this exists in the demo world only; elsewhere it answers 404. */
  list: endpoint({
    method: 'GET',
    path: '/mailbox',
    access: ['Admin'],
    summary: 'Emails of the demo world, newest first (demo world only)',
    takes: z.object({ ...pageParams, search: z.string().trim().max(200).optional() }),
    answers: pageSchema(mailboxEmail),
  }),
}
