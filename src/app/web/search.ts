/** What stands after the question mark: every value a text, a repeated name a list. Nothing is guessed: 00 stays 00. */
export type Search = Record<string, string | string[]>

export function readSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name]
    search[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return search
}

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
