import { platformValue } from '#vocabulary/platform-names.ts'
import { appStore } from './app-store.ts'
import { domain } from './domain.ts'
import { eCommerce } from './e-commerce.ts'
import type { FindingPlatformDefinition } from './platform.ts'
import { socialMedia } from './social-media.ts'
import { website } from './website.ts'

/** The platforms that have findings, in menu order. A new one needs a definition, a migration and a line here. */
export const platforms = [domain, website, socialMedia, eCommerce, appStore] as readonly FindingPlatformDefinition[]

/** The platform for any of its three spellings (G7); undefined if it is none of the five. */
export function platformOf(spelling: string): FindingPlatformDefinition | undefined {
  const value = platformValue(spelling)
  return platforms.find((p) => p.value === value)
}

/** The order in which a newly chosen brand's first platform is selected (S-007). */
export const pickOrder = [website, socialMedia, eCommerce, appStore, domain] as readonly FindingPlatformDefinition[]
