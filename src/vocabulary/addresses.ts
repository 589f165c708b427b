/**
 * The one rule that decides whether two addresses are the same (G63), shared by browser and server: trim; drop
 * http(s)://, one leading www., the fragment and trailing slashes; lower-case the host (IDN in punycode); keep path
 * and query.
 */
export function normaliseAddress(address: string): string {
  const bare = address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/#.*$/s, '')
    .replace(/^www\./i, '')
  const cut = bare.search(/[/?]/)
  const host = cut < 0 ? bare : bare.slice(0, cut)
  const rest = cut < 0 ? '' : bare.slice(cut)
  return (asciiHost(host) + rest).replace(/\/+$/, '')
}

/**
 * The host only, in lower case and punycode, without one leading www., port, user information and final dots (G63: 'a
 * domain is the host only'); an IPv6 address without its brackets. `https://bank.example:secure@evil.test/` is evil.test,
 * as browsers read it; `hxxp://evil[.]test` is read, too.
 */
export function normaliseDomain(domain: string): string {
  const authority = domain
    .replace(/[\t\r\n]/g, '')
    .trim()
    .replace(/^(?:h(?:tt|xx)ps?:[/\\]*|[/\\]{2})/i, '')
    .replace(/[/\\?#].*$/s, '')
  const host = authority.slice(authority.lastIndexOf('@') + 1).replaceAll('[.]', '.')
  return hostname(host)
    .replace(/^www\./, '')
    .replace(/\.+$/, '')
}

/** Names of plain characters stay as they are; the URL parser reads all others (IPv6, odd IPv4, percent codes, IDN). */
function hostname(host: string): string {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  if (/^[a-z0-9._-]*$/.test(name) && !/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/.test(name)) return name
  if (!URL.canParse(`http://${host}`)) return asciiHost(name).replace(/:.*$/s, '')
  return new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Listing ids are compared trimmed and upper-cased (G63). */
export function normaliseLid(lid: string): string {
  return lid.trim().toUpperCase()
}

/** An http(s) address of at most 2048 characters with a host, and nothing a browser would read as script (G107). */
export function isWebAddress(text: string): boolean {
  if (text.length > 2048 || !/^https?:\/\//i.test(text) || /[\s\u0000-\u001f\u007f]/.test(text)) return false
  return URL.canParse(text)
}

/** A host name of at most 253 characters with at least one dot, each label 1–63 characters (RFC 1035, RFC 5890). */
export function isDomainName(text: string): boolean {
  const host = asciiHost(text.replace(/\.$/, ''))
  if (host.length > 253 || !host.includes('.')) return false
  return host.split('.').every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label))
}

function asciiHost(host: string): string {
  const lower = host.toLowerCase()
  // eslint-disable-next-line no-control-regex -- anything outside ASCII needs punycode
  if (/^[\u0000-\u007f]*$/.test(lower)) return lower
  const port = lower.match(/:\d*$/)?.[0] ?? ''
  const name = port ? lower.slice(0, -port.length) : lower
  // The URL parser is the one IDNA implementation that browser and server share (UTS 46).
  return (URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name) + port
}
