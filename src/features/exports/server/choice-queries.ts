import { countedFindings, daysWithStatus } from '#features/findings/server/counters.ts'
import { actionDateKind, countedValues, sellerKind } from '#features/findings/server/value-counters.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { type ChoiceName, type Choices, maxChoices } from '#features/exports/rules.ts'
import { type Db, joinConditions, likePattern, row, rows, sql, type Sql } from '#kit/server/db.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { conditionsOf } from './finding-queries.ts'

/** A scope of one company and some brands. */
export type ChoiceScope = Scope & { companyIds: readonly [string]; brandIds: readonly string[] }

/** The choices of one filter: its scope and dates, the other filters, and a part of the value that is typed. */
export type ChoiceQuery = {
  name: ChoiceName
  scope: ChoiceScope
  range: DayRange
  others: Choices
  search: string
}

/** The values that the findings of a scope and range have, whatever the other filters are; the first 100. */
export function valuesInScope(db: Db, query: ChoiceQuery): Promise<string[]> {
  return textsOf(db, sql`select c.value from ${valuesOf(query)} c ${firstOnes(query)}`)
}

/** The values that the findings have which the other filters select, by reading these findings. */
export function valuesByReading(db: Db, query: ChoiceQuery, months: readonly string[] | undefined): Promise<string[]> {
  const { from, key, keyOfValue } = filterOf[query.name]
  const { scope, others } = query
  const days = months && sql`and f.reporting_date = any(array(${daysWithStatus(scope, months, others.status ?? [])}))`
  return textsOf(
    db,
    // Read once, not for each value; 'is true' makes it a hash, whatever PostgreSQL expects to find.
    sql`with found as materialized (
        select distinct ${key} as key ${from} where ${selected(query)} ${days ?? sql``})
      select c.value from ${valuesOf(query)} c where (${keyOfValue} in (select key from found)) is true ${firstOnes(query)}`,
  )
}

/**
 * The same by looking for one finding of each value until 100 have one: fast where the values are frequent, however many
 * findings there are.
 */
export function valuesByLooking(db: Db, query: ChoiceQuery): Promise<string[]> {
  const { from, key, keyOfValue } = filterOf[query.name]
  const inOrder = sql`(select * from ${valuesOf(query)} c order by ${orderOf[query.name]})`
  return textsOf(
    db,
    // The limit keeps PostgreSQL from reading all findings at once.
    sql`select c.value from ${inOrder} c cross join lateral (
        select ${from} where ${selected(query)} and ${key} = ${keyOfValue} limit 1) found ${firstOnes(query)}`,
  )
}

/**
 * How many findings have to be read to apply the other filters, at least; with the months in which a status occurs, if
 * these are what makes it few. Counts to a little more than `max`.
 */
export async function readingSize(
  db: Db,
  { scope, range, others }: ChoiceQuery,
  max: number,
): Promise<{ size: number; months?: readonly string[] }> {
  const [companyId] = scope.companyIds
  const { reasonCode = [], seller = [], status = [], actionDate = [] } = others
  const atMost = (from: Sql) =>
    row<{ n: number }>(db, sql`select count(*)::int as n from (select ${from} limit ${max + 1}) counted`)
  const inRange = sql`reporting_date between ${range.startDate}::date and ${range.endDate}::date`
  const sizes: { size: number; months?: readonly string[] }[] = [await inCompany(db, scope, range, status)]
  if (reasonCode.length > 0) {
    const found = await atMost(sql`from findings where company_id = ${companyId}::uuid and platform = 'e-commerce'
      and brand_id = any(${scope.brandIds}::uuid[]) and reason_code = any(${reasonCode}::text[]) and ${inRange}
      and deleted_at is null`)
    sizes.push({ size: found!.n })
  }
  if (seller.length > 0) {
    const found = await atMost(sql`from findings where seller = any(array(
        select lower(trim(name)) from unnest(${seller}::text[]) name))
      and company_id = ${companyId}::uuid and ${inRange} and deleted_at is null`)
    sizes.push({ size: found!.n })
  }
  if (actionDate.length > 0) {
    const found = await atMost(sql`from last_enforcements where company_id = ${companyId}::uuid
      and platform = ${scope.platform} and action_date = any(${actionDate}::date[])`)
    sizes.push({ size: found!.n })
  }
  return sizes.reduce((least, one) => (one.size < least.size ? one : least))
}

