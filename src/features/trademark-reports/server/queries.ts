import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import type { Day } from '#vocabulary/dates.ts'

/** Whose right is reported, and who reports. */
export type ReportSubject = {
  owner: string
  ownerAddress: string
  country: string
  brand: string
  /** A mark of the brand that is in force; null without one. */
  mark: string | null
  reporter: string
  reporterEmail: string
  reporterPhone: string
}

/** The subject of a report made on a day; undefined when its brand, company or user is gone. */
export const reportSubject = (
  db: Db,
  ids: { companyId: string; brandId: string; userId: string },
  day: Day,
): Promise<ReportSubject | undefined> =>
  row(
    db,
    sql`select k.legal_name as owner, k.country, b.brand_name as brand, m.mark, u.email as "reporterEmail",
        concat_ws(', ', nullif(k.address, ''), nullif(k.city, ''), nullif(k.state, ''), nullif(k.pin, ''),
          nullif(k.country, '')) as "ownerAddress",
        ${fullNameOf(sql`u`)} as reporter, coalesce(u.mobile, '') as "reporterPhone"
      from companies k join brands b on b.id = ${ids.brandId} and b.company_id = k.id join users u on u.id = ${ids.userId}
      left join lateral (select min(t.mark_name) as mark from trademarks t where t.brand_id = b.id
        and t.deleted_at is null and t.status not in ('Incorrect', 'Invalid', 'Deactivated', 'Expired')
        and t.expiry_date >= ${day}::date) m on true
      where k.id = ${ids.companyId} and k.deleted_at is null and b.deleted_at is null`,
  )

/** Notes that a form is about to be sent, so that it is never sent twice; false when that was noted before. */
export async function noteFiling(db: Db, jobId: string): Promise<boolean> {
  const noted = await rows(
    db,
    sql`update tool_jobs set options = options || '{"filing": true}'
      where id = ${jobId}::uuid and not options ? 'filing' returning id`,
  )
  return noted.length === 1
}
