import type { Config } from '#app/config.ts'
import { demoDns, demoLookUps } from '#app/demo-look-ups.ts'
import type { LookUps } from '#features/contacts/server/look-up-hosts.ts'
import { demoBrands } from '#features/demo/server/people.ts'
import { demoOrigins } from '#features/demo/server/small-web/addresses.ts'
import { demoOwnDomains } from '#features/demo/server/small-web/sites.ts'
import { messages } from '#features/quick-tools/messages.ts'
import type { SourceDeps } from '#features/quick-tools/server/source-deps.ts'
import { openDns } from '#kit/server/dns.ts'
import type { Egress } from '#kit/server/egress.ts'
import type { Settings } from '#kit/server/serve.ts'
import { sources } from '#sources/all-sources.ts'
import type { SourceSettings } from '#sources/source.ts'

/** How quick tools reach the outside: with the look-ups of the same worker, if they are on. */
export function sourceDepsOf(config: Config, lookUps: LookUps | undefined, egress: Egress): SourceDeps {
  const { nameServers } = config.revisits
  const dns = openDns(nameServers ? { servers: nameServers } : {})
  const settings = settingsOfSources(config)
  if (!config.demo) return { egress, dns, lookUps, settings }
  // All of these are in the small web: nobody outside needs the sources' pauses.
  const [probeDomain = ''] = demoOwnDomains.keys()
  return { egress, dns: demoDns(dns), lookUps: demoLookUps(egress, lookUps), settings, probeDomain, pace: 0.05 }
}

/** What quick tools lack that cannot be used with this configuration: the names of settings. */
export function missingForTools(config: Config): Settings['missingForTools'] {
  const settings = settingsOfSources(config)
  const missing = Object.values(sources).map((source) => [source.key, source.missing(settings)] as const)
  return {
    ...Object.fromEntries(missing.filter(([, setting]) => setting !== undefined)),
    ...(config.lookUps.wanted || config.demo ? {} : { domain: messages.noLookUps }),
  }
}

/** In the demo world every source that is not configured is one of its small web. */
function settingsOfSources({ demo, sources: configured }: Config): SourceSettings {
  if (!demo) return configured
  const { metaToken, xToken, pinterestToken, searchUrl } = configured
  const { facebookAds, twitter, pinterest, flipkart, meesho, search } = demoOrigins
  const key = 'demo'
  return {
    ...configured,
    metaToken: metaToken ?? key,
    xToken: xToken ?? key,
    pinterestToken: pinterestToken ?? key,
    searchUrl: searchUrl ?? search,
    origins: {
      ...(metaToken ? {} : { facebookAds }),
      ...(xToken ? {} : { twitter }),
      ...(pinterestToken ? {} : { pinterest }),
      flipkart,
      meesho,
      ...configured.origins,
    },
    probe: demoBrands[0]!.mark,
  }
}
