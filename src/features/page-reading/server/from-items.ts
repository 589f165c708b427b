import { readPriceText } from '#columns/prices.ts'
import { readCountText } from '#columns/counts.ts'
import { currencyCode } from '#columns/currencies.ts'
import type { Item, ItemValue } from '#columns/items.ts'
import type { StructuredData } from '#columns/structured-data.ts'
import { overlap } from './page-outline.ts'
import type { Money, PageFields } from './page-fields.ts'

const productTypes =
  /^(product|individualproduct|productmodel|productgroup|vehicle|car|motorcycle|book|offer|aggregateoffer|event|musicevent|theaterevent|softwareapplication|mobileapplication|webapplication|service|course|accommodation|apartment|house|hotelroom|game|videogame|menuitem|drug)$/i

/** What a page says of itself for machines, with the item it is mainly about. */
export type Described = {
  fields: PageFields
  /** The prices said, of the item first, then of the meta elements. */
  prices: (Money | undefined)[]
  product: Item | undefined
}

/** The fields that structured data fill; `title` is the main heading, by which one of several products is chosen. */
export function fieldsOfItems(data: StructuredData, title: string, url: string): Described {
  const all = [...data.jsonLd, ...data.microdata, ...data.rdfa]
  const products = all.flatMap((item) => [item, ...mainEntities(item)]).filter(isProduct)
  const product = bestProduct(products, title, url)
  const fromMeta = fieldsOfMeta(data.meta)
  if (product === undefined) return { fields: fromMeta, prices: [fromMeta.price], product }
  const same = products.filter((one) => one !== product && isSame(one, product))
  const fields = [product, ...same].reduceRight<PageFields>(
    (sum, one) => ({ ...sum, ...fieldsOfProduct(one, url) }),
    {},
  )
  return { fields: { ...fromMeta, ...fields }, prices: [fields.price, fromMeta.price], product }
}

const isProduct = (item: Item) =>
  item.types.some((type) => productTypes.test(type)) && Object.keys(item.properties).length > 1
const isItem = (value: ItemValue): value is Item => typeof value !== 'string'
const mainEntities = (item: Item): Item[] =>
  ['mainEntity', 'mainEntityOfPage', 'about', 'hasVariant', 'itemOffered']
    .flatMap((name) => (item.properties[name] ?? []).filter(isItem))
    .slice(0, 200)

/** The first text of a property, or of the name or value of an item in it. */
export function textOfProperty(item: Item, ...names: string[]): string | undefined {
  for (const name of names)
    for (const value of item.properties[name] ?? []) {
      const text = isItem(value) ? (textOfProperty(value, 'name', 'value', 'url', 'contentUrl') ?? undefined) : value
      if (text !== undefined && text.trim() !== '') return text.trim()
    }
  return undefined
}

function bestProduct(products: readonly Item[], title: string, url: string): Item | undefined {
  let best: { item: Item; score: number } | undefined
  for (const item of products.slice(0, 300)) {
    const name = textOfProperty(item, 'name') ?? ''
    const score =
      (title === '' ? 0 : overlap(name, title) * 3) +
      (item.properties['offers'] === undefined && item.properties['price'] === undefined ? 0 : 1) +
      pointsTo(item, url) * 1.5
    if (best === undefined || score > best.score + 0.01) best = { item, score }
  }
  return best?.item
}

/** Whether an item is that of the address: 2 where its own address says so in every part, 1 where the path or its number does. */
function pointsTo(item: Item, url: string): 0 | 1 | 2 {
  if (url === '') return 0
  const offered = [item, ...(item.properties['offers'] ?? []).filter(isItem).slice(0, 5)]
  let isPath = false
  for (const own of offered.map((one) => textOfProperty(one, 'url'))) {
    if (own === undefined || !URL.canParse(own, url)) continue
    const [a, b] = [new URL(own, url), new URL(url)]
    if (a.pathname !== b.pathname || a.pathname.length < 2) continue
    isPath = true
    if (a.search.length > 1 && [...a.searchParams].every(([name, value]) => b.searchParams.get(name) === value))
      return 2
  }
  const sku = textOfProperty(item, 'sku', 'productID')
  return isPath || (sku !== undefined && sku.length >= 5 && url.includes(sku)) ? 1 : 0
}

