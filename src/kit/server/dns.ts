import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** The result of a DNS look-up. */
export type DnsResult =
  | { kind: 'found'; addresses: string[] }
  /** The name does not exist (`isMissing`) or has no address record. */
  | { kind: 'none'; isMissing: boolean; reason: string }
  /** The name servers gave no conclusive answer. */
  | { kind: 'unknown'; reason: string }

/** Called with the reason when an answer could not be had, so that nothing is known. */
export type OnUnread = (reason: string) => void

/** Looks up addresses and name servers. */
export type DnsClient = {
  resolve: (host: string) => Promise<DnsResult>
  /** The name servers of a domain; empty when it has none, or after `onUnread` when they cannot be read. */
  serversOf: (domain: string, onUnread?: OnUnread) => Promise<string[]>
  /** The mail servers of a domain, most preferred first; empty when it has none, or after `onUnread`. */
  mailServersOf: (domain: string, onUnread?: OnUnread) => Promise<string[]>
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
    serversOf: (domain, onUnread) => orNone(resolver.resolveNs(domain), onUnread),
    mailServersOf: async (domain, onUnread) => {
      const found = await orNone(resolver.resolveMx(domain), onUnread)
      // "." says that the domain takes no mail (RFC 7505).
      const named = found.filter(({ exchange }) => exchange !== '' && exchange !== '.')
      return named.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange)
    },
  }
}

const orNone = <Record>(answer: Promise<Record[]>, onUnread: OnUnread | undefined): Promise<Record[]> =>
  answer.catch(({ code }: NodeJS.ErrnoException) => {
    if (!isNone(code)) onUnread?.(reasonOf(code))
    return []
  })

/** The name does not exist, or has no such record. */
const isNone = (code: string | undefined): boolean => code === 'ENOTFOUND' || code === 'ENODATA'

const reasonOf = (code: string | undefined): string =>
  code === 'ESERVFAIL' ? 'Name servers failed (SERVFAIL)' : `Name servers gave no answer (${code ?? 'none'})`

function combineAnswers(answers: readonly PromiseSettledResult<string[]>[]): DnsResult {
  const addresses = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0) return { kind: 'found', addresses }
  const codes = answers.map((one) =>
    one.status === 'rejected' ? (one.reason as NodeJS.ErrnoException).code : undefined,
  )
  if (codes.every(isNone))
    return codes.includes('ENOTFOUND')
      ? { kind: 'none', isMissing: true, reason: 'The name does not exist (NXDOMAIN)' }
      : { kind: 'none', isMissing: false, reason: 'The name has no address record' }
  return { kind: 'unknown', reason: reasonOf(codes.find((one) => !isNone(one))) }
}
