import { rows, sql, type Db } from '#kit/server/db.ts'
import type { Day } from '#vocabulary/dates.ts'
import { fromFindings, type FindingQuery } from './queries.ts'
import { seesNothing } from './visible.ts'

type Counted = { platform: string; month: Day | null; company: string | null; status: string; n: number }
/** Numbers of findings by month and status and by company and status. */
export type StatusCounts = {
  months: { platform: string; month: Day; status: string; n: number }[]
  companies: { platform: string; company: string; status: string; n: number }[]
}

/**
 * Counts the findings a query matches by month and status and by company and status in one statement, for queries
 * that the counters cannot answer.
 */
export async function statusCounts(db: Db, query: FindingQuery): Promise<StatusCounts> {
  if (seesNothing(query.scope) || query.ids?.length === 0) return { months: [], companies: [] }
  // A plain timestamp: with a time zone it would be looked up for every day.
  const found = await rows<Counted>(
    db,
    sql`with listed as (
        select date_trunc('month', f.reporting_date::timestamp)::date as month, f.company_id, f.status ${fromFindings(query)}),
      counted as (
        select month, company_id, status, count(*)::int as n from listed
        group by grouping sets ((month, status), (company_id, status)))
      select ${query.platform.value} as platform, c.month, k.name as company, c.status, c.n
      from counted c left join companies k on k.id = c.company_id`,
  )
  return {
    months: found.filter((one) => one.month !== null) as StatusCounts['months'],
    companies: found.filter((one) => one.company !== null) as StatusCounts['companies'],
  }
}
