import { observedMaxHours, type Step, stepNames } from '#features/revisits/rules.ts'
import { type Db, inLongTransaction, inTransaction, row, rows, type Sql, sql } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { type BusinessHours, showBusinessHours } from '#vocabulary/business-hours.ts'
import {
  boundsOf,
  businessMoments,
  canBeLeft,
  dayBegun,
  isWaiting,
  secondsOf,
  secondsUntilLeft,
} from './clock-columns.ts'
import { bucketsPerDoubling } from './histogram.ts'

/**
 * What sums are counted for: the steps, those that left a step without ending it, by how long they were in it, those that wait
 * in it, by the day on which they began it, findings found unreachable by hours after the notice, and those still up.
 */
export type Summed = Step | `${Step}-left` | `${Step}-waiting` | 'down' | 'open'

/** Zone and business hours by which sums are computed. */
export type SumSettings = { zone: string; business: BusinessHours }

/** Another number computes all sums anew: they count something else. */
const version = 2

/** What the sums count, and by which settings, as they record it. */
export const definitionOf = ({ zone, business }: SumSettings): string =>
  `${zone} ${showBusinessHours(business)} ${version}`

/** Stands for all companies and brands. */
export const everything = '00000000-0000-0000-0000-000000000000'

/** The bucket of a duration in seconds. */
export const bucketOf = (seconds: Sql): Sql =>
  sql`(case when ${seconds} < 1 then 0 else 1 + floor(ln(${seconds}::float8) * ${bucketsPerDoubling / Math.LN2}::float8) end)::smallint`

/** Hours from the notice until a moment, to the nearest, at most those that figures need. */
export const hoursUntil = (moment: Sql): Sql =>
  sql`least(greatest(date_part('epoch', ${moment} - f.sent_at), 0) / 3600, ${observedMaxHours})::int`

/** Whether there was a notice and the finding is still up. */
export const isStillUp = sql`(f.sent_at is not null and f.unreachable_at is null)`
/** Hours from the notice until the finding was down; null where it was not, or before. */
export const hoursUntilDown = sql`(case when f.unreachable_at >= f.sent_at then ${hoursUntil(sql`f.unreachable_at`)} end)`

/** How many brands and months one transaction computes. */
const batchSize = 1000

/**
 * Part of the job: computes the sums of months that changed since the last run; all of them when the zone or the business
 * hours were changed, and until that is done figures are read from the clocks.
 */
export async function sumClocks({ pool }: Pick<AppContext, 'pool'>, settings: SumSettings): Promise<void> {
  await inLongTransaction(pool, ({ db }) => beginAnew(db, settings))
  const runBatch = () => inLongTransaction(pool, ({ db }) => sumChanged(db, settings))
  while (await runBatch());
  await inTransaction(pool, ({ db }) =>
    rows(
      db,
      sql`update clock_reading set is_summed = true where summed_by = ${definitionOf(settings)} and not is_summed`,
    ),
  )
}

/** Whether all sums are there, computed by these settings. */
export async function areSummed(db: Db, settings: SumSettings): Promise<boolean> {
  const found = await row(
    db,
    sql`select 1 from clock_reading where is_summed and summed_by = ${definitionOf(settings)}`,
  )
  return found !== undefined
}

/** Removes sums that were computed by other settings, and marks all months as changed. */
async function beginAnew(db: Db, settings: SumSettings): Promise<void> {
  const other = await row(
    db,
    sql`select 1 from clock_reading where summed_by is distinct from ${definitionOf(settings)} for update`,
  )
  if (!other) return
  await rows(
    db,
    sql`update clock_reading set zone = ${settings.zone}, summed_by = ${definitionOf(settings)}, is_summed = false`,
  )
  await rows(db, sql`delete from clock_sums`)
  await rows(db, sql`delete from clock_changes`)
  await rows(
    db,
    sql`insert into clock_changes select distinct company_id, brand_id, platform,
      date_trunc('month', detected_at at time zone ${settings.zone})::date from finding_clocks`,
  )
}

/** Computes the sums of some brands and months anew, then those of all brands; false when none had changed. */
async function sumChanged(db: Db, settings: SumSettings): Promise<boolean> {
  // One at a time: two would both write the sums of all brands.
  await rows(db, sql`select 1 from clock_reading for update`)
  const changed = await rows<SumGroup>(
    db,
    sql`with due as materialized (select distinct company_id, brand_id, platform, month from clock_changes
        order by platform, month, brand_id limit ${batchSize}),
      taken as (delete from clock_changes c using due s where c.company_id = s.company_id and c.brand_id = s.brand_id
        and c.platform = s.platform and c.month = s.month)
      select company_id as company, brand_id as brand, platform, month from due`,
  )
  if (changed.length === 0) return false
  await sumBrands(db, settings, changed)
  await sumEverything(db, changed)
  return true
}

type SumGroup = { company: string; brand: string; platform: string; month: string }

