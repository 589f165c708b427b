import type { SiteRule } from './site-rule.ts'

/** Google Play: labels and values of the head of an app's page, and links of its developer. */
export const googlePlay: SiteRule = {
  site: 'Google Play',
  hosts: ['play.google.com'],
  kind: 'app',
  address: { pid: /[?&]id=([\w.]{3,200})/ },
  fields: {
    title: ['h1[itemprop="name"]', 'h1'],
    developer: ['a[href*="/store/apps/developer?id="]', 'a[href*="/store/apps/dev?id="]'],
    website: [{ select: 'a[aria-label^="Website"]', attribute: 'href' }],
  },
}
