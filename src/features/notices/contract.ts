import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { largestPage } from '#kit/contract/page.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { lacks } from './rules.ts'

/** Why an Admin sends an incomplete notice; blank means that no reason was given. */
export const overrideReason = z
  .string()
  .nullish()
  .transform((raw, context) => {
    const reason = (raw ?? '').replace(/\s+/g, ' ').trim()
    if (reason === '') return undefined
    if (reason.length < 10 || reason.length > 500)
      context.addIssue({ code: 'custom', message: messages.reasonNotValid })
    return reason
  })

/** One missing item, and how many of the records it applies to. */
const missing = z.object({ lack: z.enum(lacks), message: z.string(), records: z.number() })
export type Missing = z.output<typeof missing>

const ids = z
  .array(z.uuid(isNotValid('Record ids')))
  .min(1, isNotValid('Record ids'))
  .max(largestPage, isNotValid('Record ids'))

export const notices = {
  check: endpoint({
    method: 'POST',
    path: '/enforcement/notice-check',
    access: staff,
    summary: 'What notices about these findings still lack before they may be sent: {platform, recordIds}',
    takes: z.object({
      platform: z.string().transform((raw, context) => {
        const found = platformOf(raw)
        if (!found?.abilities.includes('mail')) context.addIssue({ code: 'custom', message: messages.platformNotValid })
        return found!
      }),
      recordIds: ids,
    }),
    answers: z.object({ data: z.array(missing), total: z.number(), mayOverride: z.boolean() }),
    bodyLimit: 4 * 1024 * 1024,
    ownTransactions: true,
  }),
}
