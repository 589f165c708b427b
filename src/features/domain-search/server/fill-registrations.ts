import { getDomain } from 'tldts'
import { BudgetExhausted, queryRegistry } from '#features/contacts/server/query-registry.ts'
import type { Db } from '#kit/server/db.ts'
import type { SearchDeps } from './search-deps.ts'
import { saveRegistrationOf, withoutRegistrar } from './searched-queries.ts'

/** Domains of one job. */
const perJob = 10

/** Asks again for the registrations that a run could not get, because a registry was busy; those that it still is are left. */
export async function fillRegistrations(db: Db, { registry }: Pick<SearchDeps, 'registry'>): Promise<void> {
  for (const { id, domain } of await withoutRegistrar(db, perJob)) {
    const zone = getDomain(domain)
    // A name on a shared host.
    if (zone === null || getDomain(domain, { allowPrivateDomains: true }) !== zone) continue
    try {
      const found = await queryRegistry(registry, { domain: zone })
      if (found.outcome === 'found') await saveRegistrationOf(db, id, { ...found, registrar: found.name })
    } catch (problem) {
      if (!(problem instanceof BudgetExhausted)) throw problem
    }
  }
}
