import { type Page, pageOf } from '#kit/contract/page.ts'
import { type Db, row, rows, type Sql, sql } from './db.ts'

type PageQuery = {
  page?: number | undefined
  perPage?: number | undefined
  sortBy?: string | undefined
  sortDirection?: 'asc' | 'desc' | undefined
}

/** The query of an administration list. */
export type ListQuery = PageQuery & { search?: string | undefined }

/** Default page size of administration lists. */
export const defaultPageSize = 20

/**
 * Reads one page of a statement, in the paged envelope. `select` and `from` are its parts (from … where …); `order`
 * comes from `orderOf`.
 */
export async function readPage<Row>(
  db: Db,
  query: PageQuery,
  statement: { select: Sql; from: Sql; order: Sql; size?: number },
): Promise<Page<Row>> {
  const { page = 1, perPage: size = statement.size ?? defaultPageSize } = query
  const [docs, counted] = await Promise.all([
    rows<Row>(
      db,
      sql`select ${statement.select} ${statement.from} order by ${statement.order} limit ${size} offset ${(page - 1) * size}`,
    ),
    row<{ total: number }>(db, sql`select count(*)::int total ${statement.from}`),
  ])
  return pageOf(docs, page, size, counted?.total ?? 0)
}

/**
 * The requested sort order, ties by id, newest first. A column that is not sortable falls back to the id, descending
 * (A-146, G11); ids are ordered by time.
 */
export function orderOf(query: PageQuery, sortable: Readonly<Record<string, Sql>>, id: Sql): Sql {
  const by = Object.hasOwn(sortable, query.sortBy ?? '') ? sortable[query.sortBy!] : undefined
  const isId = query.sortBy === 'id' || query.sortBy === '_id'
  if (!by) return isId && query.sortDirection === 'asc' ? sql`${id} asc` : sql`${id} desc`
  return query.sortDirection === 'desc' ? sql`${by} desc nulls last, ${id} desc` : sql`${by} asc nulls last, ${id} desc`
}
