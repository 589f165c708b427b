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

/** Trap purchases: not a platform of a brand, but a platform value of lists and filters (G7); part of e-commerce. */
export const trapPurchaseName = { value: 'trap-purchase', path: 'trapPurchase', title: 'Trap Purchase' } as const

/** What the administration files under: every platform, TMCH included, and trap purchases. */
export type AdminPlatform = PlatformValue | typeof trapPurchaseName.value

/** The stored value for any spelling of a platform or of trap purchases; undefined if it is none of them. */
export function adminPlatformValue(spelling: string): AdminPlatform | undefined {
  const isTrapPurchase = spelling === trapPurchaseName.value || spelling === trapPurchaseName.path
  return isTrapPurchase ? trapPurchaseName.value : platformValue(spelling)
}

/** The brand flag under which a value of the administration is available. */
export function adminPlatformKey(value: AdminPlatform): PlatformKey {
  return value === trapPurchaseName.value ? 'eCommerce' : platformKey(value)
}

/** The name of a stored value on screens; an unknown one as it is. */
export function platformTitleOf(value: string): string {
  return [...platformNames, trapPurchaseName].find((one) => one.value === value)?.title ?? value
}

/** The names of stored values on screens, in a sentence: 'E-commerce and Social Media'. */
export const platformTitles = (values: readonly string[]): string => values.map(platformTitleOf).join(' and ')
