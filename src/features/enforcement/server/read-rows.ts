import { messages } from '#features/enforcement/messages.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type Day, earliestReportingDate, readDay } from '#vocabulary/dates.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { readStatus, type StatusCode } from '#vocabulary/statuses.ts'
import { hasControlCharacters, isIpAddress } from './read-fields.ts'

/** One valid row; empty fields are taken from the finding itself. */
export type ReadRow = {
  /** Its number in the sheet or list, from 1. */
  row: number
  /** The key as it was entered. */
  key: string
  identity: string
  status: StatusCode
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  actionTaken: string | null
  date: Day
}

export type SkippedRow = { row: number; key: string; reason: string }
export type ReadRows = { rows: ReadRow[]; skipped: SkippedRow[] }

/** The cells of a row, not yet validated. */
export type RawRow = {
  row: number
  key: unknown
  status: unknown
  registrar?: unknown
  ipAddress?: unknown
  hosting?: unknown
  actionTaken?: unknown
  date?: unknown
}

const longestKey = 4096

/**
 * Validates rows of enforcement (G76, G77): the key of a finding, a status by code or name, and the action taken.
 * Invalid rows are skipped with a reason. `today` is the latest allowed date, and that of all rows unless `isDated`.
 */
export function readRows(
  platform: FindingPlatformDefinition,
  raw: readonly RawRow[],
  options: { today: Day; isDated: boolean },
): ReadRows {
  const rows: ReadRow[] = []
  const skipped: SkippedRow[] = []
  for (const one of raw) {
    const read = readRow(platform, one, options)
    if ('reason' in read) skipped.push(read)
    else rows.push(read)
  }
  return { rows, skipped }
}

function readRow(
  platform: FindingPlatformDefinition,
  raw: RawRow,
  options: { today: Day; isDated: boolean },
): ReadRow | SkippedRow {
  const key = textOf(raw.key)
  const skip = (reason: string): SkippedRow => ({ row: raw.row, key: key.slice(0, 255), reason })
  if (key === '') return skip(messages.noKey)
  if (key.length > longestKey || hasControlCharacters(key)) return skip(messages.unknownKey)
  const status = readStatus(raw.status)
  if (status === undefined || !staffMaySet(platform.value, status)) return skip(messages.statusNotValid)
  const withHost = platform.enforcedWith.length > 0
  const texts = {
    registrar: withHost ? textOf(raw.registrar) : '',
    hosting: withHost ? textOf(raw.hosting) : '',
    actionTaken: textOf(raw.actionTaken),
  }
  const bounds = { registrar: 255, hosting: 255, actionTaken: 200 } as const
  for (const [field, label] of labels)
    if (texts[field].length > bounds[field] || hasControlCharacters(texts[field])) return skip(isNotValid(label))
  const ipAddress = withHost ? textOf(raw.ipAddress) : ''
  if (ipAddress !== '' && !isIpAddress(ipAddress)) return skip(isNotValid('IP address'))
  const date = options.isDated ? readDay(raw.date) : options.today
  if (options.isDated && texts.actionTaken === '') return skip(isRequired('Action taken'))
  if (date === undefined) return skip(textOf(raw.date) === '' ? isRequired('Date') : isNotValid('Date'))
  if (date < earliestReportingDate || date > options.today) return skip(messages.dateOutOfRange)
  return {
    row: raw.row,
    key,
    identity: identityKey(platform, comparedAddress(platform, key)),
    status,
    registrar: texts.registrar || null,
    ipAddress: ipAddress || null,
    hosting: texts.hosting || null,
    actionTaken: texts.actionTaken || null,
    date,
  }
}

const labels = [
  ['registrar', 'Registrar'],
  ['hosting', 'Hosting'],
  ['actionTaken', 'Action taken'],
] as const

/** A cell as trimmed text; anything but text, number or boolean is empty. */
function textOf(raw: unknown): string {
  if (typeof raw === 'string') return raw.trim().toWellFormed()
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : ''
}
