import type { Platform } from '#platforms/platform.ts'

/** Facets serve drop-downs; longer texts are no choices and would not fit the index. In characters. */
export const longestFacet = 200

/** Columns whose distinct values are kept in `facets`: choices that grow by themselves, and registrar and hosting. */
export function facetColumns(platform: Platform): string[] {
  return Object.keys(platform.columns).filter(
    (name) => platform.columns[name]!.kind === 'choice' || name === 'registrar' || name === 'hosting',
  )
}
