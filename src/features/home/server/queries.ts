import { countedFindings } from '#features/findings/server/counters.ts'
import { namedColumns } from '#features/findings/server/titles-of.ts'
import { inScopes, type Scope } from '#features/findings/server/visible.ts'
import {
  dataDays,
  failedJobDays,
  longestAbsenceDays,
  mailDays,
  maxRows,
  maxTakenDown,
  visitHours,
} from '#features/home/rules.ts'
import { row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { mailPlatforms, platforms } from '#platforms/all.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { approved, closedStatuses, success } from '#vocabulary/statuses.ts'

const valuesOf = (some: readonly { value: string }[]): string[] => some.map(({ value }) => value)

export type PlatformCount = { platform: string; count: number }

/** Findings by platform with one of these statuses (undefined: any) and a reporting date in the range; from counters. */
export async function countsByPlatform(
  db: Db,
  scopes: readonly Scope[],
  { range, statuses }: { range?: DayRange; statuses?: readonly string[] },
): Promise<PlatformCount[]> {
  if (scopes.length === 0) return []
  const parts = scopes.map(
    (scope) => sql`select ${scope.platform}::text as platform, sum(n)::int as count
      from ${countedFindings(scope, range, statuses)} c having sum(n) > 0`,
  )
  return rows(db, sql`${sql.join(parts, sql` union all `)} order by 2 desc, 1`)
}

/** The end of the visit before this one; a month ago, and no visit, when there was none since then. */
export async function sinceOf(db: Db, userId: string): Promise<{ since: string; isVisit: boolean }> {
  const found = await row<{ since: string; isVisit: boolean }>(
    db,
    sql`select greatest(longest, since) as since, coalesce(since > longest, false) as "isVisit"
      from (select now() - make_interval(days => ${longestAbsenceDays}) as longest,
        (select since from home_visits where user_id = ${userId}::uuid) as since) v`,
  )
  return found!
}

/** Notes that the home was opened: four hours after it was opened last, a new visit begins. */
export async function noteVisit(db: Db, userId: string): Promise<void> {
  await rows(
    db,
    sql`insert into home_visits as v (user_id) values (${userId}::uuid)
      on conflict (user_id) do update set opened_at = now(),
        since = case when v.opened_at < now() - make_interval(hours => ${visitHours}) then v.opened_at else v.since end`,
  )
}

/** A list of findings: which, and the moment of each. Its rows are `t` (company_id, finding_id, at, …), with `f` joined. */
export type FindingRows = { from: Sql; columns?: Sql }

/** Findings with the status Success that got it since a moment, by the log; the newest 1,000. */
export function takenDown(scopes: readonly Scope[], since: string): FindingRows {
  const companyIds = [...new Set(scopes.flatMap((scope) => scope.companyIds ?? []))]
  return {
    from: sql`from (
        select m.company_id, m.finding_id, max(m.at) as at from (
          select l.company_id, l.finding_id, l.at
          from unnest(${companyIds}::uuid[]) c (id)
          cross join lateral (
            select s.* from status_log s where s.company_id = c.id and s.batch_size > 0 and s.at > ${since}::timestamptz
              and s.status_to = ${success} order by s.at desc, s.id desc limit ${maxTakenDown}) d
          cross join lateral (
            select d.* union all select * from rows_of_batch(d, ${maxTakenDown}::int) where d.batch_size > 1) l
          order by l.at desc limit ${maxTakenDown}) m
        group by 1, 2) t
      join findings f on f.company_id = t.company_id and f.id = t.finding_id
      where f.status = ${success} and ${inScopes(scopes)}`,
  }
}

/** Open findings whose last notice got such an answer within the last days, each with the newest of them. */
export function answered(kind: string): FindingRows {
  return {
    columns: sql`, t.sender, t.subject`,
    from: sql`from (
        select distinct on (e.company_id, e.finding_id) e.company_id, e.finding_id, i.received_at as at, i.sender, i.subject
        from (select * from inbound_mails i where i.kind = ${kind} and i.kind in ('bounce', 'reply') and i.doubt is null
            and i.enforcement_id is not null and i.received_at > now() - make_interval(days => ${mailDays})
            order by i.received_at desc limit ${maxRows}) i
        join enforcements e on e.id = i.enforcement_id
        join last_enforcements last on last.company_id = e.company_id and last.finding_id = e.finding_id
          and last.enforcement_id = e.id
        order by e.company_id, e.finding_id, i.received_at desc) t
      join findings f on f.company_id = t.company_id and f.id = t.finding_id
      where f.deleted_at is null and f.status <> all(${closedStatuses}::text[])`,
  }
}

/** The parts of a page of such a list; addresses are read apart. */
export const findingColumns = ({ columns }: FindingRows): Sql => sql`${namedColumns}, t.at ${columns ?? sql``}`

const newestOf = sql`(select max(d.reporting_date) from unnest(${valuesOf(platforms)}::text[]) p (value)
  cross join lateral (select reporting_date from counter_day d where d.company_id = c.id and d.platform = p.value and d.n > 0
    order by reporting_date desc limit 1) d)`

const approvedOf = sql`(select coalesce(sum(n), 0)::int from (
  select n from counter_month m where m.company_id = c.id and m.platform = any(${valuesOf(mailPlatforms)}::text[])
    and m.status = ${sql.lit(approved)}
  union all select n from counter_delta m where m.company_id = c.id and m.platform = any(${valuesOf(mailPlatforms)}::text[])
    and m.status = ${approved}) n)`

/** Companies with an enabled brand for which nothing was reported since a day. */
const withoutData = (since: string): Sql => sql`from companies c where c.deleted_at is null
  and exists (select from brands b where b.company_id = c.id and b.enabled and b.deleted_at is null)
  and (select coalesce(sum(n), 0) from (
    select n from counter_day d where d.company_id = c.id and d.platform = any(${valuesOf(platforms)}::text[])
      and d.reporting_date > ${since}::date - ${dataDays}::int
    union all select n from counter_delta d where d.company_id = c.id
      and d.reporting_date > ${since}::date - ${dataDays}::int) n) <= 0`

/** Companies without a signer of notices that have approved findings about which notices would be sent. */
const withoutSigner: Sql = sql`from companies c where c.deleted_at is null and c.notice_contact is null and ${approvedOf} > 0`

/** The companies of a list; `day` is today in the business time zone. */
export const companiesFrom = (of: 'without-data' | 'without-signer', day: string): Sql =>
  of === 'without-data' ? withoutData(day) : withoutSigner

export const companyColumns: Sql = sql`c.id, c.name, ${newestOf} as newest, ${approvedOf} as approved`
export const companyOrder: Sql = sql`lower(c.name), c.id`

/** How many rows a list has. */
export async function countRows(db: Db, from: Sql): Promise<number> {
  const counted = await row<{ n: number }>(db, sql`select count(*)::int as n ${from}`)
  return counted!.n
}

/** Jobs that failed for good: those of the queue, and people's own jobs and downloads. */
export const failedJobsFrom: Sql = sql`from (
    select j.id, j.name, j.completed_on as at, coalesce(j.output ->> 'message', j.output ->> 'value', '') as problem
    from pgboss.queue q cross join lateral (
      select * from pgboss.job j where j.name = q.name and j.state = 'failed'
        and j.completed_on > now() - make_interval(days => ${failedJobDays}) limit ${maxRows}) j
    union all
    select id, kind, finished_at, coalesce(problem, '') from tool_jobs
    where state = 'Failed' and removed_at is null and finished_at > now() - make_interval(days => ${failedJobDays})
    union all
    select id, 'download', finished_at, coalesce(problem, '') from exports
    where state = 'Failed' and finished_at > now() - make_interval(days => ${failedJobDays})) j`

export const failedJobColumns: Sql = sql`j.id, j.name, j.at, left(j.problem, 300) as problem`
export const failedJobOrder: Sql = sql`j.at desc, j.id`
