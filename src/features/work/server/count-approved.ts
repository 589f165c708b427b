import { rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { findingPlatforms } from '#vocabulary/platform-names.ts'
import { approved } from '#vocabulary/statuses.ts'

type PlatformCount = { platform: string; count: number }

/**
 * Approved findings of all companies, from counters. The status is literal where a partial index of the counters has it:
 * a parameter would not be matched with it.
 */
const approvedCounts = sql`select platform, n from counter_month
    where status = ${sql.lit(approved)} and platform = any(${findingPlatforms}::text[])
  union all select platform, n from counter_delta where status = ${approved}`

const assignedCounts = sql`select f.platform, -1 from assignments a
  join findings f on f.company_id = a.company_id and f.id = a.finding_id
  where f.status = ${approved} and f.deleted_at is null`

const byPlatform = (db: Db, counted: Sql): Promise<PlatformCount[]> =>
  rows(
    db,
    sql`select platform, sum(n)::int as count from (${counted}) c group by 1 having sum(n) > 0 order by 2 desc, 1`,
  )

/** How many findings of each platform are approved, most first. */
export const approvedByPlatform = (db: Db) => byPlatform(db, approvedCounts)

/** How many of them nobody is assigned to. */
export const queueByPlatform = (db: Db) => byPlatform(db, sql`${approvedCounts} union all ${assignedCounts}`)

/** The same of all platforms. */
export async function queueSize(db: Db): Promise<number> {
  return (await queueByPlatform(db)).reduce((all, { count }) => all + count, 0)
}
