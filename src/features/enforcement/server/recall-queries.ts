import { type Db, rows, type Sql, sql } from '#kit/server/db.ts'

/** A notice whose email has not left; the status its finding had before. */
export type RecallableNotice = {
  id: string
  companyId: string
  findingId: string
  platform: string
  statusBefore: string
  /** Its email, which may be about others too. */
  email: string
}

/** Records of notices, or all of a batch. */
type ChosenNotices = { recordIds: readonly string[]; batch: string | undefined }

const chosenBy = ({ recordIds, batch }: ChosenNotices): Sql =>
  batch === undefined ? sql`e.id = any(${recordIds}::uuid[])` : sql`e.batch_id = ${batch}::uuid`

/**
 * Locks a person's own notices of these records or this batch that can still be recalled, with their emails and
 * findings: of an email about several findings, all of them. An email that is being delivered is waited for and left out.
 */
export function lockRecallable(db: Db, userId: string, chosen: ChosenNotices): Promise<RecallableNotice[]> {
  return rows(
    db,
    sql`with chosen as materialized (
        select distinct coalesce(m.sent_with, m.id) as id from enforcements e join mails m on m.id = e.id where ${chosenBy(chosen)}),
      own as materialized (
        select e.id, e.company_id, e.finding_id, e.status_before, c.id as email
        from chosen c join mails m on m.id = c.id or m.sent_with = c.id join enforcements e on e.id = m.id
        where e.created_by = ${userId}::uuid and e.status_before is not null),
      locked as materialized (
        select f.company_id, f.id, f.platform from findings f
        where (f.company_id, f.id) in (select company_id, finding_id from own) order by f.id for update)
      select o.id, o.company_id as "companyId", o.finding_id as "findingId", l.platform,
        o.status_before as "statusBefore", o.email
      from own o join locked l on l.company_id = o.company_id and l.id = o.finding_id join mails m on m.id = o.email
      where m.recallable_until > clock_timestamp() and m.claimed_at is null and m.sending_at is null
        and m.sent_at is null and m.failed_at is null
      order by o.id for update of m`,
  )
}

/** How many emails about these records or this batch a person made. */
export async function countOwnNotices(db: Db, userId: string, chosen: ChosenNotices): Promise<number> {
  const [found] = await rows<{ n: number }>(
    db,
    sql`select count(distinct coalesce(m.sent_with, m.id)) as n from enforcements e join mails m on m.id = e.id
      where ${chosenBy(chosen)} and e.created_by = ${userId}::uuid`,
  )
  return found!.n
}

/** Why the own emails about these records or this batch were not sent; undefined when one was, or still may be. */
export async function whyNoneWasSent(db: Db, userId: string, chosen: ChosenNotices): Promise<string | undefined> {
  const [found] = await rows<{ reason: string | null }>(
    db,
    sql`select case when bool_and(m.failed_at is not null and not m.is_doubtful) then min(m.error) end as reason
      from enforcements e join mails c on c.id = e.id join mails m on m.id = coalesce(c.sent_with, c.id)
      where ${chosenBy(chosen)} and e.created_by = ${userId}::uuid`,
  )
  return found?.reason ?? undefined
}

/**
 * Deletes the emails and records of notices, and the abuse contacts that were added with them. Triggers restore what
 * depends on the last enforcement.
 */
export async function deleteNotices(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  await rows(db, sql`delete from mails where id = any(${ids}::uuid[])`)
  await rows(db, sql`delete from notice_overrides where enforcement_id = any(${ids}::uuid[])`)
  await rows(
    db,
    sql`with removed as (delete from enforcements where id = any(${ids}::uuid[]) returning abuse_email, created_at)
      delete from abuse_contacts c using (select distinct lower(abuse_email) as email, created_at from removed) r
      where lower(c.email) = r.email and c.created_by = ${userId}::uuid and c.created_at = r.created_at`,
  )
}
