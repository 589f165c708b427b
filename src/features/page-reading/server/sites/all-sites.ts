import { getDomainWithoutSuffix, getHostname, getPublicSuffix } from 'tldts'
import { aliexpress } from './aliexpress.ts'
import { amazon } from './amazon.ts'
import { appleAppStore } from './apple-app-store.ts'
import { ebay } from './ebay.ts'
import { flipkart } from './flipkart.ts'
import { googlePlay } from './google-play.ts'
import { meesho } from './meesho.ts'
import type { SiteRule } from './site-rule.ts'
import { facebook, instagram, pinterest, telegram, x, youtube } from './social-networks.ts'

const shops = [aliexpress, amazon, ebay, flipkart, meesho]
const stores = [appleAppStore, googlePlay]
const networks = [facebook, instagram, pinterest, telegram, x, youtube]

/** Every site that has a rule. */
export const siteRules: readonly SiteRule[] = [...shops, ...stores, ...networks]

/** The rule of the site an address belongs to. */
export function siteRuleOf(url: string): SiteRule | undefined {
  const host = getHostname(url) ?? ''
  // Under other suffixes anybody has such a name: amazon.shop is no Amazon.
  const name = /^com$|(^|\.)[a-z]{2}$/.test(getPublicSuffix(url) ?? '') ? getDomainWithoutSuffix(url) : undefined
  return siteRules.find(({ hosts }) => hosts.some((one) => one === name || host === one || host.endsWith(`.${one}`)))
}
