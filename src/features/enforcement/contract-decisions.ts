import { isBlank } from '#kit/contract/bounds.ts'
import { z } from 'zod'
import { conditionNames } from '#columns/conditions.ts'
import type { Filters } from '#columns/filter.ts'
import { filterSchema } from '#columns/filter-schema.ts'
import {
  bulkDecision,
  confirmedChanges,
  decisionPreview,
  overrideReason,
  statusCode,
} from '#features/findings/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { clamped, direction, largestPage } from '#kit/contract/page.ts'
import { isNotValid, messageResponse, optionalId } from '#kit/contract/texts.ts'
import { countedColumns, type FindingPlatformDefinition, searchedColumns } from '#platforms/platform.ts'
import { readDay } from '#vocabulary/dates.ts'
import { staff } from '#vocabulary/roles.ts'
import { platform } from './contract-schemas.ts'
import { messages } from './messages.ts'
import { assignedChoices, lastActionName } from './rules.ts'

const choice = z.union([z.string().max(2048), z.number(), z.array(z.string().max(2048)).max(500)]).nullish()
export const optionalText = z.string().trim().max(255).nullish()

export const scopeParts = {
  company: optionalId,
  brand: optionalId,
  platform,
  reportingDate: z
    .string()
    .max(40)
    .nullish()
    .transform((raw, context) => {
      if (!raw?.trim()) return undefined
      const day = readDay(raw)
      if (day === undefined) context.addIssue({ code: 'custom', message: isNotValid('Reporting date') })
      return day
    }),
  status: choice,
}

/** What selects the findings of a list. */
export const listParts = {
  ...scopeParts,
  registrar: optionalText,
  ipAddress: optionalText,
  hosting: optionalText,
  actionTaken: choice,
  site: choice,
  assigned: z.enum(assignedChoices, isNotValid('Assigned to')).nullish(),
  filters: z.record(z.string().max(60), choice).nullish(),
  /** Only the findings of this `batch`, as saving answered it to the same person, or of this notification. */
  saved: optionalId,
}

/** A page of a list. */
export const listToEnforce = z
  .object({
    limit: clamped(1, largestPage),
    page: clamped(1, 1_000_000),
    sortBy: z.string().max(60).nullish(),
    sortOrder: direction,
    ...listParts,
  })
  .transform((input, context) => ({ ...input, filters: readFilters(input, context) }))

/** A list, and the filter of it whose choices are counted. */
export const choicesOfList = z.object({ ...listParts, name: z.string().max(60) }).transform((input, context) => {
  if (input.platform && ![...countedColumns(input.platform), lastActionName].includes(input.name))
    context.addIssue({ code: 'custom', path: ['name'], message: isNotValid('Name') })
  return { ...input, filters: readFilters(input, context) }
})

type FilterInput = {
  platform: FindingPlatformDefinition
  site?: unknown
  status?: unknown
  filters?: object | null | undefined
}

/** Status, site and the column searches as filters on the platform's columns. */
export function readFilters(input: FilterInput, context: z.RefinementCtx): Filters {
  const { platform: definition } = input
  if (!definition) return {}
  const columns = searchedColumns(definition)
  const names = [...columns, ...conditionNames(definition.columns, columns)]
  const given = { ...input.filters } as Record<string, unknown>
  for (const name of Object.keys(given))
    if (!names.includes(name))
      context.addIssue({ code: 'custom', path: ['filters'], message: messages.filtersNotValid })
  if (!isBlank(input.status)) given['status'] = input.status
  if (definition.seller && !isBlank(input.site)) given[definition.seller.site] = input.site
  const read = filterSchema(definition.columns, names).safeParse(
    Object.fromEntries(Object.entries(given).flatMap(([name, raw]) => (isBlank(raw) ? [] : [[name, asTexts(raw)]]))),
  )
  if (!read.success)
    for (const { message } of read.error.issues) context.addIssue({ code: 'custom', path: ['filters'], message })
  return read.data ?? {}
}
const asTexts = (raw: unknown): string | string[] => (Array.isArray(raw) ? raw.map(String) : String(raw))

/** What a list matches, on all of its pages. */
const wholeList = z
  .object(listParts)
  .transform((input, context) => ({ ...input, filters: readFilters(input, context) }))

/** A decision on everything that a list matches. */
const listDecision = { status: statusCode, list: wholeList, overrideReason }

/** Decisions on whole lists of findings to enforce. */
export const listDecisions = {
  previewDecision: endpoint({
    method: 'POST',
    path: '/enforcement/decisions/preview',
    access: staff,
    summary:
      'How many findings of a whole list to enforce a decision would change, and which it would leave out and why',
    takes: z.object(listDecision),
    answers: decisionPreview,
  }),
  startDecision: endpoint({
    method: 'POST',
    path: '/enforcement/decisions',
    access: staff,
    summary:
      'Decide on a whole list to enforce, if as many change as the person confirmed; 409 with a new preview otherwise',
    takes: z.object({ ...listDecision, changes: confirmedChanges }),
    answers: messageResponse.extend({ decision: bulkDecision }),
  }),
}
