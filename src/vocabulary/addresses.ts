/**
 * The one rule that decides whether two addresses are the same (G63), shared by browser and server: without http(s)://,
 * user information, one leading www., default port, fragment and trailing slashes; host in lower case and punycode; dot
 * segments and percent codes as the URL standard and RFC 3986 section 6.2.2 write them. Path and query keep their case;
 * a fragment that is a route of the page (#/…, #!…) stays. `hxxp://evil[.]test` is read, too. What is no address is
 * only trimmed of these parts.
 */
export function normaliseAddress(address: string): string {
  const text = address.trim()
  const plain = plainAddress.exec(text)
  if (plain) return plain[1]! + (plain[3] ? plain[2]! + plain[3] : (plain[2] ?? '').replace(/\/+$/, ''))
  const scheme = /^h(?:tt|xx)p(s?):/i.exec(text)
  const rest = (scheme ? text.slice(scheme[0].length) : text)
    .replace(/^[^/?#]*/, refang)
    .replace(/^([/\\]{2})([^/?#]*)/, refang)
  const url = URL.parse(`http${scheme?.[1] ?? ''}:${scheme ? rest : `//${rest}`}`)
  // Without a scheme a name, a number or an email address is no address of a page.
  if (!url || !(scheme || /^[/\\]*[^@/?#\\:]*[.[][^@/?#]*(?:[/?#\\]|$)/.test(text))) return bareAddress(text)
  // Without a scheme no port is the default one: normalising twice must change nothing more.
  const port = url.port || (scheme ? '' : (/^[/\\]*[^/?#\\]*:(80)(?:[/?#\\]|$)/.exec(rest)?.[1] ?? ''))
  const host = url.hostname.replace(/^www\.(?=.)/, '').replace(/\.+$/, '') + (port && `:${port}`)
  const [query, route] = [url.search.replace(/\/+$/, '').replace(/^\?$/, ''), routeOf(url.hash)]
  const path = query || route ? url.pathname : url.pathname.replace(/\/+$/, '')
  return host + percentNormalised(path + query + route)
}

/** Addresses that are in normal form but for scheme, www. and trailing slashes: most are, and need no parser. */
const plainAddress =
  /^(?:https?:\/\/)?(?:www\.)?((?!www\.)[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]*(?<!xn--[a-z\d-]*))(?:((?:\/(?:[\w~-][\w.~-]*)?)+)(\?[\w.~&=+-]+)?)?$/

const refang = (host: string) => host.replaceAll('[.]', '.')

/**
 * `hxxps://evil[.]test/a` as `https://evil.test/a`: people write addresses so that nobody opens them by accident. Any
 * other text stays as it is.
 */
export function refangAddress(text: string): string {
  if (!/^(?:hxxps?:|(?:https?:\/\/)?[^/?#\s]*\[\.\])/i.test(text)) return text
  return text.replace(/^hxxp/i, 'http').replace(/^(?:https?:\/\/)?[^/?#]*/i, refang)
}

/** `https://evil.test/a` as `hxxps://evil[.]test/a`, for emails: no program makes a link of it. */
export function defangAddress(address: string): string {
  return address
    .replace(/http(?=s?:\/\/)/gi, 'hxxp')
    .replace(/^(?:hxxps?:\/\/)?[^/?#\s]*/i, (host) => host.replaceAll('.', '[.]'))
}

/** A fragment that single-page sites use as their path; any other names a part of the same page. */
function routeOf(fragment: string): string {
  const route = fragment.replace(/\/+$/, '')
  return /^#(?:\/|!\/?).*[^/]/.test(route) ? route : ''
}

/** Percent codes in capitals, and none for what needs none (RFC 3986 section 6.2.2). */
function percentNormalised(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code.toUpperCase()
  })
}

/** The rule for what the URL parser refuses, and for all addresses until migration 0134. */
export function bareAddress(text: string): string {
  const bare = text
    .replace(/^https?:\/\//i, '')
    .replace(/#.*$/s, '')
    .replace(/^www\./i, '')
  const cut = bare.search(/[/?]/)
  const [host, rest] = cut < 0 ? [bare, ''] : [bare.slice(0, cut), bare.slice(cut)]
  return (asciiHost(host) + rest).replace(/\/+$/, '')
}

/** The host of an address or domain, without one leading www. and final dots (G63: 'a domain is the host only'). */
export function normaliseDomain(domain: string): string {
  return hostOfAddress(domain)
    .replace(/^www\./, '')
    .replace(/\.+$/, '')
}

/**
 * The host only, in lower case and punycode, without port and user information; an IPv6 address without its brackets.
 * `https://bank.example:secure@evil.test/` is evil.test, as browsers read it; `hxxp://evil[.]test` is read, too.
 */
export function hostOfAddress(address: string): string {
  const authority = address
    .replace(/[\t\r\n]/g, '')
    .trim()
    .replace(/^(?:h(?:tt|xx)ps?:[/\\]*|[/\\]{2})/i, '')
    .replace(/[/\\?#].*$/s, '')
  return hostname(authority.slice(authority.lastIndexOf('@') + 1).replaceAll('[.]', '.'))
}

/** Names of plain characters stay as they are; the URL parser reads all others (IPv6, odd IPv4, percent codes, IDN). */
function hostname(host: string): string {
  const name = host.replace(/:\d*$/, '').toLowerCase()
  if (/^[a-z0-9._-]*$/.test(name) && !/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/.test(name)) return name
  if (!URL.canParse(`http://${host}`)) return asciiHost(name).replace(/:.*$/s, '')
  return new URL(`http://${host}`).hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * The host that a finding reports, as normaliseDomain writes it: that of its page, which is what was seen, else its
 * domain. Empty without both.
 */
export function reportedHost(finding: { url: string | null; domain: string | null }): string {
  return normaliseDomain(finding.url || finding.domain || '')
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

/**
 * Whether a text names a host on the web: a domain or the address of a page, with or without its scheme. A word, a
 * sentence or an email address does not.
 */
export function isDomainOrPage(text: string): boolean {
  const host = normaliseDomain(text)
  const isHost = isDomainName(host) || (host.includes(':') && URL.canParse(`http://[${host}]`))
  return isHost && !/^[^/?#]*@/.test(text.trim())
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

/** The domain of an email address, in lower case. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
