import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Starts the daily runs that are due and goes on with those that are not finished. */
export const searchDomains = job({ name: 'search-domains', payload: z.object({}), tries: 1, cron: '* * * * *' })

/** Reads certificate logs on from where they were left, and the lists of names that are due. */
export const readNameFeeds = job({ name: 'read-name-feeds', payload: z.object({}), tries: 1, cron: '*/2 * * * *' })

/** Tries over about a day: at first after seconds, then every ten minutes, until a store that is away has come back. */
const triesOfDay = 150

/** Reads an uploaded file of names. */
export const readNames = job({ name: 'read-name-file', payload: z.object({ id: z.uuid() }), tries: triesOfDay })

/** Opens the pages of brands that were added, and hashes their pictures; `brandId`: a brand that one was taken from. */
export const readBrandReferences = job({
  name: 'read-brand-references',
  payload: z.object({ brandId: z.uuid().optional() }),
  tries: triesOfDay,
})

/** Every night: looks again at what was decided about and is not enforced. */
export const watchDecided = job({
  name: 'watch-decided-domains',
  payload: z.object({}),
  tries: 1,
  cron: '*/10 21-23 * * *',
})

/** Takes the pictures of pages that were read without a browser, and opens those again that did not answer. */
export const takePagePictures = job({
  name: 'take-page-pictures',
  payload: z.object({}),
  tries: 1,
  cron: '*/10 * * * *',
})

/** Something about a decided look-alike has changed; `userId` is who decided. */
export const lookAlikeChanged = job({
  name: 'look-alike-changed',
  payload: z.object({
    /** Absent in jobs that waited while the console was updated. */
    searchedId: z.uuid().optional(),
    companyId: z.uuid(),
    brandId: z.uuid(),
    findingId: z.uuid().nullable(),
    userId: z.uuid().nullable(),
    text: z.string(),
  }),
  tries: 5,
})
