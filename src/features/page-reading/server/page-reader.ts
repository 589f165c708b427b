import type { Document } from 'domhandler'
import { getHostname } from 'tldts'
import { attributeOf, elementsOf, parseHtml, rawTextOf, textOf, type HtmlBounds } from '#columns/html-tree.ts'
import { readStructuredData, type StructuredData } from '#columns/structured-data.ts'
import { isChallenge } from '#features/revisits/server/parse-page.ts'
import { onOneLine } from '#vocabulary/one-line.ts'
import { countriesOf, withLocalCurrency } from './local-currency.ts'
import type { PageFields } from './page-fields.ts'
import { outlineOf } from './page-outline.ts'
import { isAboutApp, readApp } from './read-app.ts'
import { selectedApp, selectedProfile, readBySelectors } from './read-by-selectors.ts'
import { readProduct } from './read-product.ts'
import { readProfile } from './read-profile.ts'
import type { Reading } from './reading.ts'
import { siteRuleOf } from './sites/all-sites.ts'

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
  const url = (given ?? addressOf(document, data)).slice(0, 4096)
  const rule = url === '' ? undefined : siteRuleOf(url)
  const title = titleOf(document)
  const site = rule?.site ?? getHostname(url)?.replace(/^www\./, '')
  const about = { ...(url !== '' && { url }), ...(site && { site }) }
  const fields = fieldsOf(document, { data, url, rule, title })
  const isEmpty = fields.price === undefined && fields.profile === undefined && fields.app === undefined
  if (isEmpty && isChallenge({ title, text: textOf(document, 3000), markup: html }, url))
    return withoutEmpty({ kind: 'page', ...about, title, isBlocked: true })
  const images = fields.images?.map((one) =>
    URL.canParse(one, url || undefined) ? new URL(one, url || undefined).href : one,
  )
  return withoutEmpty({ ...about, ...withLocalCurrencies(fields, document, url), ...(images && { images }) })
}

function withLocalCurrencies({ price, mrp, ...fields }: PageFields, document: Document, url: string): PageFields {
  if (price === undefined) return fields
  const countries = countriesOf(document, url)
  return {
    ...fields,
    price: withLocalCurrency(price, countries),
    ...(mrp && { mrp: withLocalCurrency(mrp, countries) }),
  }
}

function fieldsOf(document: Document, reading: Reading): PageFields {
  const { data, rule } = reading
  const outline = outlineOf(document, namesOf(reading))
  const product = readProduct(document, outline, reading)
  const kind = rule?.kind ?? (isAboutApp(data) ? 'app' : undefined)
  const selected = rule === undefined ? {} : readBySelectors(document, rule)
  if (kind === 'profile') {
    const { title, description, images } = product
    const owner = rule?.address?.owner?.exec(reading.url)?.[1]
    const profile = { ...(owner && { owner }), ...readProfile(document, data), ...selectedProfile(selected) }
    return { kind, title, description, images, profile } as PageFields
  }
  if (kind === 'app') {
    const { sku: _, availability: __, seller: ___, ...rest } = product
    return { ...rest, kind, app: { ...readApp(data, outline), ...selectedApp(selected) } }
  }
  return { ...product, kind: product.price !== undefined || product.sku !== undefined ? 'product' : 'page' }
}

const namesOf = ({ data, title }: Reading): string[] =>
  [data.meta['og:title']?.[0], title, ...productNames(data)].filter(
    (one) => one !== undefined && one !== '',
  ) as string[]

const productNames = ({ jsonLd, microdata }: StructuredData): string[] =>
  [...jsonLd, ...microdata]
    .filter((item) => item.types.some((type) => /product/i.test(type)))
    .slice(0, 5)
    .flatMap((item) => item.properties['name'] ?? [])
    .filter((one) => typeof one === 'string')

function titleOf(document: Document): string {
  for (const element of elementsOf(document))
    if (element.name === 'title' && element.parent && (element.parent as { name?: string }).name !== 'svg')
      return onOneLine(rawTextOf(element)).slice(0, 500)
  return ''
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

const withoutEmpty = (fields: PageFields): PageFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as PageFields
