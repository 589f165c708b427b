import { getPublicSuffix } from 'tldts'
import { BudgetExhausted, queryRegistry } from '#features/contacts/server/query-registry.ts'
import type { Db } from '#kit/server/db.ts'
import { registeredName } from '#vocabulary/sites.ts'
import type { SearchDeps } from './search-deps.ts'
import { saveRegistrationOf, type Unregistered, withoutRegistrar } from './searched-queries.ts'

/** Domains that one job asks about, and those that are read at a time. */
const perJob = 10
const perRead = 200

/**
 * Asks again for the registrations that a run could not get, because a registry was busy; those that it still is are left.
 * Neither they nor names on shared hosts, which have no registration of their own, are in the way of the others.
 */
export async function fillRegistrations(db: Db, { registry }: Pick<SearchDeps, 'registry'>): Promise<void> {
  const busySuffixes = new Set<string | null>()
  let lookedUp = 0
  for await (const { id, domain } of everyWithoutRegistrar(db)) {
    const zone = registeredName(domain)
    const suffix = getPublicSuffix(domain)
    if (zone === undefined || busySuffixes.has(suffix)) continue
    try {
      const found = await queryRegistry(registry, { domain: zone })
      if (found.outcome === 'found') await saveRegistrationOf(db, id, { ...found, registrar: found.name })
      if (++lookedUp >= perJob) return
    } catch (problem) {
      if (!(problem instanceof BudgetExhausted)) throw problem
      busySuffixes.add(suffix)
    }
  }
}

async function* everyWithoutRegistrar(db: Db): AsyncIterable<Unregistered> {
  let last: Unregistered | undefined
  for (;;) {
    const found = await withoutRegistrar(db, perRead, last)
    yield* found
    if (found.length < perRead) return
    last = found.at(-1)
  }
}
