import { useQuery } from '@tanstack/react-query'
import { brands, type PickedBrand } from '#features/brands/contract.ts'
import { companies } from '#features/companies/contract.ts'
import { call } from '#kit/web/call.ts'
import { everyPage } from '#kit/web/every-page.ts'

/** Page sizes of the lookups (C-344, S-284, A-149); whatever the size, all pages are read (G13). */
export const perPage = { companies: 100, brands: 800, sharedBrands: 100 } as const

export type PickedCompany = { id: string; name: string; legalName: string }

export function readCompanies(signal?: AbortSignal): Promise<PickedCompany[]> {
  return everyPage((page) => call(companies.list, { page, perPage: perPage.companies }, signal ? { signal } : {}))
}

/** Brands of a company, disabled ones only where asked for. */
export function readBrands(of: {
  companyId: string
  size?: number
  disabledToo?: boolean
  signal?: AbortSignal
}): Promise<PickedBrand[]> {
  const asked = {
    company: of.companyId,
    perPage: of.size ?? perPage.brands,
    ...(of.disabledToo ? { disabledBrands: true } : {}),
  }
  return everyPage((page) => call(brands.list, { ...asked, page }, of.signal ? { signal: of.signal } : {}))
}

export function useCompanies() {
  return useQuery({ queryKey: ['companies', 'to choose'], queryFn: ({ signal }) => readCompanies(signal) })
}

/** Waits for a company; undefined data until there is one. */
export function useBrands(companyId: string | undefined, size: number = perPage.brands) {
  return useQuery({
    queryKey: ['brands', 'to choose', companyId, size],
    queryFn: ({ signal }) => readBrands({ companyId: companyId ?? '', size, signal }),
    enabled: companyId !== undefined,
  })
}
