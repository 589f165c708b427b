import { isDomainName, isWebAddress, refangAddress } from '#vocabulary/addresses.ts'
import { readDay } from '#vocabulary/dates.ts'
import { readPriority } from '#vocabulary/priorities.ts'
import { readReasonCode } from '#vocabulary/reason-codes.ts'
import { readStatus } from '#vocabulary/statuses.ts'

/** The value of a cell after reading: what is stored and returned. Days are YYYY-MM-DD. */
export type Value = string | number | boolean | null

/** The result of reading one cell: a value, or what is wrong with it ('is not valid' …), without the label. */
export type ReadResult = { value: Value } | { problem: string }

/** How a column is filtered (G115): by part of the text, by one or many values, by a day, by a number or range. */
export type Search = 'part' | 'many' | 'day' | 'range'

export type Kind = {
  /** Reads a non-empty cell from a sheet, a form or a request. `max` is the column's length limit in characters. */
  read(cell: unknown, max: number): ReadResult
  /** PostgreSQL type of the stored value. */
  stored: 'text' | 'date' | 'bigint' | 'numeric' | 'boolean'
  search: Search
  /** Alignment in tables: numbers right, everything else left. */
  align: 'left' | 'right'
  /** A realistic cell for tests and templates; n makes it distinct. */
  sample(n: number): Value
}

const notValid: ReadResult = { problem: 'is not valid' }
// oxlint-disable-next-line no-control-regex -- control characters are rejected (G107)
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

function readText(cell: unknown, max: number): ReadResult {
  if (typeof cell === 'object') return notValid
  const text = String(cell).trim()
  if (controlCharacters.test(text) || text.includes('\uFFFE')) return notValid
  if (text.length > max) return { problem: `must be between 1 and ${max} characters` }
  return { value: text.isWellFormed() ? text : text.toWellFormed() }
}

function readLink(cell: unknown): ReadResult {
  const text = typeof cell === 'string' ? refangAddress(cell.trim()) : ''
  return isWebAddress(text) ? { value: text } : notValid
}

function readDomain(cell: unknown): ReadResult {
  const text = typeof cell === 'string' ? refangAddress(cell.trim()) : ''
  return isDomainName(text) ? { value: text.toLowerCase() } : notValid
}

/**
 * A number with at most two decimals; currency signs, spaces and thousands separators are ignored (G107). One with a comma
 * behind its point, as in 1.234,50, is not valid: without the comma it would be 1.23.
 */
function readNumber(cell: unknown, max: number, decimals: 0 | 2): ReadResult {
  const given =
    typeof cell === 'number' ? String(cell) : String(cell).replace(/[\p{Sc}\s]|^(?:Rs\.?|INR|USD|EUR)(?=[\s\d])/giu, '')
  if (/\..*,/.test(given)) return notValid
  const text = given.replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(text)) return notValid
  const number = Number(text)
  if (number > max || (decimals === 0 && !Number.isInteger(number))) return notValid
  return { value: decimals === 0 ? number : Math.round(number * 100) / 100 }
}

function readYesNo(cell: unknown): ReadResult {
  const text = String(cell).trim().toLowerCase()
  if (['true', 'yes', 'y', '1'].includes(text)) return { value: true }
  if (['false', 'no', 'n', '0'].includes(text)) return { value: false }
  return notValid
}

const asReadResult = (value: Value | undefined): ReadResult => (value === undefined ? notValid : { value })

/** A day of a finding: none is older than the web, but a person's slip in the year may be. */
function readRealDay(cell: unknown): ReadResult {
  const day = readDay(cell)
  return day === undefined || day < '1900' ? notValid : { value: day }
}

export const kinds = {
  text: { read: readText, stored: 'text', search: 'part', align: 'left', sample: (n) => `Text ${n}` },
  /** One of an open set of values (site, tld, store): filtered by selecting values. */
  choice: { read: readText, stored: 'text', search: 'many', align: 'left', sample: (n) => `Choice ${n % 3}` },
  link: {
    read: readLink,
    stored: 'text',
    search: 'part',
    align: 'left',
    sample: (n) => `https://shop.example/item/${n}`,
  },
  domain: { read: readDomain, stored: 'text', search: 'part', align: 'left', sample: (n) => `brand-${n}.example.com` },
  /** An image: the name of an uploaded file, an http(s) address or a stored object (G69). */
  image: {
    read: readText,
    stored: 'text',
    search: 'part',
    align: 'left',
    sample: (n) => `https://img.example/picture-${n}.png`,
  },
  day: {
    read: readRealDay,
    stored: 'date',
    search: 'day',
    align: 'left',
    sample: (n) => `2024-01-${String((n % 28) + 1).padStart(2, '0')}`,
  },
  count: {
    read: (cell) => readNumber(cell, Number.MAX_SAFE_INTEGER, 0),
    stored: 'bigint',
    search: 'range',
    align: 'right',
    sample: (n) => n,
  },
  money: {
    read: (cell) => readNumber(cell, 100_000_000, 2),
    stored: 'numeric',
    search: 'range',
    align: 'right',
    sample: (n) => n + 0.5,
  },
  percent: {
    read: (cell) => readNumber(String(cell).replace(/%$/, ''), 100, 2),
    stored: 'numeric',
    search: 'range',
    align: 'right',
    sample: (n) => n % 101,
  },
  score: {
    read: (cell) => readNumber(cell, 1_000_000, 2),
    stored: 'numeric',
    search: 'range',
    align: 'right',
    sample: (n) => (n % 50) / 10,
  },
  yesNo: { read: readYesNo, stored: 'boolean', search: 'many', align: 'left', sample: (n) => n % 2 === 0 },
  status: {
    read: (cell) => asReadResult(readStatus(cell)),
    stored: 'text',
    search: 'many',
    align: 'left',
    sample: () => '33',
  },
  priority: {
    read: (cell) => asReadResult(readPriority(cell)),
    stored: 'text',
    search: 'many',
    align: 'left',
    sample: (n) => (n % 2 ? 'High' : 'Low'),
  },
  reasonCode: {
    read: (cell) => asReadResult(readReasonCode(cell)?.code),
    stored: 'text',
    search: 'many',
    align: 'left',
    sample: () => '12307',
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

/** The behaviour of a kind, typed as `Kind`. */
export function kindOf(name: KindName): Kind {
  return kinds[name]
}
