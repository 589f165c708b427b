import { brands } from '#features/brands/contract.ts'
import { call } from '#kit/web/call.ts'

/** Brands a picker loads at once (C-344, S-284, A-149); typing finds the rest. */
export const perPage = { brands: 800, sharedBrands: 100 } as const

/** The first enabled brands of a company that match a text, by name, and the total. */
export async function findBrands(
  search: string,
  params: { companyId: string | undefined; size: number; signal: AbortSignal },
) {
  const query = { company: params.companyId ?? '', page: 1, perPage: params.size, search }
  const { docs, totalDocs } = await call(brands.list, query, { signal: params.signal })
  return { found: docs.map((doc) => ({ ...doc, name: doc.brandName })), total: totalDocs }
}
