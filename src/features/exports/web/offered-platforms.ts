import type { PickedBrand } from '#features/brands/contract.ts'
import { platformsOf } from '#features/brands/web/staff-scope.ts'
import { pickOrder } from '#platforms/all.ts'
import { findingPlatforms, type FindingPlatform } from '#vocabulary/platform-names.ts'

/** Brands by their ids, as far as they were listed. */
export type KnownBrands = ReadonlyMap<string, Pick<PickedBrand, 'platform'> & { name: string }>

/** The platforms that one of the chosen brands has (S-005); all of them for All, and where a brand is not known. */
export function offeredPlatforms(brand: readonly string[], known: KnownBrands): readonly FindingPlatform[] {
  const chosen = brand.map((id) => known.get(id))
  if (chosen.length === 0 || chosen.includes(undefined)) return findingPlatforms
  return findingPlatforms.filter((value) => chosen.some((one) => platformsOf(one).includes(value)))
}

/** The platform once brands are chosen: the one before where they have it, else their first one (S-007). */
export function platformAfter(
  before: FindingPlatform | undefined,
  brand: readonly string[],
  known: KnownBrands,
): FindingPlatform | undefined {
  const offered = offeredPlatforms(brand, known)
  if (before === undefined ? !brand.some((id) => known.has(id)) : offered.includes(before)) return before
  return pickOrder.find(({ value }) => offered.includes(value))?.value
}
