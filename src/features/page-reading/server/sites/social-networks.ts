import type { SiteRule } from './site-rule.ts'

/** Instagram, Facebook, X and Pinterest say the counts of a profile in the description of the page. */
export const instagram: SiteRule = {
  site: 'Instagram',
  hosts: ['instagram.com'],
  kind: 'profile',
  address: { owner: /instagram\.com\/(?!p\/|reel\/|explore\/|stories\/)([\w.]{1,60})/i },
}

export const facebook: SiteRule = {
  site: 'Facebook',
  hosts: ['facebook.com', 'fb.com'],
  kind: 'profile',
  address: {
    owner:
      /facebook\.com\/(?!groups\/|events\/|watch|photo|permalink|profile\.php|people\/|marketplace|share)([\w.-]{2,80})/i,
  },
}

export const x: SiteRule = {
  site: 'X',
  hosts: ['x.com', 'twitter.com'],
  kind: 'profile',
  address: { owner: /(?:x|twitter)\.com\/(?!search|hashtag|i\/|home|explore)(\w{1,30})/i },
}

export const pinterest: SiteRule = {
  site: 'Pinterest',
  hosts: ['pinterest', 'pin.it'],
  kind: 'profile',
  address: { owner: /pinterest\.[a-z.]{2,7}\/(?!pin\/|search|ideas)([\w-]{2,60})/i },
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
  address: { owner: /t(?:elegram)?\.me\/(?:s\/)?([A-Za-z]\w{3,40})/ },
  fields: {
    title: ['.tgme_page_title', '.tgme_channel_info_header_title'],
    followers: [
      { select: '.tgme_page_extra', take: /(?<![\d  .,])([\d  .,]*\d)\s*(?:subscribers?|members?)/i },
      { select: '.tgme_channel_info_counter', take: /(?<![\d.,])([\d.,]+[KM]?)\s*(?:subscribers?|members?)/i },
    ],
    links: [{ select: '.tgme_channel_info_counters', take: /(?<![\d.,])([\d.,]+[KM]?)\s*links?/i }],
  },
}
