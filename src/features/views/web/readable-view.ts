import { columnOfFilter, operatorOf, separator, textsIn } from '#columns/conditions.ts'
import type { Column, Columns } from '#columns/column.ts'
import { readFilter } from '#columns/filter.ts'
import { kindOf } from '#columns/kinds.ts'
import type { SavedView } from '#features/views/contract.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import { manyOf } from '#kit/web/filter-fields.ts'
import { texts } from './texts.ts'

type Search = Readonly<Record<string, string>>

/** What a list knows: its columns, and the parameters of its address. */
export type KnownList = {
  columns: Columns
  aliases: Readonly<Record<string, string>>
  /** Names of filters, plain and conditions. */
  filters: readonly string[]
  /** Columns that can be shown, and those that rows can be ordered by. */
  listed: readonly string[]
  sortedBy: readonly string[]
  /** Other parameters. */
  others: readonly string[]
  /** The values that some of those may have. */
  choices?: Readonly<Record<string, { label: string; values: readonly string[] }>>
}

/** Kinds whose values are a closed list. */
const closedKinds: readonly string[] = ['status', 'priority', 'reasonCode', 'yesNo']

/** What a list still knows of a view, and the names of what it no longer does: columns, filters, choices. */
export function readableSearch(list: KnownList, search: Search): { search: Search; leftOut: string[] } {
  const leftOut: string[] = []
  const parts = Object.entries(search).flatMap(([name, text]): [string, string][] => {
    if (name === 'columns') {
      const names = manyOf(text)
      leftOut.push(...names.filter((one) => !list.listed.includes(one)).map((one) => texts.column(one)))
      const known = names.filter((one) => list.listed.includes(one))
      return known.length > 0 ? [[name, known.join(',')]] : []
    }
    if (name === 'sortOrder' || name === 'sortDirection')
      return list.sortedBy.includes(search['sortBy'] ?? '') ? [[name, text]] : []
    if (name === 'sortBy') {
      if (list.sortedBy.includes(text)) return [[name, text]]
      leftOut.push(texts.orderBy(text))
      return []
    }
    if (list.others.includes(name)) {
      const choice = list.choices?.[name]
      if (!choice || choice.values.includes(text)) return [[name, text]]
      leftOut.push(`${choice.label} ${text}`)
      return []
    }
    return readableFilter(list, name, text, leftOut)
  })
  return { search: Object.fromEntries(parts), leftOut }
}

function readableFilter(
  { columns, aliases, filters }: KnownList,
  name: string,
  text: string,
  leftOut: string[],
): [string, string][] {
  const plain = columnOfFilter(name)
  const column: Column | undefined = columns[aliases[plain] ?? plain]
  if (!filters.includes(name) || !column) {
    leftOut.push(column?.label ?? plain)
    return []
  }
  const operator = operatorOf(name)
  if (closedKinds.includes(column.kind) && operator !== 'is') {
    const values = operator ? textsIn(text) : manyOf(text)
    const isKnown = (value: string) => 'value' in kindOf(column.kind).read(value, column.max)
    leftOut.push(...values.filter((value) => !isKnown(value)).map((value) => `${column.label} ${value}`))
    const known = values.filter(isKnown)
    return known.length > 0 ? [[name, known.join(operator ? separator : ',')]] : []
  }
  if (text.trim() === '' || readFilter(columns, name, [text], aliases)) return [[name, text]]
  leftOut.push(`${column.label} ${text}`)
  return []
}

/** The search of a saved view as far as the list knows it; an alert says what was left out. */
export function openedSearch(list: KnownList, { name, search }: Pick<SavedView, 'name' | 'search'>): Search {
  const readable = readableSearch(list, search)
  if (readable.leftOut.length > 0) toastInfo(texts.leftOutOfView(name, readable.leftOut), { milliseconds: 12_000 })
  return readable.search
}
