import { joinedHarm, joinHarm } from '#features/findings/server/harm-of-finding.ts'
import type { LeagueKind } from '#features/revisits/rules.ts'
import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import type { HarmKind } from '#vocabulary/harm-names.ts'
import { businessMoments, businessNow } from './clock-columns.ts'
import type { SumSettings } from './clock-sums.ts'

/** For how many hours after a notice a league observes findings. */
const observedHours = 90 * 24

/** The job: counts what every registrar and host did about its notices; the counts are replaced at once. */
export async function countDeskLeague(db: Db, { zone, business }: SumSettings): Promise<void> {
  const hoursOf = (seconds: Sql) => sql`least(greatest(${seconds}, 0) / 3600, ${observedHours})::smallint`
  const calendar = sql`extract(epoch from coalesce(f.unreachable_at, now()) - f.sent_at)`
  const counted = sql`(coalesce(w.unreachable_at, ${businessNow(business, zone)}) - w.sent_at)`
  await rows(db, sql`delete from desk_league`)
  await rows(
    db,
    sql`insert into desk_league
      with notices as (
        select f.company_id, v.kind, lower(trim(v.shown)) as name, max(trim(v.shown)) as shown,
          ${joinedHarm} as harm,
          date_trunc('month', f.sent_at at time zone ${zone})::date as month, h.is_business, h.hours,
          count(*) as sent, count(*) filter (where f.answered_at >= f.sent_at) as answered,
          count(f.unreachable_at) as down
        from finding_clocks f
        join findings p on p.company_id = f.company_id and p.id = f.finding_id
        join last_enforcements l on l.company_id = f.company_id and l.finding_id = f.finding_id
        ${joinHarm(sql`p.reason_code`)}
        ${businessMoments(business, zone)}
        cross join lateral (values ('registrar', l.registrar), ('host', l.hosting)) as v (kind, shown)
        cross join lateral (values (false, ${hoursOf(calendar)}), (true, ${hoursOf(counted)})) as h (is_business, hours)
        where f.deleted_at is null and f.sent_at is not null and trim(v.shown) <> ''
          and (f.unreachable_at is null or f.unreachable_at >= f.sent_at)
        group by 1, 2, 3, 5, 6, 7, 8)
      select company_id, kind, name, max(shown), harm, month, is_business, sum(sent), sum(answered), sum(down),
        array_agg(hours order by hours), array_agg(down order by hours), array_agg(sent - down order by hours)
      from notices group by company_id, kind, name, harm, month, is_business`,
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
  sent: number
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
        select s.name, s.harm, max(s.shown) as shown, sum(s.sent)::int as sent, sum(s.answered)::int as answered,
          sum(s.down)::int as down
        from desk_league s where ${where} group by 1, 2 order by sent desc, 1, 2 limit ${limit}),
      hourly as (
        select s.name, s.harm, u.hours, sum(u.downs) as down, sum(u.ups) as up
        from desk_league s cross join lateral unnest(s.hours, s.downs, s.ups) as u (hours, downs, ups)
        where ${where} group by 1, 2, 3),
      risks as (select *, sum(down + up) over (partition by name, harm order by hours desc) as at_risk from hourly),
      shares as (select *, sum(case when down >= at_risk then -1000 else ln(1 - down / at_risk) end)
          over (partition by name, harm order by hours) as log_share from risks),
      medians as (select name, harm, min(hours) as hours from shares where log_share <= ln(0.5) + 1e-9 group by 1, 2)
      select t.shown as name, t.harm, t.sent, t.answered, t.down, m.hours::int as "medianHours"
      from totals t left join medians m on m.name = t.name and m.harm = t.harm order by t.sent desc, t.name, t.harm`,
  )
}

/** When the league was counted; undefined before the first time. */
export async function leagueCountedAt(db: Db): Promise<string | undefined> {
  return (await row<{ at: string }>(db, sql`select counted_at as at from desk_league limit 1`))?.at
}
