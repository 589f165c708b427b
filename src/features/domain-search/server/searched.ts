import { domainToUnicode } from 'node:url'
import type { SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import type { Page } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { pageOfSearched, type SearchedFilter } from './searched-queries.ts'

/** The searched domains to decide about, or those decided about (S-242), with links to their pictures. */
export async function listSearched(
  db: Db,
  filter: SearchedFilter,
  linkTo: (key: string) => string,
): Promise<Page<SearchedDomain>> {
  const page = await pageOfSearched(db, filter)
  return {
    ...page,
    docs: page.docs.map(({ imageKey, ...doc }) => ({
      ...doc,
      _id: doc.id,
      unicode: domainToUnicode(doc.domain) || doc.domain,
      imageUrl: imageKey === null ? null : linkTo(imageKey),
    })),
  }
}
