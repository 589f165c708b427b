const keys = new WeakMap<object, number>()
let last = 0

/** A key for an entry of a list that has no id: it is the entry's own, wherever the entry stands. */
export function keyOfEntry(entry: object): number {
  const known = keys.get(entry)
  if (known !== undefined) return known
  last++
  keys.set(entry, last)
  return last
}

/** The entry with some other values, and its key. */
export function changedEntry<Entry extends object>(entry: Entry, values: Partial<Entry>): Entry {
  const changed = { ...entry, ...values }
  keys.set(changed, keyOfEntry(entry))
  return changed
}
