/**
 * Where the small web of the demo world stands in for services of the internet. The names exist only there: `ownServers`
 * of openDemoWeb takes requests for them to a server on this machine.
 */
export const demoOrigins = {
  /** A search engine with a JSON interface (SearXNG). */
  search: 'http://search.demo.test',
  /** A search of certificates like crt.sh. */
  certificates: 'http://certificates.demo.test',
  /** RDAP for every domain of the small web. */
  registry: 'http://rdap.demo.test',
  /** Meta's Graph API, X's API and Pinterest's. */
  facebookAds: 'http://graph.facebook.demo.test',
  twitter: 'http://api.x.demo.test',
  pinterest: 'http://api.pinterest.demo.test',
  /** Marketplaces with result and product pages. */
  flipkart: 'http://flipkart.demo.test',
  meesho: 'http://meesho.demo.test',
  /** A marketplace's form for trademark reports. */
  trademarkForm: 'http://report.demo.test',
  /** Profiles. */
  social: 'http://social.demo.test',
  /** Shops whose product pages have structured data, and some without. */
  shops: ['http://bazaar.demo.test', 'http://corner-store.demo.test'],
} as const

/** Findings of the demo world are on this host, so that Facebook Scan has something to look for. */
export const demoFacebook = 'facebook.com'
