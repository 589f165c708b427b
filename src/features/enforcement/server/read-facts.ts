import { z } from 'zod'
import { mailSent, messages } from '#features/enforcement/messages.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { invalid } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type Day, earliestReportingDate, readDay } from '#vocabulary/dates.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { readStatus, type StatusCode } from '#vocabulary/statuses.ts'

/** The validated fields of an enforcement record (G107). */
export type Facts = {
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  actionTaken: string
  date: Day
  status: StatusCode
}

/** The validated fields of a notice; its status is always 11, whatever was sent (G47). */
export type NoticeFacts = Omit<Facts, 'status'> & { abuseEmail: string }

/** The fields as the client sent them, not yet validated. */
export type Sent = Partial<Record<'registrar' | 'ipAddress' | 'hosting' | 'actionTaken' | 'date', unknown>>

type Wrong = Record<string, string>

/** Validates the fields of an enforcement; 422 names every invalid one. `today` is a day of the business time zone. */
export function readFacts(
  platform: FindingPlatformDefinition,
  sent: Sent & { infrigementStatus?: unknown },
  today: Day,
): Facts {
  const wrong: Wrong = {}
  const facts = {
    ...readDone(platform, sent, today, wrong),
    actionTaken: readAction(sent.actionTaken, wrong),
    status: readStatusFor(platform, sent.infrigementStatus, wrong),
  }
  return orRefuse(facts, wrong)
}

/** Validates the fields of a notice; 422 names every invalid one. The bulk sender requires no action. */
export function readNoticeFacts(
  platform: FindingPlatformDefinition,
  sent: Sent & { abusiveEmailId?: unknown },
  of: { today: Day; requiresAction: boolean },
): NoticeFacts {
  const wrong: Wrong = {}
  const facts = {
    ...readDone(platform, sent, of.today, wrong),
    actionTaken: of.requiresAction ? readAction(sent.actionTaken, wrong) : mailSent,
    abuseEmail: readEmail(sent.abusiveEmailId, wrong),
  }
  return orRefuse(facts, wrong)
}

function orRefuse<T>(facts: T, wrong: Wrong): T {
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return facts
}

function readDone(platform: FindingPlatformDefinition, sent: Sent, today: Day, wrong: Wrong) {
  const withHost = platform.enforcedWith.length > 0
  return {
    registrar: withHost ? readText(sent.registrar, { field: 'registrar', label: 'Registrar', max: 255 }, wrong) : null,
    ipAddress: withHost ? readIp(sent.ipAddress, wrong) : null,
    hosting: withHost ? readText(sent.hosting, { field: 'hosting', label: 'Hosting', max: 255 }, wrong) : null,
    date: readDate(sent.date, today, wrong),
  }
}

const readAction = (raw: unknown, wrong: Wrong) =>
  readText(raw, { field: 'actionTaken', label: 'Action taken', max: 200 }, wrong)

/** A required single-line text, trimmed. */
function readText(raw: unknown, of: { field: string; label: string; max: number }, wrong: Wrong): string {
  const value = String(raw ?? '').trim()
  if (value === '') wrong[of.field] = isRequired(of.label)
  else if (value.length > of.max) wrong[of.field] = `${of.label} must be between 1 and ${of.max} characters`
  else if (holdsControls(value)) wrong[of.field] = isNotValid(of.label)
  return value
}

/** Whether a text has line breaks or other control characters, which a single-line field must not contain. */
export const holdsControls = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

const ip = z.union([z.ipv4(), z.ipv6()])
/** Whether a text is an IPv4 or IPv6 address. */
export const isIpAddress = (text: string): boolean => ip.safeParse(text).success

function readIp(raw: unknown, wrong: Wrong): string {
  const value = String(raw ?? '').trim()
  if (value === '') wrong['ipAddress'] = isRequired('IP address')
  else if (!isIpAddress(value)) wrong['ipAddress'] = isNotValid('IP address')
  return value
}

function readDate(raw: unknown, today: Day, wrong: Wrong): Day {
  const text = String(raw ?? '').trim()
  const day = text.length > 40 ? undefined : readDay(text)
  if (text === '') wrong['date'] = isRequired('Date')
  else if (day === undefined) wrong['date'] = isNotValid('Date')
  else if (day < earliestReportingDate || day > today) wrong['date'] = messages.dateOutOfRange
  return day ?? ''
}

/** A status that staff may set on the platform, by code or name (G42, G45). */
function readStatusFor(platform: FindingPlatformDefinition, raw: unknown, wrong: Wrong): StatusCode {
  const code = readStatus(raw)
  if (raw === undefined || raw === null || raw === '') wrong['infrigementStatus'] = isRequired('Status')
  else if (code === undefined || !staffMaySet(platform.value, code))
    wrong['infrigementStatus'] = messages.statusNotValid
  return code ?? '11'
}

/** Exactly one bare address: no header and no second recipient can be injected through it. */
const address = z.email().max(254)

function readEmail(raw: unknown, wrong: Wrong): string {
  const text = String(raw ?? '').trim()
  if (text === '') wrong['abuseEmail'] = messages.emailRequired
  else if (!address.safeParse(text).success) wrong['abuseEmail'] = messages.emailNotValid
  return text
}
