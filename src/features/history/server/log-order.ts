import type { SortColumn } from '#features/history/contract.ts'
import { type Sql, sql } from '#kit/server/db.ts'

/** The columns other than the time, in a statement with the row as `l`, its company as `c` and its brand as `b`. */
const sortExpressions: Readonly<Record<Exclude<SortColumn, 'createdAt'>, Sql>> = {
  company: sql`lower(c.name)`,
  brand: sql`lower(b.brand_name)`,
  platform: sql`l.platform`,
  module: sql`l.module`,
  username: sql`lower(l.username)`,
  searchTerm: sql`l.search_term`,
  statusFrom: sql`l.status_from`,
  statusTo: sql`l.status_to`,
}

/** The order by a column, then newest first. */
export function columnOrder({ sort, direction }: { sort: SortColumn; direction: 'asc' | 'desc' }): Sql {
  const expression = sortExpressions[sort as keyof typeof sortExpressions]
  return sql`${expression} ${direction === 'asc' ? sql`asc` : sql`desc`} nulls last, l.at desc, l.id desc`
}
