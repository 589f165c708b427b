import { z } from 'zod'
import { refangAddress } from '#vocabulary/addresses.ts'
import { readDay } from '#vocabulary/dates.ts'
import type { Columns } from './column.ts'
import { columnOfFilter, conditionName, type Condition, operatorOf, readCondition, separator } from './conditions.ts'
import { kindOf, type Search } from './kinds.ts'

/**
 * One parsed filter. In a URL (G115) `many` is a repeated parameter or a comma-separated list, `part` a text, `day` one
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

const maxFilterLength = 2048

const readers: Record<Search, (raw: string[]) => PlainCondition | undefined> = {
  part: (raw) => ({ search: 'part', text: refangAddress(raw.join(',').trim()).slice(0, maxFilterLength) }),
  many: (raw) => ({
    search: 'many',
    values: [
      ...new Set(
        raw
          .flatMap((text) => text.split(','))
          .map((text) => text.trim())
          .filter(Boolean),
      ),
    ],
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
 * A schema that parses the raw query parameters of the named filters, plain ones and conditions. Rejecting unknown
 * parameters is up to the caller; a value that cannot be read is an issue under its own name.
 * `aliases` maps a filter's external name to its column (latestPublishedDate → latestPublishDate, G65).
 */
export function filterSchema(
  columns: Columns,
  names: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
) {
  const raw = z.union([z.string().max(20_000), z.array(z.string().max(maxFilterLength)).max(500)]).optional()
  const shape = Object.fromEntries(names.map((name) => [name, raw]))
  return z.object(shape).transform((query, context): Filters => {
    const filters: Record<string, FilterCondition> = {}
    for (const name of names) {
      const given = query[name]
      const texts = (given === undefined ? [] : Array.isArray(given) ? given : [given]).filter(
        (text) => text.trim() !== '',
      )
      if (texts.length === 0) continue
      const plain = columnOfFilter(name)
      const column = columns[aliases[plain] ?? plain]!
      const operator = operatorOf(name)
      const condition = operator
        ? readCondition(column.kind, operator, texts.join(separator))
        : readers[kindOf(column.kind).search](texts)
      if (condition === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `${column.label} is not valid` })
      else if (!operator) filters[aliases[name] ?? name] = condition
      // Texts of blanks and separators only are no condition.
      else if (!('texts' in condition) || condition.texts.length > 0)
        filters[conditionName(aliases[plain] ?? plain, operator)] = condition
    }
    return filters
  })
}

/** Formats a plain filter as a URL parameter; the inverse of `filterSchema`. */
export function formatFilter(condition: PlainCondition): string {
  switch (condition.search) {
    case 'part':
      return condition.text
    case 'many':
      return condition.values.join(',')
    case 'day':
      return condition.day
    case 'range':
      return condition.from === condition.to ? String(condition.from) : `${condition.from}-${condition.to}`
  }
}
