/**
 * Dates (G14, G15): days are exchanged as YYYY-MM-DD, instants as ISO 8601 UTC. 'Today', months and day boundaries
 * follow the business time zone, a setting. Displayed as DD/MM/YYYY, DD-MM-YYYY on the client home, hh:mm:ss am/pm.
 */
export type Day = string
export type DayRange = { startDate: Day; endDate: Day }

export const earliestReportingDate: Day = '2018-01-01'
const lastDay: Day = '9999-12-31'
export const defaultBusinessZone = 'Asia/Kolkata'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Reads YYYY-MM-DD, DD/MM/YYYY, DD-MM-YYYY, D-Mon-YY(YY) or a Date; day first, never month first. Undefined if it is
 * no date.
 */
export function readDay(cell: unknown): Day | undefined {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? undefined : cell.toISOString().slice(0, 10)
  const text = String(cell ?? '').trim()
  let m = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T.*)?$/.exec(text)
  if (m) return checkedDay(Number(m[1]), Number(m[2]), Number(m[3]))
  m = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (m) return checkedDay(Number(m[3]), Number(m[2]), Number(m[1]))
  m = /^(\d{1,2})[\s-]([A-Za-z]{3})[a-z]*[\s,-]*(\d{4}|\d{2})$/.exec(text)
  if (m) return checkedDay(fullYear(m[3]!), months.indexOf(m[2]!.toLowerCase()) + 1, Number(m[1]))
  return undefined
}

function fullYear(text: string): number {
  return text.length === 4 ? Number(text) : 2000 + Number(text)
}

function checkedDay(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = year >= 1000 && year <= 9999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real ? date.toISOString().slice(0, 10) : undefined
}

/** The current day in a time zone (IANA name). */
export function today(zone: string, now: Date = new Date()): Day {
  return daysOf(zone).format(now)
}

const daysOf = formatOfZone('en-CA', { dateStyle: 'short' })

/** First to last day of the month that contains the day (C-099, C-174). */
export function monthOf(day: Day): DayRange {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { startDate: `${day.slice(0, 7)}-01`, endDate: `${day.slice(0, 7)}-${String(last).padStart(2, '0')}` }
}

/** The first day of the month of a day, or of one some months later (negative: earlier). */
export function firstOfMonth(day: Day, months = 0): Day {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 10)
}

/** Adds a number of days to a day (negative subtracts); the result never passes the end of the year 9999. */
export function daysAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.getUTCFullYear() > 9999 ? lastDay : date.toISOString().slice(0, 10)
}

/** DD/MM/YYYY (C-342); blank for no day. */
export function showDay(day: Day | null | undefined): string {
  return day ? `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}` : ''
}

/** A day in words, '4 March 2026', for readers of whom some put the month first. */
export function dayInWords(day: Day): string {
  return daysInWords.format(new Date(`${day}T00:00:00Z`))
}

const daysInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** DD-MM-YYYY, the format of the client home (C-342). */
export function showDayOnHome(day: Day): string {
  return showDay(day).replaceAll('/', '-')
}

/** Mon YYYY for a month (YYYY-MM), the format of charts. */
export function showMonth(month: string): string {
  const name = months[Number(month.slice(5, 7)) - 1] ?? ''
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${month.slice(0, 4)}`
}

/** YYYY-MM-DD, the format of master data forms. */
export function showDayInForms(day: Day): string {
  return day
}

/** D-M-YYYY, the format of enforcement dates (S-286). */
export function showEnforcementDay(day: Day | null | undefined): string {
  return day ? `${Number(day.slice(8, 10))}-${Number(day.slice(5, 7))}-${day.slice(0, 4)}` : ''
}

/** An instant in Indian English format with a 12-hour time, in the business zone: 02/01/2026, 08:34 am. */
export function showSignIn(instant: string, zone: string): string {
  return signInsOf(zone).format(new Date(instant))
}

const signInsOf = formatOfZone('en-IN', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})

/** hh:mm:ss am/pm in the business zone (C-343). */
export function showTime(instant: string, zone: string): string {
  return timesOf(zone).format(new Date(instant)).toLowerCase()
}

const timesOf = formatOfZone('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h12' })

/** The day of an instant in the business zone, DD/MM/YYYY. */
export function showDayOf(instant: string, zone: string): string {
  return showDay(today(zone, new Date(instant)))
}

/** Day and time of an instant in the business zone, DD/MM/YYYY hh:mm:ss am/pm (C-342, C-343). */
export function showMoment(instant: string, zone: string): string {
  return `${showDayOf(instant, zone)} ${showTime(instant, zone)}`
}

/** A format by zone, made once for each: making one costs as much as formatting fifty instants. */
function formatOfZone(locale: string, options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (zone) => {
    let format = made.get(zone)
    if (!format) made.set(zone, (format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })))
    return format
  }
}
