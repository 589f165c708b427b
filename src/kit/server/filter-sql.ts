import type { Columns } from '#columns/column.ts'
import { columnOfFilter, wholeOf } from '#columns/conditions.ts'
import type { FilterCondition, Filters } from '#columns/filter.ts'
import { kindOf, type KindName } from '#columns/kinds.ts'
import { normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'
import { likePattern, sql, type Sql } from './db.ts'

/** The SQL expression of a column in the current statement. */
export type ColumnSql = (name: string) => Sql

/**
 * One SQL condition for each filter; `columnSql` gives a column's expression. Names were checked when filters were
 * parsed.
 */
export function filterConditions(columns: Columns, filters: Filters, columnSql: ColumnSql): Sql[] {
  return Object.entries(filters).map(([parameter, filter]) => {
    const name = columnOfFilter(parameter)
    return conditionSql(columns[name]!.kind, filter, columnSql(name))
  })
}

function conditionSql(kind: KindName, filter: FilterCondition, column: Sql): Sql {
  switch (filter.search) {
    case 'part':
      return anyPart(column, writtenAs(kind, filter.text))
    case 'many':
      return many(kind, column, filter.values)
    case 'day':
      return sql`${column} = ${filter.day}::date`
    case 'range':
      return sql`${column} between ${filter.from}::numeric and ${filter.to}::numeric`
    case 'parts':
      return anyText(kind, column, filter.texts)
    // Without a value it is none of them.
    case 'not':
      return sql`(${anyText(kind, column, filter.texts)}) is not true`
    case 'empty':
      return emptySql(kind, column, filter.isEmpty)
    case 'days':
      return between(column, filter, sql`date`)
    case 'numbers':
      return between(column, filter, sql`numeric`)
  }
}

/** One of several texts: as a part of a text or, in quotes, all of it; of other kinds as the whole value. */
function anyText(kind: KindName, column: Sql, texts: readonly string[]): Sql {
  if (kindOf(kind).search === 'many') return many(kind, column, texts)
  return sql`(${sql.join(
    texts.map((text) => partOrWhole(kind, column, text)),
    sql` or `,
  )})`
}

// The part match comes first, for the trigram index.
function partOrWhole(kind: KindName, column: Sql, text: string): Sql {
  const whole = wholeOf(text)
  return whole === undefined
    ? anyPart(column, writtenAs(kind, text))
    : sql`(${part(column, whole)} and lower(${column}) = lower(${whole}::text))`
}

/**
 * An address as others write it, too: with either protocol, with www. or without it, and without what browsers ignore
 * (G63). Any other text as it is.
 */
function writtenAs(kind: KindName, text: string): string[] {
  if (!/^(?:https?:\/\/|www\.)[^\s.]+\.\S/i.test(text)) return [text]
  if (kind === 'domain') return [normaliseDomain(text)]
  if (kind !== 'link') return [text]
  const normal = normaliseAddress(text)
  return [text, `://${normal}`, `://www.${normal}`]
}

function emptySql(kind: KindName, column: Sql, isEmpty: boolean): Sql {
  if (kindOf(kind).stored === 'text') return isEmpty ? sql`coalesce(${column}, '') = ''` : sql`${column} <> ''`
  return isEmpty ? sql`${column} is null` : sql`${column} is not null`
}

function between(column: Sql, sides: { from: unknown; to: unknown }, type: Sql): Sql {
  const { from, to } = sides
  if (from === undefined) return sql`${column} <= ${to}::${type}`
  if (to === undefined) return sql`${column} >= ${from}::${type}`
  return sql`${column} between ${from}::${type} and ${to}::${type}`
}

/**
 * A case-insensitive part match. A pattern without three consecutive letters contains no trigram, so the whole trigram
 * index would be read: the concatenation makes the planner avoid it.
 */
function part(column: Sql, text: string): Sql {
  const indexed = /[\p{L}\p{N}]{3}/u.test(text)
  return indexed ? sql`${column} ilike ${likePattern(text)}` : sql`(${column} || '') ilike ${likePattern(text)}`
}

/** A part match of one of several texts. */
function anyPart(column: Sql, texts: readonly string[]): Sql {
  const [first, ...others] = texts.map((text) => part(column, text))
  return others.length === 0 ? first! : sql`(${sql.join([first!, ...others], sql` or `)})`
}

/** One of several values; codes and names are read like cells ('approved', 0), an unreadable value matches nothing. */
function many(kind: KindName, column: Sql, values: readonly string[]): Sql {
  const read = values.map((text) => {
    const reading = kindOf(kind).read(text, 2048)
    return 'value' in reading ? reading.value : text
  })
  if (kind === 'yesNo') return sql`${column} = any(${read.filter((value) => typeof value === 'boolean')}::boolean[])`
  // A single value as an equality lets an index return rows in order.
  return read.length === 1 ? sql`${column} = ${String(read[0])}` : sql`${column} = any(${read.map(String)}::text[])`
}
