/** Selected ids after `id` was toggled; with `from` (shift) every row between the two gets the new state. */
export function toggled(
  selected: ReadonlySet<string>,
  order: readonly string[],
  id: string,
  from?: string,
): ReadonlySet<string> {
  const on = !selected.has(id)
  const start = from === undefined ? -1 : order.indexOf(from)
  const end = order.indexOf(id)
  const ids = start < 0 ? [id] : order.slice(Math.min(start, end), Math.max(start, end) + 1)
  const next = new Set(selected)
  for (const one of ids) {
    if (on) next.add(one)
    else next.delete(one)
  }
  return next
}

/** All of the loaded rows, or none when all were selected (G46: select-all means the rows loaded so far). */
export function allOrNone(selected: ReadonlySet<string>, order: readonly string[]): ReadonlySet<string> {
  return order.length > 0 && order.every((id) => selected.has(id)) ? new Set() : new Set(order)
}

/** Selected ids that are still in the list, in its order. */
export function stillThere(selected: ReadonlySet<string>, order: readonly string[]): string[] {
  return order.filter((id) => selected.has(id))
}
