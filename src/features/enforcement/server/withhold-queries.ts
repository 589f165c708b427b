import { messages } from '#features/enforcement/messages.ts'
import { isApproved } from '#features/findings/server/approval.ts'
import { flagOf } from '#features/findings/server/column-refs.ts'
import { isActiveStaff } from '#kit/server/active-people.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { inProgress } from '#vocabulary/statuses.ts'
import type { LockedFinding } from './queries.ts'

/** The notices `e` that the email `mailId` is about, with finding `f`, company `k`, brand `b` and sender `u`. */
const noticesOf = (mailId: string): Sql => sql`from mails m join enforcements e on e.id = m.id
  join findings f on f.company_id = e.company_id and f.id = e.finding_id
  join companies k on k.id = f.company_id join brands b on b.id = f.brand_id left join users u on u.id = e.created_by
  where (m.id = ${mailId}::uuid or m.sent_with = ${mailId}::uuid)`

/** The cases in which no notice about the finding `f` of the company `k` and the brand `b` may leave at all. */
const goneCases = sql`
  when k.deleted_at is not null then ${messages.companyGone}
  when b.deleted_at is not null then ${messages.brandGone}
  when not b.enabled then ${messages.brandDisabled}
  when not b.platforms ? ${flagOf(sql`f.platform`)} then ${messages.platformGone}`

const lacksItsApproval = sql`k.approval_required and not exists (
  select from notice_overrides o where o.enforcement_id = e.id and 'approval' = any(o.missing)) and not ${isApproved}`

/**
 * Why an email may not leave now: it is a notice, and its sender lost access, or its company, brand, platform, finding
 * or approval is gone. undefined for any other email.
 */
export async function whyNotToSend(db: Db, mailId: string): Promise<string | undefined> {
  const found = await row<{ reason: string }>(
    db,
    sql`select reason from (select case ${goneCases}
          when u.id is not null and not ${isActiveStaff(sql`u`)} then ${messages.senderGone}
          when f.deleted_at is not null then case when m.is_list or m.sent_with is not null
            then ${messages.oneFindingGone} else ${messages.findingGone} end
          when ${lacksItsApproval} then case when m.is_list or m.sent_with is not null
            then ${messages.oneNotApproved} else ${messages.notApproved} end
        end as reason ${noticesOf(mailId)} order by e.id) r where reason is not null limit 1`,
  )
  return found?.reason
}

/** Why no notice about these findings may be sent: their company, brand or platform is gone; undefined if one may. */
export async function whyNoNotices(db: Db, findings: readonly LockedFinding[]): Promise<string | undefined> {
  const found = await row<{ reason: string }>(
    db,
    sql`select reason from (select case ${goneCases} end as reason
        from unnest(${findings.map((one) => one.company_id)}::uuid[], ${findings.map((one) => one.id)}::uuid[]) a (company_id, id)
        join findings f on f.company_id = a.company_id and f.id = a.id
        join companies k on k.id = f.company_id join brands b on b.id = f.brand_id) r where reason is not null limit 1`,
  )
  return found?.reason
}

/** A notice of an email that does not leave; `userId` is who sent it or, where Brandkeep did, the notice it follows. */
export type WithheldNotice = {
  id: string
  companyId: string
  brandId: string
  findingId: string
  platform: string
  userId: string | null
}

/** Locks the findings and the rows of an email whose content has not been sent; none if it has, or has ended. */
export async function lockUnsent(db: Db, mailId: string): Promise<WithheldNotice[]> {
  await rows(
    db,
    sql`select from findings f where (f.company_id, f.id) in (
      select e.company_id, e.finding_id from mails m join enforcements e on e.id = m.id
      where m.id = ${mailId}::uuid or m.sent_with = ${mailId}::uuid) order by f.id for update`,
  )
  const waiting = await row(
    db,
    sql`select from mails where id = ${mailId}::uuid and sending_at is null and sent_at is null and failed_at is null
      for update`,
  )
  if (!waiting) return []
  return rows(
    db,
    sql`select e.id, e.company_id as "companyId", f.brand_id as "brandId", e.finding_id as "findingId", f.platform,
        coalesce(e.created_by, (select created_by from enforcements where id = m.follows)) as "userId"
      ${noticesOf(mailId)} order by e.id`,
  )
}

/**
 * The statuses to which the findings of these records return, whose emails failed: what they were before the first of
 * the records that had no effect. Findings with a later record that stands are left out.
 */
export function statusesToReturnTo(db: Db, recordIds: readonly string[]): Promise<{ id: string; to: string }[]> {
  return rows(
    db,
    sql`select e.finding_id as id, first.status_before as to
      from enforcements e cross join lateral (
        select x.status_before from enforcements x
        where x.company_id = e.company_id and x.finding_id = e.finding_id and (x.created_at, x.id) <= (e.created_at, e.id)
          and not exists (select from enforcements y left join mails m on m.id = y.id
            where y.company_id = x.company_id and y.finding_id = x.finding_id
              and (y.created_at, y.id) >= (x.created_at, x.id) and (m.failed_at is null or m.is_doubtful))
        order by x.created_at, x.id limit 1) first
      where e.id = any(${recordIds}::uuid[]) and first.status_before <> ${inProgress}`,
  )
}
