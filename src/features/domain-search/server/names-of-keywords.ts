import { normaliseDomain } from '#vocabulary/addresses.ts'
import { sharedSuffix } from '#vocabulary/labels.ts'
import { registeredName, siteOf } from '#vocabulary/sites.ts'
import type { Candidate } from './run-queries.ts'
import type { MadeName, NameMatcher, SearchDeps } from './search-deps.ts'

/** Most names made of one keyword. */
const perKeyword = 60_000

/** The labels with which a keyword can begin a domain: "acme bank" is looked for as acmebank and acme-bank. */
export function labelsOf(keyword: string): string[] {
  const parts = keyword.split(/[ .-]+/)
  return [...new Set([parts.join(''), parts.join('-')])]
}

/**
 * The domains whose look-alikes a keyword asks for: itself if it is one, else its labels under .com. Of a name on a shared
 * host that is its own label: look-alikes of the host's name are not the brand's.
 */
export function domainsOfKeyword(keyword: string): string[] {
  const host = keyword.includes('.') && !keyword.includes(' ') ? normaliseDomain(keyword) : undefined
  const registered = host && registeredName(host)
  if (registered) return [registered]
  const isCustomer = host !== undefined && siteOf(host).endsWith(`.${sharedSuffix(host)}`)
  const text = isCustomer ? siteOf(host).slice(0, -sharedSuffix(host).length - 1) : keyword
  return labelsOf(text).map((label) => normaliseDomain(`${label}.com`))
}

/** The names made of all keywords in turn: the most plausible of each first. The keywords' own domains under .com are among them. */
export function makeNames(
  deps: Pick<SearchDeps, 'makeLookalikes'>,
  keywords: readonly string[],
): Omit<Candidate, 'source'>[] {
  const lists = keywords.flatMap((keyword) =>
    domainsOfKeyword(keyword).map((domain) => [
      { domain, keyword, family: 'keyword', score: 1 },
      ...lookalikesOf(deps, domain).map(({ name, family }) => ({ domain: name, keyword, family, score: 0 })),
    ]),
  )
  const names = new Map<string, Omit<Candidate, 'source'>>()
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let index = 0; index < longest; index++)
    for (const list of lists) {
      const one = list[index]
      if (one && !names.has(one.domain)) names.set(one.domain, one)
    }
  return [...names.values()]
}

/** None for a keyword that cannot be a domain name: it is only looked for in the feeds. */
function lookalikesOf({ makeLookalikes }: Pick<SearchDeps, 'makeLookalikes'>, domain: string): readonly MadeName[] {
  try {
    return makeLookalikes(domain, { limit: perKeyword })
  } catch (problem) {
    if (problem instanceof RangeError) return []
    throw problem
  }
}

/** A matcher of one brand's keywords. */
export const matcherOf = (
  deps: Pick<SearchDeps, 'createMatcher'>,
  keywords: readonly string[],
  ownDomains: readonly string[],
): NameMatcher => {
  const own = [...ownDomains]
  return deps.createMatcher(
    keywords.flatMap((keyword) =>
      labelsOf(keyword.includes(' ') ? keyword : keyword.replace(/\..*$/, '')).map((label) => ({
        keyword: label,
        ownDomains: own,
      })),
    ),
  )
}

type HostCandidate = NonNullable<ReturnType<NameMatcher['match']>> & { domain: string }

/**
 * The name to ask about when a host was heard of: its registered domain when that is what matches, else the host, which
 * is then a name on somebody else's domain.
 */
export function candidateOf(matcher: NameMatcher, host: string): HostCandidate | undefined {
  const registered = siteOf(host)
  const byDomain = matcher.match(registered)
  if (byDomain) return { ...byDomain, domain: registered }
  const byHost = registered === host ? undefined : matcher.match(host)
  return byHost && { ...byHost, domain: host }
}

/** The same for each keyword that the host uses; those that its registered domain uses come first. */
export function candidatesOf(matcher: NameMatcher, host: string): HostCandidate[] {
  const registered = siteOf(host)
  const byDomain = matcher.matchAll(registered)
  const byHost = registered === host || host === `www.${registered}` ? [] : matcher.matchAll(host)
  const found = new Set(byDomain.map(({ keyword }) => keyword))
  return [
    ...byDomain.map((one) => ({ ...one, domain: registered })),
    ...byHost.filter(({ keyword }) => !found.has(keyword)).map((one) => ({ ...one, domain: host })),
  ]
}
