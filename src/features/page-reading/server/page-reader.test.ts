import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodePage } from './decode-page.ts'
import { readPage } from './page-reader.ts'

const folder = new URL('../../../../tests/fixtures/page-reading/pages/', import.meta.url)
type Truth = { url: string; price?: string[]; sku?: string[]; availability?: string[] }
const truth = Object.entries(JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8')) as Record<string, Truth>)

test.each(truth)('a real shop page: %s', (id, { url, price, sku, availability }) => {
  const html = decodePage(readFileSync(new URL(`${id}.html.gz`, folder)))
  for (const fields of [readPage({ html, url }), readPage({ html })]) {
    if (price) expect(price.map(Number)).toContain(Number(fields.price?.amount))
    if (sku) expect(sku).toContain(fields.sku)
    if (availability) expect(availability).toContain(fields.availability ?? 'InStock')
  }
})

/** A shop of our own structure, without a word for machines. */
const shop = (body: string, aside = '') => `<!doctype html><title>Anvil 3000 – Shop</title>
  <nav><a href="/">Home</a><span class="price">$1.00</span></nav>
  <h1>Anvil 3000</h1>${body}
  <section class="related-products"><h2>Others</h2>${aside}<div class="price">$3.00</div></section>
  <footer>Free delivery over $50.00</footer>`

test('price, old price, SKU, seller and stock of a page without structured data', () => {
  const html = shop(`<p class="price-box"><del>$25.00</del> <b class="price">$19<sup class="cents">99</sup></b></p>
    <p>or $5.00 per month</p><p>Sold by: Acme Metals</p><ul><li>SKU: AN-3000</li></ul><button>Add to cart</button>`)
  expect(readPage({ html, url: 'https://shop.example/p/anvil' })).toMatchObject({
    kind: 'product',
    site: 'shop.example',
    title: 'Anvil 3000',
    price: { amount: '19.99', currency: '$' },
    mrp: { amount: '25' },
    sku: 'AN-3000',
    seller: 'Acme Metals',
    availability: 'InStock',
  })
})

test.each([
  ['ja', '<p>販売元：東京電機ストア</p>', '東京電機ストア'],
  ['pt-BR', '<p>Vendido e entregue por <a>Loja do Zé</a></p>', 'Loja do Zé'],
  ['id', '<p>Dijual oleh Toko Maju</p>', 'Toko Maju'],
  ['en', '<p>Ships from and sold by <b>AudioPro</b></p>', 'AudioPro'],
  ['zh', '<p>店铺：某某旗舰店</p>', '某某旗舰店'],
  ['en', '<p>Colour: red</p>', undefined],
])('the seller of a page in %s: %s', (lang, body, seller) => {
  expect(readPage({ html: `<html lang="${lang}"><h1>A</h1>${body}</html>` }).seller).toBe(seller)
})

test.each([
  ['$12.99 – $24.99', '12.99'],
  ['€12,99 - €24,99', '12.99'],
  ['₹499 to ₹899', '499'],
  ['12 – 50 $', '12'],
  // A price that was lowered, sizes and what is counted are no ranges of prices.
  ['$24.99 – $12.99', undefined],
  ['30 – 40 cm', undefined],
])('of the price %s the lower is read: %s', (text, amount) => {
  expect(readPage({ html: shop(`<p class="price">${text}</p>`) }).price?.amount).toBe(amount)
})

test.each([
  ['lang="da"', '1.299,95 kr.', '', 'DKK'],
  ['lang="sv"', '1 299 kr', '', 'SEK'],
  ['lang="zh-CN"', '¥1299', '', 'CNY'],
  ['lang="en"', '¥1299', 'https://shop.jp/1', 'JPY'],
  ['lang="es-MX"', '$1,299.00', '', 'MXN'],
  ['lang="en"', 'Rs. 4,990', 'https://bags.lk/1', 'LKR'],
  // The language of the United States stands on pages of every country.
  ['lang="en-US"', '$12.99', '', '$'],
  ['lang="de"', '12,99 €', 'https://shop.dk/1', 'EUR'],
])('a currency sign of several countries on a page with %s: %s', (lang, price, url, currency) => {
  const html = `<html ${lang}><h1>A</h1><span class="price">${price}</span></html>`
  expect(readPage({ html, url }).price?.currency).toBe(currency)
})

test('what it cost before is not the price: a list price in structured data, and one that is named so', () => {
  const specifications = `{"priceType":"https://schema.org/ListPrice","price":99,"priceCurrency":"USD"},{"price":79,"priceCurrency":"USD"}`
  const data = `<script type="application/ld+json">{"@type":"Product","name":"Bag","offers":{"priceSpecification":[${specifications}]}}</script>`
  expect(readPage({ html: `${data}<h1>Bag</h1>` })).toMatchObject({ price: { amount: '79' }, mrp: { amount: '99' } })
  const named = shop('<p>From <b class="price">£19.50</b></p><p>RRP £49.00</p>')
  expect(readPage({ html: named })).toMatchObject({ price: { amount: '19.5' }, mrp: { amount: '49' } })
  const whole = readPage({ html: '<h1>A</h1><span class="price">1 299:-</span>' })
  expect(whole.price?.amount).toBe('1299')
})

test.each([
  ['<div class="stock">Currently unavailable</div>', 'OutOfStock'],
  ['<div class="stock">Ausverkauft</div>', 'OutOfStock'],
  ['<div class="size option">XL sold out</div><button>Add to basket</button>', 'InStock'],
  ['<p>Lovely</p>', undefined],
])('stock words: %s', (body, expected) => {
  const html = shop(`<span class="price">$5.00</span>${body}`, '<p>Sold out</p>')
  expect(readPage({ html }).availability).toBe(expected)
})

test('the price without tax counts where it leads, not where it follows', () => {
  const [net, gross] = ['<h3 class="price">ex. VAT €10.00</h3>', '<p class="price">incl. VAT €12.00</p>']
  expect(readPage({ html: shop(gross + net) }).price?.amount).toBe('12')
  expect(readPage({ html: shop(net + gross) }).price?.amount).toBe('10')
})

test('what a page says for machines counts, but for an old price that it shows struck through', () => {
  const stated = (price: string) =>
    `<script type="application/ld+json">{"@type":"Product","name":"Anvil 3000","offers":{"price":"${price}","priceCurrency":"EUR"}}</script>`
  expect(readPage({ html: stated('12.50') + shop('<b class="price">€19.00</b>') }).price).toEqual({
    amount: '12.5',
    currency: 'EUR',
  })
  const reduced = shop('<p class="price"><span class="old-price">€19.00</span> <b class="price">€15.00</b></p>')
  expect(readPage({ html: stated('19.00') + reduced })).toMatchObject({
    price: { amount: '15' },
    mrp: { amount: '19' },
  })
})

test.each([
  ['parts that it is paid in', '<p>6x $<b class="price">5.00</b></p><p class="price">$30.00</p>', '30'],
  ['the part with tax of a pair', '<span class="price">11,000円(税込12,100円)</span>', '12100'],
  ['an amount without cents or currency', '<p><i>Før 349,-</i> <b>249,-</b></p>', '249'],
  ['the usual price before a lower one', '<p>通常価格:<span>¥6,600</span></p><p>¥5,280</p>', '5280'],
])('%s', (_, body, amount) => {
  expect(readPage({ html: shop(body) }).price?.amount).toBe(amount)
})

test('a line of data says that it is gone, though a button stays', () => {
  const html = shop(
    '<b class="price">$5.00</b><ul><li>Availability: Out of stock</li></ul><button>Add to cart</button>',
  )
  expect(readPage({ html }).availability).toBe('OutOfStock')
})

test('state that is written as a text in a script is read', () => {
  const state = JSON.stringify({ product: { name: 'Anvil 3000', vendorCode: 'AN-7', price: { current: 27 } } })
  for (const quoted of [JSON.stringify(state), `'${state}'`])
    expect(readPage({ html: `<h1>Anvil 3000</h1><script>window.__S = JSON.parse(${quoted})</script>` })).toMatchObject({
      price: { amount: '27' },
      sku: 'AN-7',
    })
})

test('of several products the one whose name is the heading', () => {
  const items = ['Hammer', 'Anvil 3000'].map(
    (name, i) => `{"@type":"Product","name":"${name}","sku":"S-${i}","offers":{"price":${i + 1}}}`,
  )
  const html = `<script type="application/ld+json">[${items.join()}]</script>${shop('')}`
  expect(readPage({ html })).toMatchObject({ price: { amount: '2' }, sku: 'S-1' })
})

test('the data of scripts stands in for a price that is not shown, for the product of the page only', () => {
  const state = (name: string) =>
    `<script>window.__STATE__={"cart":{"total":0},"product":{"name":"${name}","sku":"AN-30","pricing":{"currentPrice":34.5,"listPrice":50,"currency":"GBP"},"inStock":false}};</script>`
  const page = (name: string) => readPage({ html: `<title>Anvil 3000</title><h1>Anvil 3000</h1>${state(name)}` })
  expect(page('Anvil 3000')).toMatchObject({
    price: { amount: '34.5', currency: 'GBP' },
    sku: 'AN-30',
    availability: 'OutOfStock',
  })
  expect(page('Hammer')).not.toHaveProperty('price')
})

test('a price stated with a dot between thousands is the one that is shown, not a thousandth of it', () => {
  const page = (stated: string, shown: string) =>
    readPage({
      html: `<h1>Amboss</h1><script type="application/ld+json">{"@type":"Product","name":"Amboss",
        "offers":{"price":"${stated}","priceCurrency":"EUR"}}</script><p class="price">${shown}</p>`,
    }).price
  expect(page('1.299', '1.299,00 €')).toEqual({ amount: '1299', currency: 'EUR' })
  expect(page('1.200', '1.200 €')).toEqual({ amount: '1200', currency: 'EUR' })
  expect(page('1.299', '1,299 €')).toEqual({ amount: '1.299', currency: 'EUR' })
  expect(page('12.99', '1.299,00 €')).toMatchObject({ amount: '12.99' })
})

test('a rule of a site decides only while its places are on the page', () => {
  const url = 'https://www.amazon.com/dp/B0TESTA11X'
  const known = '<span id="productTitle">Lamp</span><h1>Lamp</h1><p class="price">$20.00</p>'
  expect(readPage({ html: known, url })).toMatchObject({ availability: 'OutOfStock' })
  const changed = '<h1>Lamp</h1><p class="price">$20.00</p><button>Add to Cart</button>'
  expect(readPage({ html: changed, url })).toMatchObject({ price: { amount: '20' }, availability: 'InStock' })
})

test('a bot check says so and gives no fields', () => {
  expect(readPage({ html: '<title>Just a moment...</title><p>Checking</p>', url: 'https://shop.example/a' })).toEqual({
    kind: 'page',
    url: 'https://shop.example/a',
    site: 'shop.example',
    title: 'Just a moment...',
    isBlocked: true,
  })
})

test('bytes are decoded by the charset they state', () => {
  expect(decodePage(Buffer.from('<meta charset="windows-1251"><p>\xd6\xe5\xed\xe0', 'latin1'))).toContain('Цена')
  expect(decodePage(Buffer.from('<meta charset="nonsense"><p>ü'))).toContain('ü')
})

test('bytes that begin like a packed file but are none, or only a part of one, are read as far as they go', () => {
  expect(decodePage(Buffer.from([0x1f, 0x8b, 0x41, 0x42]))).toContain('AB')
  // Of no use to the packing: a part of the file is a part of the page.
  const page = `<p>Price</p>${Array.from({ length: 9000 }, (_, at) => (at * 7919).toString(36)).join(' ')}`
  expect(decodePage(gzipSync(page).subarray(0, 9000))).toContain('<p>Price</p>')
})
