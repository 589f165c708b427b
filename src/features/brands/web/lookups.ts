import { brands } from '#features/brands/contract.ts'
import { call } from '#kit/web/call.ts'

/** How many brands a picker asks for at once (C-344, S-284, A-149); typing finds the rest. */
export const perPage = { brands: 800, sharedBrands: 100 } as const

/** The first brands of a company by name, the enabled ones, and how many there are. */
export async function findBrands(
  search: string,
  of: { companyId: string | undefined; size: number; signal: AbortSignal },
) {
  const asked = { company: of.companyId ?? '', page: 1, perPage: of.size, search }
  const { docs, totalDocs } = await call(brands.list, asked, { signal: of.signal })
  return { found: docs.map((doc) => ({ ...doc, name: doc.brandName })), total: totalDocs }
}
