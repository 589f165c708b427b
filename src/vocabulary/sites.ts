import { getDomain, parse } from 'tldts'
import { isSharedHost } from './shared-hosts.ts'

/**
 * The site of a host or an address: its registered domain by the public suffix list with the private part, so that each
 * customer of a shared host (a.github.io, b.github.io) has a site of its own, also of those the list does not have
 * (a.weebly.com). The host itself where it has none.
 */
export function siteOf(address: string): string {
  const { domain, hostname } = parse(address, withPrivatePart)
  const host = withoutWww(hostname ?? address)
  if (domain === null) return host
  return customerOf(host, domain) ?? withoutWww(domain)
}

/**
 * The name that a registrar knows: the part of a host that was registered. Undefined for an IP address, for a suffix of a
 * registry, and for a name that a shared host gave its customer, whose registered name is the host's own.
 */
export function registeredName(host: string): string | undefined {
  const { isPrivate, domain } = parse(withoutWww(host), withPrivatePart)
  if (domain !== null && (isPrivate || customerOf(withoutWww(host), domain))) return undefined
  return getDomain(host) ?? undefined
}

const withPrivatePart = { allowPrivateDomains: true }

const withoutWww = (name: string): string => name.replace(/^www\.(?=.*\.)/, '')

/** The customer's name below a shared host that the public suffix list does not have. */
const customerOf = (host: string, domain: string): string | undefined =>
  host !== domain && isSharedHost(domain)
    ? host
        .split('.')
        .slice(-domain.split('.').length - 1)
        .join('.')
    : undefined
