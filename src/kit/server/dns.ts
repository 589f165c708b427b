import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** The result of a DNS look-up. */
export type DnsResult =
  | { kind: 'found'; addresses: string[] }
  /** The name does not exist (`isMissing`) or has no address record. */
  | { kind: 'none'; isMissing: boolean; reason: string }
  /** The name servers gave no conclusive answer. */
  | { kind: 'unknown'; reason: string }

/** Looks up addresses and name servers. */
export type DnsClient = {
  resolve: (host: string) => Promise<DnsResult>
  /** The name servers of a domain; empty when they cannot be read. */
  serversOf: (domain: string) => Promise<string[]>
  /** The mail servers of a domain, most preferred first; empty when it has none or they cannot be read. */
  mailServersOf: (domain: string) => Promise<string[]>
}

/** Opens a DNS client for the name servers of this machine, or the given ones (address, or address:port). */
export function openDns({ servers, seconds = 5 }: { servers?: readonly string[]; seconds?: number } = {}): DnsClient {
  const resolver = new Resolver({ timeout: (seconds * 1000) / 2, tries: 2 })
  if (servers && servers.length > 0) resolver.setServers([...servers])
  return {
    resolve: async (host) => {
      if (isIP(host)) return { kind: 'found', addresses: [host] }
      return combineAnswers(await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]))
    },
    serversOf: (domain) => resolver.resolveNs(domain).catch(() => []),
    mailServersOf: async (domain) => {
      const found = await resolver.resolveMx(domain).catch(() => [])
      // "." says that the domain takes no mail (RFC 7505).
      const named = found.filter(({ exchange }) => exchange !== '' && exchange !== '.')
      return named.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange)
    },
  }
}

function combineAnswers(answers: readonly PromiseSettledResult<string[]>[]): DnsResult {
  const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0) return { kind: 'found', addresses }
  const codes = answers.map((one) =>
    one.status === 'rejected' ? (one.reason as NodeJS.ErrnoException).code : undefined,
  )
  if (codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA'))
    return codes.includes('ENOTFOUND')
      ? { kind: 'none', isMissing: true, reason: 'The name does not exist (NXDOMAIN)' }
      : { kind: 'none', isMissing: false, reason: 'The name has no address record' }
  const code = codes.find((one) => one !== 'ENOTFOUND' && one !== 'ENODATA')
  return {
    kind: 'unknown',
    reason: code === 'ESERVFAIL' ? 'Name servers failed (SERVFAIL)' : `Name servers gave no answer (${code ?? 'none'})`,
  }
}
