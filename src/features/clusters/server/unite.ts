/** A cluster in the joining: how many values and findings it has. */
export type Sized = { id: string; values: number; findings: number }
/** A cluster that becomes part of another. */
export type Union = { from: string; into: string }

/**
 * Which clusters become part of which when these pairs are joined: the one with most findings stays, then the one whose id comes
 * first. A pair whose clusters have more than `maxValues` values together is not joined.
 */
export function unite(
  pairs: readonly [string, string][],
  sizes: ReadonlyMap<string, Sized>,
  maxValues: number,
): Union[] {
  const parents = new Map<string, Sized>()
  const rootOf = (id: string): Sized => {
    let root = parents.get(id) ?? { ...(sizes.get(id) ?? { values: 1, findings: 0 }), id }
    if (!parents.has(id)) parents.set(id, root)
    while (parents.get(root.id)!.id !== root.id) root = parents.get(root.id)!
    // Paths are shortened, so that long chains of pairs are followed once.
    parents.set(id, root)
    return root
  }
  for (const [one, other] of pairs) {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a.id === b.id || a.values + b.values > maxValues) continue
    const [stays, goes] = a.findings > b.findings || (a.findings === b.findings && a.id < b.id) ? [a, b] : [b, a]
    stays.values += goes.values
    stays.findings += goes.findings
    parents.set(goes.id, stays)
  }
  return [...parents.keys()].map((id) => ({ from: id, into: rootOf(id).id })).filter(({ from, into }) => from !== into)
}
