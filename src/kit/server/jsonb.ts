// An escape of a JSON text: of a backslash, of NUL, or of half a surrogate pair, which is written so only where it is alone.
const escapes = /\\(?:\\|u(?:0000|d[89a-f][0-9a-f]{2}))/g

/**
 * A value as JSON that PostgreSQL stores as `jsonb`, which takes neither NUL nor half of a surrogate pair: U+FFFD stands
 * in their place. Both come with texts of others, the second also where a text was cut.
 */
export const jsonbOf = (value: unknown): string =>
  JSON.stringify(value).replace(escapes, (escape) => (escape === '\\\\' ? escape : '\\ufffd'))
