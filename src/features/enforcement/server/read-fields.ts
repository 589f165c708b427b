import { z } from 'zod'
import { messages } from '#features/enforcement/messages.ts'
import { mailSent } from '#features/enforcement/rules.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { invalid } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type Day, earliestReportingDate, readDay } from '#vocabulary/dates.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { inProgress, readStatus, type StatusCode } from '#vocabulary/statuses.ts'

/** The validated fields of an enforcement record (G107). */
export type EnforcementFields = {
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  actionTaken: string
  date: Day
  status: StatusCode
}

/** The validated fields of a notice; its status is always 11, whatever was sent (G47). */
export type NoticeFields = Omit<EnforcementFields, 'status'> & {
  abuseEmail: string
  /** Whose address it is, as the person said who typed it. */
  deskKind?: 'registrar' | 'host' | undefined
}

/** The fields as the client sent them, not yet validated. */
export type RawFields = Partial<Record<'registrar' | 'ipAddress' | 'hosting' | 'actionTaken' | 'date', unknown>>

/**
 * What is not demanded: the registrar of an IP address and of a name under a platform's suffix; address and host of a
 * name that does not resolve.
 */
export type MayOmit = { registrar: boolean; host: boolean }

type FieldErrors = Record<string, string>

/** Validates the fields of an enforcement; 422 names every invalid one. `today` is a day of the business time zone. */
export function readEnforcementFields(
  platform: FindingPlatformDefinition,
  rawFields: RawFields & { infrigementStatus?: unknown },
  today: Day,
  mayOmit?: MayOmit,
): EnforcementFields {
  const errors: FieldErrors = {}
  const fields = {
    ...readCommonFields(platform, rawFields, { today, mayOmit }, errors),
    actionTaken: readAction(rawFields.actionTaken, errors),
    status: readStatusFor(platform, rawFields.infrigementStatus, errors),
  }
  return throwIfInvalid(fields, errors)
}

/** Validates the fields of a notice; 422 names every invalid one. The bulk sender requires no action. */
export function readNoticeFields(
  platform: FindingPlatformDefinition,
  rawFields: RawFields & { abusiveEmailId?: unknown; deskKind?: NoticeFields['deskKind'] },
  options: { today: Day; requiresAction: boolean; mayOmit?: MayOmit | undefined; isByForm?: boolean },
): NoticeFields {
  const errors: FieldErrors = {}
  const fields = {
    ...readCommonFields(platform, rawFields, options, errors),
    actionTaken: options.requiresAction ? readAction(rawFields.actionTaken, errors) : mailSent,
    abuseEmail: options.isByForm ? '' : readEmail(rawFields.abusiveEmailId, errors),
    deskKind: rawFields.deskKind,
  }
  return throwIfInvalid(fields, errors)
}

function throwIfInvalid<T>(fields: T, errors: FieldErrors): T {
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return fields
}

function readCommonFields(
  platform: FindingPlatformDefinition,
  rawFields: RawFields,
  { today, mayOmit }: { today: Day; mayOmit?: MayOmit | undefined },
  errors: FieldErrors,
) {
  const withHost = platform.enforcedWith.length > 0
  const read = (isOmitted: boolean | undefined, raw: unknown, required: (raw: unknown) => string) =>
    !withHost || (isOmitted && String(raw ?? '').trim() === '') ? null : required(raw)
  const textOf = (field: string, label: string) => (raw: unknown) => readText(raw, { field, label, max: 255 }, errors)
  return {
    registrar: read(mayOmit?.registrar, rawFields.registrar, textOf('registrar', 'Registrar')),
    ipAddress: read(mayOmit?.host, rawFields.ipAddress, (raw) => readIp(raw, errors)),
    hosting: read(mayOmit?.host, rawFields.hosting, textOf('hosting', 'Hosting')),
    date: readDate(rawFields.date, today, errors),
  }
}

const readAction = (raw: unknown, errors: FieldErrors) =>
  readText(raw, { field: 'actionTaken', label: 'Action taken', max: 200 }, errors)

/** A required single-line text, trimmed. */
function readText(raw: unknown, rule: { field: string; label: string; max: number }, errors: FieldErrors): string {
  const value = String(raw ?? '').trim()
  if (value === '') errors[rule.field] = isRequired(rule.label)
  else if (value.length > rule.max) errors[rule.field] = `${rule.label} must be between 1 and ${rule.max} characters`
  else if (hasControlCharacters(value)) errors[rule.field] = isNotValid(rule.label)
  return value
}

/** Whether a text has line breaks or other control characters, which a single-line field must not contain. */
export const hasControlCharacters = (text: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

const ip = z.union([z.ipv4(), z.ipv6()])
/** Whether a text is an IPv4 or IPv6 address. */
export const isIpAddress = (text: string): boolean => ip.safeParse(text).success

function readIp(raw: unknown, errors: FieldErrors): string {
  const value = String(raw ?? '').trim()
  if (value === '') errors['ipAddress'] = isRequired('IP address')
  else if (!isIpAddress(value)) errors['ipAddress'] = isNotValid('IP address')
  return value
}

function readDate(raw: unknown, today: Day, errors: FieldErrors): Day {
  const text = String(raw ?? '').trim()
  const day = text.length > 40 ? undefined : readDay(text)
  if (text === '') errors['date'] = isRequired('Date')
  else if (day === undefined) errors['date'] = isNotValid('Date')
  else if (day < earliestReportingDate || day > today) errors['date'] = messages.dateOutOfRange
  return day ?? ''
}

/** A status that staff may set on the platform, by code or name (G42, G45). */
function readStatusFor(platform: FindingPlatformDefinition, raw: unknown, errors: FieldErrors): StatusCode {
  const code = readStatus(raw)
  if (raw === undefined || raw === null || raw === '') errors['infrigementStatus'] = isRequired('Status')
  else if (code === undefined || !staffMaySet(platform.value, code))
    errors['infrigementStatus'] = messages.statusNotValid
  return code ?? inProgress
}

/** Exactly one bare address: no header and no second recipient can be injected through it. */
const address = z.email().max(254)

function readEmail(raw: unknown, errors: FieldErrors): string {
  const text = String(raw ?? '').trim()
  if (text === '') errors['abuseEmail'] = messages.emailRequired
  else if (!address.safeParse(text).success) errors['abuseEmail'] = messages.emailNotValid
  return text
}
