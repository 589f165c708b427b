import { normaliseDomain } from '#vocabulary/addresses.ts'

/** How marketplaces, networks and app stores name a listing, profile or app in its address: what the id is called, and it. */
const patterns: readonly { host: RegExp; ids: readonly [name: string, id: RegExp][] }[] = [
  {
    host: /^(?:.+\.)?amazon\.(?:com?\.)?[a-z]{2,3}$/,
    ids: [['ASIN', /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z\d]{10})(?![A-Z\d])/]],
  },
  { host: /^(?:.+\.)?ebay\.(?:com?\.)?[a-z]{2,3}$/, ids: [['Item number', /\/itm\/(?:[^/?]+\/)?(\d{9,15})(?!\d)/]] },
  { host: /^(?:.+\.)?aliexpress\.[a-z]+$/, ids: [['Item id', /\/item\/(?:[^/?]+\/)?(\d+)/]] },
  { host: /^(?:.+\.)?etsy\.com$/, ids: [['Listing id', /\/listing\/(\d+)/]] },
  {
    host: /^(?:.+\.)?flipkart\.com$/,
    ids: [
      ['PID', /[?&]pid=([A-Z\d]+)/],
      ['LID', /[?&]lid=([A-Z\d]+)/],
    ],
  },
  { host: /^(?:.+\.)?walmart\.com$/, ids: [['Item id', /\/ip\/(?:[^/?]+\/)?(\d+)/]] },
  { host: /^play\.google\.com$/, ids: [['App id', /[?&]id=([\w.]+)/]] },
  { host: /^apps\.apple\.com$/, ids: [['App id', /\/id(\d+)/]] },
  {
    host: /^(?:.+\.)?facebook\.com$/,
    ids: [
      ['Profile id', /\/profile\.php\?(?:.*&)?id=(\d+)/],
      ['Item id', /\/marketplace\/item\/(\d+)/],
    ],
  },
  {
    host: /^(?:.+\.)?(?:x|twitter)\.com$/,
    ids: [
      ['Account', /^\/(\w{1,15})(?:\/|$)/],
      ['Post id', /\/status\/(\d+)/],
    ],
  },
  {
    host: /^(?:.+\.)?tiktok\.com$/,
    ids: [
      ['Account', /^\/@([\w.]+)/],
      ['Video id', /\/video\/(\d+)/],
    ],
  },
  {
    host: /^(?:.+\.)?youtube\.com$/,
    ids: [
      ['Channel', /^\/(@[\w.-]+|channel\/[\w-]+)/],
      ['Video id', /[?&]v=([\w-]{11})/],
    ],
  },
  { host: /^(?:t\.me|telegram\.me)$/, ids: [['Account', /^\/(?:s\/)?(\w{4,32})(?:\/|$)/]] },
]

/** The ids in the address of a listing, profile or app, as its platform calls them; empty where it names none. */
export function idsInAddress(address: string): { label: string; value: string }[] {
  const url = URL.parse(address)
  if (!url) return []
  const host = normaliseDomain(address)
  const path = url.pathname + url.search
  return (patterns.find((one) => one.host.test(host))?.ids ?? []).flatMap(([label, pattern]) => {
    const value = pattern.exec(path)?.[1]
    return value ? [{ label, value }] : []
  })
}
