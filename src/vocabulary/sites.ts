import { getDomain, parse } from 'tldts'

/**
 * The site of a host or an address: its registered domain by the public suffix list with the private part, so that each
 * customer of a shared host (a.github.io, b.github.io) has a site of its own. The host itself where it has none.
 */
export function siteOf(address: string): string {
  const { domain, hostname } = parse(address, withPrivatePart)
  return (domain ?? hostname ?? address).replace(/^www\.(?=.*\.)/, '')
}

/**
 * The name that a registrar knows: the part of a host that was registered. Undefined for an IP address, for a suffix of a
 * registry, and for a name that a shared host gave its customer, whose registered name is the host's own.
 */
export function registeredName(host: string): string | undefined {
  const { isPrivate, domain } = parse(host, withPrivatePart)
  return isPrivate && domain !== null ? undefined : (getDomain(host) ?? undefined)
}

const withPrivatePart = { allowPrivateDomains: true }
