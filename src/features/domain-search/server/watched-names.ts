import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#kit/server/db.ts'
import { watchedBrands } from './feed-queries.ts'
import { candidatesOf, labelsOf } from './names-of-keywords.ts'
import { addFeedNames, type Candidate } from './run-queries.ts'
import type { SearchDeps } from './search-deps.ts'

/** Names of feeds against the keywords of all schedules at once. */
export type WatchedNames = {
  /** Which of these hosts are of interest, by brand. Lets other work run in between. */
  match: (hosts: readonly string[]) => Promise<Map<string, Omit<Candidate, 'source'>[]>>
  isEmpty: boolean
}

/** Hosts between two turns of the event loop. */
const perTurn = 250

/** The keywords of all schedules, to be matched with names. */
export async function openWatchedNames(db: Db, deps: Pick<SearchDeps, 'createMatcher'>): Promise<WatchedNames> {
  const brands = await watchedBrands(db)
  const ofKeyword = new Map<string, { brandId: string; ownDomains: string[] }[]>()
  for (const { brandId, keywords, ownDomains } of brands)
    for (const label of new Set(keywords.flatMap((keyword) => labelsOf(keyword.replace(/\.[^ ]*$/, '')))))
      ofKeyword.set(label, [...(ofKeyword.get(label) ?? []), { brandId, ownDomains }])
  // Once for each owner: a host on the white list of one is found for the others that have the same keyword.
  const matcher = deps.createMatcher(
    [...ofKeyword].flatMap(([keyword, owners]) => owners.map(({ ownDomains }) => ({ keyword, ownDomains }))),
  )
  const ownOf = new Map(brands.map(({ brandId, ownDomains }) => [brandId, new Set(ownDomains)]))
  return {
    isEmpty: ofKeyword.size === 0,
    match: async (hosts) => {
      const found = new Map<string, Omit<Candidate, 'source'>[]>()
      for (const [at, host] of hosts.entries()) {
        if (at % perTurn === perTurn - 1) await nextTurn()
        // A host with the names of two brands is one candidate of each.
        const seen = new Set<string>()
        for (const { domain, keyword, family, score } of candidatesOf(matcher, host))
          for (const { brandId } of ofKeyword.get(keyword) ?? []) {
            if (seen.has(brandId) || isBelow(domain, ownOf.get(brandId)!)) continue
            seen.add(brandId)
            const names = found.get(brandId)
            if (names) names.push({ domain, keyword, family, score })
            else found.set(brandId, [{ domain, keyword, family, score }])
          }
      }
      return found
    },
  }
}

/** Whether a host is one of these or below one. */
function isBelow(host: string, domains: ReadonlySet<string>): boolean {
  for (let rest = host; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (domains.has(rest)) return true
    if (!rest.includes('.')) return false
  }
}

/** Stores matched names as candidates of their brands; returns how many are new, and the brands that have new ones. */
export async function storeMatches(
  db: Db,
  matches: Map<string, Omit<Candidate, 'source'>[]>,
): Promise<{ matched: number; brandIds: string[] }> {
  const stored = { matched: 0, brandIds: [] as string[] }
  for (const [brandId, names] of matches) {
    const unique = new Map(names.map((one) => [one.domain, one]))
    const added = await addFeedNames(db, brandId, [...unique.values()])
    stored.matched += added
    if (added > 0) stored.brandIds.push(brandId)
  }
  return stored
}
