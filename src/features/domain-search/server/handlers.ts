import {
  readBrandReferences,
  readNameFeeds,
  readNames,
  searchDomains,
  takePagePictures,
  watchDecided,
} from '#features/domain-search/contract-jobs.ts'
import { createMatcher } from '#features/lookalikes/server/matcher.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { readReferences } from './brand-references.ts'
import { type FeedDeps, readFeeds } from './read-feeds.ts'
import { readNameFile } from './read-name-file.ts'
import { searchDue } from './run-searches.ts'
import type { SearchDeps } from './search-deps.ts'
import { takePictures } from './take-pictures.ts'
import { watchDecidedDomains } from './watch-decided.ts'

/** What domain search needs of the world, for its job handlers; made for the application's database and browser. */
export type OpenDomainSearch = (app: AppContext) => { search: SearchDeps; feeds: FeedDeps }

/** The job handlers of domain search; without `open` (look-ups switched off) a run fails and says so. */
export function domainSearchHandlers(app: AppContext, open: OpenDomainSearch | undefined): JobHandler[] {
  const opened = open?.(app)
  return [
    jobHandler(searchDomains, () => searchDue(app, opened?.search)),
    jobHandler(readNameFeeds, async () => {
      if (opened) await readFeeds(app, opened.feeds)
    }),
    jobHandler(readBrandReferences, ({ brandId }) => readReferences(app, opened?.search, brandId)),
    jobHandler(watchDecided, async () => {
      if (opened) await watchDecidedDomains(app, opened.search)
    }),
    jobHandler(takePagePictures, async () => {
      if (opened) await takePictures(app, opened.search)
    }),
    // A file is read without any look-up.
    jobHandler(readNames, ({ id }) =>
      readNameFile(app, { createMatcher, ...opened?.search, isSearching: opened !== undefined }, id),
    ),
  ]
}
