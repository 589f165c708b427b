import { brands, type PickedBrand } from '#features/brands/contract.ts'
import { call } from '#kit/web/call.ts'

/** Brands a picker loads at once (C-344, S-284, A-149); typing finds the rest. */
export const perPage = { brands: 800, sharedBrands: 100 } as const

/**
 * The first brands of a company that match a text, by name, and the total: the enabled ones, or with `withDisabled` all,
 * the disabled ones marked in their names.
 */
export async function findBrands(
  search: string,
  params: { companyId: string | undefined; size: number; withDisabled?: boolean; signal: AbortSignal },
) {
  const query = {
    company: params.companyId ?? '',
    page: 1,
    perPage: params.size,
    search,
    ...(params.withDisabled ? { disabledBrands: true } : {}),
  }
  const { docs, totalDocs } = await call(brands.list, query, { signal: params.signal })
  return { found: docs.map((doc) => ({ ...doc, name: markedName(doc) })), total: totalDocs }
}

/** A brand's name in pickers, with a mark when the brand is disabled. */
export function markedName({ brandName, status }: Pick<PickedBrand, 'brandName' | 'status'>): string {
  return status ? brandName : `${brandName} (disabled)`
}
