import { refangAddress } from '#vocabulary/addresses.ts'
import { readDay } from '#vocabulary/dates.ts'
import type { Columns } from './column.ts'
import { columnOfFilter, conditionName, type Condition, operatorOf, readCondition, separator } from './conditions.ts'
import { kindOf, type Search } from './kinds.ts'
import { listOfValues, valuesIn } from './value-list.ts'

/**
 * One parsed filter. In a URL (G115) `many` is a repeated parameter or a comma-separated list (a value with a comma in quotes), `part` a text, `day` one
 * day, `range` a number or 'min-max'. An empty value means no filter.
 */
export type PlainCondition =
  | { search: 'part'; text: string }
  | { search: 'many'; values: string[] }
  | { search: 'day'; day: string }
  | { search: 'range'; from: number; to: number }

export type FilterCondition = PlainCondition | Condition

/** By column, or 'column.operator' for a condition beside the plain filter (see conditions.ts). */
export type Filters = Readonly<Record<string, FilterCondition>>

/** Of one value, in characters. */
export const maxFilterLength = 2048

const readers: Record<Search, (raw: readonly string[]) => PlainCondition | undefined> = {
  part: (raw) => ({ search: 'part', text: refangAddress(raw.join(',').trim()).slice(0, maxFilterLength) }),
  many: (raw) => ({
    search: 'many',
    values: [...new Set(raw.flatMap((text) => valuesIn(text)))],
  }),
  day: (raw) => {
    const day = readDay(raw[0])
    return day === undefined ? undefined : { search: 'day', day }
  },
  range: (raw) => readRange(raw[0] ?? ''),
}

function readRange(text: string): PlainCondition | undefined {
  const m = /^\s*(\d+(?:\.\d+)?)\s*(?:-\s*(\d+(?:\.\d+)?)\s*)?$/.exec(text)
  if (!m) return undefined
  const from = Number(m[1])
  return { search: 'range', from, to: m[2] === undefined ? from : Number(m[2]) }
}

/**
 * Reads the texts of one filter, a plain one or a condition, as what it means for its column; undefined when it cannot be
 * read. A plain filter is stored under its column, a condition under column and operator; texts of blanks and separators
 * only are no condition, which has no name then.
 */
export function readFilter(
  columns: Columns,
  name: string,
  texts: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): { name?: string; condition: FilterCondition } | undefined {
  const plain = columnOfFilter(name)
  const columnName = aliases[plain] ?? plain
  const { kind } = columns[columnName]!
  const operator = operatorOf(name)
  const condition = operator
    ? readCondition(kind, operator, texts.join(separator))
    : readers[kindOf(kind).search](texts)
  if (condition === undefined) return undefined
  if (!operator) return { name: aliases[name] ?? name, condition }
  const isEmpty = 'texts' in condition && condition.texts.length === 0
  return isEmpty ? { condition } : { name: conditionName(columnName, operator), condition }
}

/** Formats a plain filter as a URL parameter; the inverse of `filterSchema`. */
export function formatFilter(condition: PlainCondition): string {
  switch (condition.search) {
    case 'part':
      return condition.text
    case 'many':
      return listOfValues(condition.values)
    case 'day':
      return condition.day
    case 'range':
      return condition.from === condition.to ? String(condition.from) : `${condition.from}-${condition.to}`
  }
}
