import { z } from 'zod'
import { filterSchema, type Filters } from '#columns/filter.ts'
import { overrideReason } from '#features/notices/contract.ts'
import { answer } from '#features/replies/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { clamped, direction, largestPage } from '#kit/contract/page.ts'
import { messageResponse, id, isNotValid, optionalId } from '#kit/contract/texts.ts'
import { mailPlatforms, platformOf, platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { readDay } from '#vocabulary/dates.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'

/** One enforcement record of a finding (S-107), with the delivery of its email where one was sent. */
export const enforcementRecord = z.object({
  id,
  _id: id,
  registrar: z.string().nullable(),
  ipAddress: z.string().nullable(),
  hosting: z.string().nullable(),
  actionTaken: z.string(),
  /** YYYY-MM-DD. */
  date: z.string(),
  infrigementStatus: z.string(),
  abuseEmailId: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().nullable(),
  /** 'waiting' is queued; 'unknown' may have been delivered or not, and is never sent again automatically. */
  mail: z
    .object({
      state: z.enum(['waiting', 'sent', 'failed', 'unknown']),
      reason: z.string().nullable(),
      at: z.string().nullable(),
    })
    .nullable(),
  /** Sent although incomplete: the reason, and what was missing. */
  override: z.object({ reason: z.string(), missing: z.array(z.string()) }).nullable(),
  /** Bounces and replies to its notice, oldest first. */
  answers: z.array(answer),
})
export type EnforcementRecord = z.output<typeof enforcementRecord>

/** The fields of an enforcement as they are sent; server/read-fields.ts validates them and reports all errors. */
const rawField = z.union([z.string(), z.number()]).nullish()
const factParts = {
  registrar: rawField,
  ipAddress: rawField,
  hosting: rawField,
  actionTaken: rawField,
  date: rawField,
  infrigementStatus: rawField,
}

/** The selected records of a bulk call, as ids or as objects with an id. */
const recordIds = z
  .array(z.union([z.string().max(64), z.object({ id: z.string().max(64) }).transform((one) => one.id)]))
  .min(2, messages.twoOrMore)
  .max(largestPage, isNotValid('Record ids'))

const bulkLimit = 4 * 1024 * 1024
const records = z.array(enforcementRecord)

function callsOf(platform: FindingPlatformDefinition) {
  const own = `a ${platform.title} finding`
  return {
    saveMany: endpoint({
      method: 'POST',
      path: `/${platform.path}/bulk/enforcement`,
      access: staff,
      summary: `Record one enforcement on several ${platform.title} findings`,
      takes: z.object({ ...factParts, recordIds }),
      answers: messageResponse.extend({ updated: z.number() }),
      bodyLimit: bulkLimit,
    }),
    save: endpoint({
      method: 'POST',
      path: `/${platform.path}/{id}/enforcement`,
      access: staff,
      summary: `Record an enforcement on ${own} and set its status`,
      takes: z.object({ ...factParts, id }),
      answers: messageResponse.extend({ data: records }),
    }),
    list: endpoint({
      method: 'GET',
      path: `/${platform.path}/{id}/enforcement`,
      access: staff,
      summary: `Enforcement records of ${own}, newest first`,
      takes: z.object({ id }),
      answers: z.object({ data: records }),
    }),
  }
}

/** The calls that send notices, on platforms whose abuse desks accept email. */
function mailCallsOf(platform: FindingPlatformDefinition) {
  const noticeParts = {
    ...factParts,
    abusiveEmailId: rawField,
    brand: z.unknown().optional(),
    company: z.unknown().optional(),
    overrideReason,
  }
  return {
    sendMany: endpoint({
      method: 'POST',
      path: `/${platform.path}/bulk/sendEnforcementMail`,
      access: staff,
      summary: `Send an enforcement email for each of several ${platform.title} findings`,
      takes: z.object({ ...noticeParts, recordIds }),
      answers: messageResponse.extend({ batch: id, queued: z.number(), skipped: z.number() }),
      bodyLimit: bulkLimit,
    }),
    send: endpoint({
      method: 'POST',
      path: `/${platform.path}/{id}/sendEnforcementMail`,
      access: staff,
      summary: `Send an enforcement email for a ${platform.title} finding and set it In Progress`,
      takes: z.object({ ...noticeParts, id }),
      answers: messageResponse.extend({ data: records }),
    }),
  }
}

/** The notice calls of the platforms that send notices, by stored value. */
export const noticeCalls = Object.fromEntries(mailPlatforms.map((one) => [one.value, mailCallsOf(one)])) as Partial<
  Record<FindingPlatform, ReturnType<typeof mailCallsOf>>
>

/** The enforcement calls of each platform, by stored value. */
export const enforcementCalls = Object.fromEntries(
  platforms.map((platform) => [platform.value, callsOf(platform)]),
) as Record<FindingPlatform, ReturnType<typeof callsOf>>

const platform = z.string().transform((raw, context) => {
  const found = platformOf(raw)
  if (!found) context.addIssue({ code: 'custom', message: messages.platformNotValid })
  return found!
})

const choice = z.union([z.string().max(2048), z.number(), z.array(z.string().max(2048)).max(500)]).nullish()
const optionalText = z.string().trim().max(255).nullish()

/** The searchable columns of the list (S-038): all that a row or its details show, except pictures and videos. */
export function searchedColumns(definition: FindingPlatformDefinition): string[] {
  return [...new Set([...definition.listed, ...definition.detailed])].filter(
    (name) => !['image', 'brand', 'videoUrl'].includes(name),
  )
}

const scopeParts = {
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

export const enforcement = {
  fetch: endpoint({
    method: 'POST',
    path: '/save-bulk-data/fetch-data-for-enforcement',
    access: staff,
    summary: 'Findings to enforce, a page at a time, by their own columns and by their last enforcement',
    takes: z
      .object({
        limit: clamped(1, largestPage),
        page: clamped(1, 1_000_000),
        ...scopeParts,
        sortBy: z.string().max(60).nullish(),
        sortOrder: direction,
        registrar: optionalText,
        ipAddress: optionalText,
        hosting: optionalText,
        actionTaken: choice,
        site: choice,
        filters: z.record(z.string().max(60), choice).nullish(),
      })
      .transform((input, context) => ({ ...input, filters: readFilters(input, context) })),
    answers: z.object({
      data: z.array(z.looseObject({ id, _id: id, status: z.string(), enforcementData: records })),
      count: z.number(),
      totalPages: z.number(),
      currentPage: z.number(),
    }),
    ownTransactions: true,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/enforcement/bulk-enforcement',
    access: staff,
    summary: 'Record enforcement for 1 to 25,000 rows of a brand and platform: {company, brand, platform, data}',
    takes: z.looseObject({}),
    answers: messageResponse.extend({
      updated: z.number(),
      skipped: z.number(),
      skippedRows: z.array(z.object({ row: z.number(), key: z.string(), reason: z.string() })),
    }),
    body: 'rows',
    bodyLimit: 32 * 1024 * 1024,
    ownTransactions: true,
  }),
  sites: endpoint({
    method: 'POST',
    path: '/save-bulk-data/fetch-eCommerce-site-data',
    access: staff,
    summary: 'Sites of e-commerce findings, for the Site filter',
    takes: z.object({ ...scopeParts, platform: z.unknown().optional() }),
    answers: z.object({ sites: z.array(z.string()) }),
    ownTransactions: true,
  }),
  actions: endpoint({
    method: 'GET',
    path: '/enforcement/actions-taken',
    access: staff,
    summary: 'Actions to choose from: the standard ones and those in use (G73)',
    takes: z.object({ company: optionalId, platform }),
    answers: z.object({ data: z.array(z.string()) }),
  }),
  last: endpoint({
    method: 'GET',
    path: '/enforcement/get-last-enforcement-record',
    access: staff,
    summary: 'Registrar, address, host and action of the last enforcement of a finding',
    takes: z.object({ platform, infrigementId: z.string().max(64) }),
    answers: z.object({ registrar: z.string(), ipAddress: z.string(), hosting: z.string(), actionTaken: z.string() }),
  }),
  progress: endpoint({
    method: 'GET',
    path: '/enforcement/mail-progress/{id}',
    access: staff,
    summary: 'Delivery progress of the emails of a bulk send',
    takes: z.object({ id }),
    answers: z.object({
      total: z.number(),
      waiting: z.number(),
      sent: z.number(),
      failed: z.number(),
      unknown: z.number(),
    }),
  }),
  abuseEmails: endpoint({
    method: 'GET',
    path: '/enforcement-mail-configuration/abuse-emails',
    access: staff,
    summary: 'Abuse addresses of a registrar and a host',
    takes: z.object({ registrar: optionalText, hosting: optionalText }),
    answers: z.object({ data: z.array(z.object({ abuseEmailId: z.string(), bounced: z.boolean() })) }),
  }),
}

type FilterInput = {
  platform: FindingPlatformDefinition
  site?: unknown
  status?: unknown
  filters?: object | null | undefined
}

/** Status, site and the column searches as filters on the platform's columns. */
function readFilters(input: FilterInput, context: z.RefinementCtx): Filters {
  const { platform: definition } = input
  if (!definition) return {}
  const names = searchedColumns(definition)
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

const isBlank = (raw: unknown): boolean => raw === undefined || raw === null || raw === ''
const asTexts = (raw: unknown): string | string[] => (Array.isArray(raw) ? raw.map(String) : String(raw))

/** Takes a spreadsheet, so the server registers it in a scope that reads multipart bodies. */
export const enforcementUpload = {
  upload: endpoint({
    method: 'POST',
    path: '/enforcement/upload',
    access: staff,
    summary: 'Record past enforcement from a spreadsheet (.xlsx): file, company, brand, platform',
    takes: z.looseObject({}),
    answers: messageResponse.extend({ updated: z.number() }),
    body: 'files',
  }),
}