const isSame = (a: Item, b: Item): boolean => {
  const [first, second] = [textOfProperty(a, 'name'), textOfProperty(b, 'name')]
  return first !== undefined && second !== undefined && first.toLowerCase() === second.toLowerCase()
}

function fieldsOfProduct(item: Item, url: string): PageFields {
  const offers = [...(item.properties['offers'] ?? []), ...(item.properties['hasVariant'] ?? [])].filter(isItem)
  const offer = chooseOffer(offers, url) ?? item
  const rating = (item.properties['aggregateRating'] ?? []).filter(isItem)[0]
  const price = priceOf(offer) ?? priceOf(item)
  return withoutEmpty({
    title: textOfProperty(item, 'name'),
    description: textOfProperty(item, 'description'),
    images: imagesOf(item),
    brand: textOfProperty(item, 'brand', 'manufacturer'),
    price,
    mrp: listPriceOf(offer),
    availability: availabilityOf(offer, offers),
    sku: idOf(
      textOfProperty(item, 'sku') ??
        textOfProperty(offer, 'sku') ??
        textOfProperty(item, 'productID', 'productId', 'productGroupID'),
    ),
    mpn: textOfProperty(item, 'mpn'),
    gtin: textOfProperty(item, 'gtin13', 'gtin', 'gtin8', 'gtin12', 'gtin14', 'isbn'),
    seller: textOfProperty(offer, 'seller', 'offeredBy'),
    rating: ratingOf(rating && textOfProperty(rating, 'ratingValue')),
    numberOfRatings: countOf(rating && textOfProperty(rating, 'ratingCount', 'reviewCount')),
    numberOfReviews: countOf(rating && textOfProperty(rating, 'reviewCount')),
  })
}

const withoutEmpty = (fields: { [Name in keyof PageFields]: PageFields[Name] | undefined }): PageFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as PageFields

/** A rating as a plain number: '4,5 von 5' gives '4.5'. */
export const ratingOf = (text: string | undefined): string | undefined =>
  /\d+(?:[.,]\d+)?/.exec(text ?? '')?.[0].replace(',', '.')

const countOf = (text: string | undefined) => (text === undefined ? undefined : readCountText(text))

const idOf = (text: string | undefined) => text?.replace(/^(sku|mpn|id|isbn|productid):\s*/i, '').trim()

function imagesOf(item: Item): string[] | undefined {
  const images = (item.properties['image'] ?? []).map((one) =>
    isItem(one) ? textOfProperty(one, 'contentUrl', 'url') : one,
  )
  const found = images.filter((one) => one !== undefined && one !== '').slice(0, 20) as string[]
  return found.length > 0 ? found : undefined
}

/** Of several offers the one of this address, else the first that is in stock, else the first. */
function chooseOffer(offers: readonly Item[], url: string): Item | undefined {
  const flat = offers.flatMap((offer) => {
    const inner = (offer.properties['offers'] ?? []).filter(isItem)
    return inner.length > 0 && priceOf(offer) === undefined ? inner : [offer]
  })
  return (
    flat.find((offer) => pointsTo(offer, url) === 2 && priceOf(offer) !== undefined) ??
    flat.find((offer) => pointsTo(offer, url) > 0 && priceOf(offer) !== undefined) ??
    flat.find((offer) => priceOf(offer) !== undefined && stockOf(offer) !== 'OutOfStock') ??
    flat.find((offer) => priceOf(offer) !== undefined) ??
    flat[0]
  )
}

/** A price as machines write it: '.' divides decimals unless it is written otherwise. */
export function machinePrice(text: string | undefined, currency: string | undefined): Money | undefined {
  // '1e+21' is how a program writes what is no price.
  if (text === undefined || /^\s*[\d.]+e[+-]?\d+\s*$/i.test(text)) return undefined
  const isPlain = /^\d+(\.\d+)?$/.test(text.trim())
  const read = readPriceText(text, currency ?? '', isPlain ? '.' : undefined)
  if (read.amount === null) return undefined
  const written = currency?.trim() || read.currency || undefined
  const code = written && (currencyCode(written) ?? written)
  return { amount: read.amount, ...(code && { currency: code }) }
}

