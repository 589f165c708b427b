import { clusters, type SimilarCount } from '#features/clusters/contract.ts'
import { maxRefreshed } from '#features/findings/contract-schemas.ts'
import { call } from '#kit/web/call.ts'

/** Rows that come into view within so many milliseconds are asked for together. */
const gatherMilliseconds = 40

type Asked = {
  id: string
  companyId: string
  take: (found: SimilarCount | null) => void
  refuse: (error: unknown) => void
}

let waiting: Asked[] = []

/** How many others are in the cluster of a finding; null when it is alone. The rows of a list are one call. */
export function loadSimilar(id: string, companyId: string): Promise<SimilarCount | null> {
  return new Promise((take, refuse) => {
    if (waiting.length === 0) setTimeout(askForWaiting, gatherMilliseconds)
    waiting.push({ id, companyId, take, refuse })
  })
}

function askForWaiting(): void {
  const all = waiting
  waiting = []
  for (let at = 0; at < all.length; at += maxRefreshed) void ask(all.slice(at, at + maxRefreshed))
}

async function ask(part: readonly Asked[]): Promise<void> {
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
