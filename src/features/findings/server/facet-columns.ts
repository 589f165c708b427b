import type { Platform } from '#platforms/platform.ts'

/** Longest text of a facet, in characters. Facets fill drop-downs; longer texts would not fit the index. */
export const maxFacetLength = 200

/** Columns whose distinct values are stored in `facets`: open choices, and registrar and hosting. */
export function facetColumns(platform: Platform): string[] {
  return Object.keys(platform.columns).filter(
    (name) => platform.columns[name]!.kind === 'choice' || name === 'registrar' || name === 'hosting',
  )
}
