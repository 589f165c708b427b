import { rows, sql, type Db } from '#kit/server/db.ts'
import type { Day } from '#vocabulary/dates.ts'
import { allOf, type Question } from './queries.ts'
import { seesNothing } from './visible.ts'

export type StatusCount = { platform: string; month: Day; company: string; status: string; n: number }

/** The findings a question has by month, company and status, counted one by one: for questions no counter knows. */
export async function statusCounts(db: Db, question: Question): Promise<StatusCount[]> {
  if (seesNothing(question.scope) || question.ids?.length === 0) return []
  return rows<StatusCount>(
    db,
    sql`with counted as (
        select date_trunc('month', f.reporting_date)::date as month, f.company_id, f.status, count(*)::int as n
        ${allOf(question)} group by 1, 2, 3)
      select ${question.platform.value} as platform, c.month, k.name as company, c.status, c.n
      from counted c join companies k on k.id = c.company_id order by c.month, k.name, c.status`,
  )
}
