import { expect, test } from 'vitest'
import { facebook } from './facebook.ts'
import { flipkart } from './flipkart.ts'
import { meesho } from './meesho.ts'

const settings = { country: 'IN', origins: {} }
const answer = (address: string, text: string) => ({ status: 200, address, text })

test('S-070 Flipkart: a result page whose products are in its state, completed by its links, each once', () => {
  const product = {
    id: 'PID1',
    listingId: 'LSTPID1',
    baseUrl: '/item-1/p/itm1?pid=PID1&lid=LSTPID1',
    titles: { title: 'Acme kettle' },
    sellerName: 'Shree Stores',
    pricing: { finalPrice: { value: 1299 }, mrp: { decimalValue: '1999' } },
  }
  const widgets = [{ productInfo: { value: product } }, { productInfo: { value: { titles: { title: 'An advert' } } } }]
  const page = `<script>window.__INITIAL_STATE__ = ${JSON.stringify({ page: { widgets } })};</script>
    <a href="/item-1/p/itm1?pid=PID1&amp;lid=LSTPID1"><img alt="Acme kettle"></a> 4.3 ★`
  const { records, next } = flipkart.read(
    answer('https://www.flipkart.com/search?q=kettle&page=2', page),
    'kettle',
    settings,
  )
  expect(records).toEqual([
    {
      term: 'kettle',
      title: 'Acme kettle',
      url: 'https://www.flipkart.com/item-1/p/itm1?pid=PID1&lid=LSTPID1',
      pid: 'PID1',
      lid: 'LSTPID1',
      seller: 'Shree Stores',
      price: '1299',
      mrp: '1999',
      rating: '4.3',
    },
  ])
  expect(next).toBe('3')
})

test('S-070 Meesho: a result page without its state is read from its links', () => {
  const page = `<a href="/acme-saree/p/5z1c"><img alt="Acme saree" src="https://img.example/1.jpg">
      <p>₹349</p><p>₹999</p><span>4.1</span></a><a href="/acme-saree/p/5z1c">Acme saree</a><a href="/help">Help</a>`
  const { records } = meesho.read(answer('https://www.meesho.com/search?q=saree', page), 'saree', settings)
  expect(records).toEqual([
    {
      term: 'saree',
      title: 'Acme saree',
      url: 'https://www.meesho.com/acme-saree/p/5z1c',
      pid: '5z1c',
      supplier: '',
      price: '349',
      mrp: '999',
      rating: '4.1',
      imageUrl: 'https://img.example/1.jpg',
    },
  ])
})

test('Facebook: followers are read from texts of nothing but digits in linear time', () => {
  const found = (content: string) => ({ url: 'https://www.facebook.com/acme', title: 'Acme | Facebook', content })
  const results = [found('Acme. 1.2K followers'), ...Array.from({ length: 500 }, () => found('1'.repeat(2000)))]
  const address = 'https://search.test/search?q=acme&pageno=1'
  const read = () => facebook.read(answer(address, JSON.stringify({ results })), 'acme', settings)
  expect(read().records[0]).toMatchObject({ followers: '1.2K', name: 'Acme' })
  expect(read).toTakeLessThan(400)
})

test('S-070 an address on the page that is none costs its own product only, not the job', () => {
  const link = '<a href="http://[x/p/2a">₹5</a><a href="/acme/p/3a">₹7</a>'
  const { records } = meesho.read(answer('https://www.meesho.com/search?q=a', link), 'a', settings)
  expect(records.map(({ pid }) => pid)).toEqual(['3a'])
  const widget = { productInfo: { value: { id: 'PID1', baseUrl: 'http://[x' } } }
  const state = `__INITIAL_STATE__ = ${JSON.stringify({ widget })}`
  const read = flipkart.read(answer('https://www.flipkart.com/search?q=a', state), 'a', settings)
  expect(read.records).toMatchObject([{ pid: 'PID1', url: '' }])
})

test('an amount below the price, as for a coupon, is no MRP', () => {
  const card = '<a href="/acme/p/itm1?pid=PID1">Acme</a> ₹499 Extra ₹50 off'
  const found = flipkart.read(answer('https://www.flipkart.com/search?q=a', card), 'a', settings)
  expect(found.records).toMatchObject([{ price: '499', mrp: '' }])
  const page = '<h1>Acme</h1><p>₹499</p><p>₹50 cashback</p>'
  const product = flipkart.read(answer('https://www.flipkart.com/acme/p/itm1?pid=PID1', page), 'a', settings)
  expect(product.records).toMatchObject([{ price: '499', mrp: '' }])
  const other = '<p>Up to ₹100 off over ₹999</p><h1>Acme</h1><script type="application/ld+json">'
  const stated = `${other}${JSON.stringify({ '@type': 'Product', name: 'Acme', offers: { price: 499 } })}</script>`
  const more = flipkart.read(answer('https://www.flipkart.com/acme/p/itm1?pid=PID1', stated), 'a', settings)
  expect(more.records).toMatchObject([{ price: '499', mrp: '' }])
  const saree = '<a href="/acme/p/5z1c"><p>₹349</p><p>₹20 off</p></a>'
  const { records } = meesho.read(answer('https://www.meesho.com/search?q=a', saree), 'a', settings)
  expect(records).toMatchObject([{ price: '349', mrp: '' }])
})

test('a page that opens scripts or headings without end is read in time in proportion to its length', () => {
  for (const piece of ['<script ', '<h1>', 'id="sellerName">']) {
    const page = piece.repeat(Math.ceil(2_000_000 / piece.length))
    const started = performance.now()
    const read = () => flipkart.read(answer('https://www.flipkart.com/acme/p/itm1?pid=PID1', page), 'a', settings)
    expect(read).toThrow('names no product id, title or price')
    expect([piece, performance.now() - started < 2000]).toEqual([piece, true])
  }
})

test('half of a character, as a cut text ends with, is no reason to fail', () => {
  const product = { product_id: 1, name: 'Acme', price: 5, slug: 'acme-\ud83d' }
  const page = `__NEXT_DATA__ ${JSON.stringify({ product })}`
  const { records } = meesho.read(answer('https://www.meesho.com/search?q=a', page), 'a', settings)
  expect(records).toMatchObject([{ title: 'Acme', url: 'https://www.meesho.com/acme-%EF%BF%BD/p/1' }])
})
