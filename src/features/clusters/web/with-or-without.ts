/** The set with an id that it did not have, or without one that it had. */
export function withOrWithout(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(ids)
  if (!changed.delete(id)) changed.add(id)
  return changed
}
