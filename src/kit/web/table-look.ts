import { useRemembered } from './remembered.ts'

export type Density = 'comfortable' | 'compact'
/** How one person likes one table: rows' height, the order of columns, which are hidden, widths in pixels. */
export type TableLook = {
  density: Density
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

/** Row heights in pixels. */
export const rowHeights: Record<Density, number> = { comfortable: 36, compact: 28 }

const plain: TableLook = { density: 'comfortable', order: [], hidden: [], widths: {} }

/** The look of a table, remembered per person and table in this browser. */
export function useTableLook(person: string, table: string): [TableLook, (look: TableLook) => void] {
  return useRemembered<TableLook>(`table.${person}.${table}`, plain)
}

/** Names in the person's order; names the look does not know (a new column) stand where the table puts them. */
export function orderedBy(names: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => names.includes(name))
  if (known.length === 0) return [...names]
  const result = [...known]
  names.forEach((name, place) => {
    if (!known.includes(name)) result.splice(Math.min(place, result.length), 0, name)
  })
  return result
}

/** Names moved one place up (-1) or down (1). */
export function moved(names: readonly string[], name: string, by: -1 | 1): string[] {
  const result = [...names]
  const from = result.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= result.length) return result
  result.splice(from, 1)
  result.splice(to, 0, name)
  return result
}

/** The names a look shows, in its order. */
export function shownBy(names: readonly string[], look: TableLook): string[] {
  return orderedBy(names, look.order).filter((name) => !look.hidden.includes(name))
}

/** The look that shows exactly `shown` of the names; as it was where none of them is known. */
export function showing(look: TableLook, names: readonly string[], shown: readonly string[] | undefined): TableLook {
  const order = shown?.filter((name) => names.includes(name)) ?? []
  return order.length === 0 ? look : { ...look, order, hidden: names.filter((name) => !order.includes(name)) }
}
