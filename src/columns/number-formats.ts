/** Formats of Excel that show a number as a day or a time (ECMA-376 part 1, 18.8.30). */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** How a cell shows its number, where that is not the number itself. */
export type Shown = 'day' | 'percent' | undefined

/** How a number format shows a number; `code` is the workbook's own format, if it has one of that number. */
export function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) return builtIn(id) ? 'day' : id === 9 || id === 10 ? 'percent' : undefined
  // The first section is for positive numbers; colours, languages and quoted or escaped letters say nothing.
  const first = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0]!
  const bare = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (bare.includes('@') || /general/i.test(bare)) return undefined
  if (bare.includes('%')) return 'percent'
  return /[ymdhs]/i.test(bare) ? 'day' : undefined
}

/** A share as its cell shows it: 0.455 is '45.5%'. To six digits, as 100 times a share is not always a whole number. */
export const percentText = (share: number): string => `${Number((share * 100).toPrecision(6))}%`

/** The date of a serial number, in UTC; workbooks of old Macs count from 1904. */
export function dateOfSerial(serial: number, from1904: boolean): Date {
  // Excel counts a 29 February 1900, which there was not: days before it are one less than days after it.
  const days = from1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial
  return new Date(Math.round((days - 25_569) * 86_400_000))
}
