import { z } from 'zod'
import { column } from '#columns/column.ts'
import { filterSchema, type Filters } from '#columns/filter.ts'
import { kindOf } from '#columns/kinds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { clamped, direction, largestPage, pageSchema, pageParams } from '#kit/contract/page.ts'
import { day, messageResponse, id, instant, optionalId } from '#kit/contract/texts.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition, Platform } from '#platforms/platform.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { everyone } from '#vocabulary/roles.ts'

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
}

type ListParts = z.output<z.ZodObject<typeof listParts>>
export type ListInput = ListParts & { filters: Filters }

/** Schema of a list's query: paging, sort, dates, scope, and the platform's own filters as `filters`. */
export function listInput(
  platform: Pick<Platform, 'columns' | 'filteredBy' | 'filterAliases'>,
  more: z.ZodRawShape = {},
) {
  const filters = filterSchema(platform.columns, platform.filteredBy, platform.filterAliases)
  const parts = z.object({ ...listParts, ...more })
  const schemasFor = (names: readonly string[], schema: z.ZodType) =>
    Object.fromEntries(names.map((name) => [name, schema]))
  // Names every field that is parsed below, so that the API description lists it; the schemas below validate it.
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
    if (values.startDate && values.endDate && values.startDate > values.endDate)
      context.addIssue({ code: 'custom', path: ['endDate'], message: 'End date must not be before start date' })
    return { ...values, filters: own.data ?? {} }
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
const recordIds = z
  .array(z.object({ id: z.string().max(64), company: z.unknown().optional(), brand: z.unknown().optional() }))
  .min(1, 'Record ids is required')
  .max(20_000, 'Record ids is not valid')

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
const decisionRow = z.object({
  row: z.number(),
  recordId: z.unknown().optional(),
  recordVersion: z.unknown().optional(),
  decision: z.unknown().optional(),
})

/** Changes made or previewed, at most 1,000 rows, rejected ones first; `moment` identifies the change for undo. */
const decisionReport = messageResponse.extend({
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

function callsOf(platform: FindingPlatformDefinition) {
  const commentPath = platform.value === 'e-commerce' ? ('update-client-comment' as const) : ('update-comment' as const)
  return {
    list: endpoint({
      method: 'GET',
      path: `/${platform.path}`,
      access: everyone,
      summary: `${platform.title} findings, a page at a time`,
      takes: listInput(platform),
      answers: pageSchema(findingOf(platform)).extend({ domainUniqueSites: z.array(z.string()).optional() }),
    }),
    download: endpoint({
      method: 'GET',
      path: `/${platform.path}/download-xls`,
      access: everyone,
      summary: `${platform.title} findings as CSV or Excel`,
      takes: listInput(platform, {
        type: z.enum(['csv', 'excel']).default('excel'),
        sellerName: z.string().max(255).optional(),
      }),
      answers: z.unknown(),
      streams: true,
    }),
    facets: endpoint({
      method: 'GET',
      path: `/${platform.path}/facets`,
      access: everyone,
      summary: `Values to pick from in the filters of ${platform.title}: sites, stores, top-level domains`,
      takes: z.object({ brand: optionalId, clientCompanyId: optionalId }),
      answers: z.record(z.string(), z.array(z.string())),
    }),
    comment: endpoint({
      method: 'POST',
      path: `/${platform.path}/{id}/${commentPath}`,
      access: ['Client'],
      summary: `Comment on a ${platform.title} finding`,
      takes: z.object({
        id,
        clientComment: z
          .string()
          .trim()
          .min(1, 'Comment is required')
          .max(2000, 'Comment must be between 1 and 2000 characters'),
        module: z.string().max(60).optional(),
      }),
      answers: messageResponse,
    }),
    approve: endpoint({
      method: 'POST',
      path: `/${platform.path}/update-bulk-infrigement-status`,
      access: ['Client', 'Admin'],
      summary: `Approve ${platform.title} findings in bulk (33 to 22)`,
      takes: z.object({
        recordIds,
        module: z.string().max(60).optional(),
        statusfrom: z
          .union([z.string(), z.number()])
          .transform(String)
          .pipe(z.literal('33', 'Status from is not valid')),
        status: z.union([z.string(), z.number()]).transform(String).pipe(z.literal('22', 'Status is not valid')),
        platform: z.string().max(60).optional(),
      }),
      answers: messageResponse.extend({ updated: z.number(), skipped: z.number() }),
      bodyLimit: 16 * 1024 * 1024,
    }),
    undoApprove: endpoint({
      method: 'POST',
      path: `/${platform.path}/undo-bulk-approve`,
      access: ['Client', 'Admin'],
      summary: `Undo a bulk approval of ${platform.title} findings within ten seconds, unless changed since`,
      takes: z.object({ recordIds }),
      answers: messageResponse.extend({ updated: z.number(), skipped: z.number() }),
      bodyLimit: 16 * 1024 * 1024,
    }),
    approveMatching: endpoint({
      method: 'POST',
      path: `/${platform.path}/approve-matching`,
      access: ['Client', 'Admin'],
      summary: `Approve every ${platform.title} finding of a list in 33, if their number equals count`,
      takes: listInput(platform, {
        count: z.number().int().min(1, 'Count is not valid').max(approvalCap, 'Count is not valid'),
      }),
      answers: messageResponse.extend({ updated: z.number(), moment: z.string() }),
    }),
    undoMatching: endpoint({
      method: 'POST',
      path: `/${platform.path}/undo-matching`,
      access: ['Client', 'Admin'],
      summary: `Undo the approval of a list, or a decision sheet, of ${platform.title} findings, unless changed since`,
      takes: z.object({ moment: instant('Moment is not valid') }),
      answers: messageResponse.extend({ updated: z.number() }),
    }),
    decisionSheet: endpoint({
      method: 'GET',
      path: `/${platform.path}/decision-sheet`,
      access: ['Client'],
      summary: `${platform.title} findings of a list as Excel, with a Decision column to fill in`,
      takes: listInput(platform),
      answers: z.unknown(),
      streams: true,
    }),
    decide: endpoint({
      method: 'POST',
      path: `/${platform.path}/decide`,
      access: ['Client'],
      summary: `Preview the changes of a filled-in ${platform.title} decision sheet; with apply, make them`,
      takes: z.object({
        rows: z.array(decisionRow).min(1, 'Rows is required').max(downloadCap, 'Rows is not valid'),
        apply: z.boolean().default(false),
        /** Number of changes the person confirmed; 409 when the sheet would change another number. */
        changes: z.number().int().optional(),
      }),
      answers: decisionReport,
      bodyLimit: 16 * 1024 * 1024,
    }),
  }
}

/** The calls of one platform. */
export type FindingCalls = ReturnType<typeof callsOf>

/** The calls of each of the five platforms, by stored value. */
export const findings = Object.fromEntries(platforms.map((platform) => [platform.value, callsOf(platform)])) as Record<
  FindingPlatform,
  FindingCalls
>

/** The status control of a row, the same call for all platforms. */
export const findingStatus = {
  change: endpoint({
    method: 'POST',
    path: '/save-bulk-data/update-infrigement-status/{id}',
    access: ['Client', 'Admin'],
    summary: 'Change the status of one finding by the row control',
    takes: z.object({
      id,
      platform: z.string().max(60).optional(),
      status: z.union([z.string(), z.number()]).transform(String),
      statusfrom: z.union([z.string(), z.number()]).transform(String),
      company: z.unknown().optional(),
      brand: z.unknown().optional(),
      url: z.unknown().optional(),
      module: z.string().max(60).optional(),
    }),
    answers: messageResponse.extend({ data: z.looseObject({ id, status: z.string() }) }),
  }),
}

/** Findings were stored in 33: the brand's clients are notified (G53). Enqueued in the transaction that stored them. */
export const findingsAdded = job({
  name: 'findings-added',
  payload: z.object({
    companyId: z.uuid(),
    brandId: z.uuid(),
    platform: z.string(),
    /** A PostgreSQL array literal, {id,id}: one string, so that parsing 25,000 ids does not block the thread. */
    findingIds: z.string().regex(/^\{[0-9a-f,-]+\}$/),
    count: z.number(),
  }),
  tries: 5,
})

/** Staff set findings of a brand to Client Review (G53 b), or a trap purchase ended (G53 c): one notice per action. */
export const findingNeedsClient = job({
  name: 'finding-needs-client',
  payload: z.object({
    companyId: z.uuid(),
    brandId: z.uuid(),
    platform: z.string(),
    findingIds: z.array(z.uuid()).min(1),
    status: z.string(),
  }),
  tries: 5,
})
