import { domainToASCII } from 'node:url'

/**
 * A host name of a certificate or a list in lower case and punycode, without a wildcard and dots at its end; undefined for
 * anything else.
 */
export function plainHost(text: string): string | undefined {
  const name = text.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, '')
  // oxlint-disable-next-line no-control-regex -- all plain characters, which most names have only
  const host = /^[\0-\x7F]*$/.test(name) ? name : domainToASCII(name)
  const isHost =
    host.length <= 253 &&
    /^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))+$/.test(host) &&
    !/\.\d+$/.test(host)
  return isHost ? host : undefined
}
