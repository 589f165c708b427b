/** Texts as a PostgreSQL array literal. */
export type ArrayLiteral = string

/** The literal of these texts; lone surrogates, which PostgreSQL cannot store, are replaced. */
export function arrayLiteral(texts: ReadonlySet<string>): ArrayLiteral {
  const quoted = Array.from(texts, (text) => `"${text.toWellFormed().replace(/[\\"]/g, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}
