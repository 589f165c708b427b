/**
 * A platform has three external spellings (G7): the key in brand flags and charts, the value in request bodies, query
 * strings and storage, the path in URLs.
 */
export const platformNames = [
  { key: 'domain', value: 'domain', path: 'domain' },
  { key: 'website', value: 'website', path: 'website' },
  { key: 'socialMedia', value: 'social-media', path: 'social-media' },
  { key: 'eCommerce', value: 'e-commerce', path: 'ecommerce' },
  { key: 'appStore', value: 'app-store', path: 'app-store' },
  { key: 'tmch', value: 'tmch', path: 'tmch' },
] as const

export type PlatformKey = (typeof platformNames)[number]['key']
export type PlatformValue = (typeof platformNames)[number]['value']

/** The five platforms that have findings; TMCH marks are not findings (S-004). */
export const findingPlatforms = ['domain', 'website', 'social-media', 'e-commerce', 'app-store'] as const
export type FindingPlatform = (typeof findingPlatforms)[number]

/** The stored value for any of the three spellings; undefined if it is none of them. */
export function platformValue(spelling: string): PlatformValue | undefined {
  return platformNames.find((p) => p.key === spelling || p.value === spelling || p.path === spelling)?.value
}

/** The brand flag for a stored value. */
export function platformKey(value: PlatformValue): PlatformKey {
  return platformNames.find((p) => p.value === value)!.key
}
