import type { PickedBrand } from '#features/brands/contract.ts'
import { findingPlatforms, type FindingPlatform, platformKey } from '#vocabulary/platform-names.ts'

/** What staff work on: chosen per screen (S-001). */
export type StaffScope = {
  companyId: string | undefined
  brandId: string | undefined
  platform: FindingPlatform | undefined
}

export const nothingChosen: StaffScope = { companyId: undefined, brandId: undefined, platform: undefined }

/** Order in which choosing a brand picks its platform (S-007). */
const pickOrder = ['website', 'social-media', 'e-commerce', 'app-store', 'domain'] as const satisfies FindingPlatform[]

/** Another company: brand and platform are chosen anew (S-006). */
export function withCompany(companyId: string | undefined): StaffScope {
  return { ...nothingChosen, companyId }
}

/** Another brand: its first platform in the agreed order, else domain (S-007). No brand: no platform either. */
export function withBrand(scope: StaffScope, brand: PickedBrand | undefined): StaffScope {
  if (!brand) return { ...scope, brandId: undefined, platform: undefined }
  const offered = platformsOf(brand)
  return { ...scope, brandId: brand.id, platform: pickOrder.find((one) => offered.includes(one)) ?? 'domain' }
}

export function withPlatform(scope: StaffScope, platform: FindingPlatform | undefined): StaffScope {
  return { ...scope, platform }
}

/** The platforms a brand has, in menu order (S-005). */
export function platformsOf(brand: Pick<PickedBrand, 'platform'> | undefined): FindingPlatform[] {
  return findingPlatforms.filter((value) => Boolean(brand?.platform[platformKey(value)]))
}
