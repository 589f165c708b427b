import type { Filters } from '#columns/filter.ts'
import { storedName } from '#columns/stored.ts'
import type { Mark } from '#features/trademarks/contract.ts'
import { every, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { asked } from '#kit/server/where.ts'
import { trademark } from '#platforms/trademark.ts'
import type { DayRange } from '#vocabulary/dates.ts'

/** Which marks are asked for; no list of companies or brands, or no range, means no bound. */
export type MarkQuestion = {
  companyIds: readonly string[] | undefined
  brandIds: readonly string[] | undefined
  range: DayRange | undefined
  filters: Filters
}

export type MarkSorting = { by: string; direction: 'asc' | 'desc' }

/** Where a column of a mark lies; the number of notifications is that of the list, once there is one (G103). */
function columnAt(name: string): Sql {
  if (name === 'notifications')
    return sql`coalesce(nullif((select count(*) from trademark_notifications n where n.trademark_id = t.id), 0), t.notifications)`
  return sql.ref(`t.${storedName(name)}`)
}

function conditions({ companyIds, brandIds, range, filters }: MarkQuestion): Sql {
  const all = [sql`t.deleted_at is null`]
  if (companyIds) all.push(sql`t.company_id = any(${companyIds}::uuid[])`)
  if (brandIds) all.push(sql`t.brand_id = any(${brandIds}::uuid[])`)
  if (range) all.push(sql`t.reporting_date between ${range.startDate}::date and ${range.endDate}::date`)
  return every([...all, ...asked(trademark.columns, filters, columnAt)])
}

/** One page of marks with their notifications, newest of those first. */
export async function pageOfMarks(
  db: Db,
  question: MarkQuestion,
  sort: MarkSorting,
  window: { size: number; offset: number },
): Promise<Mark[]> {
  const own = Object.keys(trademark.columns).map((name) => sql`${columnAt(name)} as ${sql.id(name)}`)
  return rows<Mark>(
    db,
    sql`select t.id, t.id as _id, ${sql.join(own)},
        json_build_object('id', k.id, '_id', k.id, 'name', k.name) as company,
        json_build_object('id', b.id, '_id', b.id, 'brandName', b.brand_name) as brand,
        coalesce((select json_agg(json_build_object('id', n.id, '_id', n.id, 'domain', n.domain, 'date', n.date)
          order by n.date desc, n.id desc) from trademark_notifications n where n.trademark_id = t.id), '[]')
          as "notificationData"
      from trademarks t join companies k on k.id = t.company_id join brands b on b.id = t.brand_id
      where ${conditions(question)}
      order by ${columnAt(sort.by)} ${sort.direction === 'asc' ? sql`asc` : sql`desc`}, t.id desc
      limit ${window.size} offset ${window.offset}`,
  )
}

export async function numberOfMarks(db: Db, question: MarkQuestion): Promise<number> {
  const found = await row<{ n: number }>(db, sql`select count(*) as n from trademarks t where ${conditions(question)}`)
  return found!.n
}

/** The statement of a download: the definition's cells, newest first. */
export function marksToDownload(question: MarkQuestion, most: number): Sql {
  return sql`select ${sql.join(trademark.downloaded.map(columnAt))} from trademarks t
    where ${conditions(question)} order by t.reporting_date desc, t.id desc limit ${most}`
}
