import type { Scope } from '#features/findings/server/visible.ts'
import type { DurationStats } from '#features/revisits/contract.ts'
import { type groupings, observedMaxHours, type Step, stepNames } from '#features/revisits/rules.ts'
import { type Db, joinConditions, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { daysAfter, firstOfMonth, monthOf } from '#vocabulary/dates.ts'
import {
  boundsOf,
  type ClockQuery,
  isEverything,
  matchingClocks,
  secondsOf,
  secondsSinceDay,
  secondsUntilLeft,
  secondsWaiting,
} from './clock-columns.ts'
import { groupName, type GroupStats, type ObservedHours } from './clock-queries.ts'
import { bucketOf, everything, hoursUntil, hoursUntilDown, isStillUp, type Summed } from './clock-sums.ts'
import { type BucketCount, secondsUntil, totalOf } from './histogram.ts'

/** How many clocks there are in the months of a query. */
export async function summedClocks(db: Db, query: ClockQuery): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`select coalesce(sum(s.begun), 0)::int as n from clock_sums s
      where ${summedIn(query)} and s.step = 'approval' and not s.is_business
        and s.month >= coalesce(date_trunc('month', ${query.startDate ?? null}::date), '-infinity')
        and s.month <= coalesce(${query.endDate ?? null}::date, 'infinity')`,
  )
  return found!.n
}

/** The same as `statsBySteps`, from sums; percentiles as `secondsUntil` has them. */
export async function summedSteps(db: Db, query: ClockQuery): Promise<(DurationStats & { step: Step; of: number })[]> {
  const found = await bucketCounts(db, query, stepNames.flatMap(partsOfStep), sql`null::text`)
  return stepNames.map((step) => ({ step, ...statsOf(step, found) }))
}

