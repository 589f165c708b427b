import { expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { readRow } from '#columns/column.ts'
import { importRowOf } from './import-row.ts'
import { readPage } from './page-reader.ts'
import { siteRuleOf, siteRules } from './sites/all-sites.ts'

const platform = (value: string) => platforms.find((one) => one.value === value)!
const row = (value: string, html: string, url: string) =>
  importRowOf(platform(value), readPage({ html, url }), { status: '33' })

test('a rule is found by the site of an address, not by a name inside another', () => {
  expect(siteRuleOf('https://www.amazon.co.uk/dp/B000000000')?.site).toBe('Amazon')
  expect(siteRuleOf('https://amazon.shop.example/dp/B000000000')).toBeUndefined()
  expect(siteRuleOf('https://notx.com/a')).toBeUndefined()
  // Anybody can register these: a page of an imitator is not one of the marketplace.
  for (const host of [
    'amazon.shop',
    'www.ebay.store',
    'flipkart.shop',
    'facebook.support',
    'meesho.in.net',
    'ebay.xyz',
  ])
    expect([host, siteRuleOf(`https://${host}/dp/B000000000`)?.site]).toEqual([host, undefined])
  const known = {
    'amazon.com': 'Amazon',
    'www.amazon.com.br': 'Amazon',
    'amazon.in': 'Amazon',
    'www.ebay.co.uk': 'eBay',
    'de.pinterest.com': 'Pinterest',
    'www.pinterest.de': 'Pinterest',
    'aliexpress.us': 'AliExpress',
    'dl.flipkart.com': 'Flipkart',
    'm.facebook.com': 'Facebook',
    'youtu.be': 'YouTube',
  }
  for (const [host, site] of Object.entries(known)) expect(siteRuleOf(`https://${host}/x`)?.site).toBe(site)
  expect(new Set(siteRules.map(({ site }) => site)).size).toBe(siteRules.length)
})

test('a marketplace listing becomes a row of e-commerce that Upload Data takes', () => {
  const html = `<h1><span class="VU-ZEz">Anvil 3000</span></h1><div class="Nx9bqj CxhGGd">₹1,499</div><div class="yRaY8j A6-E6v">₹2,999</div>
    <div id="sellerName"><span><span>MetalMart</span><div class="XQDdHH">4.1</div></span></div><img alt="Flipkart Assured" src="/a.png">
    <span class="Wphh3N">1,204 Ratings &amp; 87 Reviews</span>`
  const found = row('e-commerce', html, 'https://www.flipkart.com/anvil/p/itm1?pid=ANVF7Y2K&lid=LSTANVF7Y2KABC')
  expect(found).toMatchObject({
    site: 'Flipkart',
    title: 'Anvil 3000',
    price: '1499',
    mrp: '2999',
    discountPercentage: '50',
    username: 'MetalMart',
    sellerRating: '4.1',
    pid: 'ANVF7Y2K',
    lid: 'LSTANVF7Y2KABC',
    flipkartAssured: 'yes',
    numberOfRatings: '1204',
    numberOfReviews: '87',
  })
  const { columns, imported } = platform('e-commerce')
  expect(readRow(columns, imported, found).problems).toEqual([])
})

test.each([
  [
    'https://www.amazon.in/dp/B0ABCDEF12',
    '<span id="productTitle">Anvil</span><div id="corePrice_feature_div"><span class="a-price"><span class="a-offscreen">₹899.00</span></span></div>',
    'B0ABCDEF12',
    '899',
  ],
  [
    'https://www.ebay.com/itm/123456789012',
    '<h1>Anvil</h1><div class="x-price-primary"><span>US $25.00</span></div>',
    '123456789012',
    '25',
  ],
  [
    'https://www.aliexpress.com/item/1005001234567890.html',
    '<h1>Anvil</h1><div class="product-price-value">US $3.99</div><a href="//x/store/91234">S</a>',
    '1005001234567890',
    '3.99',
  ],
  ['https://www.meesho.com/anvil/p/5abcd', '<h1>Anvil</h1><h4>₹212</h4>', '5abcd', '212'],
])('%s', (url, html, sku, price) => {
  expect(row('e-commerce', html, url)).toMatchObject({ sku, price, url })
})

test('a page of Amazon without its own price cannot be bought, whatever else is shown', () => {
  const html =
    '<span id="productTitle">Anvil</span><div id="outOfStock">Currently unavailable.</div><p class="price">$5.00</p>'
  const fields = readPage({ html, url: 'https://www.amazon.com/dp/B0ABCDEF12' })
  expect([fields.price, fields.availability]).toEqual([undefined, 'OutOfStock'])
})

test.each([
  [
    'a shop of WooCommerce',
    '<h1 class="product_title">Anvil</h1><p class="price"><del>$30.00</del> <ins>$24.00</ins></p><span class="sku_wrapper">SKU: <span class="sku">WOO-7</span></span>',
    'WOO-7',
    '24',
  ],
  [
    'a shop of Shopify',
    '<meta property="og:price:amount" content="24.00"><meta property="og:price:currency" content="USD"><h1>Anvil</h1><div data-product-sku="SHO-7"><span class="price-item--sale">$24.00</span></div>',
    'SHO-7',
    '24',
  ],
  [
    'a shop of Magento',
    '<h1><span itemprop="name">Anvil</span></h1><div class="price-box"><span class="special-price"><span class="price">$24.00</span></span><span class="old-price"><span class="price">$30.00</span></span></div><div class="product attribute sku"><strong class="type">SKU</strong> <div class="value" itemprop="sku">MAG-7</div></div>',
    'MAG-7',
    '24',
  ],
])('%s', (_, html, sku, price) => {
  expect(readPage({ html, url: 'https://shop.example/anvil' })).toMatchObject({ sku, price: { amount: price } })
})

test.each([
  [
    'https://www.instagram.com/acme/',
    '<meta property="og:title" content="Acme"><meta property="og:description" content="12.5K Followers, 56 Following, 1,078 Posts - See photos">',
    {
      platform: 'Instagram',
      advertiser: 'acme',
      'Follower/SubscriberCount': '12500',
      FollowingCount: '56',
      'PostCount/YouTube_VideoCount': '1078',
    },
  ],
  [
    'https://www.facebook.com/acme.india',
    '<meta property="og:description" content="Acme. 12,345 likes · 67 talking about this.">',
    { platform: 'Facebook', LikesCount: '12345', advertiser: 'acme.india' },
  ],
  [
    'https://t.me/acmedeals',
    '<div class="tgme_page_title">Acme</div><div class="tgme_page_extra">12 345 subscribers</div>',
    { platform: 'Telegram', heading: 'Acme', 'Follower/SubscriberCount': '12345' },
  ],
  [
    'https://www.youtube.com/@acmetv',
    '<script>var d={"subscriberCountText":{"simpleText":"1.2M subscribers"},"joinedDateText":{"runs":[{"text":"Joined "},{"text":"Mar 5, 2015"}]}}</script>',
    { platform: 'YouTube', 'Follower/SubscriberCount': '1200000', 'Creation/JoiningDate': '2015-03-05' },
  ],
  [
    'https://x.com/acme',
    '<script type="application/ld+json">{"@type":"ProfilePage","dateCreated":"2011-05-01T00:00:00Z","mainEntity":{"@type":"Person","name":"Acme","interactionStatistic":[{"name":"Follows","userInteractionCount":1234}]}}</script>',
    { platform: 'X', 'Follower/SubscriberCount': '1234', 'Creation/JoiningDate': '2011-05-01' },
  ],
])('the profile %s becomes a row of social media', (url, html, expected) => {
  const found = row('social-media', html, url)
  expect(found).toMatchObject({ ...expected, link: url })
  const { columns, imported } = platform('social-media')
  expect(readRow(columns, imported, found).problems).toEqual([])
})

test('an app of a store becomes a row of app stores', () => {
  const html = `<h1 itemprop="name">Acme Pay</h1><a href="/store/apps/developer?id=Acme">Acme Ltd</a><div><div>10M+</div><div>Downloads</div></div>
    <div><div>Updated on</div><div>Aug 5, 2020</div></div><div>Version 4.2.1</div>
    <script type="application/ld+json">{"@type":"SoftwareApplication","name":"Acme Pay","aggregateRating":{"ratingValue":"4.4","ratingCount":"12034"}}</script>`
  const found = row('app-store', html, 'https://play.google.com/store/apps/details?id=com.acme.pay')
  expect(found).toMatchObject({
    appName: 'Acme Pay',
    appStore: 'Google Play',
    developerName: 'Acme Ltd',
    numberOfDownload: '10M+',
    version: '4.2.1',
    latestPublishDate: '2020-08-05',
    ratings: '4.4',
    reviews: '12034',
  })
})

test('what the caller knows wins, and what a column would reject is left out', () => {
  const fields = {
    url: 'javascript:alert(1)',
    title: 'x'.repeat(900),
    price: { amount: '999999999999' },
    site: 'shop.example',
  }
  const found = importRowOf(platform('e-commerce'), fields, { status: '33', site: 'Shop' })
  expect(found).toEqual({ status: '33', site: 'Shop', title: 'x'.repeat(500) })
})

test('ratings and counts that a page states with a decimal comma or grouped are what they are', () => {
  const html = `<h1>Anvil</h1><script type="application/ld+json">{"@type":"Product","name":"Anvil","offers":{"price":"5"},
    "aggregateRating":{"ratingValue":"4,5","ratingCount":"1.234","reviewCount":"1 056"}}</script>`
  const found = row('e-commerce', html, 'https://shop.example/anvil')
  expect(found).toMatchObject({ Rating: '4.5', numberOfRatings: '1234', numberOfReviews: '1056' })
})

test.each([
  'https://www.instagram.com/reels/abc/',
  'https://www.instagram.com/accounts/login/?next=%2Facme%2F',
  'https://www.facebook.com/story.php?story_fbid=1&id=2',
  'https://www.facebook.com/login/?next=x',
  'https://www.facebook.com/pages/Acme/123',
  'https://www.facebook.com/hashtag/acme',
  'https://x.com/intent/tweet?text=acme',
  'https://x.com/login',
  'https://www.pinterest.com/login/',
  'https://t.me/joinchat/abcdef',
])('a part of the network is no owner: %s', (url) => {
  expect(row('social-media', '<title>Acme</title>', url)).not.toHaveProperty('advertiser')
})

test('an owner whose name begins like a part of the network is one', () => {
  for (const url of [
    'https://x.com/homedepot',
    'https://www.facebook.com/watchshop',
    'https://www.instagram.com/pepsi/',
  ])
    expect(row('social-media', '<title>Acme</title>', url)['advertiser']).toBe(new URL(url).pathname.split('/')[1])
})

test('what people write in a post is no count of the page', () => {
  const said = '2,345 likes, 12 comments - acme on May 3, 2024: "Thanks to our 5M followers and 900 videos!"'
  const html = `<meta property="og:description" content='${said}'>`
  const found = row('social-media', html, 'https://www.instagram.com/p/abc/')
  expect(found).toMatchObject({ LikesCount: '2345', CommentsCount: '12' })
  expect(found).not.toHaveProperty('Follower/SubscriberCount')
  expect(found).not.toHaveProperty('PostCount/YouTube_VideoCount')
})

test('the rating of a seller with a decimal comma is what it is', () => {
  const html =
    '<h1>Amboss</h1><div class="x-price-primary">EUR 25,00</div><div id="si-fb">99,5% positive Bewertungen</div>'
  expect(row('e-commerce', html, 'https://www.ebay.de/itm/123456789012')).toMatchObject({ sellerRating: '99.5' })
})

test('a number with an exponent and an amount below a hundredth are no price of the row', () => {
  const page = (price: unknown) =>
    row(
      'e-commerce',
      `<h1>Anvil</h1><script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Anvil', offers: { price } })}</script>`,
      'https://shop.example/anvil',
    )['price']
  for (const price of [1e21, 1e-7, '0.001']) expect([price, page(price)]).toEqual([price, undefined])
  expect(page('0.014')).toBe('0.01')
})
