import type { Columns } from '#columns/column.ts'
import type { Operator } from '#columns/conditions.ts'
import { kindOf, type Search } from '#columns/kinds.ts'
import { valuesIn } from '#columns/value-list.ts'
import { showDay } from '#vocabulary/dates.ts'

export type Option = {
  value: string
  label: string
  colour?: string
  /** The option of whose group it is one. */
  within?: string
}

/** One filter of a list: its name in the address and in the call, its label, and its kind of search. */
export type FilterField = {
  name: string
  label: string
  search: Search
  /** The options of a `many` filter. */
  options?: readonly Option[]
  /** Conditions beside the plain filter. */
  operators?: readonly Operator[]
  /** Offered under 'More filters', and by conditions only. */
  isExtra?: boolean
  /** The column whose values are counted for the options. */
  counted?: string
}

/** How many records each value of a filter leaves under the other filters. */
export type ChoiceCounts = {
  counts: Readonly<Record<string, number>>
  empty: number
  /** There may be more of each. */
  atLeast: boolean
}

/** Where counts come from: another `key` is another list; `load` gets the filters as they are shown. */
export type CountSource = {
  key: readonly unknown[]
  load: (column: string, texts: FilterTexts, signal: AbortSignal) => Promise<ChoiceCounts>
}

/** Filters as in the address and in a call: name → text, lists separated by commas, ranges 'min-max' (G115). */
export type FilterTexts = Readonly<Record<string, string>>

/** The fields of the named filters; `options` returns the options of those that pick values. */
export function filterFields(
  columns: Columns,
  names: readonly string[],
  aliases: Readonly<Record<string, string>>,
  options: (name: string) => readonly Option[] | undefined,
): FilterField[] {
  return names.map((name) => {
    const column = columns[aliases[name] ?? name]!
    return { name, label: column.label, search: kindOf(column.kind).search, options: options(name) }
  })
}

/** The values of a filter that takes many. */
export const manyOf = (text: string | undefined): string[] => valuesIn(text ?? '')

/** Upper bound of a money range; stands for an open upper side. */
export const maxMoney = 100_000_000

/** A range as 'min-max'; a blank side is open, both blank means no filter. */
export function rangeText(from: string, to: string): string {
  if (from === '' && to === '') return ''
  if (from === to) return from
  return `${from === '' ? '0' : from}-${to === '' ? String(maxMoney) : to}`
}

/** The two sides of a range text, blank where open. */
export function sidesOf(text: string | undefined): { from: string; to: string } {
  if (!text) return { from: '', to: '' }
  const [from = '', to = from] = text.split('-')
  return { from: from === '0' && to !== '0' ? '' : from, to: Number(to) === maxMoney ? '' : to }
}

/** The text of a filter's chip; a long list of values is shortened. */
export function filterSummary(field: FilterField, text: string): string {
  switch (field.search) {
    case 'many': {
      const names = manyOf(text).map((value) => field.options?.find((option) => option.value === value)?.label ?? value)
      return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
    }
    case 'day':
      return showDay(text)
    case 'range': {
      const { from, to } = sidesOf(text)
      if (from === to) return from
      if (from === '') return `up to ${to}`
      return to === '' ? `from ${from}` : `${from} to ${to}`
    }
    case 'part':
      return text
  }
}
