/** What a column needs in pixels to show its content, and how much more than others it gets where all are cut. */
export type WidthNeed = { need: number; weight: number }

/**
 * Shares a width among columns by what their content needs: nothing is cut while there is room, and a column is only cut
 * when it needs more than its weighted share. What is left over is spread evenly.
 */
export function shareWidth(available: number, columns: readonly WidthNeed[]): number[] {
  const satisfied = new Set<number>()
  let left = available
  for (let before = -1; before !== satisfied.size; ) {
    before = satisfied.size
    const unit = unitOf(left, columns, satisfied)
    for (const [at, { need, weight }] of columns.entries())
      if (!satisfied.has(at) && need <= unit * weight) {
        satisfied.add(at)
        left -= need
      }
  }
  const spare = satisfied.size === columns.length ? left / columns.length : 0
  const unit = unitOf(left, columns, satisfied)
  return columns.map(({ need, weight }, at) => (satisfied.has(at) ? need + spare : unit * weight))
}

/** The share of a column of weight 1 among those that are not satisfied. */
function unitOf(left: number, columns: readonly WidthNeed[], satisfied: ReadonlySet<number>): number {
  const weights = columns.reduce((sum, { weight }, at) => (satisfied.has(at) ? sum : sum + weight), 0)
  return weights === 0 ? 0 : left / weights
}
