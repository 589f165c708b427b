import { z } from 'zod'
import { EgressError } from '#kit/server/egress.ts'
import { plainHost } from './plain-host.ts'
import { candidateOf, labelsOf } from './names-of-keywords.ts'
import type { Candidate } from './run-queries.ts'
import type { CertificateSearch, NameMatcher } from './search-deps.ts'

/** What a search brought: names that match, how many names were read, and why there are none. */
export type SearchedNames = { names: Omit<Candidate, 'source'>[]; read: number; problem: string | null }

const certificates = z.array(z.object({ name_value: z.string().optional(), common_name: z.string().nullish() }))

/** Most keywords asked in one run, most names read of one answer. */
const maxQueries = 60
const maxNames = 200_000
/** Shortest label that is searched for: a shorter one is a part of millions of names (hp), which the feeds bring. */
const minLabel = 3

/**
 * Asks the service for certificates whose names contain the keywords, and returns the names that match. A service that
 * does not answer is no reason to fail: the names that were made are asked all the same.
 */
export async function namesOfSearch(
  search: CertificateSearch | undefined,
  keywords: readonly string[],
  matcher: NameMatcher,
): Promise<SearchedNames> {
  const names = new Map<string, Omit<Candidate, 'source'>>()
  let read = 0
  if (!search) return { names: [], read, problem: null }
  const labels = [...new Set(keywords.flatMap((keyword) => labelsOf(keyword.replace(/\..*$/, ''))))]
  for (const label of labels.filter(({ length }) => length >= minLabel).slice(0, maxQueries)) {
    try {
      const query = new URLSearchParams({ q: `%${label}%`, output: 'json', exclude: 'expired' })
      const { status, body } = await search.egress.safeFetch(
        `${search.address}/?${query.toString()}`,
        'application/json',
        { configuredOrigin: new URL(search.address).origin },
      )
      if (status !== 200) return { names: [...names.values()], read, problem: `It answered with status ${status}` }
      for (const host of hostsIn(body)) {
        read++
        const found = candidateOf(matcher, host)
        if (found && read <= maxNames)
          names.set(found.domain, {
            domain: found.domain,
            keyword: found.keyword,
            family: found.family,
            score: found.score,
          })
      }
    } catch (problem) {
      if (problem instanceof EgressError) return { names: [...names.values()], read, problem: problem.message }
      if (problem instanceof SyntaxError || problem instanceof z.ZodError)
        return { names: [...names.values()], read, problem: 'Its answer could not be read' }
      throw problem
    }
  }
  return { names: [...names.values()], read, problem: null }
}

/** The hosts of a service's answer, each once. */
function hostsIn(body: Buffer): Set<string> {
  const found = certificates.parse(JSON.parse(body.toString('utf8')))
  const texts = found.flatMap((one) => [...(one.name_value ?? '').split('\n'), one.common_name ?? ''])
  return new Set(texts.map(plainHost).filter((host) => host !== undefined))
}