/** The same as `statsByGroup`, from sums. */
export async function summedGroups(
  db: Db,
  query: ClockQuery & { step: Step; by: (typeof groupings)[number] },
): Promise<GroupStats[]> {
  const key = { month: sql`to_char(month, 'YYYY-MM')`, brand: sql`brand_id::text`, platform: sql`platform` }[query.by]
  const found = await bucketCounts(db, query, partsOfStep(query.step), key, query.by === 'brand')
  const groups = [...Map.groupBy(found, (one) => one.key)]
  const names =
    query.by === 'brand'
      ? await brandNames(
          db,
          groups.map(([one]) => one),
        )
      : new Map<string, string>()
  const named = groups.map(([one, counts]) => ({
    key: one,
    name: groupName({ key: one, brand: query.by === 'brand' ? (names.get(one) ?? '') : null }),
    ...statsOf(query.step, counts),
  }))
  const order = (one: (typeof named)[number]) => (query.by === 'brand' ? one.name.toLowerCase() : one.key)
  return named.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** The same as `observedHours`, from sums and the clocks of notices of the last days. */
export async function summedHours(db: Db, query: ClockQuery): Promise<ObservedHours[]> {
  const calendar = { ...query, business: undefined }
  const found = await bucketCounts(db, calendar, ['down', 'open'], sql`null::text`)
  const stillUp = await rows<{ hours: number; n: number }>(
    db,
    sql`select ${hoursUntil(sql`now()`)} as hours, count(*)::int as n
      from ${matchingClocks(calendar, {
        and: sql`f.unreachable_at is null and f.sent_at > now() - make_interval(hours => ${observedMaxHours})`,
      })} group by 1`,
  )
  const hours = new Map<number, ObservedHours>()
  const add = (at: number, more: { down?: number; up?: number }) => {
    const before = hours.get(at) ?? { hours: at, down: 0, up: 0 }
    hours.set(at, { hours: at, down: before.down + (more.down ?? 0), up: before.up + (more.up ?? 0) })
  }
  for (const { step, bucket, n } of found) if (step === 'down' && bucket !== begunBucket) add(bucket, { down: n })
  for (const { hours: at, n } of stillUp) add(at, { up: n })
  const allUp = totalOf(found.filter(({ step, bucket }) => step === 'open' && bucket === begunBucket))
  const longUp = allUp - stillUp.reduce((sum, { n }) => sum + n, 0)
  if (longUp > 0) add(observedMaxHours, { up: longUp })
  return [...hours.values()].toSorted((a, b) => a.hours - b.hours)
}

/** Stands for 'began', where others are buckets of what ended. */
const begunBucket = -1

type Counted = BucketCount & { step: Summed; key: string }
const partsOfStep = (step: Step): Summed[] => [step, `${step}-left`, `${step}-waiting`]

function statsOf(step: Step, counts: readonly Counted[]): DurationStats & { of: number } {
  const inBuckets = counts.filter(({ bucket }) => bucket !== begunBucket)
  const ended = inBuckets.filter((one) => one.step === step)
  const open = inBuckets.filter((one) => one.step === `${step}-left` || one.step === `${step}-waiting`)
  return {
    findings: totalOf(ended),
    median: secondsUntil(0.5, ended, open),
    p90: secondsUntil(0.9, ended, open),
    of: totalOf(counts.filter((one) => one.step === step && one.bucket === begunBucket)),
  }
}

/** What is known of these steps by bucket and a key: whole months from the sums, the days around them from the clocks. */
function bucketCounts(
  db: Db,
  query: ClockQuery,
  steps: readonly Summed[],
  key: Sql,
  byBrand = false,
): Promise<Counted[]> {
  const isBusiness = query.business !== undefined
  const { months, days } = partsOf(query)
  const waiting = steps.filter((step) => step.endsWith('-waiting'))
  const ofMonths = sql`from clock_sums s where ${summedIn(query, byBrand)} and s.step = any(${steps}::text[])
    and s.is_business = (${isBusiness}::boolean and s.step <> all(${waiting}::text[])) and ${inMonths(months)}`
  const parts = [
    sql`select brand_id, platform, month, step, ${begunBucket} as bucket, s.begun as n ${ofMonths}`,
    sql`select s.brand_id, s.platform, s.month, s.step, case when s.step = any(${waiting}::text[])
        then ${bucketOf(secondsSinceDay(sql`u.bucket`, query))} else u.bucket end, u.n from (select * ${ofMonths}) s
      cross join lateral unnest(s.buckets, s.counts) as u (bucket, n)`,
    ...days.map((range) => countedDays({ ...query, ...range }, steps)),
  ]
  return rows(
    db,
    sql`select ${key} as key, step, bucket::int as bucket, sum(n)::int as n
      from (${sql.join(parts, sql` union all `)}) c where n > 0 group by 1, 2, 3`,
  )
}

/** The same of the clocks of a few days; arrays, because `values` would prepare each expression anew for every clock. */
function countedDays(query: ClockQuery, parts: readonly Summed[]): Sql {
  const counted = parts.flatMap((part) => bucketsOf(part, query).map((bucket) => ({ part, bucket })))
  const month = sql`date_trunc('month', f.detected_at at time zone ${query.zone})::date`
  return sql`select f.brand_id, f.platform, ${month}, v.step, v.bucket, 1
    from ${matchingClocks(query, {
      lateral: sql`cross join lateral unnest(${counted.map(({ part }) => part)}::text[],
        array[${sql.join(counted.map(({ bucket }) => bucket))}]::int[]) as v (step, bucket)`,
      and: sql`v.bucket is not null`,
    })}`
}

/** The buckets in which a clock is counted for a part of the sums; null where it is not. */
function bucketsOf(part: Summed, query: ClockQuery): Sql[] {
  if (part === 'open') return [sql`case when ${isStillUp} then ${begunBucket}::int end`]
  if (part === 'down') return [hoursUntilDown]
  const step = stepNames.find((one) => part.startsWith(one))!
  if (part === `${step}-left`) return [bucketOf(secondsUntilLeft(step, query.business))]
  if (part === `${step}-waiting`) return [bucketOf(secondsWaiting(step, query))]
  return [
    sql`case when ${boundsOf(step).from} is not null then ${begunBucket}::int end`,
    bucketOf(secondsOf(step, query.business !== undefined)),
  ]
}

type Range = { startDate: string | undefined; endDate: string | undefined }

/** A query's days as whole months and the days before and after them. */
function partsOf({ startDate, endDate }: ClockQuery): { months: Range | undefined; days: Range[] } {
  const isFirst = !startDate || startDate.endsWith('-01')
  const isLast = !endDate || monthOf(endDate).endDate === endDate
  const from = isFirst ? startDate : firstOfMonth(startDate, 1)
  const to = isLast ? endDate : daysAfter(firstOfMonth(endDate), -1)
  if (from && to && from > to) return { months: undefined, days: [{ startDate, endDate }] }
  return {
    months: { startDate: from, endDate: to },
    days: [
      ...(isFirst ? [] : [{ startDate, endDate: daysAfter(from!, -1) }]),
      ...(isLast ? [] : [{ startDate: firstOfMonth(endDate), endDate }]),
    ],
  }
}

function inMonths(months: Range | undefined): Sql {
  if (!months) return sql`false`
  const { startDate, endDate } = months
  return joinConditions([
    sql`true`,
    ...(startDate ? [sql`s.month >= ${startDate}::date`] : []),
    ...(endDate ? [sql`s.month <= ${endDate}::date`] : []),
  ])
}

/** The sums of a query's scopes: those of all brands where nothing is restricted and no brand is named. */
function summedIn({ scopes }: ClockQuery, byBrand = false): Sql {
  const all = isEverything(scopes)
  const platforms = scopes.map(({ platform }) => platform)
  if (all && !byBrand)
    return sql`s.company_id = ${everything}::uuid and s.brand_id = ${everything}::uuid and s.platform = any(${platforms}::text[])`
  if (all) return sql`s.brand_id <> ${everything}::uuid and s.platform = any(${platforms}::text[])`
  return sql`(${sql.join(scopes.map(inScopeOf), sql` or `)})`
}

const inScopeOf = ({ platform, companyIds, brandIds }: Scope): Sql =>
  sql`(${joinConditions([
    sql`s.platform = ${platform} and s.brand_id <> ${everything}::uuid`,
    ...(companyIds ? [sql`s.company_id = any(${companyIds}::uuid[])`] : []),
    ...(brandIds ? [sql`s.brand_id = any(${brandIds}::uuid[])`] : []),
  ])})`

async function brandNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    db,
    sql`select id, brand_name as name from brands where id = any(${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
