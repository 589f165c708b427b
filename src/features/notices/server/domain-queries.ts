import { columnOrNull, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { type Db, row, sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** What is known of a reported domain name besides the finding's own columns. */
export type DomainFacts = {
  registrar: string | null
  registeredOn: string | null
  expiresOn: string | null
  registrantName: string | null
  registrantOrganisation: string | null
  registrantEmail: string | null
  pageTitle: string | null
  /** Visits that found the page reachable. */
  visits: number
}

/** The registration and the visits of a finding in scope; undefined without one. */
export function domainFactsOf(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  findingId: string,
): Promise<DomainFacts | undefined> {
  const own = (name: string) => sql`${columnOrNull(platform, name)}::text`
  return row(
    db,
    sql`select ${own('registrar')} as registrar, ${own('registrationDate')} as "registeredOn",
        ${own('expiryDate')} as "expiresOn", ${own('name')} as "registrantName", ${own('org')} as "registrantOrganisation",
        ${own('emailAddress')} as "registrantEmail", v.visits, v.title as "pageTitle"
      from findings f ${joinPlatformTable(platform)}
      left join lateral (select count(*) as visits, (array_agg(w.title order by w.at desc))[1] as title
        from finding_visits w where w.company_id = f.company_id and w.finding_id = f.id and w.side = 'up') v on true
      where ${inScope(scope)} and f.id = ${findingId}::uuid`,
  )
}
