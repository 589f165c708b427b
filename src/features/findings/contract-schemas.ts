import { endBeforeStart, inOrder } from '#kit/contract/day-order.ts'
import { z } from 'zod'
import { column } from '#columns/column.ts'
import type { Filters } from '#columns/filter.ts'
import { filterSchema } from '#columns/filter-schema.ts'
import { kindOf } from '#columns/kinds.ts'
import { clamped, direction, largestPage, pageParams, pageSchema } from '#kit/contract/page.ts'
import { day, messageResponse, id, isNotValid, optionalId } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { conditionsOf, type Platform } from '#platforms/platform.ts'
import { onOneLine } from '#vocabulary/one-line.ts'
import { messages } from './messages.ts'

const listParts = {
  ...pageParams,
  dropdownCount: clamped(1, largestPage),
  sortBy: z.string().max(60).optional(),
  sortOrder: direction,
  sortDirection: direction,
  startDate: day('Start date'),
  endDate: day('End date'),
  brand: optionalId,
  clientCompanyId: optionalId,
  notification: optionalId,
  module: z.string().max(60).optional(),
  /** 'later': what has to be counted row by row is not waited for; totalDocs is a lower bound and totalIsExact false. */
  total: z.literal('later').optional(),
}

type ListParts = z.output<z.ZodObject<typeof listParts>>
export type ListInput = ListParts & { filters: Filters }

/** Schema of a list's query: paging, sort, dates, scope, and the platform's own filters as `filters`. */
export function listInput(
  platform: Pick<Platform, 'columns' | 'filteredBy' | 'filterAliases' | 'listed' | 'detailed'>,
  more: z.ZodRawShape = {},
) {
  const names = [...platform.filteredBy, ...conditionsOf(platform)]
  const filters = filterSchema(platform.columns, names, platform.filterAliases)
  const parts = z.object({ ...listParts, ...more })
  const schemasFor = (names: readonly string[], schema: z.ZodType) =>
    Object.fromEntries(names.map((name) => [name, schema]))
  // Names the fields that are parsed below, so that the API description lists them; the schemas below validate them.
  // Conditions (column.operator) are some sixty for each list: they are described once (open-api.ts).
  const raw = z.looseObject({
    ...schemasFor(Object.keys(parts.shape), z.unknown().optional()),
    ...schemasFor(platform.filteredBy, z.union([z.string(), z.array(z.string())]).optional()),
  })
  return raw.transform((query, context): ListInput => {
    const common = parts.safeParse(query)
    const own = filters.safeParse(query)
    for (const result of [common, own])
      if (!result.success)
        for (const issue of result.error.issues)
          context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    const values = (common.data ?? {}) as ListParts
    if (!inOrder(values)) context.addIssue({ code: 'custom', path: ['endDate'], message: endBeforeStart })
    return { ...values, filters: own.data ?? {} }
  })
}

/** A page of a list with documents of this schema; the sites of all its findings where they have sellers. */
export function findingsPage<const D extends z.ZodType>(doc: D) {
  return pageSchema(doc).extend({
    domainUniqueSites: z.array(z.string()).optional(),
    /** false: there are more than totalDocs says; the call for the total counts them. */
    totalIsExact: z.boolean().optional(),
  })
}

/** One finding in a list response: the common fields (C-151) and the platform's own. */
export function findingOf(platform: Platform) {
  const own = Object.entries(platform.columns).map(([name, definition]) => {
    const stored = kindOf(definition.kind).stored
    const value =
      stored === 'bigint' || stored === 'numeric' ? z.number() : stored === 'boolean' ? z.boolean() : z.string()
    return [definition.responseName ?? name, value.nullable()] as const
  })
  return z.looseObject({
    ...Object.fromEntries(own),
    id,
    _id: id,
    imageUrl: z.string().nullable(),
    reportingDate: z.string(),
    status: z.string(),
    priority: z.string(),
    reasonCode: z.string(),
    company: z.object({ id, _id: id, name: z.string() }),
    brand: z.object({ id, _id: id, brandName: z.string() }),
    url: z.string().nullable(),
  })
}

/** The rows of a bulk call: 1 to 20,000 (G46). For staff, a company sent with a row limits the search to it. */
export const recordIds = z
  .array(z.object({ id: z.string().max(64), company: z.unknown().optional(), brand: z.unknown().optional() }))
  .min(1, 'Select at least one finding')
  .max(20_000, 'Record ids is not valid')

/** Maximum number of rows that are read again in one call. */
export const maxRefreshed = 100

/** Ids in a query, separated by commas. */
export const idList = z
  .string()
  .max(4000)
  .transform((text) => text.split(','))
  .pipe(z.array(id).min(1).max(maxRefreshed))

/** Maximum number of records in one download (C-338). */
export const downloadCap = 25_000

/** Maximum number of findings approved as a whole list: the same as in one sheet. */
export const approvalCap = 25_000

