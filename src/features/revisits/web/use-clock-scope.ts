import { useFilterBrand } from '#features/brands/web/BrandPick.tsx'
import { useFilterCompany } from '#features/companies/web/CompanyPick.tsx'
import { useScope, useSession } from '#features/sessions/web/session-context.tsx'
import { platforms } from '#platforms/all.ts'

type Filters = Readonly<Record<string, string>>

/** Whose clocks are shown. */
type ClockScope = {
  /** Company, brand and platform, as the call takes them. */
  params: Filters
  /** Names of the company and the brand; '' for all. */
  names: readonly string[]
  /** A Client's platforms to choose from. Undefined: staff, who choose company and brand on the screen too. */
  ownPlatforms: readonly { value: string; title: string }[] | undefined
  /** A Client that has no brand. */
  isWithoutBrand: boolean
}

/**
 * Staff choose on the screen; a Client's company and brand are those selected in the top bar, whatever the address says
 * (G34). A platform that these do not have counts as not chosen.
 */
export function useClockScope(filters: Filters): ClockScope {
  const { role, brands } = useSession()
  const { company, brand, platforms: keys } = useScope()
  const isClient = role === 'Client'
  const filtered = {
    company: useFilterCompany(isClient ? undefined : filters['company']),
    brand: useFilterBrand(isClient ? undefined : filters['brand']),
  }
  if (!isClient)
    return {
      params: filters,
      names: [filtered.company?.name ?? '', filtered.brand?.name ?? ''],
      ownPlatforms: undefined,
      isWithoutBrand: false,
    }
  const ownPlatforms = platforms.filter(({ key }) => keys.has(key))
  const platform = ownPlatforms.find(({ value }) => value === filters['platform'])?.value
  return {
    params: {
      ...(company.id ? { company: company.id } : {}),
      ...(brand.id ? { brand: brand.id } : {}),
      ...(platform ? { platform } : {}),
    },
    names: [company.companyName, brand.id ? brand.brandName : ''],
    ownPlatforms,
    isWithoutBrand: brands.length === 0,
  }
}
