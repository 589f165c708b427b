import { z } from 'zod'
import type { Columns } from './column.ts'
import { columnOfFilter } from './conditions.ts'
import { type FilterCondition, type Filters, maxFilterLength, readFilter } from './filter.ts'

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
      const texts = [query[name] ?? []].flat().filter((text) => text.trim() !== '')
      if (texts.length === 0) continue
      const read = readFilter(columns, name, texts, aliases)
      const plain = columnOfFilter(name)
      if (!read)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `${columns[aliases[plain] ?? plain]!.label} is not valid`,
        })
      else if (read.name !== undefined) filters[read.name] = read.condition
    }
    return filters
  })
}
