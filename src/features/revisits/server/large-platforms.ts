import { getDomainWithoutSuffix, getPublicSuffix } from 'tldts'

/**
 * Sites that millions of strangers publish on: marketplaces, networks, stores, hosts of documents. By the name before
 * the public suffix, since the large ones have one for each country.
 */
const names = new Set(
  `1688 ajio alibaba aliexpress allegro amazon aptoide apkcombo apkmirror apkpure apple archive avito blinkit bol booking
  bukalapak carousell cdiscount coupang dailymotion daraz depop dhgate discord dropbox ebay ebay-kleinanzeigen emag etsy
  eventbrite facebook fb flickr flipkart g2g github gitlab gmarket gofundme google gumtree hepsiburada indiamart
  instagram issuu jd jiomart jumia justdial kakao kaufland kickstarter kleinanzeigen lazada leboncoin line linkedin
  linktr made-in-china magazineluiza medium meesho mercadolibre mercadolivre mercari microsoft myntra n11 naver noon nykaa ok
  olx otto ozon patreon pharmeasy pinterest poshmark quora rakuten reddit redbubble scribd shein shopee slideshare
  snapchat snapdeal softonic soundcloud spotify stockx t taobao tatacliq teepublic telegram temu threads tiktok tmall
  tokopedia tradeindia trendyol tripadvisor trustpilot tumblr twitch twitter uptodown vimeo vinted vk walmart wallapop
  wechat weibo wetransfer whatsapp wikipedia wildberries wish x yahoo yandex youtu youtube zalando zazzle`.split(/\s+/),
)

/**
 * Whether a host belongs to such a site. Its name under a suffix that is for sale to anybody (amazon.shop) is no sign:
 * only generic ones of old and those of countries count.
 */
export function isLargePlatform(host: string): boolean {
  const suffix = getPublicSuffix(host) ?? ''
  return names.has(getDomainWithoutSuffix(host) ?? '') && /^(?:com|net|org|(?:[a-z]{2,3}\.)?[a-z]{2})$/.test(suffix)
}
