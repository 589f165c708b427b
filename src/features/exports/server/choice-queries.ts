import { countedValues, sellerKind } from '#features/findings/server/value-counters.ts'
import { countedFindings } from '#features/findings/server/counters.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { maxChoices } from '#features/exports/rules.ts'
import { type Db, likePattern, rows, sql } from '#kit/server/db.ts'
import type { DayRange } from '#vocabulary/dates.ts'

/** A scope of one company and some brands. */
export type ChoiceScope = Scope & { companyIds: readonly [string]; brandIds: readonly string[] }

type Value = { value: string }
const textsOf = (found: readonly Value[]): string[] => found.map(({ value }) => value)

/** The statuses that findings of a scope have in a range, from the stored counters. */
export async function statusesIn(db: Db, scope: ChoiceScope, range: DayRange): Promise<string[]> {
  return textsOf(
    await rows<Value>(
      db,
      sql`select status as value from ${countedFindings(scope, range)} counted group by 1 having sum(n) > 0 order by 1`,
    ),
  )
}

/** The sellers with most findings in a scope and range, from the stored counters; `search` is part of a name. */
export async function sellersIn(db: Db, scope: ChoiceScope, range: DayRange, search: string): Promise<string[]> {
  const matching = search ? sql`where value ilike ${likePattern(search)}` : sql``
  return textsOf(
    await rows<Value>(
      db,
      sql`select value from ${countedValues(scope, sellerKind, range)} counted ${matching}
        group by 1 having sum(n) > 0 order by sum(n) desc, lower(value), value limit ${maxChoices}`,
    ),
  )
}

/** The reason codes that findings of a scope have in a range: one look into an index for each code and brand. */
export async function reasonCodesIn(db: Db, scope: ChoiceScope, range: DayRange): Promise<string[]> {
  return textsOf(
    await rows<Value>(
      db,
      sql`select code as value from reason_codes r where exists (
          select from unnest(${scope.brandIds}::uuid[]) brand cross join lateral (
            select 1 from findings f where f.company_id = ${scope.companyIds[0]}::uuid and f.brand_id = brand
              and f.platform = 'e-commerce' and f.deleted_at is null and f.reason_code = r.code
              and f.reporting_date between ${range.startDate}::date and ${range.endDate}::date limit 1) found)
        order by code`,
    ),
  )
}

/**
 * The newest days of a last action on findings of a company and platform, read by skipping from day to day in an index.
 * Not limited to brands and dates of the findings, which would read every action.
 */
export async function actionDatesIn(db: Db, scope: ChoiceScope): Promise<string[]> {
  const [companyId] = scope.companyIds
  const inCompany = sql`company_id = ${companyId}::uuid and platform = ${scope.platform}`
  return textsOf(
    await rows<Value>(
      db,
      sql`with recursive days as (
          select max(action_date) as day from last_enforcements where ${inCompany}
          union all
          select (select max(action_date) from last_enforcements where ${inCompany} and action_date < days.day)
          from days where days.day is not null)
        select day as value from days where day is not null limit ${maxChoices}`,
    ),
  )
}

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
