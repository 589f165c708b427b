import type { Document } from 'domhandler'
import { getHostname } from 'tldts'
import { currencyCode } from '#columns/currencies.ts'
import { attributeOf, elementsOf, onOneLine, parseHtml, rawTextOf, type HtmlBounds } from '#columns/html-tree.ts'
import { readPriceText } from '#columns/prices.ts'
import { readStructuredData, type StructuredData } from '#columns/structured-data.ts'
import { findAvailability } from './find-availability.ts'
import { findPrice } from './find-price.ts'
import { findSeller } from './find-seller.ts'
import { findSku } from './find-sku.ts'
import { fieldsOfItems, stockOfText } from './from-items.ts'
import type { Money, PageFields } from './page-fields.ts'
import { outlineOf } from './page-outline.ts'
import { firstAt, readPlaced } from './read-placed.ts'
import { siteRuleOf } from './sites/all-sites.ts'
import type { SiteRule } from './sites/site-rule.ts'

/** A page as it was received; `url` is its address, if that is known. */
export type PageSource = { html: string; url?: string }

/**
 * Reads what a product page, a profile or an app page says. Structured data first, then the page itself, and before
 * both the rule of the site where there is one. Never fails: a field that is not found is not there. The page is
 * untrusted; time, depth and memory are bounded by `parseHtml`.
 */
export function readPage({ html, url: given }: PageSource, bounds: Partial<HtmlBounds> = {}): PageFields {
  const { document } = parseHtml(html, bounds)
  const data = readStructuredData(document)
  const url = given ?? addressOf(document, data)
  const rule = url === '' ? undefined : siteRuleOf(url)
  return withoutUndefined({
    ...(url !== '' && { url, site: rule?.site ?? getHostname(url)?.replace(/^www\./, '') }),
    ...productOf(document, { data, url, rule }),
  })
}

type Reading = { data: StructuredData; url: string; rule: SiteRule | undefined }

function productOf(document: Document, { data, url, rule }: Reading): PageFields {
  const names = [data.meta['og:title']?.[0], titleOf(document), ...productNames(data)].filter(
    (one) => one !== undefined,
  )
  const outline = outlineOf(document, names)
  const { fields: described, prices } = fieldsOfItems(data, outline.titleText, url)
  const placed = rule === undefined ? {} : readPlaced(document, rule)
  const fromPlaces = fieldsOfPlaced(placed)
  const isThere = rule?.priceOnlyThere === true
  const onPage = isThere ? {} : findPrice(outline, prices)
  const price = fromPlaces.price ?? onPage.price
  const fromAddress = addressParts(url, rule)
  const sku = fromPlaces.sku ?? fromAddress['sku'] ?? findSku(document, outline, { url, described: described.sku })
  const mrp = fromPlaces.mrp ?? onPage.mrp ?? described.mrp
  return {
    ...described,
    title: placed.title ?? described.title ?? (outline.titleText || titleOf(document)),
    price: undefined,
    mrp: undefined,
    ...fromPlaces,
    ...(price && { price }),
    ...(mrp && price && Number(mrp.amount) > Number(price.amount) && { mrp }),
    availability: availabilityOf(document, {
      rule,
      stock: placed.stock,
      described: described.availability,
      found: findAvailability(outline),
      price,
    }),
    sku,
    ...(fromAddress['pid'] && { pid: fromAddress['pid'] }),
    ...(fromAddress['lid'] && { lid: fromAddress['lid'] }),
    ...(fromAddress['sellerId'] && { sellerId: fromAddress['sellerId'] }),
    seller: placed.seller ?? described.seller ?? findSeller(outline),
  } as PageFields
}

type Stock = {
  rule: SiteRule | undefined
  stock: string | undefined
  described: PageFields['availability']
  found: PageFields['availability']
  price: Money | undefined
}

function availabilityOf(
  document: Document,
  { rule, stock, described, found, price }: Stock,
): PageFields['availability'] {
  if (rule?.outOfStock && firstAt(document, rule.outOfStock) !== undefined) return 'OutOfStock'
  if (rule?.priceOnlyThere && price === undefined) return 'OutOfStock'
  const placed = stock === undefined ? undefined : stockOfText(stock)
  // A button that buys is better evidence than what the page says of itself.
  return placed ?? (described === 'OutOfStock' && found === 'InStock' ? found : (described ?? found))
}

function fieldsOfPlaced(placed: ReturnType<typeof readPlaced>): PageFields {
  const { price, mrp, image, stock: _, assured, ...texts } = placed
  const [paid, before] = [moneyOf(price), moneyOf(mrp)]
  return {
    ...texts,
    ...(image && { images: [image] }),
    ...(assured && { assured: 'yes' as const }),
    ...(paid && { price: paid }),
    ...(before && { mrp: before }),
  }
}

/** A price in words as an amount and an ISO code, where the currency is certain. */
export function moneyOf(text: string | undefined): Money | undefined {
  if (text === undefined) return undefined
  const { amount, currency } = readPriceText(text)
  if (amount === null) return undefined
  return { amount, ...(currency !== null && { currency: currencyCode(currency) ?? currency }) }
}

function addressParts(url: string, rule: SiteRule | undefined): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(rule?.address ?? {}).map(([part, pattern]) => [part, pattern.exec(url)?.[1]]),
  )
}

const productNames = ({ jsonLd, microdata }: StructuredData): string[] =>
  [...jsonLd, ...microdata]
    .filter((item) => item.types.some((type) => /product/i.test(type)))
    .slice(0, 5)
    .flatMap((item) => item.properties['name'] ?? [])
    .filter((one) => typeof one === 'string')

function titleOf(document: Document): string | undefined {
  for (const element of elementsOf(document))
    if (element.name === 'title' && element.parent && (element.parent as { name?: string }).name !== 'svg')
      return onOneLine(rawTextOf(element)).slice(0, 500) || undefined
  return undefined
}

/** The address a page gives for itself. */
function addressOf(document: Document, { meta }: StructuredData): string {
  for (const element of elementsOf(document)) {
    if (element.name === 'link' && /\bcanonical\b/i.test(attributeOf(element, 'rel'))) {
      const href = attributeOf(element, 'href').trim()
      if (/^https?:\/\//i.test(href) && URL.canParse(href)) return href
    }
  }
  const own = meta['og:url']?.[0] ?? ''
  return /^https?:\/\//i.test(own) && URL.canParse(own) ? own : ''
}

const withoutUndefined = (fields: PageFields): PageFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as PageFields
