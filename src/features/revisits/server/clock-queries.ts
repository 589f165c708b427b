import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import type { Clock, DurationStats } from '#features/revisits/contract.ts'
import { groupings, type Step, stepNames } from '#features/revisits/rules.ts'
import { type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { platformOf } from '#platforms/all.ts'
import { showMonth } from '#vocabulary/dates.ts'
import { approved, closedStatuses } from '#vocabulary/statuses.ts'
import {
  boundsOf,
  type ClockQuery,
  leftAt,
  matchingClocks,
  secondsOf,
  secondsUntilLeft,
  secondsWaiting,
} from './clock-columns.ts'
import { hoursUntil } from './clock-sums.ts'

/** A clock that the job has not processed yet. */
export type NewClock = { companyId: string; findingId: string; address: string }

/**
 * Locks clocks of a platform that were not processed yet, with the addresses of their findings, until the transaction
 * ends. The findings are locked, too, because a watch refers to one: whoever enforces or recalls has the finding first and
 * the clock second. Locked ones are left for the next time.
 */
export function lockNewClocks(db: Db, platform: FindingPlatformDefinition, limit: number): Promise<NewClock[]> {
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id as "findingId", ${columnRef(platform, platform.identity)} as address
      from finding_clocks c join findings f on f.company_id = c.company_id and f.id = c.finding_id ${joinPlatformTable(platform)}
      where not c.is_folded and c.platform = ${platform.value} limit ${limit}
      for key share of f skip locked for update of c skip locked`,
  )
}

export type NewWatch = { companyId: string; findingId: string; host: string; inSeconds: number }

/** Reads the approvals of these clocks and starts watching their findings. */
export async function startWatching(db: Db, watches: readonly NewWatch[]): Promise<void> {
  const column = (pick: (one: NewWatch) => string | number) => watches.map(pick)
  const keys = sql`unnest(${column((one) => one.companyId)}::uuid[], ${column((one) => one.findingId)}::uuid[],
    ${column((one) => one.host)}::text[], ${column((one) => one.inSeconds)}::int[])
    as k (company_id, finding_id, host, seconds)`
  await rows(
    db,
    sql`update finding_clocks c set is_folded = true, approved_at = coalesce(c.approved_at,
        (select min(l.at) from status_log l
          where l.company_id = c.company_id and l.finding_id = c.finding_id and l.status_to = ${approved}))
      from ${keys} where c.company_id = k.company_id and c.finding_id = k.finding_id`,
  )
  await rows(
    db,
    sql`insert into finding_watches (company_id, finding_id, host, next_at)
      select k.company_id, k.finding_id, k.host, now() + make_interval(secs => k.seconds) from ${keys}
      order by 1, 2 on conflict do nothing`,
  )
}

/**
 * Reads approvals of findings whose clocks began before. The last hour is always read again: rows of a long transaction
 * carry the time at which it began.
 */
export async function readApprovals(db: Db): Promise<void> {
  await rows(
    db,
    sql`with before as materialized (select read_until from clock_reading for update),
      moved as (update clock_reading set read_until = now()),
      firsts as materialized (select l.company_id, l.finding_id, min(l.at) as at from status_log l
        where l.at > (select read_until from before) - interval '1 hour' and l.status_to = ${approved} group by 1, 2)
      update finding_clocks c set approved_at = f.at from firsts f
      where c.company_id = f.company_id and c.finding_id = f.finding_id and c.approved_at is null`,
  )
}

/** The clock of a finding in scope; undefined without an enforcement. */
export function clockOf(db: Db, scope: Scope, findingId: string): Promise<Clock | undefined> {
  return row(
    db,
    sql`select c.detected_at as detected, c.approved_at as approved, c.sent_at as sent,
        c.acknowledged_at as acknowledged, c.answered_at as answered, c.unreachable_at as unreachable
      from findings f join finding_clocks c on c.company_id = f.company_id and c.finding_id = f.id
      where ${inScope(scope)} and f.id = ${findingId}::uuid`,
  )
}

/** The first month of the groups; findings reported before 2018 are rejected. */
const firstMonth = sql`timestamp '2000-01-01'`

/**
 * A number for the month of detection in a zone: its index among the instants at which months begin. Grouping by
 * numbers takes a third of the time that grouping by text takes.
 */
const monthNumber = (zone: string): Sql =>
  sql`width_bucket(f.detected_at, array(select m at time zone ${zone}
    from generate_series(${firstMonth}, now() at time zone 'utc' + interval '1 month', interval '1 month') m))`

/**
 * How many began and ended a step, and after how many seconds half and nine in ten had ended it (Kaplan and Meier), of one
 * row for each clock that began it: key, seconds and whether it ended. One that has not is at risk for its seconds, and not at
 * all without any. Null where they never come to so many.
 */
const durationStats = (durations: Sql): Sql => sql`(
  with risks as (select key, seconds, is_ended, count(seconds) over (partition by key) + 1
      - row_number() over (partition by key order by seconds, not is_ended) as at_risk from (${durations}) d),
  shares as (select key, seconds, is_ended,
      sum(case when not is_ended then 0 when at_risk = 1 then -1000 else ln(1 - 1 / at_risk::float8) end)
        over (partition by key order by seconds, not is_ended rows unbounded preceding) as log_share
    from risks)
  select key, count(*)::int as "of", count(*) filter (where is_ended)::int as findings,
    (min(seconds) filter (where log_share <= ln(0.5::float8) + 1e-9))::float8 as median,
    (min(seconds) filter (where log_share <= ln(0.1::float8) + 1e-9))::float8 as p90 from shares group by key)`

/** The seconds of a clock in a step, and whether it has ended it. */
function durationOf(step: Step, query: ClockQuery): { seconds: Sql; isEnded: Sql } {
  const ended = secondsOf(step, query.business !== undefined)
  const open = sql`coalesce(${secondsUntilLeft(step, query.business)}, ${secondsWaiting(step, query)})`
  return { seconds: sql`coalesce(${ended}, ${open})`, isEnded: sql`${ended} is not null` }
}

/** The figures of a group: how many findings of it ended the step, of how many that began it. */
export type GroupStats = DurationStats & { key: string; name: string; of: number }

/** Median and 90th percentile of every step over these clocks, in seconds, and how many findings have begun it. */
export async function statsBySteps(db: Db, query: ClockQuery): Promise<(DurationStats & { step: Step; of: number })[]> {
  const durations = stepNames.map((step, n) => {
    const { seconds, isEnded } = durationOf(step, query)
    const begun = matchingClocks(query, { and: sql`${boundsOf(step).from} is not null` })
    return sql`select ${n}::int as key, ${seconds} as seconds, ${isEnded} as is_ended from ${begun}`
  })
  const found = await rows<DurationStats & { key: number; of: number }>(
    db,
    durationStats(sql.join(durations, sql` union all `)),
  )
  const none = { findings: 0, median: null, p90: null, of: 0 }
  return stepNames.map((step, n) => {
    const { findings, median, p90, of } = found.find(({ key }) => key === n) ?? none
    return { step, findings, median, p90, of }
  })
}

/** Hours after the notice, for findings that left observation within them: found unreachable, or still up by now. */
export type ObservedHours = { hours: number; down: number; up: number }

/**
 * For how many hours, to the nearest, findings with a notice were observed, at most those that figures need; longer ones are
 * in that hour.
 */
export function observedHours(db: Db, query: ClockQuery): Promise<ObservedHours[]> {
  return rows(
    db,
    sql`select ${hoursUntil(sql`coalesce(f.unreachable_at, now())`)} as hours,
        count(*) filter (where f.unreachable_at is not null) as down,
        count(*) filter (where f.unreachable_at is null) as up
      from ${matchingClocks({ ...query, business: undefined }, { and: sql`f.sent_at is not null and (f.unreachable_at is null or f.unreachable_at >= f.sent_at)` })}
      group by 1 order by 1`,
  )
}

/** When the finding `p` of a clock `f` was closed, if it is: the last time it moved to such a status. */
const closedAt: Sql = sql`(case when p.status = any(${closedStatuses}::text[]) then coalesce(
  (select max(l.at) from status_log l where l.company_id = f.company_id and l.finding_id = f.finding_id
    and l.status_to = any(${closedStatuses}::text[]) and l.status_from <> all(${closedStatuses}::text[])), p.updated_at) end)`

/**
 * Of the findings for which days are agreed, how many have begun each step, and how many took or take longer. One that left
 * the step, or was closed, without having ended it took until then. The days of the exact priority win over those for any.
 */
export function lateBySteps(db: Db, query: ClockQuery): Promise<{ step: Step; agreed: number; late: number }[]> {
  const parts = stepNames.map((step) => {
    const { from, to } = boundsOf(step)
    const left = leftAt(step)
    // The log is read only for those whose days are over.
    const isLate = sql`(case when coalesce(${to}, ${left}, now()) <= a.due then false
      else coalesce(${to}, least(${left}, ${closedAt}), now()) > a.due end)`
    return sql`(select ${step}::text as step, count(*) as agreed, count(*) filter (where ${isLate}) as late
      from ${matchingClocks(
        { ...query, business: undefined },
        {
          join: sql`join findings p on p.company_id = f.company_id and p.id = f.finding_id
          cross join lateral (select agreed_due(${from}, d.days, d.is_business, ${query.zone}) as due from agreed_days d
            where d.company_id = f.company_id and d.platform = f.platform and d.step = ${step}
              and d.priority in ('', coalesce(p.priority, '')) order by d.priority desc limit 1) a`,
          and: sql`f.company_id in (select company_id from agreed_days where step = ${step}) and ${from} is not null`,
        },
      )})`
  })
  return rows(db, sql`${sql.join(parts, sql` union all `)}`)
}

/** The clocks of these groups, as an index finds them. */
function inGroups(by: (typeof groupings)[number], keys: readonly string[], zone: string): Sql {
  if (by === 'platform') return sql`f.platform = any(${keys}::text[])`
  if (by === 'brand') return sql`f.brand_id = any(${keys}::uuid[])`
  const months = keys.map((key) => {
    const first = sql`${`${key}-01`}::timestamp`
    return sql`(f.detected_at >= ${first} at time zone ${zone}
      and f.detected_at < (${first} + interval '1 month') at time zone ${zone})`
  })
  return sql`(${sql.join(months, sql` or `)})`
}

/**
 * One step by month of detection, brand or platform, in seconds, and how many findings have begun it; groups in which none
 * has are left out. With `keys` only these groups.
 */
export async function statsByGroup(
  db: Db,
  query: ClockQuery & { step: Step; by: (typeof groupings)[number]; keys?: readonly string[] },
): Promise<GroupStats[]> {
  const key = { month: monthNumber(query.zone), brand: sql`f.brand_id`, platform: sql`f.platform` }[query.by]
  const groupKey = {
    month: sql`to_char(${firstMonth} + make_interval(months => g.key - 1), 'YYYY-MM')`,
    brand: sql`g.key::text`,
    platform: sql`g.key`,
  }[query.by]
  const { seconds, isEnded } = durationOf(query.step, query)
  const isBegun = sql`${boundsOf(query.step).from} is not null`
  const and = query.keys ? sql`${isBegun} and ${inGroups(query.by, query.keys, query.zone)}` : isBegun
  const begun = matchingClocks(query, { and })
  const found = await rows<DurationStats & { key: string; of: number; brand: string | null }>(
    db,
    sql`select ${groupKey} as key, ${query.by === 'brand' ? sql`b.brand_name` : sql`null`} as brand, g.findings, g.median, g.p90, g.of
      from ${durationStats(sql`select ${key} as key, ${seconds} as seconds, ${isEnded} as is_ended from ${begun}`)} g
      ${query.by === 'brand' ? sql`left join brands b on b.id = g.key order by lower(b.brand_name), 1` : sql`order by 1`}`,
  )
  return found.map(({ brand, ...one }) => ({ ...one, name: groupName({ key: one.key, brand }) }))
}

/** The name of a group: its brand, its platform or its month. */
export const groupName = ({ key, brand }: { key: string; brand: string | null }): string =>
  brand ?? platformOf(key)?.title ?? showMonth(key)
