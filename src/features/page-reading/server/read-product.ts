import type { Document } from 'domhandler'
import { readCountText } from '#columns/counts.ts'
import { currencyCode } from '#columns/currencies.ts'
import { elementsOf } from '#columns/html-tree.ts'
import { readPriceText } from '#columns/prices.ts'
import { findAvailability } from './find-availability.ts'
import { findPrice } from './find-price.ts'
import { findSeller } from './find-seller.ts'
import { findSku } from './find-sku.ts'
import { fieldsOfItems, ratingOf, stockOfText } from './from-items.ts'
import type { Money, PageFields } from './page-fields.ts'
import type { Outline } from './page-outline.ts'
import { firstAt, readBySelectors } from './read-by-selectors.ts'
import { productInScripts } from './script-products.ts'
import type { SiteRule } from './sites/site-rule.ts'
import type { Reading } from './reading.ts'

/** What a page says of the one thing it offers. */
export function readProduct(document: Document, outline: Outline, { data, url, rule, title }: Reading): PageFields {
  const { fields: described, prices } = fieldsOfItems(data, outline.titleText, url)
  const selected = rule === undefined ? {} : readBySelectors(document, rule)
  const fromSelectors = fieldsOfSelected(selected)
  // Where none of the rule's selectors has anything, the site looks otherwise by now: the page is read as any other.
  const isThere = rule?.priceOnlyThere === true && selected.title !== undefined
  const statesPrice = prices.some((one) => one !== undefined) || fromSelectors.price !== undefined
  const names = [outline.titleText, title].filter((one) => one !== '')
  const inScripts = statesPrice || isThere ? undefined : productInScripts(document, names)
  const onPage = isThere ? {} : findPrice(outline, prices, inScripts?.price)
  const price = fromSelectors.price ?? onPage.price
  const fromAddress = addressParts(url, rule)
  const sku =
    fromSelectors.sku ??
    fromAddress['sku'] ??
    findSku(document, outline, { url, described: described.sku, seen: inScripts?.sku })
  const mrp = fromSelectors.mrp ?? onPage.mrp ?? described.mrp
  return {
    ...described,
    title: selected.title ?? described.title ?? (outline.titleText || title),
    price: undefined,
    mrp: undefined,
    ...fromSelectors,
    ...(price && { price }),
    ...(mrp && price && Number(mrp.amount) > Number(price.amount) && { mrp }),
    availability: availabilityOf(document, {
      rule,
      isThere,
      stock: selected.stock,
      described: described.availability,
      found: findAvailability(outline) ?? inScripts?.availability,
      price,
    }),
    sku,
    ...(fromAddress['pid'] && { pid: fromAddress['pid'] }),
    ...(fromAddress['lid'] && { lid: fromAddress['lid'] }),
    ...(fromAddress['sellerId'] && { sellerId: fromAddress['sellerId'] }),
    seller: selected.seller ?? described.seller ?? findSeller(outline),
  } as PageFields
}

type Stock = {
  rule: SiteRule | undefined
  /** The price stands at the rule's selectors, or nowhere. */
  isThere: boolean
  stock: string | undefined
  described: PageFields['availability']
  found: PageFields['availability']
  price: Money | undefined
}

function availabilityOf(
  document: Document,
  { rule, isThere, stock, described, found, price }: Stock,
): PageFields['availability'] {
  if (rule?.outOfStock && firstAt([...elementsOf(document)], rule.outOfStock) !== undefined) return 'OutOfStock'
  if (isThere && price === undefined) return 'OutOfStock'
  const selected = stock === undefined ? undefined : stockOfText(stock)
  // A button that buys is better evidence than what the page says of itself.
  return selected ?? (described === 'OutOfStock' && found === 'InStock' ? found : (described ?? found))
}

function fieldsOfSelected(selected: ReturnType<typeof readBySelectors>): PageFields {
  const { price, mrp, image, assured, rating, sellerRating, numberOfRatings, numberOfReviews } = selected
  const texts = pick(selected, ['title', 'brand', 'sku', 'pid', 'lid', 'seller', 'sellerId', 'description'])
  const [paid, before] = [moneyOf(price), moneyOf(mrp)]
  const [ofProduct, ofSeller] = [ratingOf(rating), ratingOf(sellerRating)]
  return {
    ...texts,
    ...(ofProduct && { rating: ofProduct }),
    ...(ofSeller && { sellerRating: ofSeller }),
    ...count('numberOfRatings', numberOfRatings),
    ...count('numberOfReviews', numberOfReviews),
    ...(image && { images: [image] }),
    ...(assured && { assured: 'yes' as const }),
    ...(paid && { price: paid }),
    ...(before && { mrp: before }),
  }
}

const pick = <Name extends keyof ReturnType<typeof readBySelectors>>(
  selected: ReturnType<typeof readBySelectors>,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.filter((name) => selected[name] !== undefined).map((name) => [name, selected[name]!]),
  ) as Partial<Record<Name, string>>

const count = (name: 'numberOfRatings' | 'numberOfReviews', text: string | undefined) => {
  const number = text === undefined ? undefined : readCountText(text)
  return number === undefined ? {} : { [name]: number }
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
