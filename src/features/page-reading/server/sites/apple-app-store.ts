import type { SiteRule } from './site-rule.ts'

/** Apple's App Store: version and day of the newest version stand in the part 'What's New'. */
export const appleAppStore: SiteRule = {
  site: 'App Store',
  hosts: ['apps.apple.com', 'itunes.apple.com'],
  kind: 'app',
  address: { pid: /\/id(\d{6,12})(?:[/?#]|$)/ },
  fields: {
    developer: ['.product-header__identity a', 'h2.product-header__identity'],
    version: [{ select: '.whats-new__latest__version', take: /([\d][\w.]*)/ }],
    updated: [{ select: '.whats-new__latest time', attribute: 'datetime' }],
    website: [{ select: 'a.icon-external', attribute: 'href' }],
  },
}
