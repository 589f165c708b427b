import { z } from 'zod'
import { readDay } from '#vocabulary/dates.ts'
import type { Columns } from './column.ts'
import { kindOf, type Search } from './kinds.ts'

/**
 * One parsed filter. In a URL (G115) `many` is a repeated parameter or a comma-separated list, `part` a text, `day` one
 * day, `range` a number or 'min-max'. An empty value means no filter.
 */
export type FilterCondition =
  | { search: 'part'; text: string }
  | { search: 'many'; values: string[] }
  | { search: 'day'; day: string }
  | { search: 'range'; from: number; to: number }

export type Filters = Readonly<Record<string, FilterCondition>>

const maxFilterLength = 2048

const readers: Record<Search, (raw: string[]) => FilterCondition | undefined> = {
  part: (raw) => ({ search: 'part', text: raw.join(',').trim().slice(0, maxFilterLength) }),
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

function readRange(text: string): FilterCondition | undefined {
  const m = /^\s*(\d+(?:\.\d+)?)\s*(?:-\s*(\d+(?:\.\d+)?)\s*)?$/.exec(text)
  if (!m) return undefined
  const from = Number(m[1])
  return { search: 'range', from, to: m[2] === undefined ? from : Number(m[2]) }
}

/**
 * A schema that parses the raw query parameters of the named filters. Rejecting unknown parameters is up to the caller;
 * a value that cannot be read is an issue under its own name.
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
      const column = columns[aliases[name] ?? name]!
      const condition = readers[kindOf(column.kind).search](texts)
      if (condition === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `${column.label} is not valid` })
      else filters[aliases[name] ?? name] = condition
    }
    return filters
  })
}

/** Formats a filter as a URL parameter; the inverse of `filterSchema`. */
export function formatFilter(condition: FilterCondition): string {
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