async function sumBrands(db: Db, { zone, business }: SumSettings, groups: readonly SumGroup[]): Promise<void> {
  const column = (pick: (one: SumGroup) => string) => groups.map(pick)
  const groupRows = sql`unnest(${column((one) => one.company)}::uuid[], ${column((one) => one.brand)}::uuid[],
    ${column((one) => one.platform)}::text[], ${column((one) => one.month)}::date[]) as g (company_id, brand_id, platform, month)`
  await rows(
    db,
    sql`delete from clock_sums s using ${groupRows}
      where s.company_id = g.company_id and s.brand_id = g.brand_id and s.platform = g.platform and s.month = g.month`,
  )
  await rows(
    db,
    sql`insert into clock_sums select company_id, brand_id, platform, month, step, is_business, sum(begun),
        coalesce(array_agg(bucket order by bucket) filter (where ended > 0), '{}'),
        coalesce(array_agg(ended order by bucket) filter (where ended > 0), '{}')
      from (select g.company_id, g.brand_id, g.platform, g.month, v.step, v.is_business, v.bucket,
          count(*) filter (where v.begun) as begun, count(*) filter (where v.bucket is not null) as ended
        from ${groupRows} cross join lateral (select * from finding_clocks f
          where f.brand_id = g.brand_id and f.detected_at >= g.month::timestamp at time zone ${zone}
            and f.detected_at < (g.month + interval '1 month') at time zone ${zone}
            and f.company_id = g.company_id and f.platform = g.platform and f.deleted_at is null offset 0) f
        ${businessMoments(business, zone)} cross join lateral ${measured(zone, business)} as v (step, is_business, begun, bucket)
        where v.begun group by 1, 2, 3, 4, 5, 6, 7) b
      group by 1, 2, 3, 4, 5, 6`,
  )
}

type Measured = { step: Summed; isBusiness: boolean; begun: Sql; bucket: Sql }

/**
 * What is summed of one clock: the step, whether in business hours, whether it began, and the bucket if it ended. Arrays,
 * because `values` would prepare each expression anew for every clock.
 */
function measured(zone: string, business: BusinessHours): Sql {
  const all = [...stepNames.flatMap((step) => measuredStep(step, zone, business)), ...measuredDown()]
  return sql`unnest(${all.map(({ step }) => step)}::text[], ${all.map(({ isBusiness }) => isBusiness)}::boolean[],
    array[${sql.join(all.map(({ begun }) => begun))}], array[${sql.join(all.map(({ bucket }) => bucket))}]::smallint[])`
}

function measuredStep(step: Step, zone: string, business: BusinessHours): Measured[] {
  const inHours = (hours: BusinessHours | undefined): Measured[] => {
    const isBusiness = hours !== undefined
    const begun = sql`${boundsOf(step).from} is not null`
    const ended = { step, isBusiness, begun, bucket: bucketOf(secondsOf(step, isBusiness)) }
    if (!canBeLeft(step)) return [ended]
    const left = secondsUntilLeft(step, hours)
    return [ended, { step: `${step}-left`, isBusiness, begun: sql`${left} is not null`, bucket: bucketOf(left) }]
  }
  const waiting = { isBusiness: false, begun: isWaiting(step), bucket: dayBegun(step, zone) }
  return [...inHours(undefined), ...inHours(business), { step: `${step}-waiting`, ...waiting }]
}

function measuredDown(): Measured[] {
  return [
    { step: 'down', isBusiness: false, begun: sql`${hoursUntilDown} is not null`, bucket: hoursUntilDown },
    { step: 'open', isBusiness: false, begun: isStillUp, bucket: sql`null` },
  ]
}

/** Adds up the brands of the platforms and months of these groups. */
async function sumEverything(db: Db, groups: readonly SumGroup[]): Promise<void> {
  const months = [...new Map(groups.map((one) => [`${one.platform} ${one.month}`, one])).values()]
  const groupRows = sql`unnest(${months.map((one) => one.platform)}::text[], ${months.map((one) => one.month)}::date[])
    as g (platform, month)`
  await rows(
    db,
    sql`delete from clock_sums s using ${groupRows}
      where s.company_id = ${everything}::uuid and s.brand_id = ${everything}::uuid and s.platform = g.platform and s.month = g.month`,
  )
  await rows(
    db,
    sql`insert into clock_sums select ${everything}::uuid, ${everything}::uuid, platform, month, step, is_business, sum(begun),
        coalesce(array_agg(bucket order by bucket) filter (where bucket is not null), '{}'),
        coalesce(array_agg(n order by bucket) filter (where bucket is not null), '{}')
      from (select s.platform, s.month, s.step, s.is_business, null::smallint as bucket, null::bigint as n, sum(s.begun) as begun
        from clock_sums s join ${groupRows} on s.platform = g.platform and s.month = g.month
        where s.brand_id <> ${everything}::uuid group by 1, 2, 3, 4
        union all
        select s.platform, s.month, s.step, s.is_business, u.bucket, sum(u.n), 0
        from clock_sums s join ${groupRows} on s.platform = g.platform and s.month = g.month
          cross join lateral unnest(s.buckets, s.counts) as u (bucket, n)
        where s.brand_id <> ${everything}::uuid group by 1, 2, 3, 4, 5) b
      group by platform, month, step, is_business`,
  )
}
