import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPage } from './page-reader.ts'
import { siteRules } from './sites/all-sites.ts'
import { structuredPage } from './structured-page.ts'

const json = (text: string) => `<script type="application/ld+json">${text}</script>`
const itemrefs = Array.from({ length: 60 }, (_, i) => {
  const all = Array.from({ length: 50 }, (__, j) => `i${j}`).join(' ')
  return `<div id="i${i}" itemscope itemprop="p" itemref="${all}"></div>`
}).join('')

const pages: Record<string, string> = {
  'nested 100,000 deep': `${'<div>'.repeat(100_000)}$5`,
  '10 MB of paragraphs': '<p>some words here and there $12.00 sold out</p>'.repeat(220_000),
  '100,000 prices': '<span class=price>$1.99</span>'.repeat(100_000),
  'a million closing tags': '<b>'.repeat(2900) + '</x>'.repeat(1_000_000),
  'a list of 50,000 cards': `<ul>${'<li><a href=x><img src=y>$4</a></li>'.repeat(50_000)}</ul>`,
  'JSON-LD nested 200,000 deep': json('{"a":'.repeat(200_000)),
  'JSON-LD of comments': json(`{${'/*'.repeat(500_000)}`),
  'JSON-LD of quotes': json(`{a:${"'".repeat(500_000)}`),
  'items that refer to one another': itemrefs,
  'an attribute of 4 MB': `<div class="${'a '.repeat(2_000_000)}">$5</div>`,
  '200,000 attributes': `<div ${Array.from({ length: 200_000 }, (_, i) => `a${i}=1`).join(' ')}>`,
  '1,000,000 comments that never end': '<!--'.repeat(1_000_000),
  '20,000 long headings': `<title>${'a '.repeat(1000)}</title>${`<h1>${'a '.repeat(300)}</h1>`.repeat(20_000)}`,
  '100,000 labels': '<p>SKU: a1b2</p>'.repeat(100_000),
  'scripts of 3 MB of open braces': `<h1>Anvil</h1><script>price=${'{'.repeat(3_000_000)}</script>`,
  'a script of 100,000 assignments': `<h1>Anvil</h1><script>${'a={"name":"Anvil","price":1};b=(['.repeat(100_000)}</script>`,
  'a state of 100,000 products': `<h1>Anvil</h1><script type="application/json">[${'{"name":"Anvil one two","price":{"value":"1"}},'.repeat(60_000)}]</script>`,
  '5 MB of spaces': `<p>${' '.repeat(5_000_000)}5 $</p>`,
}

// The bound is four times the slowest one alone.
test.each(Object.keys(pages))(
  'reads in bounded time: %s',
  (name) => {
    expect(() => readPage({ html: pages[name]!, url: 'https://www.amazon.com/dp/B000000000' })).toTakeLessThan(5000)
  },
  60_000,
)

test('every pattern of a site reads long runs of digits, signs and spaces in linear time', () => {
  const patterns = siteRules.flatMap(({ fields }) =>
    Object.values(fields ?? {}).flatMap((selectors) =>
      selectors.flatMap((one) => (typeof one === 'string' || one.take === undefined ? [] : [one.take])),
    ),
  )
  const texts = ['1', '1,', '.', '1 ', '1 .'].map((part) => `${part.repeat(50_000)}x`)
  expect(patterns.length).toBeGreaterThan(8)
  expect(() => {
    for (const pattern of patterns) for (const text of texts) pattern.exec(text)
  }).toTakeLessThan(500)
})

test('no mixture of markup makes the reader fail', () => {
  const parts = fc.constantFrom(
    '<div>',
    '</div>',
    '<p class="price">',
    '$',
    '12',
    ',99',
    '<h1>',
    '<del>',
    'SKU: ',
    'a1',
    '<table><tr><td>',
    '&amp;',
    '<!--',
    '-->',
    '<script type="application/ld+json">',
    '{"@type":"Product","offers":',
    '[',
    '}',
    '</script>',
    '<meta property="og:price:amount" content="',
    '">',
    '<svg><title>',
    '<div itemscope itemprop="a" itemref="b" id="b">',
    'sold out',
    '\u0000',
    '\ud800',
    '<a href="http://[">',
    '<img src="//">',
  )
  fc.assert(
    fc.property(
      fc.array(parts, { maxLength: 80 }),
      fc.constantFrom('', 'https://t.me/x', 'https://play.google.com/?id=a.b', 'nonsense'),
      (list, url) => {
        const html = list.join('')
        expect(typeof JSON.stringify([readPage({ html, url }), structuredPage(html)])).toBe('string')
      },
    ),
    { numRuns: 150 },
  )
})

test('an ordinary page of half a megabyte takes far less than a second of processor time', () => {
  const card =
    '<div class="card"><a href="/p/1"><img src="/1.jpg" alt=""></a><h3>Anvil</h3><span class="price">$3.00</span></div>'
  const section = `<section><p>${'Words about it. '.repeat(60)}</p>${card.repeat(6)}</section>`
  const html = `<h1>Anvil</h1><b class="price">$9.99</b><p>SKU: AN-1</p>${section.repeat(320)}`
  readPage({ html })
  expect(() => expect(readPage({ html }).price?.amount).toBe('9.99')).toTakeLessThan(700)
}, 20_000)
