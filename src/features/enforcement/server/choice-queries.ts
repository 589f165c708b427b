import { joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** The actions in use, from the facets table. */
export async function actionsInUse(db: Db, scope: Scope): Promise<string[]> {
  const found = await rows<{ value: string }>(
    db,
    sql`select distinct value from facets where platform = ${scope.platform} and name = 'actionTaken'
      ${scope.companyIds ? sql`and company_id = any(${scope.companyIds}::uuid[])` : sql``} order by value`,
  )
  return found.map(({ value }) => value)
}

/** The sites of e-commerce findings on a day or in one of the statuses, sorted. */
export async function sitesWithFindings(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  filter: { day?: string | undefined; statuses?: readonly string[] | undefined },
): Promise<string[]> {
  const found = await rows<{ value: string }>(
    db,
    sql`select distinct s.value from facets s where s.platform = ${platform.value} and s.name = 'site'
      ${scope.companyIds ? sql`and s.company_id = any(${scope.companyIds}::uuid[])` : sql``}
      and exists (select from findings f ${joinPlatformTable(platform)} where f.company_id = s.company_id and f.brand_id = s.brand_id
        and d.company_id = s.company_id and d.site = s.value and ${inScope(scope)}
        ${filter.day ? sql`and f.reporting_date = ${filter.day}::date` : sql``}
        ${filter.statuses ? sql`and f.status = any(${filter.statuses}::text[])` : sql``})
      order by s.value`,
  )
  return found.map(({ value }) => value)
}