/** Columns read from a decision sheet. `recordVersion`, because apps have a `version` column of their own. */
export const decisionColumns = {
  decision: column('Decision', 'text'),
  recordId: column('Record ID', 'text'),
  recordVersion: column('Record version', 'count'),
}

/** A row of a decision sheet with its unvalidated cells. */
export const decisionRow = z.object({
  row: z.number(),
  recordId: z.unknown().optional(),
  recordVersion: z.unknown().optional(),
  decision: z.unknown().optional(),
})

/** Changes made or previewed, at most 1,000 rows, rejected ones first; `moment` identifies the change for undo. */
export const decisionReport = messageResponse.extend({
  applied: z.boolean(),
  moment: z.string().optional(),
  changed: z.number(),
  same: z.number(),
  undecided: z.number(),
  refused: z.number(),
  rows: z.array(
    z.object({
      row: z.number(),
      outcome: z.enum(['refused', 'change']),
      from: z.string().nullable(),
      to: z.string().nullable(),
      reason: z.string(),
    }),
  ),
})
export type DecisionReport = z.output<typeof decisionReport>

/** Maximum number of findings in one decision, and of those named one by one. */
export const bulkDecisionCap = 100_000
const maxNamed = 20_000

/** A status that is asked for, by its code. */
export const statusCode = z.union([z.string(), z.number()]).transform(String)

/** The status that a finding has before a change, as its label says. */
export const statusBefore = z.union([z.string(), z.number()], 'Status from is not valid').transform(String)

/** Why an Admin goes on although something is missing; blank means that no reason was given. */
export const overrideReason = z
  .string()
  .nullish()
  .transform((raw, context) => {
    const reason = onOneLine(raw ?? '')
    if (reason === '') return undefined
    if (reason.length < 10 || reason.length > 500)
      context.addIssue({ code: 'custom', message: messages.reasonNotValid })
    return reason
  })

/** One finding to be decided on: where it is, and where it goes. */
export const oneDecision = {
  platform: z.string().max(60),
  statusfrom: statusBefore,
  status: statusCode,
  overrideReason,
}

/** What a decision is about: findings by their ids, or everything a list matches, with the list's parameters. */
export const decisionSubject = {
  platform: z.string().max(60),
  status: statusCode,
  ids: z.array(z.uuid()).min(1, 'Ids is required').max(maxNamed, 'Ids is not valid').optional(),
  list: z
    .record(z.string().max(60), z.union([z.string().max(20_000), z.array(z.string().max(2048)).max(500)]))
    .optional(),
  overrideReason,
}

/** How many findings change, as the person confirmed it. */
export const confirmedChanges = z
  .number()
  .int()
  .min(1, 'Changes is not valid')
  .max(bulkDecisionCap, 'Changes is not valid')

/** How many findings would change, and how many are left out, by their status and the reason. */
export const decisionPreview = z.object({
  total: z.number(),
  changes: z.number(),
  leftOut: z.array(z.object({ status: z.string(), count: z.number(), reason: z.string() })),
  /** Findings that the client has not approved although the company requires it: an Admin may go on with a reason. */
  unapproved: z.number(),
})
export type DecisionPreview = z.output<typeof decisionPreview>

/** A decision on many findings: how far it is, and whether it can be undone. */
export const bulkDecision = z.object({
  id,
  platform: z.string(),
  status: z.string(),
  /** Failed: it could not be applied or undone to the end; what it changed can be undone. */
  state: z.enum(['Running', 'Done', 'Stopped', 'Undoing', 'Undone', 'Failed']),
  total: z.number(),
  changed: z.number(),
  /** Findings that had changed in between and were left as they were. */
  leftOut: z.number(),
  undone: z.number(),
  createdAt: z.string(),
  mayUndo: z.boolean(),
})
export type BulkDecision = z.output<typeof bulkDecision>

/** The platform of findings that a list is narrowed to, by any spelling; undefined where it is left out or empty. */
export const optionalPlatform = z
  .string()
  .max(40)
  .optional()
  .transform((raw, context) => {
    if (!raw) return undefined
    const found = platformOf(raw)
    if (!found) context.addIssue({ code: 'custom', message: isNotValid('Platform') })
    return found
  })

/** How many findings each value of a filter would leave under the other chosen filters. */
export const choiceCounts = z.object({
  counts: z.record(z.string(), z.number()),
  /** Findings without a value. */
  empty: z.number(),
  /** The scope has too many findings to read them all: there may be more of each value. */
  atLeast: z.boolean(),
})
export type ChoiceCounts = z.output<typeof choiceCounts>

/** A change by the status control of a row. */
export const statusChange = z.object({
  id,
  platform: z.string().max(60).optional(),
  status: statusCode,
  statusfrom: statusBefore,
  company: z.unknown().optional(),
  brand: z.unknown().optional(),
  url: z.unknown().optional(),
  module: z.string().max(60).optional(),
})

/** `moment` identifies the change for undo. */
export const statusChanged = messageResponse.extend({
  data: z.looseObject({ id, status: z.string() }),
  moment: z.string(),
})
