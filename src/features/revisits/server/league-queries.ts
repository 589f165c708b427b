import { joinedHarm, joinHarm } from '#features/findings/server/harm-of-finding.ts'
import { type LeagueKind, leagueMaxHours } from '#features/revisits/rules.ts'
import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import type { HarmKind } from '#vocabulary/harm-names.ts'
import { businessMoments, businessNow } from './clock-columns.ts'
import type { SumSettings } from './clock-sums.ts'

/**
 * The job: counts what every registrar and host did about the notices that its desk received, and how many findings with a
 * notice name it; the counts are replaced at once. A platform's desk counts as a host. What was down after more hours than a
 * league observes is still up in its hours, and is counted as down.
 */
export async function countDeskLeague(db: Db, { zone, business }: SumSettings): Promise<void> {
  const hoursOf = (seconds: Sql) => sql`least(greatest(${seconds}, 0) / 3600, ${leagueMaxHours})::smallint`
  const calendar = sql`extract(epoch from coalesce(f.unreachable_at, now()) - f.sent_at)`
  const counted = sql`(coalesce(w.unreachable_at, ${businessNow(business, zone)}) - w.sent_at)`
  const month = sql`date_trunc('month', f.sent_at at time zone ${zone})::date`
  await rows(db, sql`delete from desk_league`)
  await rows(
    db,
    sql`insert into desk_league
        (company_id, kind, name, shown, harm, month, is_business, sent, named, answered, down, hours, downs, ups)
      with desks as (
        -- The first notice about a finding that each desk received, and whether a person of it answered any.
        select e.company_id, e.finding_id, case e.desk_kind when 'registrar' then 'registrar' else 'host' end as kind,
          lower(trim(e.desk_name)) as name, max(trim(e.desk_name)) as shown,
          min(coalesce(m.sent_at, e.submitted_at)) as sent_at, bool_or(coalesce(i.is_answered, false)) as is_answered
        from enforcements e left join mails m on m.id = e.id and m.sent_at is not null
        left join (select enforcement_id, true as is_answered from inbound_mails
          where enforcement_id is not null and doubt is null and kind = 'reply' group by 1) i on i.enforcement_id = e.id
        where e.desk_kind in ('registrar', 'host', 'platform') and trim(e.desk_name) <> ''
          and (m.id is not null or e.submitted_at is not null)
        group by 1, 2, 3, 4),
      observed as (
        select c.company_id, c.finding_id, c.detected_at, c.approved_at, d.sent_at, c.acknowledged_at, c.answered_at,
          c.unreachable_at, d.kind, d.name, d.shown, d.is_answered
        from finding_clocks c join desks d on d.company_id = c.company_id and d.finding_id = c.finding_id
        where c.deleted_at is null and (c.unreachable_at is null or c.unreachable_at >= d.sent_at)),
      notices as (
        select f.company_id, f.kind, f.name, max(f.shown) as shown, ${joinedHarm} as harm, ${month} as month,
          h.is_business, h.hours, count(*) as sent, 0::bigint as named,
          count(*) filter (where f.is_answered) as answered, count(f.unreachable_at) as down,
          count(f.unreachable_at) filter (where h.seconds <= ${leagueMaxHours * 3600}::int) as observed_down
        from observed f join findings p on p.company_id = f.company_id and p.id = f.finding_id
        ${joinHarm(sql`p.reason_code`)}
        ${businessMoments(business, zone)}
        cross join lateral (values (false, ${calendar}), (true, ${counted})) as s (is_business, seconds)
        cross join lateral (select s.is_business, s.seconds, ${hoursOf(sql`s.seconds`)} as hours) h
        group by 1, 2, 3, 5, 6, 7, 8),
      named as (
        select f.company_id, v.kind, lower(trim(v.shown)) as name, max(trim(v.shown)) as shown, ${joinedHarm} as harm,
          ${month} as month, h.is_business, null::smallint as hours, 0::bigint as sent, count(*) as named,
          0::bigint as answered, 0::bigint as down, 0::bigint as observed_down
        from finding_clocks f join findings p on p.company_id = f.company_id and p.id = f.finding_id
        join last_enforcements l on l.company_id = f.company_id and l.finding_id = f.finding_id
        ${joinHarm(sql`p.reason_code`)}
        cross join lateral (values ('registrar', l.registrar), ('host', l.hosting)) as v (kind, shown)
        cross join (values (false), (true)) as h (is_business)
        where f.deleted_at is null and f.sent_at is not null and trim(v.shown) <> ''
        group by 1, 2, 3, 5, 6, 7)
      select company_id, kind, name, max(shown), harm, month, is_business, sum(sent), sum(named), sum(answered), sum(down),
        coalesce(array_agg(hours order by hours) filter (where hours is not null), '{}'),
        coalesce(array_agg(observed_down order by hours) filter (where hours is not null), '{}'),
        coalesce(array_agg(sent - observed_down order by hours) filter (where hours is not null), '{}')
      from (select * from notices union all select * from named) a
      group by company_id, kind, name, harm, month, is_business`,
  )
}