/** Findings of the company in the range, or in the months in which one of the brands has one of the statuses. */
async function inCompany(db: Db, scope: ChoiceScope, range: DayRange, statuses: readonly string[]) {
  const company = countedFindings({ ...scope, brandIds: undefined }, range)
  if (statuses.length === 0) {
    const found = await row<{ n: number }>(db, sql`select coalesce(sum(n), 0)::int as n from ${company} counted`)
    return { size: found!.n }
  }
  const found = await row<{ months: string[]; n: number }>(
    db,
    sql`with months as materialized (
        select month from ${countedFindings(scope, range, statuses)} counted group by 1 having sum(n) > 0)
      select array(select month::text from months) as months,
        (select coalesce(sum(n), 0)::int from ${company} counted where month in (select month from months)) as n`,
  )
  return { size: found!.n, months: found!.months }
}

/** How a filter is read from findings `f`, and the form in which a value `c.value` is compared. */
const filterOf: Readonly<Record<ChoiceName, { from: Sql; key: Sql; keyOfValue: Sql }>> = {
  reasonCode: { from: sql`from findings f`, key: sql`f.reason_code`, keyOfValue: sql`c.value` },
  status: { from: sql`from findings f`, key: sql`f.status`, keyOfValue: sql`c.value` },
  seller: { from: sql`from findings f`, key: sql`f.seller`, keyOfValue: sql`lower(trim(c.value))` },
  actionDate: {
    from: sql`from last_enforcements l join findings f on f.company_id = l.company_id and f.id = l.finding_id`,
    key: sql`l.action_date`,
    keyOfValue: sql`c.value::date`,
  },
}

const selected = ({ scope, range, others }: ChoiceQuery): Sql =>
  joinConditions(
    conditionsOf({
      platform: scope.platform,
      range,
      choices: others,
      owner: { companyId: scope.companyIds[0], brandIds: scope.brandIds },
    }),
  )

/** Newest first, most findings first, or as people know them. */
const orderOf: Readonly<Record<ChoiceName, Sql>> = {
  reasonCode: sql`c.value`,
  status: sql`c.value`,
  seller: sql`c.n desc, lower(c.value), c.value`,
  actionDate: sql`c.value desc`,
}

const firstOnes = ({ name }: ChoiceQuery): Sql => sql`order by ${orderOf[name]} limit ${maxChoices}`

/** A relation of (value, n): the values of a scope and range with their findings. */
function valuesOf({ name, scope, range, search }: ChoiceQuery): Sql {
  const matching = search === '' ? sql`` : sql`where value ilike ${likePattern(search)}`
  return sql`(select * from (${valuesWithCounts(name, scope, range)}) counted ${matching})`
}

function valuesWithCounts(name: ChoiceName, scope: ChoiceScope, range: DayRange): Sql {
  if (name === 'reasonCode') return reasonCodesIn(scope, range)
  if (name === 'status') return summed(sql`select status as value, n from ${countedFindings(scope, range)} k`)
  const kind = name === 'seller' ? sellerKind : actionDateKind(scope.platform)
  return summed(sql`select value, n from ${countedValues(scope, kind, range)} k`)
}

const summed = (counted: Sql): Sql =>
  sql`select value, sum(n) as n from (${counted}) parts group by 1 having sum(n) > 0`

/** No counter knows reason codes: one look into an index for each code and brand. */
const reasonCodesIn = (scope: ChoiceScope, range: DayRange): Sql =>
  sql`select code as value from reason_codes r where exists (
    select from unnest(${scope.brandIds}::uuid[]) brand cross join lateral (
      select 1 from findings f where f.company_id = ${scope.companyIds[0]}::uuid and f.brand_id = brand
        and f.platform = 'e-commerce' and f.deleted_at is null and f.reason_code = r.code
        and f.reporting_date between ${range.startDate}::date and ${range.endDate}::date limit 1) found)`

/** How many findings each brand of a scope has in a range, of some statuses or all, from the stored counters. */
export function countsByBrand(
  db: Db,
  scope: ChoiceScope,
  range: DayRange,
  statuses: readonly string[],
): Promise<{ brandId: string; n: number }[]> {
  const counted = countedFindings(scope, range, statuses.length > 0 ? statuses : undefined)
  return rows(db, sql`select brand_id as "brandId", sum(n)::bigint as n from ${counted} counted group by 1`)
}

async function textsOf(db: Db, statement: Sql): Promise<string[]> {
  return (await rows<{ value: string }>(db, statement)).map(({ value }) => value)
}
