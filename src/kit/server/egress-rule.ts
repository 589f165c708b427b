import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { openDns } from './dns.ts'

export type EgressRuleOptions = {
  /** For tests: servers on this machine, on any port. */
  allowLoopback?: boolean
  /** For tests: ports besides those of the web. */
  ports?: readonly number[]
  /** The addresses of a name; default: asked of the name servers. */
  lookup?: (host: string) => Promise<string[]>
  /** The name servers, `address` or `address:port`; default: those of this machine. */
  nameServers?: readonly string[] | undefined
  /** Names that a server of ours on this machine answers for, with its port there: the small web of the demo world. */
  ownServers?: (host: string) => number | undefined
}

/** Where requests may go whose address somebody else chose: the one statement for every way out. */
export type EgressRule = {
  /** The addresses of a host, by name or number, that may be reached; none where it has none. */
  resolve: (host: string) => Promise<string[]>
  /** Why a host may not be reached: it has no address at all, or none that is public. */
  whyNot: (host: string) => Promise<'no-address' | 'not-public' | undefined>
  /** Why an address may not be requested by its form, whatever its host: its protocol or port; undefined if it may. */
  refusalOf: (url: URL) => string | undefined
  /** The port on this machine of a server of ours for this host; undefined for every other host. */
  ownPort: (host: string) => number | undefined
  /** Resolves at each connection, so that a name cannot change its address between a check and the request. */
  lookup: LookupFunction
}

/**
 * Asks name servers, not the system's own look-up (getaddrinfo): that one takes one of the few threads which files,
 * passwords and compression use too, for as long as a name server that somebody else chose is silent.
 */
function queryNameServers(servers: readonly string[] | undefined): (host: string) => Promise<string[]> {
  const dns = openDns(servers ? { servers } : {})
  return async (host) => {
    const answer = await dns.resolve(host)
    return answer.kind === 'found' ? answer.addresses : []
  }
}

/** The rule of egress: public addresses on the ports of the web. `refuse` makes the error of a connection to another. */
export function createEgressRule(options: EgressRuleOptions, refuse: (host: string) => Error): EgressRule {
  const { allowLoopback = false, ports = [], lookup: lookUp = queryNameServers(options.nameServers) } = options
  const ownPort = (host: string) => options.ownServers?.(bareHost(host))
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address))
  const addressesOf = async (host: string): Promise<string[]> => {
    const bare = bareHost(host)
    return isIP(bare) ? [bare] : await lookUp(bare).catch(() => [])
  }
  const resolve = async (host: string): Promise<string[]> =>
    ownPort(host) === undefined ? (await addressesOf(host)).filter(isAllowed) : ['127.0.0.1']
  return {
    resolve,
    ownPort,
    whyNot: async (host) => {
      if (ownPort(host) !== undefined) return undefined
      const all = await addressesOf(host)
      if (all.length === 0) return 'no-address'
      return all.some(isAllowed) ? undefined : 'not-public'
    },
    refusalOf: ({ protocol, port, hostname }) => {
      if (!/^https?:$/.test(protocol)) return `${protocol} is not allowed`
      if (allowLoopback || isWebPort(port) || ports.includes(Number(port)) || ownPort(hostname) !== undefined)
        return undefined
      return `Port ${port} is not allowed`
    },
    lookup: (host, { all: wantsAll }, done) => {
      resolve(host).then(
        (found) => {
          const [first] = found
          if (first === undefined) done(refuse(host) as NodeJS.ErrnoException, '')
          else if (wantsAll)
            done(
              null,
              found.map((address) => ({ address, family: isIP(address) })),
            )
          else done(null, first, isIP(first))
        },
        (problem: Error) => done(problem as NodeJS.ErrnoException, ''),
      )
    },
  }
}

/** Whether the port of a URL is one of the web; '' is the usual one of its protocol. */
export const isWebPort = (port: string): boolean => ['', '80', '443'].includes(port)

/** A host without the brackets of IPv6 literals and the dot of the root, in lower case. */
export const bareHost = (host: string): string =>
  host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * Of the IPv6 addresses IANA has given out these alone for the public internet: what else is in use belongs to this
 * machine, a site or an overlay network, or stands for an IPv4 address.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet. Those that carry an IPv4 address inside (mapped, compatible,
 * NAT64, 6to4, Teredo) are not, whatever they carry: a gateway would take them to it.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv6' && !parsed.match(globalUnicast)) return false
  return parsed.range() === 'unicast'
}

const isLoopback = (address: string): boolean => {
  const parsed = ipaddr.process(address)
  return parsed.range() === 'loopback' && (parsed.kind() === 'ipv4' || parsed.toString() === '::1')
}
