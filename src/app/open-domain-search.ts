import type { Config } from '#app/config.ts'
import { openBootstrap } from '#features/contacts/server/bootstrap.ts'
import type { OpenDomainSearch } from '#features/domain-search/server/handlers.ts'
import { createMatcher } from '#features/lookalikes/server/matcher.ts'
import { makeLookalikes } from '#features/lookalikes/server/make-lookalikes.ts'
import { openRevisits } from '#features/revisits/server/open-revisits.ts'
import { demoDns, demoLookUps } from '#app/demo-look-ups.ts'
import { demoOrigins } from '#features/demo/server/small-web/addresses.ts'
import { openEgress } from '#kit/server/egress.ts'
import { hashPicture, poorQuality } from '#kit/server/pdq.ts'

/** Milliseconds that a run waits for its turn at a registry's server. */
const registryPatience = 20_000
/** Largest answer of a search for certificates, in bytes, and seconds to wait for it. */
const searchBounds = { maxBytes: 50_000_000, seconds: 90 }

const lookalikeTools = { makeLookalikes, createMatcher, hashPicture: hashOf }

/**
 * How look-alike domains are searched and feeds are read; undefined where look-ups are off. The demo world searches its
 * small web then.
 */
export function domainSearchOf(config: Config): OpenDomainSearch | undefined {
  const { lookUps, revisits, domainSearch, browser } = config
  if (!lookUps.wanted) return config.demo ? demoDomainSearch(config) : undefined
  const { searchAddress, logs, tileLogs, lists, folder, checksPerRun } = domainSearch
  return (app) => {
    const registryEgress = openEgress()
    const feedEgress = openEgress({ ...searchBounds, ...browser.requests })
    const { visitor } = openRevisits({ ...revisits, requests: browser.requests })
    return {
      search: {
        dns: visitor.dns,
        registry: { db: app.db, egress: registryEgress, bootstrap: openBootstrap(registryEgress, lookUps.bootstrap) },
        registryPatience,
        pages: { egress: visitor.egress, browser: app.browser },
        certificates: searchAddress ? { address: searchAddress, egress: feedEgress } : undefined,
        ...lookalikeTools,
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
        folder,
      },
    }
  }
}

/** No name outside the small web exists, so that a run asks nobody else. */
export const demoDomainSearch =
  ({ domainSearch: { checksPerRun } }: Config): OpenDomainSearch =>
  (app) => {
    const { egress, browser } = app
    return {
      search: {
        dns: demoDns(),
        registry: { ...demoLookUps(egress, undefined), db: app.db, secondsBetween: 0.01 },
        registryPatience,
        pages: { egress, browser },
        certificates: { address: demoOrigins.certificates, egress },
        ...lookalikeTools,
        checksPerRun,
      },
      feeds: { createMatcher, egress, logs: [], lists: [] },
    }
  }

/** The hash of a picture as bytes; undefined for pictures with too little to compare. */
async function hashOf(picture: Buffer): Promise<Buffer | undefined> {
  const found = await hashPicture(picture)
  return found && found.quality > poorQuality ? Buffer.from(found.hash, 'hex') : undefined
}
