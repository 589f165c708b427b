/**
 * A platform has three external spellings (G7): the key in brand flags and charts, the value in request bodies, query
 * strings and storage, the path in URLs. The title is its name on screens. In menu order.
 */
export const platformNames = [
  { key: 'domain', value: 'domain', path: 'domain', title: 'Domain' },
  { key: 'website', value: 'website', path: 'website', title: 'Website' },
  { key: 'socialMedia', value: 'social-media', path: 'social-media', title: 'Social Media' },
  { key: 'eCommerce', value: 'e-commerce', path: 'ecommerce', title: 'E-commerce' },
  { key: 'appStore', value: 'app-store', path: 'app-store', title: 'App Store' },
  { key: 'tmch', value: 'tmch', path: 'tmch', title: 'TMCH' },
] as const

export type PlatformKey = (typeof platformNames)[number]['key']
export type PlatformValue = (typeof platformNames)[number]['value']

/** The names of the platforms that have findings; TMCH marks are not findings (S-004). */
export const findingPlatformNames = platformNames.filter((one) => one.key !== 'tmch')
export type FindingPlatformKey = Exclude<PlatformKey, 'tmch'>

/** The stored values of the platforms that have findings. */
export type FindingPlatform = Exclude<PlatformValue, 'tmch'>
export const findingPlatforms: readonly FindingPlatform[] = findingPlatformNames.map(({ value }) => value)

/** The stored value for any of the three spellings; undefined if it is none of them. */
export function platformValue(spelling: string): PlatformValue | undefined {
  return platformNames.find((p) => p.key === spelling || p.value === spelling || p.path === spelling)?.value
}

/** The brand flag for a stored value. */
export function platformKey(value: PlatformValue): PlatformKey {
  return platformNames.find((p) => p.value === value)!.key
}
