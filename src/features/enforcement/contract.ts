import { z } from 'zod'
import { filterSchema, type Filters } from '#columns/filter.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { clamped, direction, largestPage } from '#kit/contract/page.ts'
import { done, id, isNotValid, isRequired, optionalId } from '#kit/contract/texts.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { earliestReportingDate, readDay } from '#vocabulary/dates.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { staff } from '#vocabulary/roles.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { readStatus } from '#vocabulary/statuses.ts'
import { messages } from './messages.ts'

/** One thing done about a finding (S-107), and what became of its mail where one was sent. */
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
  /** Undecided is 'waiting'; nobody knows whether an 'unknown' one left, and it is never sent again by itself. */
  mail: z
    .object({
      state: z.enum(['waiting', 'sent', 'failed', 'unknown']),
      reason: z.string().nullable(),
      at: z.string().nullable(),
    })
    .nullable(),
})
export type EnforcementRecord = z.output<typeof enforcementRecord>

/** What somebody says was done, read and within its bounds (G107). */
export type Facts = {
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  actionTaken: string
  date: string
  status: string
}

const loose = z.union([z.string(), z.number()]).nullish()
const factParts = {
  registrar: loose,
  ipAddress: loose,
  hosting: loose,
  actionTaken: loose,
  date: loose,
  infrigementStatus: loose,
}

type Complain = (field: string, sentence: string) => void

/** Reads the fields of an enforcement; each that is missing or out of bounds is named with its sentence. */
export function readFacts(platform: FindingPlatformDefinition, asked: FactsAsked, complain: Complain): Facts {
  const text = (field: keyof typeof factParts, label: string, most: number) =>
    readText(asked[field], label, most, (sentence) => complain(field, sentence))
  const withHost = platform.enforcedWith.length > 0
  const date = text('date', 'Date', 40)
  const day = date === '' ? '' : (readDay(date) ?? '')
  if (date !== '' && day === '') complain('date', isNotValid('Date'))
  if (day !== '' && day < earliestReportingDate) complain('date', messages.dateOutOfRange)
  return {
    registrar: withHost ? text('registrar', 'Registrar', 255) : null,
    ipAddress: withHost ? readIp(text('ipAddress', 'IP address', 64), complain) : null,
    hosting: withHost ? text('hosting', 'Hosting', 255) : null,
    actionTaken: text('actionTaken', 'Action taken', 200),
    date: day,
    status: readStatusFor(platform, asked.infrigementStatus, complain),
  }
}

/** A required text of one line, trimmed; '' when it was complained about. */
function readText(raw: unknown, label: string, most: number, complain: (sentence: string) => void): string {
  const value = String(raw ?? '').trim()
  if (value === '') complain(isRequired(label))
  else if (value.length > most) complain(`${label} must be between 1 and ${most} characters`)
  else if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) complain(isNotValid(label))
  else return value
  return ''
}

const ip = z.union([z.ipv4(), z.ipv6()])
export const isIpAddress = (text: string): boolean => ip.safeParse(text).success

function readIp(value: string, complain: Complain): string {
  if (value !== '' && !isIpAddress(value)) complain('ipAddress', isNotValid('IP address'))
  return value
}

/** The code of a status the platform has (G42); '' when it was complained about. */
function readStatusFor(platform: FindingPlatformDefinition, raw: unknown, complain: Complain): string {
  if (raw === undefined || raw === null || raw === '') complain('infrigementStatus', isRequired('Status'))
  else {
    const code = readStatus(raw)
    if (code !== undefined && staffMaySet(platform.value, code)) return code
    complain('infrigementStatus', messages.statusNotValid)
  }
  return ''
}

type FactsAsked = Partial<Record<keyof typeof factParts, unknown>>

