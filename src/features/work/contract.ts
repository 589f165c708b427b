import { z } from 'zod'
import { optionalPlatform } from '#features/findings/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { id, instant, messageResponse, optionalId } from '#kit/contract/texts.ts'
import { platforms } from '#platforms/all.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { workBounds } from './rules.ts'

const person = z.object({ id, name: z.string() })

const item = z.object({
  id,
  platform: z.string(),
  /** URL, link or domain of the finding. */
  title: z.string(),
  company: z.string(),
  companyId: id,
  brand: z.string(),
  status: z.string(),
  priority: z.string().nullable(),
  reportingDate: z.string(),
  assignedAt: z.string(),
  /** The day by which a notice is agreed to be sent; null where nothing is agreed, it was sent or it is down. */
  due: z.string().nullable(),
  isOverdue: z.boolean(),
})
export type WorkItem = z.output<typeof item>

const to = id.nullable()
const moved = messageResponse.extend({ moved: z.number(), skipped: z.number() })
const platformName = z.enum(platforms.map(({ value }) => value) as [string, ...string[]], 'Platform is not valid')

export const work = {
  list: endpoint({
    method: 'GET',
    path: '/work',
    access: staff,
    summary: 'Open findings assigned to a person, the most urgent first',
    takes: z.object({
      ...pageParams,
      person: optionalId,
      company: optionalId,
      brand: optionalId,
      platform: optionalPlatform.transform((found) => found?.value),
      overdue: z.string().max(5).optional(),
      /** Only what is due today. */
      due: z.literal('today').optional().catch(undefined),
      search: z.string().trim().max(200).optional(),
    }),
    answers: pageSchema(item),
  }),
  board: endpoint({
    method: 'GET',
    path: '/work/board',
    access: staff,
    summary: 'How much work each member of staff has, and how much nobody has',
    takes: z.object({}),
    answers: z.object({
      people: z.array(person.extend({ open: z.number(), high: z.number(), overdue: z.number() })),
      /** Approved findings that are assigned to nobody, and those that returned in the last seven days by themselves. */
      queue: z.number(),
      returned: z.array(z.object({ name: z.string(), count: z.number(), at: z.string() })),
    }),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/work/assign',
    access: staff,
    summary:
      'Assign findings to a member of staff, or return them to the queue; with from only those that have it still',
    takes: z.object({
      ids: z.array(id).min(1, 'Findings is required').max(workBounds.assigned, messages.tooMany),
      to,
      /** Whose they are as far as the caller knows (null: nobody's); others are skipped. */
      from: to.optional(),
    }),
    answers: moved,
  }),
  take: endpoint({
    method: 'POST',
    path: '/work/take',
    access: staff,
    summary: 'Take the oldest approved findings that nobody has from the queue',
    takes: z.object({
      platform: platformName,
      clientCompanyId: optionalId,
      count: z.number().int().min(1, 'Count is not valid').max(workBounds.taken, 'Count is not valid'),
    }),
    answers: messageResponse.extend({ ids: z.array(id) }),
  }),
  move: endpoint({
    method: 'POST',
    path: '/work/move',
    access: staff,
    summary: 'Move the open work of a person to another one, or return it to the queue',
    takes: z.object({
      person: id,
      to,
      /** How many findings the caller confirmed; 409 when there is another number of them. */
      count: z.number().int().min(1, 'Count is not valid').optional(),
    }),
    answers: moved.extend({ moment: z.string() }),
  }),
  undoMove: endpoint({
    method: 'POST',
    path: '/work/undo-move',
    access: staff,
    summary:
      'Give a person back what the caller moved at that moment, at most a day ago, unless it changed hands since',
    takes: z.object({ person: id, to, moment: instant('Moment is not valid') }),
    answers: moved,
  }),
}
