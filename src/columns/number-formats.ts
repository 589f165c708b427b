import { plainDate } from './plain-cell.ts'

/** Formats of Excel that show a number as a day or a time (ECMA-376 part 1, 18.8.30). */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

type TimeFormat = 'h:mm' | 'h:mm:ss' | 'mm:ss'
/** How a cell shows its number, where that is not the number itself. */
export type Shown = 'day' | 'percent' | TimeFormat | undefined

/** Formats of Excel without a day, and their like for a percentage. */
const otherBuiltIn: Readonly<Record<number, Shown>> = {
  9: 'percent',
  10: 'percent',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  45: 'mm:ss',
  46: 'h:mm:ss',
  47: 'mm:ss',
}

/** How a number format shows a number; `code` is the workbook's own format, if it has one of that number. */
export function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return otherBuiltIn[id] ?? (builtIn(id) ? 'day' : undefined)
  // The first section is for positive numbers; colours, languages and quoted or escaped letters say nothing.
  const first = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0]!
  const bare = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (bare.includes('@') || /general/i.test(bare)) return undefined
  if (bare.includes('%')) return 'percent'
  if (/[yd]/i.test(bare) || !/[hs]/i.test(bare)) return /[ymd]/i.test(bare) ? 'day' : undefined
  return !/h/i.test(bare) ? 'mm:ss' : /s/i.test(bare) ? 'h:mm:ss' : 'h:mm'
}

/** Days up to which a number in a format for times is a time or a length of time; a larger one is a date. */
const longestTime = 100

/** A number as its cell shows it: a day, with its time if it has one; a time or a length of time; a percentage. */
export function shownText(shown: NonNullable<Shown>, number: number, from1904: boolean): string | undefined {
  if (shown === 'percent') return percentText(number)
  if (shown === 'day' || number < 0 || number >= longestTime) return plainDate(dateOfSerial(number, from1904))
  const seconds = Math.round(number * 86_400)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  if (shown === 'mm:ss') return `${two(60 * h + m)}:${two(s)}`
  return shown === 'h:mm' ? `${h}:${two(m)}` : `${h}:${two(m)}:${two(s)}`
}

/** A share as its cell shows it: 0.455 is '45.5%'. To six digits, as 100 times a share is not always a whole number. */
const percentText = (share: number): string => `${Number((share * 100).toPrecision(6))}%`

/** The date of a serial number, in UTC; workbooks of old Macs count from 1904. */
function dateOfSerial(serial: number, from1904: boolean): Date {
  // Excel counts a 29 February 1900, which there was not: days before it are one less than days after it.
  const days = from1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial
  return new Date(Math.round((days - 25_569) * 86_400_000))
}
