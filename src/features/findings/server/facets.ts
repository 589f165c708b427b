import type { Platform } from '#platforms/platform.ts'

/** The columns of a platform whose filter offers the existing values (site, tld, platform, appStore). */
export function facetNames(platform: Platform): string[] {
  return platform.filteredBy.filter((name) => platform.columns[name]?.kind === 'choice')
}
