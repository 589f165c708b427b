/** A host name of a certificate or a list in lower case, without a wildcard and dots at its end; undefined for anything else. */
export function plainHost(text: string): string | undefined {
  const host = text.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, '')
  const isHost =
    host.length <= 253 &&
    /^(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))+$/.test(host) &&
    !/\.\d+$/.test(host)
  return isHost ? host : undefined
}
