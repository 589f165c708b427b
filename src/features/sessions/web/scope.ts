import { platformNames, type PlatformKey } from '#vocabulary/platform-names.ts'
import type { StoredSession } from './session-store.ts'

export type Company = { id: string | null; companyName: string }
export type ScopeBrand = { id: string; brandName: string; platforms: ReadonlySet<PlatformKey> }

/** The company and brand a Client has selected (C-146, C-147). `id` null means 'All' and sends no parameter (G17). */
export type Scope = {
  company: Company
  brand: { id: string | null; brandName: string }
  /** Platforms of the brand, or of all enabled brands of the company when the brand is 'All'. */
  platforms: ReadonlySet<PlatformKey>
  /** Company and brand as query parameters of list calls. */
  query: { brand?: string; clientCompanyId?: string }
}

const all = 'All'

/**
 * The selection of a stored session. A Client without a selected company gets the first one (C-219); a company or brand
 * that the person no longer has counts as not selected; disabled brands are not offered (C-247).
 */
export function scopeOf({ user, companyId, brandId }: StoredSession): {
  companies: Company[]
  brands: ScopeBrand[]
  scope: Scope
} {
  const companies = (user?.companyDetails ?? []).map(({ id, name }) => ({ id, companyName: name }))
  const company = companies.find(({ id }) => id === companyId) ?? companies[0] ?? { id: null, companyName: all }
  const brands = (user?.brandDetails ?? [])
    .filter((brand) => brand.status && (company.id === null || brand.company === company.id))
    .map((brand) => ({ id: brand.id, brandName: brand.brandName, platforms: platformsOf(brand.platform) }))
  const brand = brands.find(({ id }) => id === brandId)
  const scope: Scope = {
    company,
    brand: brand ? { id: brand.id, brandName: brand.brandName } : { id: null, brandName: all },
    platforms: brand?.platforms ?? new Set(brands.flatMap(({ platforms }) => [...platforms])),
    query: {
      ...(brand ? { brand: brand.id } : {}),
      ...(company.id ? { clientCompanyId: company.id } : {}),
    },
  }
  return { companies, brands, scope }
}

/**
 * The name of the selected company or brand that the person had before and no longer has, and of what is shown instead;
 * undefined when the selection is still there. A brand that is gone with its company goes unnamed.
 */
export function lostSelection(before: StoredSession, now: StoredSession): { lost: string; shown: string } | undefined {
  const [was, is] = [scopeOf(before), scopeOf(now)]
  const { company, brand } = was.scope
  const shown = is.scope.company.companyName
  if (company.id !== null && !is.companies.some(({ id }) => id === company.id))
    return { lost: company.companyName, shown }
  if (brand.id !== null && !is.brands.some(({ id }) => id === brand.id)) return { lost: brand.brandName, shown }
  return undefined
}

/** The keys of `platform` mark the platforms a brand has (C-016); a key set to false or null does not. */
export function platformsOf(flags: Readonly<Record<string, unknown>>): ReadonlySet<PlatformKey> {
  return new Set(platformNames.map(({ key }) => key).filter((key) => Boolean(flags[key])))
}
