import { at, isBotCheck, jsonAfter, type Link, linksIn, objectsIn, pricesIn, textIn, textOf } from './page-parts.ts'
import {
  checkStatus,
  isObject,
  oneLine,
  originOf,
  type Source,
  type SourceAnswer,
  SourceChanged,
  type SourceRecord,
  SourceRefused,
} from './source.ts'

const title = 'Flipkart'
const site = 'https://www.flipkart.com'
const columns = ['term', 'title', 'url', 'pid', 'lid', 'seller', 'price', 'mrp', 'rating'] as const

/** Listing and product ids of a term's result pages, ten at most, or of one product page. */
export const flipkart: Source = {
  key: 'flipkart',
  title,
  origin: site,
  kind: 'pages',
  missing: () => undefined,
  columns,
  secondsBetween: 4,
  maxPages: 10,
  maxTerm: 300,
  isAddress: (term) => addressPattern.test(term),
  probe: 'shoes',
  ask: (term, settings, next = '1') => {
    const address = productAddress(term)
    const path = address ?? `/search?${new URLSearchParams({ q: term, page: next }).toString()}`
    return { address: originOf(flipkart, settings) + path, accept: 'text/html' }
  },
  read: (answer, term, settings) => {
    if (answer.status === 403 || answer.status === 529 || isBotCheck(answer.text))
      throw new SourceRefused(`${title} wants to know whether a person asks (${answer.status})`, true)
    if (answer.status === 404) throw new SourceRefused(`${title} has no such page (404)`)
    checkStatus(answer, title)
    const products = productsIn(answer)
    const url = new URL(pathOf(answer, originOf(flipkart, settings)), site)
    if (url.pathname !== '/search') return { records: [productPage({ ...answer, address: url.href }, products, term)] }
    const page = Number(url.searchParams.get('page') ?? 1)
    // A page behind the last one may say anything.
    if (
      products.size === 0 &&
      page === 1 &&
      !/no results found|did not match any|try checking the spelling/i.test(answer.text)
    )
      throw new SourceChanged(`${title}: its result page has no product and does not say 'no results'`)
    return {
      records: [...products.values()].map((one) => recordOf(one, term)),
      next: products.size > 0 ? String(page + 1) : undefined,
    }
  },
}

/** Path and query of an answer, whether the site itself gave it or a gateway. */
function pathOf({ address }: SourceAnswer, origin: string): string {
  const { pathname, search } = new URL(address)
  return address.startsWith(origin) ? address.slice(origin.length) : pathname + search
}

const addressPattern = /^(https?:\/\/|(www\.|dl\.)?flipkart\.com\/)/i

