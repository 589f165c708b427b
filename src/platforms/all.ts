import { findingPlatforms, platformValue, type FindingPlatform } from '#vocabulary/platform-names.ts'
import { appStore } from './app-store.ts'
import { domain } from './domain.ts'
import { eCommerce } from './e-commerce.ts'
import type { FindingPlatformDefinition, Platform } from './platform.ts'
import { socialMedia } from './social-media.ts'
import { website } from './website.ts'

/** The definition of each platform that has findings. A new one needs a definition, a migration and a line here. */
const definitions: Readonly<Record<FindingPlatform, Platform>> = {
  domain,
  website,
  'social-media': socialMedia,
  'e-commerce': eCommerce,
  'app-store': appStore,
}

/** The platforms that have findings, in menu order. */
export const platforms = findingPlatforms.map((value) => definitions[value]) as readonly FindingPlatformDefinition[]

/** The platform for any of its three spellings (G7); undefined if it has no findings. */
export function platformOf(spelling: string): FindingPlatformDefinition | undefined {
  const value = platformValue(spelling)
  return platforms.find((p) => p.value === value)
}

/** The order in which a newly chosen brand's first platform is selected; the last is the default (S-007). */
export const pickOrder = platforms.toSorted((one, other) => one.pickRank - other.pickRank)

/** The platforms whose abuse desks accept email. */
export const mailPlatforms = platforms.filter(({ abilities }) => abilities.includes('mail'))

/** The platforms whose findings are reported to desks, by email or through web forms. */
export const reportedPlatforms = platforms.filter(
  ({ abilities }) => abilities.includes('mail') || abilities.includes('form'),
)

/** The platform whose findings name their sellers. */
export const sellerPlatform = platforms.find(({ seller }) => seller !== undefined)!
