import type { Document, Element } from 'domhandler'
import { attributeOf, elementsOf, rawTextOf } from '#columns/html-tree.ts'
import { looseJson, type Json } from '#columns/loose-json.ts'
import { machinePrice, stockOfText } from './from-items.ts'
import type { Money, PageFields } from './page-fields.ts'
import { overlap } from './page-outline.ts'

/** What a page's scripts hold about the product of a given name. */
export type ScriptProduct = { price?: Money; sku?: string; availability?: PageFields['availability'] }

const bounds = { characters: 3_000_000, values: 40, records: 30_000, depth: 24 }

/**
 * Reads the product from the data that a page's own scripts carry: the state of single-page applications, data layers of
 * analytics. `names` are what the page calls itself; a record whose name is unlike all of them is another product's.
 * Nothing is run; bounded by characters and records. Undefined where there is no such product.
 */
export function productInScripts(document: Document, names: readonly string[]): ScriptProduct | undefined {
  let best: { product: ScriptProduct; score: number } | undefined
  let left = bounds.records
  const visit = (value: Json, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > bounds.depth || left-- <= 0) return
    if (!Array.isArray(value)) {
      const product = productOf(value)
      const likeness = product === undefined ? 0 : likenessOf(value, names)
      // Of equally alike ones the one that says more, then the first.
      const score = likeness + (product?.sku === undefined ? 0 : 0.1)
      if (product && likeness >= 0.6 && score > (best?.score ?? 0) + 0.01) best = { product, score }
    }
    for (const one of Object.values(value)) visit(one, depth + 1)
  }
  for (const value of valuesInScripts(document)) visit(value, 0)
  return best?.product
}

type Fields = { [name: string]: Json }
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameNames = ['name', 'title', 'productName', 'product_name', 'item_name', 'displayName', 'subject']

/** How like the page's names a record's own name is, or that of a part which says what it is. */
function likenessOf(record: Fields, names: readonly string[]): number {
  const parts = [
    record,
    ...Object.keys(record).flatMap((name) => (/title|product|info/i.test(name) ? record[name]! : [])),
  ]
  const own = parts.filter(isFields).flatMap((part) => nameNames.map((name) => part[name]))
  const written = own.find((one) => typeof one === 'string' && one.length > 2 && one.length < 300)
  return typeof written === 'string' ? Math.max(0, ...names.map((name) => overlap(written, name))) : 0
}

const priceNames =
  /^(?:formatt?ed)?_?(?:min)?_?(?:activity|sale|special|current|final|offer|selling|discounted|promo|now)_?(?:price|amount)s?(?:_?value)?$|^price_?(?:info|data|module|range|current|final|value|with_?tax|incl_?tax)?s?$|^pricing$/i
const amountNames = /^(?:(?:current|sale|final|min|selling)_?)?(?:price|value|amount)$|^(?:current|now|sale|final)$/i
const currencyNames = /^(?:price_?)?currency(?:_?(?:code|unit|id|iso))?$/i
const skuNames = [
  'sku',
  'productSku',
  'skuId',
  'articleNumber',
  'item_id',
  'usItemId',
  'productCode',
  'article',
  'vendorCode',
  'partNumber',
  'productId',
  'product_id',
]
const stockNames =
  /^(?:availability(?:_?status)?|stock_?status|(?:is_?)?in_?stock|available|is_?available|availableForSale)$/i

function productOf(record: Fields): ScriptProduct | undefined {
  const price = priceIn(record, undefined, 0)
  if (price === undefined) return undefined
  const sku = skuNames.map((name) => record[name]).find((one) => typeof one === 'string' || typeof one === 'number')
  const availability = stockIn(record, 0)
  return {
    price,
    ...(sku !== undefined && { sku: String(sku).slice(0, 60) }),
    ...(availability && { availability }),
  }
}

