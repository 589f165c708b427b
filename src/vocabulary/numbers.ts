const integerFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** A count as every text, screen and document shows it: 1,240 and 1,240,000. */
export const countText = (n: number): string => integerFormat.format(n)

/** A count with its noun: 1 record, 1,240 records; `many` where the plural is not the noun with an s. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${countText(n)} ${n === 1 ? one : many}`

/** The size of a file in kB or MB, of 1,000 and 1,000,000 bytes: 1 kB at least, 999 kB, 1.0 MB. */
export const sizeText = (bytes: number): string =>
  bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

/** The numbers added up. */
export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
