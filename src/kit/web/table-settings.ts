import { useSetting } from './person-settings.ts'

export type Density = 'comfortable' | 'compact'
/** A person's settings of a table: row density, order of columns, hidden columns, widths in pixels. */
export type TableSettings = {
  density: Density
  order: readonly string[]
  hidden: readonly string[]
  widths: Readonly<Record<string, number>>
}

/** Row heights in pixels. */
export const rowHeights: Record<Density, number> = { comfortable: 36, compact: 28 }

const defaultSettings: TableSettings = { density: 'comfortable', order: [], hidden: [], widths: {} }

/** The person's settings of a table. */
export const useTableSettings = (table: string): [TableSettings, (settings: TableSettings) => void] =>
  useSetting<TableSettings>(`table.${table}`, defaultSettings)

/** The name of a list's table among the settings, which have no blanks: list.trap-purchases. */
export const listTableName = (list: string): string => `list.${list.toLowerCase().replace(/[^a-z]+/g, '-')}`

/** Names in the person's order; names without a stored order (new columns) keep their position in the table. */
export function orderedBy(names: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => names.includes(name))
  if (known.length === 0) return [...names]
  const result = [...known]
  names.forEach((name, index) => {
    if (!known.includes(name)) result.splice(Math.min(index, result.length), 0, name)
  })
  return result
}

/** The names with one of them moved one position up (-1) or down (1). */
export function movedColumn(names: readonly string[], name: string, by: -1 | 1): string[] {
  const result = [...names]
  const from = result.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= result.length) return result
  result.splice(from, 1)
  result.splice(to, 0, name)
  return result
}

/** The visible names, in the order of the settings. */
export function visibleColumns(names: readonly string[], settings: Pick<TableSettings, 'order' | 'hidden'>): string[] {
  return orderedBy(names, settings.order).filter((name) => !settings.hidden.includes(name))
}

/** The settings that show exactly `shown` of the names; unchanged when none of them is known. */
export function withOnlyColumns(
  settings: TableSettings,
  names: readonly string[],
  shown: readonly string[] | undefined,
): TableSettings {
  const order = shown?.filter((name) => names.includes(name)) ?? []
  return order.length === 0 ? settings : { ...settings, order, hidden: names.filter((name) => !order.includes(name)) }
}

/** The visible columns, in the order of the settings. */
export function shownColumns<Column extends { name: string }>(
  columns: readonly Column[],
  settings: Pick<TableSettings, 'order' | 'hidden'>,
): Column[] {
  const names = columns.map(({ name }) => name)
  return visibleColumns(names, settings).map((name) => columns.find((column) => column.name === name)!)
}
