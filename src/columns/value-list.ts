const part = /\s*"([^"]*)"\s*(?=,|$)|[^,]+/g

/** The distinct values of a list separated by commas; one that has a comma itself is in quotes: `"Smith, Jones"`. */
export const valuesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(part)].map(([whole, quoted]) => (quoted ?? whole).trim()).filter(Boolean)),
]

/** Such a list of these values. */
export const listOfValues = (values: readonly string[]): string =>
  values.map((value) => (value.includes(',') ? `"${value}"` : value)).join(',')
