const integerFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** A count as every text, screen and document shows it: 1,240 and 1,240,000. */
export const countText = (n: number): string => integerFormat.format(n)
