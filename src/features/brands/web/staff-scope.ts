import type { PickedBrand } from '#features/brands/contract.ts'
import { pickOrder } from '#platforms/all.ts'
import { findingPlatforms, type FindingPlatform, platformKey } from '#vocabulary/platform-names.ts'

/** The company, brand and platform that staff work on, selected per screen (S-001). */
export type StaffScope = {
  companyId: string | undefined
  brandId: string | undefined
  platform: FindingPlatform | undefined
}

export const nothingChosen: StaffScope = { companyId: undefined, brandId: undefined, platform: undefined }

/** The scope after selecting another company: brand and platform are cleared (S-006); the first one keeps the platform. */
export function withCompany(companyId: string | undefined, before: StaffScope = nothingChosen): StaffScope {
  const platform = before.companyId === undefined ? before.platform : undefined
  return { companyId, brandId: undefined, platform }
}

/** Whether a company or brand was selected where none was, on the same platform: what is listed becomes less. */
export function isNarrower(next: StaffScope, before: StaffScope): boolean {
  const isUnchanged = (name: 'companyId' | 'brandId') => before[name] === undefined || before[name] === next[name]
  return (
    next.platform === before.platform &&
    next.companyId !== undefined &&
    isUnchanged('companyId') &&
    isUnchanged('brandId')
  )
}

/**
 * The scope after selecting a brand: the preferred platform, as the one chosen before any brand is, if the brand has it,
 * else its first platform in the agreed order, else the last of the order (S-007).
 */
export function withBrand(
  scope: StaffScope,
  brand: PickedBrand | undefined,
  preferred = scope.brandId === undefined ? scope.platform : undefined,
): StaffScope {
  if (!brand) return { ...scope, brandId: undefined, platform: preferred }
  const offered = platformsOf(brand)
  if (preferred && offered.includes(preferred)) return { ...scope, brandId: brand.id, platform: preferred }
  const picked = pickOrder.find(({ value }) => offered.includes(value)) ?? pickOrder.at(-1)!
  return { ...scope, brandId: brand.id, platform: picked.value }
}

/** The scope after selecting a platform. */
export function withPlatform(scope: StaffScope, platform: FindingPlatform | undefined): StaffScope {
  return { ...scope, platform }
}

/** The platforms a brand has, in menu order (S-005). */
export function platformsOf(brand: Pick<PickedBrand, 'platform'> | undefined): FindingPlatform[] {
  return findingPlatforms.filter((value) => Boolean(brand?.platform[platformKey(value)]))
}
