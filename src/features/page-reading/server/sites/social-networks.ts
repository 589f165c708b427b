import type { SiteRule } from './site-rule.ts'

/** The first part of the path as the owner, unless it is one of the network's own parts. */
const ownerAfter = (host: string, owner: string, own: string): RegExp =>
  new RegExp(`^https?://[^/?#]*${host}/(?!(?:${own.replaceAll(' ', '|')})(?:[/?#]|$))(${owner})`, 'i')

/** Instagram, Facebook, X and Pinterest say the counts of a profile in the description of the page. */
export const instagram: SiteRule = {
  site: 'Instagram',
  hosts: ['instagram.com'],
  kind: 'profile',
  address: {
    owner: ownerAfter(
      String.raw`instagram\.com`,
      String.raw`[\w.]{1,60}`,
      'p reel reels tv explore stories accounts direct about legal challenge',
    ),
  },
}

export const facebook: SiteRule = {
  site: 'Facebook',
  hosts: ['facebook.com', 'fb.com'],
  kind: 'profile',
  address: {
    owner: ownerAfter(
      String.raw`facebook\.com`,
      String.raw`[\w.-]{2,80}`,
      String.raw`groups events watch photo photos photo\.php permalink permalink\.php profile\.php story\.php people pages ` +
        String.raw`marketplace share sharer sharer\.php login login\.php checkpoint hashtag reel videos plugins dialog ads gaming`,
    ),
  },
}

export const x: SiteRule = {
  site: 'X',
  hosts: ['x.com', 'twitter.com'],
  kind: 'profile',
  address: {
    owner: ownerAfter(
      String.raw`(?:x|twitter)\.com`,
      String.raw`\w{1,30}`,
      'search hashtag i home explore intent login share settings notifications messages compose tos privacy',
    ),
  },
}

export const pinterest: SiteRule = {
  site: 'Pinterest',
  hosts: ['pinterest', 'pin.it'],
  kind: 'profile',
  address: {
    owner: ownerAfter(
      String.raw`pinterest\.[a-z.]{2,7}`,
      String.raw`[\w-]{2,60}`,
      'pin search ideas today login signup business settings explore topics',
    ),
  },
}

/** YouTube writes its counts into scripts, and day and views of a video into microdata. */
export const youtube: SiteRule = {
  site: 'YouTube',
  hosts: ['youtube.com', 'youtu.be'],
  kind: 'profile',
  fields: {
    owner: [{ select: 'span[itemprop="author"] link[itemprop="name"]', attribute: 'content' }],
    posted: [{ select: 'meta[itemprop="datePublished"], meta[itemprop="uploadDate"]', attribute: 'content' }],
  },
}

/** Telegram's preview of a channel. */
export const telegram: SiteRule = {
  site: 'Telegram',
  hosts: ['t.me', 'telegram.me', 'telegram.org'],
  kind: 'profile',
  address: {
    owner: ownerAfter(
      String.raw`t(?:elegram)?\.me(?:/s)?`,
      String.raw`[A-Za-z]\w{3,40}`,
      'joinchat share addstickers addemoji addlist proxy socks login contact',
    ),
  },
  fields: {
    title: ['.tgme_page_title', '.tgme_channel_info_header_title'],
    followers: [
      { select: '.tgme_page_extra', take: /(?<![\d  .,])([\d  .,]*\d)\s*(?:subscribers?|members?)/i },
      { select: '.tgme_channel_info_counter', take: /(?<![\d.,])([\d.,]+[KM]?)\s*(?:subscribers?|members?)/i },
    ],
    links: [{ select: '.tgme_channel_info_counters', take: /(?<![\d.,])([\d.,]+[KM]?)\s*links?/i }],
  },
}