/** What a league is read by; `from` is the first day of its first month. */
export type LeagueQuery = {
  kind: LeagueKind
  company: string | undefined
  harm: HarmKind | undefined
  from: string | undefined
  isBusiness: boolean
}

/** The counts of one registrar or host for one kind of harm. */
export type LeagueCounts = {
  name: string
  harm: HarmKind
  /** Findings about which its desk received a notice, and findings with a notice to anybody that name it. */
  sent: number
  named: number
  answered: number
  down: number
  medianHours: number | null
}

/** The counts by name and kind of harm, those with most notices first. */
export function leagueCounts(db: Db, query: LeagueQuery, limit: number): Promise<LeagueCounts[]> {
  const { kind, company, harm, from, isBusiness } = query
  const where = joinConditions([
    sql`s.kind = ${kind} and s.is_business = ${isBusiness}::boolean`,
    ...(company ? [sql`s.company_id = ${company}::uuid`] : []),
    ...(harm ? [sql`s.harm = ${harm}`] : []),
    ...(from ? [sql`s.month >= ${from}::date`] : []),
  ])
  return rows(
    db,
    sql`with totals as materialized (
        select s.name, s.harm, max(s.shown) as shown, sum(s.sent)::int as sent, sum(s.named)::int as named,
          sum(s.answered)::int as answered, sum(s.down)::int as down
        from desk_league s where ${where} group by 1, 2 order by sent desc, named desc, 1, 2 limit ${limit}),
      hourly as (
        select s.name, s.harm, u.hours, sum(u.downs) as down, sum(u.ups) as up
        from desk_league s cross join lateral unnest(s.hours, s.downs, s.ups) as u (hours, downs, ups)
        where ${where} group by 1, 2, 3),
      risks as (select *, sum(down + up) over (partition by name, harm order by hours desc) as at_risk from hourly),
      shares as (select *, sum(case when down >= at_risk then -1000 else ln(1 - down / at_risk) end)
          over (partition by name, harm order by hours) as log_share from risks),
      medians as (select name, harm, min(hours) as hours from shares where log_share <= ln(0.5) + 1e-9 group by 1, 2)
      select t.shown as name, t.harm, t.sent, t.named, t.answered, t.down, m.hours::int as "medianHours"
      from totals t left join medians m on m.name = t.name and m.harm = t.harm
      order by t.sent desc, t.named desc, t.name, t.harm`,
  )
}

/** When the league was counted; undefined before the first time. */
export async function leagueCountedAt(db: Db): Promise<string | undefined> {
  return (await row<{ at: string }>(db, sql`select counted_at as at from desk_league limit 1`))?.at
}

/** The name of a company; undefined where there is none. */
export async function companyName(db: Db, id: string): Promise<string | undefined> {
  return (await row<{ name: string }>(db, sql`select name from companies where id = ${id}::uuid`))?.name
}