/** Adds the facts that were read to what was asked. */
function andFacts(of: FindingPlatformDefinition) {
  return <T extends FactsAsked>(asked: T, context: z.RefinementCtx): T & { facts: Facts } => ({
    ...asked,
    facts: readFacts(of, asked, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
  })
}

/** The checked rows of a bulk call, as ids or as objects that carry one. */
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
      takes: z.object({ ...factParts, recordIds }).transform(andFacts(platform)),
      answers: done.extend({ updated: z.number() }),
      bodyLimit: bulkLimit,
    }),
    save: endpoint({
      method: 'POST',
      path: `/${platform.path}/{id}/enforcement`,
      access: staff,
      summary: `Record an enforcement on ${own} and set its status`,
      takes: z.object({ ...factParts, id }).transform(andFacts(platform)),
      answers: done.extend({ data: records }),
    }),
    list: endpoint({
      method: 'GET',
      path: `/${platform.path}/{id}/enforcement`,
      access: staff,
      summary: `What was done about ${own}, newest first`,
      takes: z.object({ id }),
      answers: z.object({ data: records }),
    }),
  }
}

export type EnforcingCalls = ReturnType<typeof callsOf>

/** The calls of each of the five platforms, by stored value. */
export const enforcing = Object.fromEntries(platforms.map((platform) => [platform.value, callsOf(platform)])) as Record<
  FindingPlatform,
  EnforcingCalls
>

const platform = z.string().transform((raw, context) => {
  const found = platformOf(raw)
  if (!found) context.addIssue({ code: 'custom', message: messages.platformNotValid })
  return found!
})

const choice = z.union([z.string().max(2048), z.number(), z.array(z.string().max(2048)).max(500)]).nullish()
const part = z.string().trim().max(255).nullish()

/** Columns of a platform that the list's head can search (S-038): all that a row shows or opens to, but the picture. */
export function searchedColumns(of: FindingPlatformDefinition): string[] {
  return [...new Set([...of.listed, ...of.detailed])].filter((name) => !['image', 'brand', 'videoUrl'].includes(name))
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
        registrar: part,
        ipAddress: part,
        hosting: part,
        actionTaken: choice,
        site: choice,
        filters: z.record(z.string().max(60), choice).nullish(),
      })
      .transform((asked, context) => ({ ...asked, filters: readFilters(asked, context) })),
    answers: z.object({
      data: z.array(z.looseObject({ id, _id: id, status: z.string(), enforcementData: records })),
      count: z.number(),
      totalPages: z.number(),
      currentPage: z.number(),
    }),
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
    summary: 'Actions to choose from: the usual ones and those in use (G73)',
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
  abuseEmails: endpoint({
    method: 'GET',
    path: '/enforcement-mail-configuration/abuse-emails',
    access: staff,
    summary: 'Where abuse is reported to a registrar and a host',
    takes: z.object({ registrar: part, hosting: part }),
    answers: z.object({ data: z.array(z.object({ abuseEmailId: z.string() })) }),
  }),
}

type Asking = {
  platform: FindingPlatformDefinition
  site?: unknown
  status?: unknown
  filters?: object | null | undefined
}

/** Status, site and the column searches as questions about the platform's columns. */
function readFilters(asked: Asking, context: z.RefinementCtx): Filters {
  const { platform: of } = asked
  if (!of) return {}
  const names = searchedColumns(of)
  const given = { ...asked.filters } as Record<string, unknown>
  for (const name of Object.keys(given))
    if (!names.includes(name))
      context.addIssue({ code: 'custom', path: ['filters'], message: messages.filtersNotValid })
  if (!isBlank(asked.status)) given['status'] = asked.status
  if (of.value === 'e-commerce' && !isBlank(asked.site)) given['site'] = asked.site
  const read = filterSchema(of.columns, names).safeParse(
    Object.fromEntries(Object.entries(given).flatMap(([name, raw]) => (isBlank(raw) ? [] : [[name, asTexts(raw)]]))),
  )
  if (!read.success)
    for (const { message } of read.error.issues) context.addIssue({ code: 'custom', path: ['filters'], message })
  return read.data ?? {}
}

const isBlank = (raw: unknown): boolean => raw === undefined || raw === null || raw === ''
const asTexts = (raw: unknown): string | string[] => (Array.isArray(raw) ? raw.map(String) : String(raw))
