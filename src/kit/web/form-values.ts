/** The values of a form, by field. */
export type Values = Readonly<Record<string, unknown>>

/** Whether two values look the same to a person; empty texts, null and undefined are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** Fields that differ from the initial values. */
export function changedFields<V extends Values>(begin: V, now: V): (keyof V & string)[] {
  return Object.keys(now).filter((name) => !isSame(begin[name], now[name]))
}

/** Result of merging a form with a version that somebody else saved. */
export type MergeResult<V extends Values> = {
  /** The values to continue with: mine where I changed a field, theirs everywhere else. */
  values: V
  /** Fields that both changed, to different values. */
  both: (keyof V & string)[]
}

/** Three-way merge of a form: applies my changes to their newer version; `begin` is the version both started from. */
export function merge<V extends Values>(begin: V, mine: V, theirs: V): MergeResult<V> {
  const typed = changedFields(begin, mine)
  const ownChanges = Object.fromEntries(typed.map((name) => [name, mine[name]]))
  return {
    values: { ...theirs, ...ownChanges } as V,
    both: typed.filter((name) => !isSame(begin[name], theirs[name]) && !isSame(mine[name], theirs[name])),
  }
}

/** A value as one line of text, to show two versions side by side. */
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
  const entries = Object.entries(value).map(([name, item]) => [name, plain(item)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
