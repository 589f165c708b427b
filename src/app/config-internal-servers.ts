import { isIP } from 'node:net'
import { isLoopback } from '#app/config-hosts.ts'
import { commaList } from '#app/config-values.ts'
import { bareHost, isPublicAddress, isWebPort } from '#kit/server/egress-rule.ts'

/** The variables that name servers of the operator's choice. */
const named = ['SEARCH_URL', 'SOURCE_URLS', 'CT_SEARCH_URL', 'CT_LOGS', 'CT_TILE_LOGS', 'NAME_LISTS', 'TIME_STAMP_URLS']

/**
 * Sentences about configured servers that no request would reach: at an address that is not public or on a port that is
 * none of the web, without being named as internal. What a host name stands for is not known at the start.
 */
export function unreachableServers(env: Readonly<Record<string, string | undefined>>): string[] {
  const internal = originsIn(env['INTERNAL_SERVERS'])
  return named.flatMap((name) =>
    originsIn(env[name])
      .filter((origin) => !internal.includes(origin) && isRefused(new URL(origin)))
      .map((origin) => `${name} names ${origin}, which is not public: name it in INTERNAL_SERVERS too`),
  )
}

/** The origins in a list of addresses, each possibly after a name and '='. */
const originsIn = (list = ''): string[] =>
  commaList(list)
    .map((one) => URL.parse(one.replace(/^\w+=/, ''))?.origin ?? '')
    .filter((origin) => /^https?:/.test(origin))

function isRefused({ hostname, port }: URL): boolean {
  const host = bareHost(hostname)
  return !isWebPort(port) || isLoopback(host) || (isIP(host) !== 0 && !isPublicAddress(host))
}
