import { at, isBotCheck, jsonAfter, linksIn, objectsIn, pricesIn, textOf } from './page-parts.ts'
import {
  checkStatus,
  oneLine,
  originOf,
  type Source,
  SourceChanged,
  type SourceRecord,
  SourceRefused,
} from './source.ts'

const title = 'Meesho'
const site = 'https://www.meesho.com'

/** Products of a term's result pages. */
export const meesho: Source = {
  key: 'meesho',
  title,
  origin: site,
  kind: 'pages',
  missing: () => undefined,
  columns: ['term', 'title', 'url', 'pid', 'supplier', 'price', 'mrp', 'rating', 'imageUrl'],
  secondsBetween: 4,
  maxPages: 5,
  maxTerm: 300,
  probe: 'saree',
  ask: (term, settings, next = '1') => ({
    address: `${originOf(meesho, settings)}/search?${new URLSearchParams({ q: term, page: next }).toString()}`,
    accept: 'text/html',
  }),
  read: (answer, term) => {
    if (answer.status === 403 || isBotCheck(answer.text))
      throw new SourceRefused(`${title} wants to know whether a person asks (${answer.status})`, true)
    checkStatus(answer, title)
    const records = recordsIn(answer.text, term)
    const page = Number(new URL(answer.address).searchParams.get('page') ?? 1)
    // A page behind the last one may say anything.
    if (records.length === 0 && page === 1 && !saysNothing(answer.text))
      throw new SourceChanged(`${title}: its result page has no product and does not say 'no results'`)
    return { records, next: records.length > 0 ? String(page + 1) : undefined }
  },
}

const saysNothing = (page: string): boolean =>
  /no (results|products) (were )?found|couldn.t find any|"catalogs"\s*:\s*\[\s*\]/i.test(page)

/** Products by id, from the page's state where it has one, else from its links. */
function recordsIn(page: string, term: string): SourceRecord[] {
  const state = jsonAfter(page, '__NEXT_DATA__')
  const products = objectsIn(
    state,
    (one) =>
      ('product_id' in one || 'id' in one) &&
      ('min_product_price' in one || 'min_catalog_price' in one || 'price' in one) &&
      'name' in one,
  )
  const found = new Map<string, SourceRecord>()
  for (const one of products) {
    const pid = oneLine(one['product_id']) || oneLine(one['id'])
    const slug = oneLine(one['slug'])
    const image = oneLine(one['image']) || oneLine(at(one, 'product_images', '0', 'url'))
    found.set(pid, {
      term,
      title: oneLine(one['name']),
      url: addressOf(slug, pid),
      pid,
      supplier: oneLine(one['supplier_name']) || oneLine(at(one, 'supplier', 'name')),
      price: oneLine(one['min_product_price']) || oneLine(one['min_catalog_price']) || oneLine(one['price']),
      mrp: oneLine(at(one, 'mrp_details', 'mrp')) || oneLine(one['mrp']) || oneLine(one['original_price']),
      rating: oneLine(at(one, 'catalog_reviews_summary', 'average_rating')) || oneLine(at(one, 'rating', 'average')),
      imageUrl: image,
    })
  }
  if (found.size > 0) return [...found.values()]
  for (const { href, after } of linksIn(page, /\/p\/[\da-z]+(?:[?#]|$)/i)) {
    const pid = /\/p\/([\da-z]+)/i.exec(href)![1]!
    if (found.has(pid) || !URL.canParse(href, site)) continue
    const text = textOf(after)
    const { price, mrp } = pricesIn(text)
    found.set(pid, {
      term,
      title: oneLine(/alt="([^"]{1,300})"/.exec(after)?.[1]) || oneLine(text.split('₹')[0]).slice(0, 300),
      url: new URL(href, site).href,
      pid,
      supplier: '',
      price,
      mrp,
      rating: /\b([1-5]\.\d)\b/.exec(text)?.[1] ?? '',
      imageUrl: /<img[^>]{1,2000}src="(https:[^"]{1,2000})"/i.exec(after)?.[1] ?? '',
    })
  }
  return [...found.values()]
}

/** Meesho's addresses carry its ids to the base of 36. */
const shortId = (pid: string): string => (/^\d{1,15}$/.test(pid) ? Number(pid).toString(36) : pid)

const addressOf = (slug: string, pid: string): string =>
  `${site}/${slug === '' ? '' : `${encodeURIComponent(slug)}/`}p/${encodeURIComponent(shortId(pid))}`
