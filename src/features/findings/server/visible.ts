import { platforms } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import { joinConditions, sql, type Sql } from '#kit/server/db.ts'
import { forbidden } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'

/** The requested company and brand; undefined means all (G17). */
export type RequestedScope = { clientCompanyId?: string | undefined; brand?: string | undefined }

/** The rows a person may see on a platform. Undefined companies or brands mean no restriction. */
export type Scope = {
  platform: Platform['value']
  companyIds: readonly string[] | undefined
  brandIds: readonly string[] | undefined
  /** Deleted findings, too: only for what Brandkeep does by itself, never for what a person asks for. */
  withDeleted?: true
}

/**
 * The scope of every query of findings. A Client sees the enabled brands of its companies that have the platform
 * (G37, G102, G114); staff see all. A company or brand outside the person's scope is 403 (G38).
 */
export function visible(
  platform: Pick<Platform, 'value' | 'flag'>,
  session: Session,
  requested: RequestedScope = {},
): Scope {
  if (isStaff(session))
    return {
      platform: platform.value,
      companyIds: requested.clientCompanyId === undefined ? undefined : [requested.clientCompanyId],
      brandIds: requested.brand === undefined ? undefined : [requested.brand],
    }
  const { clientCompanyId: company, brand } = requested
  if (company !== undefined && !session.companyIds.includes(company)) throw forbidden()
  if (brand !== undefined && !session.brands.some((one) => one.id === brand)) throw forbidden()
  const brands = session.brands.filter(
    (one) =>
      one.enabled &&
      one.platforms.includes(platform.flag) &&
      (company === undefined || one.companyId === company) &&
      (brand === undefined || one.id === brand),
  )
  return {
    platform: platform.value,
    companyIds: [...new Set(brands.map((one) => one.companyId))],
    brandIds: brands.map((one) => one.id),
  }
}

/** Whether the scope is empty, so that no query is needed. */
export const seesNothing = (scope: Scope): boolean => scope.companyIds?.length === 0 || scope.brandIds?.length === 0

/** What a person may see of the requested company and brand on each platform, without those it sees nothing of. */
export const visibleScopes = (
  session: Session,
  requested?: RequestedScope,
  on: readonly Pick<Platform, 'value' | 'flag'>[] = platforms,
): Scope[] => on.map((one) => visible(one, session, requested)).filter((scope) => !seesNothing(scope))

/** The scope as conditions on `f` (findings), without deleted rows. */
export function inScope(scope: Scope): Sql {
  return joinConditions([inCompanies(scope), ...inBrands(scope)])
}

/** The scopes of several platforms as one condition on `f`; those that differ by platform only are combined. */
export function inScopes(scopes: readonly Scope[]): Sql {
  const alike = Map.groupBy(scopes, ({ companyIds, brandIds }) => JSON.stringify([companyIds, brandIds]))
  const conditions = [...alike.values()].map((same) => {
    const values = same.map(({ platform }) => platform)
    const [first] = same
    return sql`(${joinConditions([inCompanies(first!), ...inBrands(first!, sql`f.platform = any(${values}::text[])`)])})`
  })
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Companies as an equality on the leading column of every index; a list of all ids where there is no restriction. */
function inCompanies(scope: Scope): Sql {
  if (scope.companyIds === undefined) return sql`f.company_id in (select id from companies)`
  if (scope.companyIds.length === 1) return sql`f.company_id = ${scope.companyIds[0]!}::uuid`
  return sql`f.company_id = any(${scope.companyIds}::uuid[])`
}

/** The conditions of the scope except the companies. */
export function inBrands(scope: Scope, onPlatform: Sql = sql`f.platform = ${scope.platform}`): Sql[] {
  const conditions = [onPlatform, ...(scope.withDeleted ? [] : [sql`f.deleted_at is null`])]
  if (scope.brandIds?.length === 1) conditions.push(sql`f.brand_id = ${scope.brandIds[0]!}::uuid`)
  else if (scope.brandIds) conditions.push(sql`f.brand_id = any(${scope.brandIds}::uuid[])`)
  return conditions
}
