/** Formats of Excel that show a number as a day or a time (ECMA-376 part 1, 18.8.30). */
const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format shows days or times; `code` is the workbook's own format, if it has one of that number. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(id)
  // The first section is for positive numbers; colours, languages and quoted or escaped letters say nothing.
  const first = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0]!
  const bare = first.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return !bare.includes('@') && !/general/i.test(bare) && /[ymdhs]/i.test(bare)
}

/** The date of a serial number, in UTC; workbooks of old Macs count from 1904. */
export function dateOfSerial(serial: number, from1904: boolean): Date {
  // Excel counts a 29 February 1900, which there was not: days before it are one less than days after it.
  const days = from1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial
  return new Date(Math.round((days - 25_569) * 86_400_000))
}
