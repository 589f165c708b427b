import type { PageVisit } from '#kit/server/browser/types.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** What the registries say of a domain, by the column it belongs to; without what is not known. */
export type DomainColumns = Readonly<Record<string, string>>

export type ScraperDeps = {
  /** Pages of a job that are read at the same time. */
  parallel: number
  /** Reads a page into the columns of a platform; without what the page does not say. */
  readColumns: (platform: FindingPlatformDefinition, visit: PageVisit) => Promise<Readonly<Record<string, string>>>
  /** Asks the registries about a domain; undefined: they are not asked. */
  lookUpDomain?: ((domain: string, signal: AbortSignal) => Promise<DomainColumns>) | undefined
}

/** Reads a page by its final address into the columns of a platform. The code for it is loaded with the first page. */
export const readColumns: ScraperDeps['readColumns'] = async (platform, { html, finalAddress }) => {
  const { importRowOf } = await import('#features/page-reading/server/import-row.ts')
  const { readPage } = await import('#features/page-reading/server/page-reader.ts')
  return importRowOf(platform, readPage({ html, url: finalAddress }))
}
