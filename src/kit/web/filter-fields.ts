import type { Columns } from '#columns/column.ts'
import { kindOf, type Search } from '#columns/kinds.ts'
import { showDay } from '#vocabulary/dates.ts'

export type Option = { value: string; label: string; colour?: string }

/** One filter of a list: its name in the address and the call, what people read, and how it asks. */
export type FilterField = {
  name: string
  label: string
  search: Search
  /** What `many` offers. */
  options?: readonly Option[]
}

/** Filters as they stand in the address and in a call: name → text, lists by comma, ranges 'min-max' (G115). */
export type FilterTexts = Readonly<Record<string, string>>

/** The fields of the named filters; `options` says what those offer that pick values. */
export function filterFields(
  columns: Columns,
  names: readonly string[],
  aliases: Readonly<Record<string, string>>,
  options: (name: string) => readonly Option[] | undefined,
): FilterField[] {
  return names.map((name) => {
    const of = columns[aliases[name] ?? name]!
    return { name, label: of.label, search: kindOf(of.kind).search, options: options(name) }
  })
}

/** The values of a filter that takes many. */
export function manyOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

export const mostMoney = 100_000_000

/** 'min-max' of a range; a blank side is open. Both blank is no filter. */
export function spellRange(from: string, to: string): string {
  if (from === '' && to === '') return ''
  if (from === to) return from
  return `${from === '' ? '0' : from}-${to === '' ? String(mostMoney) : to}`
}

/** The two sides of a range's text, blank where open. */
export function sidesOf(text: string | undefined): { from: string; to: string } {
  if (!text) return { from: '', to: '' }
  const [from = '', to = from] = text.split('-')
  return { from: from === '0' && to !== '0' ? '' : from, to: Number(to) === mostMoney ? '' : to }
}

/** What a chip says of a filter's text; a long list of values is shortened. */
export function sayFilter(field: FilterField, text: string): string {
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
