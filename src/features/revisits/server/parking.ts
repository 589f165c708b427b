/**
 * Signs that a domain is parked: it responds, and nothing of its former pages is there. Only signs that are specific to
 * parking services count; name servers that also serve real sites (domaincontrol.com, registrar-servers.com,
 * dns-parking.com) do not.
 */
const parkingServers = [
  'sedoparking.com',
  'parkingcrew.net',
  'bodis.com',
  'parklogic.com',
  'above.com',
  'cashparking.com',
  'ztomy.com',
  'rookdns.com',
  'voodoo.com',
  'uniregistrymarket.link',
  'afternic.com',
  'dan.com',
  'undeveloped.com',
  'fabulous.com',
  'domainparkingserver.net',
  'parkpage.foundationapi.com',
]

/** Sites to which parked domains redirect. */
const marketplaces = [
  'sedo.com',
  'dan.com',
  'afternic.com',
  'hugedomains.com',
  'undeveloped.com',
  'bodis.com',
  'parkingcrew.net',
  'above.com',
  'atom.com',
  'squadhelp.com',
  'buydomains.com',
]

/** Traces that scripts of parking services leave in a page. */
const pageSigns = [
  'sedoparking.com',
  'parkingcrew.net',
  'bodis.com/',
  'parklogic.com',
  'd38psrni17bvxu.cloudfront.net',
  'img1.wsimg.com/parking-lander',
  'window.park = "',
  'data-adblockkey=',
]

const saleTitle = /\b(this domain|domain name|[a-z0-9-]+\.[a-z]{2,}) (is|may be) (for sale|parked)\b|^domain parked\b/i

const under = (host: string, names: readonly string[]) =>
  names.some((name) => host === name || host.endsWith(`.${name}`))

/** Whether a name server belongs to a parking service. */
export const isParkingServer = (nameServer: string): boolean => under(nameServer.toLowerCase(), parkingServers)
/** Whether a host sells domains. */
export const isMarketplace = (host: string): boolean => under(host.toLowerCase(), marketplaces)

/** Whether a page is that of a parking service; a title alone counts only on a page with hardly any text. */
export function looksParked(page: { title: string; text: string; markup: string }): boolean {
  return pageSigns.some((sign) => page.markup.includes(sign)) || (page.text.length < 2000 && saleTitle.test(page.title))
}