/** The price of a record or of the parts of it that are named for prices; of several the reduced one. */
function priceIn(record: Fields, outer: string | undefined, depth: number): Money | undefined {
  const written = Object.keys(record).find((name) => currencyNames.test(name) && typeof record[name] === 'string')
  const currency = written === undefined ? outer : String(record[written])
  const named = Object.keys(record).filter((name) => (depth === 0 ? priceNames : amountOrPrice).test(name))
  const isReduced = (name: string) =>
    /activity|sale|special|current|final|offer|selling|discounted|promo|now/i.test(name)
  for (const name of named.toSorted((a, b) => Number(isReduced(b)) - Number(isReduced(a)))) {
    const value = record[name]!
    const price =
      typeof value === 'number' || typeof value === 'string'
        ? machinePrice(String(value).slice(0, 60), currency)
        : isFields(value) && depth < 3
          ? priceIn(value, currency, depth + 1)
          : undefined
    if (price !== undefined && Number(price.amount) > 0) return price
  }
  return undefined
}
const amountOrPrice = new RegExp(`${priceNames.source}|${amountNames.source}`, 'i')

function stockIn(record: Fields, depth: number): PageFields['availability'] {
  for (const [name, value] of Object.entries(record)) {
    if (isFields(value) && depth === 0 && /stock|availab|inventory/i.test(name)) {
      const inner = stockIn(value, 1)
      if (inner) return inner
    } else if (stockNames.test(name) || (depth === 1 && /^status$/i.test(name))) {
      if (typeof value === 'boolean') return value ? 'InStock' : 'OutOfStock'
      const stock = typeof value === 'string' ? stockOfText(value) : undefined
      if (stock) return stock
    }
  }
  return undefined
}

/** Where a script gives a value to a name, or hands one to a function. */
const valueStart = /(?:[\w$\]]\s{0,3}=|\(|,)\s{0,3}(?=[{[])/g

/** The records and lists that scripts hold, the first ones. */
function* valuesInScripts(document: Document): Generator<Json> {
  let [left, values] = [bounds.characters, bounds.values]
  for (const element of elementsOf(document)) {
    if (element.name !== 'script' || attributeOf(element, 'src') !== '' || left <= 0 || values <= 0) continue
    const text = rawTextOf(element).slice(0, left)
    left -= text.length
    if (!/price/i.test(text)) continue
    if (isJson(element)) {
      values--
      const value = looseJson(text)
      if (value !== undefined) yield value
      continue
    }
    for (const value of quotedValues(text)) {
      if (values-- <= 0) break
      yield value
    }
    valueStart.lastIndex = 0
    for (let found = valueStart.exec(text); found && values > 0; found = valueStart.exec(text)) {
      const start = found.index + found[0].length
      const end = endOf(text, start)
      const part = text.slice(start, end)
      valueStart.lastIndex = end
      // A function's body and a list of arguments are no data.
      if (part.length < 40 || !/price/i.test(part) || !/^[{[]\s{0,40}["'{[\w$]+\s{0,5}["':{[]/.test(part)) continue
      values--
      const value = looseJson(part)
      if (value !== undefined) yield value
    }
  }
}

/** `JSON.parse("…")`: the record is written as a text. */
function* quotedValues(text: string): Generator<Json> {
  for (const { index, 0: start } of text.matchAll(/JSON\.parse\(\s{0,5}(?=["'])/g)) {
    const from = index + start.length
    const written = text.slice(from, endOfText(text, from, text[from]!) + 1)
    if (written.length < 40 || !/price/i.test(written)) continue
    const plain =
      written[0] === "'"
        ? `"${written
            .slice(1, -1)
            .replaceAll("\\'", "'")
            .replace(/(?<!\\)"/g, '\\"')}"`
        : written
    const inner = looseJson(plain)
    const value = typeof inner === 'string' ? looseJson(inner) : undefined
    if (value !== undefined) yield value
  }
}

const isJson = (element: Element): boolean => {
  const type = attributeOf(element, 'type')
  return /json/i.test(type) && !/ld\+json/i.test(type)
}

/** The end of the record or list that starts at a place; texts in it are passed over. */
function endOf(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '"' || sign === "'") at = endOfText(text, at, sign)
    else if (sign === '{' || sign === '[') depth++
    else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1
  }
  return text.length
}

function endOfText(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote || text[at] === '\n') return at
  }
  return text.length
}
