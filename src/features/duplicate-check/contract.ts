import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { staff } from '#vocabulary/roles.ts'
import { rejectionReasons } from './rules.ts'

/** The body, for the API documentation only: server/read-lines.ts validates it in a worker thread. */
const linesBody = z.looseObject({
  company: z.string().optional(),
  /** Blank: all brands of the company (G92). */
  brand: z.string().optional(),
  platform: z.string().optional(),
  urls: z.array(z.string()).optional(),
})

/** One duplicate line. `compared` is the form in which addresses are compared (G63). */
export const duplicate = z.object({
  /** 1-based, blank lines not counted. */
  line: z.number(),
  url: z.string(),
  compared: z.string(),
  /** The line that already has this address; absent when only a stored finding has it. */
  firstLine: z.number().optional(),
  /** The newest stored finding with this address. */
  finding: z
    .object({
      id: z.string(),
      brand: z.string(),
      brandId: z.string(),
      reportingDate: z.string(),
      status: z.string(),
      /** Its address as it is stored; the line may spell it in another way. */
      url: z.string(),
    })
    .optional(),
})
export type Duplicate = z.output<typeof duplicate>

export const duplicateCheck = {
  check: endpoint({
    method: 'POST',
    path: '/services/duplicate-check',
    access: staff,
    summary: 'Which of 1 to 20,000 addresses an upload would reject as duplicates, in their order (S-121, G92)',
    takes: linesBody,
    answers: z.object({
      uniqueUrls: z.array(z.string()),
      duplicateUrls: z.array(z.string()),
      duplicates: z.array(duplicate),
      /** Addresses among `uniqueUrls` that an upload would reject for another reason. */
      rejected: z.array(z.object({ line: z.number(), url: z.string(), reason: z.enum(rejectionReasons) })),
    }),
    body: 'rows',
    bodyLimit: 44 * 1024 * 1024,
  }),
}
