/** The query string: every value is text, a repeated name a list. No type conversion: 00 stays 00. */
export type Search = Record<string, string | string[]>

/** Parses a query string. */
export function readSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name]
    search[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return search
}

/** Writes a query string with its question mark; empty values are left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const spelled = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') spelled.append(name, String(one))
    }
  }
  const text = spelled.toString()
  return text ? `?${text}` : ''
}