/** Path and query of a product page of Flipkart; undefined for a search term. Throws for other addresses. */
function productAddress(term: string): string | undefined {
  if (!addressPattern.test(term)) return undefined
  const address = /^https?:/i.test(term) ? term : `https://${term}`
  if (!URL.canParse(address) || !/(^|\.)flipkart\.com$/i.test(new URL(address).hostname))
    throw new SourceRefused('The address is not one of flipkart.com')
  const { pathname, searchParams, search } = new URL(address)
  if (pathname === '/search') throw new SourceRefused('Enter the search term instead of the address of a search')
  if (!/\/p\//.test(pathname) && !searchParams.has('pid'))
    throw new SourceRefused('The address is not that of a product')
  return pathname + search
}

type Product = Record<Exclude<(typeof columns)[number], 'term'>, string>

/** The products of a page by listing, from its state where it has one, else from its links. */
function productsIn({ text }: SourceAnswer): Map<string, Product> {
  const products = new Map<string, Product>()
  const state = jsonAfter(text, '__INITIAL_STATE__')
  for (const info of objectsIn(state, (one) => isObject(one['productInfo']))) {
    const product = fromState(at(info, 'productInfo', 'value') ?? info['productInfo'])
    if (product) products.set(`${product.pid} ${product.lid}`, product)
  }
  for (const link of linksIn(text, /\/p\/[^?]*\?(?:[^#]*&)?pid=/)) addLink(products, link)
  return products
}

function fromState(value: unknown): Product | undefined {
  const pid = oneLine(at(value, 'id'))
  if (pid === '') return undefined
  const path = oneLine(at(value, 'baseUrl')) || oneLine(at(value, 'smartUrl'))
  const prices = at(value, 'pricing')
  return {
    title: oneLine(at(value, 'titles', 'title')),
    url: path === '' || !URL.canParse(path, site) ? '' : new URL(path, site).href,
    pid,
    lid: oneLine(at(value, 'listingId')),
    seller: oneLine(at(value, 'sellerName')) || oneLine(at(value, 'seller', 'name')),
    price: oneLine(at(prices, 'finalPrice', 'value')) || oneLine(at(prices, 'finalPrice', 'decimalValue')),
    mrp: oneLine(at(prices, 'mrp', 'value')) || oneLine(at(prices, 'mrp', 'decimalValue')),
    rating: oneLine(at(value, 'rating', 'average')),
  }
}

/** A product has several links: picture, name, price. What one lacks the next may have. */
function addLink(products: Map<string, Product>, { href, title: named, after }: Link): void {
  const url = URL.canParse(href, site) ? new URL(href, site) : undefined
  const pid = url?.searchParams.get('pid') ?? ''
  if (!url || pid === '') return
  const lid = url.searchParams.get('lid') ?? ''
  const key = `${pid} ${lid}`
  const known = products.get(key)
  const text = textOf(after)
  const { price, mrp } = pricesIn(text)
  const found: Product = {
    title:
      oneLine(named) || oneLine(/alt="([^"]{1,300})"/.exec(after)?.[1]) || oneLine(text.split('₹')[0]).slice(0, 300),
    url: `${site}${url.pathname}?${new URLSearchParams({ pid, ...(lid ? { lid } : {}) }).toString()}`,
    pid,
    lid,
    seller: '',
    price,
    mrp,
    rating: /\b([1-5](?:\.\d)?)\s?★|★\s?([1-5](?:\.\d)?)/.exec(text)?.slice(1).find(Boolean) ?? '',
  }
  if (!known) products.set(key, found)
  else for (const name of Object.keys(found) as (keyof Product)[]) known[name] ||= found[name]
}

/** The product of a product page: its ids from its own address and state, its seller and prices from the page. */
function productPage(answer: SourceAnswer, products: ReadonlyMap<string, Product>, term: string): SourceRecord {
  const url = new URL(answer.address)
  const state = jsonAfter(answer.text, '__INITIAL_STATE__')
  const pageContext = objectsIn(state, (one) => typeof one['productId'] === 'string' && 'listingId' in one)[0]
  const pid = url.searchParams.get('pid') ?? oneLine(pageContext?.['productId'])
  const known = [...products.values()].find((one) => one.pid === pid)
  const data = jsonAfter(answer.text, '"application/ld+json"')
  const item = objectsIn(data, (one) => one['@type'] === 'Product')[0]
  const text = textOf(answer.text)
  const { price, mrp } = pricesIn(text)
  const name =
    oneLine(at(pageContext, 'titles', 'title')) ||
    oneLine(item?.['name']) ||
    oneLine(textIn(answer.text, /<h1\b/i, '</h1>'))
  const shown =
    oneLine(at(item, 'offers', 'price')) || oneLine(at(pageContext, 'pricing', 'finalPrice', 'value')) || price
  if (pid === '' || (name === '' && shown === ''))
    throw new SourceChanged(`${title}: its product page names no product id, title or price`)
  return recordOf(
    {
      title: name,
      url: `${site}${url.pathname}${url.search}`,
      pid,
      lid: url.searchParams.get('lid') ?? (oneLine(pageContext?.['listingId']) || (known?.lid ?? '')),
      seller:
        oneLine(at(pageContext, 'trackingDataV2', 'sellerName')) ||
        oneLine(objectsIn(state, (one) => typeof one['sellerName'] === 'string')[0]?.['sellerName']) ||
        oneLine(textIn(answer.text, /id="sellerName"/, '</div>').replace(/\d(\.\d)?\s*$/, '')),
      price: shown,
      // The amount after the first one on the page says something of that one only.
      mrp:
        oneLine(at(pageContext, 'pricing', 'mrp', 'value')) ||
        (known?.mrp ?? (Number(price) === Number(shown) ? mrp : '')),
      rating: oneLine(at(item, 'aggregateRating', 'ratingValue')) || (known?.rating ?? ''),
    },
    term,
  )
}

const recordOf = (product: Product, term: string): SourceRecord => ({ term, ...product })
