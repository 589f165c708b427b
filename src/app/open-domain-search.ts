import type { Config } from '#app/config.ts'
import { openBootstrap } from '#features/contacts/server/bootstrap.ts'
import type { OpenDomainSearch } from '#features/domain-search/server/handlers.ts'
import { createMatcher } from '#features/lookalikes/server/matcher.ts'
import { makeLookalikes } from '#features/lookalikes/server/make-lookalikes.ts'
import { openRevisits } from '#features/revisits/server/open-revisits.ts'
import { openEgress } from '#kit/server/egress.ts'
import { hashPicture, poorQuality } from '#kit/server/pdq.ts'

/** Milliseconds that a run waits for its turn at a registry's server. */
const registryPatience = 20_000
/** Largest answer of a search for certificates, in bytes, and seconds to wait for it. */
const searchBounds = { maxBytes: 50_000_000, seconds: 90 }

/** How look-alike domains are searched and feeds are read; undefined where look-ups are off. */
export function domainSearchOf({ lookUps, revisits, domainSearch }: Config): OpenDomainSearch | undefined {
  if (!lookUps.wanted) return undefined
  const { searchAddress, logs, tileLogs, lists, checksPerRun } = domainSearch
  return (app) => {
    const registryEgress = openEgress()
    const feedEgress = openEgress(searchBounds)
    const { visitor } = openRevisits(revisits)
    return {
      search: {
        dns: visitor.dns,
        registry: { db: app.db, egress: registryEgress, bootstrap: openBootstrap(registryEgress, lookUps.bootstrap) },
        registryPatience,
        pages: { egress: visitor.egress, browser: app.browser },
        certificates: searchAddress ? { address: searchAddress, egress: feedEgress } : undefined,
        makeLookalikes,
        createMatcher,
        hashPicture: hashOf,
        checksPerRun,
      },
      feeds: {
        createMatcher,
        egress: feedEgress,
        logs: [
          ...logs.map((address) => ({ kind: 'log' as const, address })),
          ...tileLogs.map((address) => ({ kind: 'tiles' as const, address })),
        ],
        lists,
      },
    }
  }
}

/** The hash of a picture as bytes; undefined for pictures with too little to compare. */
async function hashOf(picture: Buffer): Promise<Buffer | undefined> {
  const found = await hashPicture(picture)
  return found && found.quality > poorQuality ? Buffer.from(found.hash, 'hex') : undefined
}
