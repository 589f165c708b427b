import { clusters, type SimilarCount } from '#features/clusters/contract.ts'
import { maxRefreshed } from '#features/findings/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import { chunksOf } from '#kit/web/chunks-of.ts'

/** Rows that come into view within so many milliseconds are loaded together. */
const gatherMilliseconds = 40

type Pending = {
  id: string
  companyId: string
  take: (found: SimilarCount | null) => void
  refuse: (error: unknown) => void
}

let waiting: Pending[] = []

/** How many others are in the cluster of a finding; null when it is alone. The rows of a list are one call. */
export function loadSimilar(id: string, companyId: string): Promise<SimilarCount | null> {
  return new Promise((take, refuse) => {
    if (waiting.length === 0) setTimeout(loadWaiting, gatherMilliseconds)
    waiting.push({ id, companyId, take, refuse })
  })
}

function loadWaiting(): void {
  const all = waiting
  waiting = []
  for (const part of chunksOf(all, maxRefreshed)) void loadPart(part)
}

async function loadPart(part: readonly Pending[]): Promise<void> {
  try {
    const ids = part.map(({ id }) => id).join(',')
    const companies = [...new Set(part.map(({ companyId }) => companyId))].join(',')
    const { counts } = await call(clusters.similar, { ids, companies })
    const found = new Map(counts.map((one) => [one.id, one]))
    for (const { id, take } of part) take(found.get(id) ?? null)
  } catch (error) {
    for (const { refuse } of part) refuse(error)
  }
}
