import { inScopes, type Scope } from '#features/findings/server/visible.ts'
import type { Step } from '#features/revisits/rules.ts'
import { joinConditions, type Sql, sql } from '#kit/server/db.ts'
import { platforms } from '#platforms/all.ts'
import type { BusinessHours } from '#vocabulary/business-hours.ts'

/** Which clocks figures are about; days are those of the business time zone, both inclusive. */
export type ClockQuery = {
  scopes: readonly Scope[]
  startDate?: string | undefined
  endDate?: string | undefined
  zone: string
  /** Set: durations count these hours only. */
  business?: BusinessHours | undefined
}

const moments = ['detected_at', 'approved_at', 'sent_at', 'acknowledged_at', 'answered_at', 'unreachable_at'] as const
type Moment = (typeof moments)[number]

/** The moments at which a step begins and ends. */
const momentsOf: Readonly<Record<Step, readonly [from: Moment, to: Moment]>> = {
  approval: ['detected_at', 'approved_at'],
  notice: ['approved_at', 'sent_at'],
  answer: ['sent_at', 'acknowledged_at'],
  human: ['sent_at', 'answered_at'],
  unreachable: ['sent_at', 'unreachable_at'],
  all: ['detected_at', 'unreachable_at'],
}

/**
 * The moment at which a clock leaves a step without having ended it: nobody approves what was sent, or reports what is down or
 * answers about it. Without one it waits until now.
 */
const leftMoments: Partial<Record<Step, Moment>> = {
  approval: 'sent_at',
  notice: 'unreachable_at',
  answer: 'unreachable_at',
  human: 'unreachable_at',
}

/** The columns of those moments. */
export function boundsOf(step: Step): { from: Sql; to: Sql } {
  const [from, to] = momentsOf[step]
  return { from: sql.ref(`f.${from}`), to: sql.ref(`f.${to}`) }
}

/** Seconds of a step, as the clock has them stored where it does; null where a moment is missing or came first. */
const calendarSeconds: Readonly<Record<Step, Sql>> = {
  approval: sql.ref('f.to_approval'),
  notice: sql.ref('f.to_notice'),
  answer: sql.ref('f.to_answer'),
  human: sql`(case when f.answered_at >= f.sent_at then date_part('epoch', f.answered_at - f.sent_at)::int end)`,
  unreachable: sql.ref('f.to_unreachable'),
  all: sql.ref('f.in_all'),
}

/**
 * A from-item to join to clocks `f`: `w` has the business seconds of each moment since a Monday long ago, so that a
 * duration is the difference of two. Every moment's local time is computed once.
 */
export function businessMoments(business: BusinessHours, zone: string): Sql {
  const local = moments.map((one) => sql`${localSeconds(sql.ref(`f.${one}`), zone)} as ${sql.id(one)}`)
  const counted = moments.map((one) => sql`${businessSeconds(sql.ref(`l.${one}`), business)} as ${sql.id(one)}`)
  return sql`cross join lateral (select ${sql.join(counted)} from (select ${sql.join(local)} offset 0) l offset 0) w`
}

/** Local seconds from a Monday at midnight, long ago, until a moment. */
const localSeconds = (at: Sql, zone: string): Sql =>
  sql`extract(epoch from (${at} at time zone ${zone}) - timestamp '2001-01-01')::bigint`

/** Business seconds from that Monday until now. */
export const businessNow = (business: BusinessHours, zone: string): Sql =>
  sql`(select ${businessSeconds(sql.ref('l.at'), business)} from (select ${localSeconds(sql`now()`, zone)} as at) l)`

/** Business seconds from that Monday until a moment, given in local seconds. */
function businessSeconds(local: Sql, { days, opens, closes }: BusinessHours): Sql {
  const open = (closes - opens) * 60
  const before = Array.from({ length: 7 }, (_, n) => days.filter((day) => day <= n).length)
  const isOpen = Array.from({ length: 7 }, (_, n) => Number(days.includes(n + 1)))
  const weekday = sql`((${local} % 604800) / 86400 + 1)::int`
  return sql`((${local} / 604800) * ${days.length * open}::bigint
    + (${before}::int[])[${weekday}] * ${open}::bigint
    + (${isOpen}::int[])[${weekday}] * least(greatest(${local} % 86400 - ${opens * 60}::bigint, 0), ${open}::bigint))`
}

