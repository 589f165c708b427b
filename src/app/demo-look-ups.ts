import { isIP } from 'node:net'
import type { LookUps } from '#features/contacts/server/look-up-hosts.ts'
import { demoOrigins } from '#features/demo/server/small-web/addresses.ts'
import { demoNames } from '#features/demo/server/small-web/open-demo-web.ts'
import type { DnsClient } from '#kit/server/dns.ts'
import type { Egress } from '#kit/server/egress.ts'

/** The names of the demo world's small web, and all others as `dns` knows them; without `dns` no other name exists. */
export const demoDns = (dns?: DnsClient): DnsClient => ({
  resolve: async (host) => {
    const found = demoNames(host)
    if (!found && dns) return dns.resolve(host)
    if (!found) return { kind: 'none', isMissing: true, reason: 'The name does not exist in the demo world' }
    if (found.addresses.length > 0) return { kind: 'found', addresses: found.addresses }
    return { kind: 'none', isMissing: false, reason: 'The name has no address record' }
  },
  serversOf: async (domain, onUnread) =>
    demoNames(domain)?.nameServers ?? (await dns?.serversOf(domain, onUnread)) ?? [],
  mailServersOf: async (domain, onUnread) =>
    demoNames(domain)?.mailServers ?? (await dns?.mailServersOf(domain, onUnread)) ?? [],
})

/** The registry of the small web; what it does not know is asked outside only where look-ups are on. */
export const demoLookUps = (egress: Egress, lookUps: LookUps | undefined): LookUps => ({
  egress,
  secondsBetween: 0.2,
  bootstrap: {
    serverOf: async (subject) => {
      const isOwn =
        'ip' in subject ? isIP(subject.ip) > 0 && subject.ip.startsWith('198.51.100.') : demoNames(subject.domain)
      return isOwn || !lookUps ? `${demoOrigins.registry}/` : lookUps.bootstrap.serverOf(subject)
    },
  },
})
