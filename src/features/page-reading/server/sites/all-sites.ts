import { getDomainWithoutSuffix, getHostname } from 'tldts'
import { amazon } from './amazon.ts'
import { ebay } from './ebay.ts'
import type { SiteRule } from './site-rule.ts'

/** Every site that has a rule. */
export const siteRules: readonly SiteRule[] = [amazon, ebay]

/** The rule of the site an address belongs to. */
export function siteRuleOf(url: string): SiteRule | undefined {
  const host = getHostname(url) ?? ''
  const name = getDomainWithoutSuffix(url) ?? ''
  return siteRules.find(({ hosts }) => hosts.some((one) => one === name || host === one || host.endsWith(`.${one}`)))
}
