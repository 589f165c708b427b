import { countersInScope } from '#features/findings/server/counters.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { type Db, row, sql } from '#kit/server/db.ts'

/**
 * The companies of these scopes when every finding of them is in a scope: then the figures that are stored of their
 * clusters are what the person sees, and need not be added up. Undefined otherwise. A brand or platform that had findings
 * once counts as if it still had.
 */
export async function wholeCompanies(db: Db, scopes: readonly Scope[]): Promise<string[] | undefined> {
  const companyIds = new Set<string>()
  for (const scope of scopes) {
    if (scope.companyIds === undefined) return undefined
    for (const id of scope.companyIds) companyIds.add(id)
  }
  if (companyIds.size === 0) return undefined
  const ids = [...companyIds]
  const isSeen = sql.join(
    scopes.map((scope) => sql`(${countersInScope(scope)})`),
    sql` or `,
  )
  const counters = (name: string) => sql`select 1 from ${sql.table(name)}
    where company_id = any(${ids}::uuid[]) and not (${isSeen})`
  const found = await row<{ isPartial: boolean }>(
    db,
    sql`select exists (${counters('counter_month')}) or exists (${counters('counter_delta')}) as "isPartial"`,
  )
  return found!.isPartial ? undefined : ids
}
