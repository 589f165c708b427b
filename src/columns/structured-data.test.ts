import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { elementsOf, parseHtml, textOf } from './html-tree.ts'
import { looseJson } from './loose-json.ts'
import type { Item, ItemValue } from './items.ts'
import { readStructuredData } from './structured-data.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../tests/fixtures/page-reading/structured-data/${name}`, import.meta.url), 'utf8')
const read = (html: string) => readStructuredData(parseHtml(html).document)

/** An item as the fixtures have it: one value alone, several as a list. */
const plain = (item: Item): unknown => ({
  properties: Object.fromEntries(
    Object.entries(item.properties).map(([name, values]) => {
      const list = values.map((value: ItemValue) => (typeof value === 'string' ? value : plain(value)))
      return [name, list.length === 1 ? list[0] : list]
    }),
  ),
  type: item.writtenTypes?.[0],
})

test.each(['Event.001', 'Event.008', 'LocalBusiness.003', 'product'])('microdata of %s', (name) => {
  expect(read(fixture(`${name}.html`)).microdata.map(plain)).toEqual(JSON.parse(fixture(`${name}.json`)))
})

test.each(['AllocateAction.001', 'JSONLD_with_control_characters'])('broken JSON-LD of %s', (name) => {
  expect(read(fixture(`${name}.html`)).jsonLdValues).toEqual(JSON.parse(fixture(`${name}.jsonld`)))
})

test.each([
  ['{"a": 1, /* note */ "b": [1, 2,],}', { a: 1, b: [1, 2] }],
  ["{a: 'it\\'s', b: undefined, 'c': +1.5e1}", { a: "it's", b: null, c: 15 }],
  ['{"a": "line 1\nline 2", "b": {"c": "cut off', { a: 'line 1\nline 2', b: { c: 'cut off' } }],
  ['<!-- {"a": "x" "b": 2} -->', { a: 'x', b: 2 }],
  ['{"a":"\\u00e9\\/"};', { a: 'é/' }],
  ['[{"a":1}{"b":2}]', [{ a: 1 }, { b: 2 }]],
  ['', undefined],
])('loose JSON %s', (text, value) => expect(looseJson(text)).toEqual(value))

test('names that change prototypes are left out', () => {
  const value = looseJson('{"__proto__": {"polluted": true}, "a": 1, }') as Record<string, unknown>
  expect([Object.keys(value), value['polluted']]).toEqual([['a'], undefined])
  expect(Object.keys(looseJson('{"__proto__": {"polluted": true}, "a": 1}') as object)).toEqual(['a'])
})

test('RDFa Lite, Open Graph, references by @id and the graph', () => {
  const { rdfa, meta, jsonLd } = read(`
    <meta property="OG:Price:amount" content="12.50"><meta name="description" content="Short">
    <div vocab="https://schema.org/" typeof="Product"><span property="name">Anvil</span>
      <div property="offers" typeof="Offer"><span property="price" content="9.99">about ten</span></div></div>
    <script type="application/ld+json">{"@graph":[{"@type":"Product","name":"A","brand":{"@id":"#b"}},
      {"@type":["Brand"],"@id":"#b","name":"ACME"}]}</script>`)
  expect(meta['og:price:amount']).toEqual(['12.50'])
  expect(rdfa[0]?.properties['name']).toEqual(['Anvil'])
  expect((rdfa[0]!.properties['offers']![0] as Item).properties['price']).toEqual(['9.99'])
  expect((jsonLd[0]!.properties['brand']![0] as Item).properties['name']).toEqual(['ACME'])
})

test('an itemref that leads back to its own item ends', () => {
  const { microdata } = read(
    '<div itemscope id="a" itemref="b"></div><div id="b" itemprop="x" itemscope itemref="c"></div><div id="c" itemprop="y" itemscope itemref="b"></div>',
  )
  expect(microdata).toHaveLength(1)
  expect(JSON.stringify(microdata).length).toBeLessThan(1000)
})

test('the tree is bounded in depth, elements, attributes and length, and keeps what came before', () => {
  const { document, isCut } = parseHtml(`<p>first</p>${'<div>'.repeat(100_000)}deep`)
  expect(isCut).toBe(true)
  expect(textOf(document)).toContain('first')
  expect([...parseHtml('<i></i>'.repeat(50), { elements: 10 }).document.children].length).toBeLessThanOrEqual(11)
  const [long] = elementsOf(parseHtml(`<p title="${'x'.repeat(500)}">`, { attribute: 100 }).document)
  expect(long?.attribs['title']).toHaveLength(100)
  expect(parseHtml('abc'.repeat(100), { length: 10 }).isCut).toBe(true)
})
