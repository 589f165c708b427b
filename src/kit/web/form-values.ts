/** What a form holds, by field. */
export type Values = Readonly<Record<string, unknown>>

/** Whether two values are the same to a person who reads them; empty texts, null and nothing are one. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** Fields that differ from what the form began with. */
export function changedFields<V extends Values>(begin: V, now: V): (keyof V & string)[] {
  return Object.keys(now).filter((name) => !isSame(begin[name], now[name]))
}

/** A record that somebody else changed while it was being edited. */
export type Meeting<V extends Values> = {
  /** What the form goes on with: mine where I typed, theirs everywhere else. */
  values: V
  /** Fields both of us changed, to different values. */
  both: (keyof V & string)[]
}

/** Brings what I typed on top of their newer version: `begin` is what both of us saw first. */
export function meet<V extends Values>(begin: V, mine: V, theirs: V): Meeting<V> {
  const typed = changedFields(begin, mine)
  const kept = Object.fromEntries(typed.map((name) => [name, mine[name]]))
  return {
    values: { ...theirs, ...kept } as V,
    both: typed.filter((name) => !isSame(begin[name], theirs[name]) && !isSame(mine[name], theirs[name])),
  }
}

/** A value as one line of text, for showing two versions side by side. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? '(empty)' : value.map(valueText).join('; ')
  if (typeof value === 'object') {
    const named = value as Record<string, unknown>
    const name = named['name'] ?? named['brandName']
    if (typeof name === 'string') return name
    return Object.values(named).filter(Boolean).map(valueText).join(', ')
  }
  return String(value)
}

function plain(value: unknown): unknown {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, of]) => [name, plain(of)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