/** The duration of a step in seconds; with business hours the clocks are joined with `businessMoments`. */
export function secondsOf(step: Step, isBusiness: boolean): Sql {
  if (!isBusiness) return calendarSeconds[step]
  const { from, to } = boundsOf(step)
  const [began, ended] = momentsOf[step]
  return sql`(case when ${to} >= ${from} then (${sql.ref(`w.${ended}`)} - ${sql.ref(`w.${began}`)})::int end)`
}

/** Whether a clock can leave a step without ending it. */
export const canBeLeft = (step: Step): boolean => leftMoments[step] !== undefined

/** The moment at which a clock that has not ended a step left it. */
export const leftAt = (step: Step): Sql => {
  const left = leftMoments[step]
  return left ? sql.ref(`f.${left}`) : sql`null::timestamptz`
}

/** Whether a clock began a step and neither ended nor left it. */
export function isWaiting(step: Step): Sql {
  const { from, to } = boundsOf(step)
  return sql`(${from} is not null and ${to} is null and ${leftAt(step)} is null)`
}

/** For how long a clock was in a step before it left it, in seconds; null where it did not. */
export function secondsUntilLeft(step: Step, business: BusinessHours | undefined): Sql {
  const left = leftMoments[step]
  if (!left) return sql`null::int`
  const { from, to } = boundsOf(step)
  const seconds = business
    ? sql`${sql.ref(`w.${left}`)} - ${sql.ref(`w.${momentsOf[step][0]}`)}`
    : sql`date_part('epoch', ${leftAt(step)} - ${from})`
  return sql`(case when ${to} is null and ${leftAt(step)} >= ${from} then (${seconds})::int end)`
}

/** For how long a clock has been in a step that it neither ended nor left, in seconds; null for others. */
export function secondsWaiting(step: Step, { business, zone }: Pick<ClockQuery, 'business' | 'zone'>): Sql {
  const { from } = boundsOf(step)
  const seconds = business
    ? sql`${businessNow(business, zone)} - ${sql.ref(`w.${momentsOf[step][0]}`)}`
    : sql`date_part('epoch', now() - ${from})`
  return sql`(case when ${isWaiting(step)} then greatest(${seconds}, 0)::int end)`
}

/** The local day on which a clock began a step, by its number; days are numbered from a Monday long ago. */
export const dayBegun = (step: Step, zone: string): Sql =>
  sql`(${localSeconds(boundsOf(step).from, zone)} / 86400)::smallint`

/** Seconds from noon of a numbered day until now. */
export function secondsSinceDay(day: Sql, { business, zone }: Pick<ClockQuery, 'business' | 'zone'>): Sql {
  const noon = sql`(${day} * 86400::bigint + 43200)`
  const seconds = business
    ? sql`${businessNow(business, zone)} - ${businessSeconds(noon, business)}`
    : sql`${localSeconds(sql`now()`, zone)} - ${noon}`
  return sql`greatest(${seconds}, 0)`
}

type MoreOfClocks = { join?: Sql; lateral?: Sql; and?: Sql }

/**
 * Clocks as `f`, with `w` where business hours count; `join` adds tables, `lateral` what is computed of both, and `and`
 * restricts them further.
 */
export function matchingClocks(query: ClockQuery, { join = sql``, lateral = sql``, and }: MoreOfClocks = {}): Sql {
  const { scopes, startDate, endDate, zone, business } = query
  const conditions = [clocksInScopes(scopes)]
  if (startDate) conditions.push(sql`f.detected_at >= ${startDate}::timestamp at time zone ${zone}`)
  if (endDate) conditions.push(sql`f.detected_at < (${endDate}::date + 1)::timestamp at time zone ${zone}`)
  if (and) conditions.push(and)
  const hours = business ? businessMoments(business, zone) : sql``
  return sql`finding_clocks f ${join} ${hours} ${lateral} where ${joinConditions(conditions)}`
}

/** Whether the scopes restrict neither companies nor brands. */
export const isEverything = (scopes: readonly Scope[]): boolean =>
  scopes.every(({ companyIds, brandIds }) => companyIds === undefined && brandIds === undefined)

/** Scopes without a restriction add no condition per row: nothing is looked up for all clocks. */
function clocksInScopes(scopes: readonly Scope[]): Sql {
  if (!isEverything(scopes)) return inScopes(scopes)
  const values = scopes.map(({ platform }) => platform)
  return joinConditions([
    sql`f.deleted_at is null`,
    ...(platforms.every(({ value }) => values.includes(value)) ? [] : [sql`f.platform = any(${values}::text[])`]),
  ])
}