function priceOf(offer: Item): Money | undefined {
  const specification = (offer.properties['priceSpecification'] ?? []).filter(isItem)
  // A list price is what it cost before; it stands in only where nothing else is said.
  const sources = [offer, ...specification.filter((one) => !isListPrice(one)), ...specification.filter(isListPrice)]
  for (const source of sources) {
    const text = textOfProperty(source, 'price') ?? textOfProperty(source, 'lowPrice')
    const price = machinePrice(text, textOfProperty(source, 'priceCurrency') ?? textOfProperty(offer, 'priceCurrency'))
    if (price !== undefined && Number(price.amount) > 0) return price
  }
  return undefined
}

const isListPrice = (one: Item) => /list|strikethrough|msrp|srp/i.test(textOfProperty(one, 'priceType') ?? '')

function listPriceOf(offer: Item): Money | undefined {
  const list = (offer.properties['priceSpecification'] ?? []).filter(isItem).find(isListPrice)
  return list && machinePrice(textOfProperty(list, 'price'), textOfProperty(list, 'priceCurrency'))
}

const gone = /(outofstock|soldout|discontinued|out of stock|sold out|oos\b|unavailable|backorder_no)/i
const here =
  /(instock|in stock|limitedavailability|onlineonly|instoreonly|preorder|presale|backorder|available|madetoorder)/i

/** What a value of schema.org or Open Graph says about the stock. */
export function stockOfText(text: string): PageFields['availability'] {
  if (gone.test(text.replace(/[_-]/g, ' ')) || gone.test(text.replace(/[\s_-]/g, ''))) return 'OutOfStock'
  return here.test(text) || here.test(text.replace(/[\s_-]/g, '')) ? 'InStock' : undefined
}

const stockOf = (offer: Item): PageFields['availability'] => {
  const text = textOfProperty(offer, 'availability')
  return text === undefined ? undefined : stockOfText(text)
}

const availabilityOf = (offer: Item, offers: readonly Item[]): PageFields['availability'] =>
  stockOf(offer) ?? offers.map(stockOf).find((one) => one !== undefined)

/** Open Graph and other meta elements. */
function fieldsOfMeta(meta: StructuredData['meta']): PageFields {
  const first = (...names: string[]) => names.map((name) => meta[name]?.[0]).find((one) => one !== undefined)
  const currency = first(
    'product:price:currency',
    'og:price:currency',
    'twitter:data1:currency',
    'product:sale_price:currency',
  )
  const sale = machinePrice(first('product:sale_price:amount', 'product:sale_price'), currency)
  const usual = machinePrice(
    first('product:price:amount', 'og:price:amount', 'product:price', 'og:price', 'price'),
    currency,
  )
  const price = sale ?? usual
  const original = machinePrice(first('product:original_price:amount', 'og:price:standard_amount'), currency)
  const isLower = original && price && Number(original.amount) > Number(price.amount)
  const stock = first('product:availability', 'og:availability', 'availability')
  return withoutEmpty({
    title: first('og:title', 'twitter:title', 'dc.title'),
    description: first('og:description', 'description', 'twitter:description', 'dcterms.abstract'),
    images: meta['og:image']?.slice(0, 20) ?? meta['twitter:image']?.slice(0, 1),
    brand: first('product:brand', 'og:brand', 'brand'),
    price: price && Number(price.amount) > 0 ? price : undefined,
    mrp: isLower ? original : undefined,
    availability: stock === undefined ? undefined : stockOfText(stock),
    sku: first('product:retailer_item_id', 'product:sku', 'og:sku', 'sku'),
    mpn: first('product:mfr_part_no'),
    gtin: first('product:gtin', 'product:ean', 'product:upc', 'product:isbn', 'product:gtin13'),
  })
}
