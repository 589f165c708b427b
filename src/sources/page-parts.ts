import { onOneLine } from '#vocabulary/one-line.ts'

/** What search pages made for people hold, read in one pass each: any page takes time in proportion to its length. */

/** Characters of a page that are read. */
const maxPage = 6_000_000

/** The JSON value that follows a mark, such as 'window.__INITIAL_STATE__ ='; undefined where there is none. */
export function jsonAfter(page: string, mark: string): unknown {
  const at = page.slice(0, maxPage).indexOf(mark)
  if (at < 0) return undefined
  const start = page.slice(at + mark.length, at + mark.length + 200).search(/[{[]/)
  if (start < 0) return undefined
  const text = balanced(page.slice(at + mark.length + start, maxPage))
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The text up to the bracket that closes the first one; brackets inside strings do not count. */
function balanced(text: string): string | undefined {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') {
      depth--
      if (depth === 0) return text.slice(0, at + 1)
    }
  }
  return undefined
}

type Json = Record<string, unknown>

/** Objects looked at in a page's state. */
const maxObjects = 200_000

/** Every object within a value that a test accepts, in order; not those within an accepted one. */
export function objectsIn(value: unknown, accepts: (object: Json) => boolean): Json[] {
  const found: Json[] = []
  const open: unknown[] = [value]
  for (let seen = 0; open.length > 0 && seen < maxObjects; seen++) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    if (!Array.isArray(one) && accepts(one as Json)) found.push(one as Json)
    else open.push(...Object.values(one).slice(0, 10_000).reverse())
  }
  return found
}

/** The value at a path of property names; undefined where one is missing. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (one, name) => (typeof one === 'object' && one !== null ? (one as Json)[name] : undefined),
    value,
  )

export type Link = { href: string; title: string; after: string }

/** The links of a page whose address fits, each with its title and the markup up to the next one. */
export function linksIn(page: string, fits: RegExp): Link[] {
  const text = page.slice(0, maxPage)
  const found: { href: string; title: string; from: number; to: number }[] = []
  for (const match of text.matchAll(/<a\s([^<>]{1,4000})>/gi)) {
    const href = attribute(match[1]!, 'href')
    if (!fits.test(href)) continue
    found.push({ href, title: attribute(match[1]!, 'title'), from: match.index, to: text.length })
  }
  for (const [index, link] of found.entries())
    link.to = found[index + 1]?.from ?? Math.min(text.length, link.from + 20_000)
  return found.map(({ href, title, from, to }) => ({
    href,
    title,
    after: text.slice(from, Math.min(to, from + 20_000)),
  }))
}

const attribute = (tag: string, name: string): string =>
  decoded(new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? '')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name]!)

/** Scripts and styles; one that is not closed reaches to the end, so that no character is read twice. */
const scripts = /<(script|style)\b[\s\S]*?(?:<\/\1\s{0,100}>|$)/gi

/** The text of markup, on one line. */
export const textOf = (markup: string): string =>
  onOneLine(
    decoded(
      markup
        .slice(0, maxPage)
        .replace(scripts, ' ')
        .replace(/<[^<>]{0,4000}>/g, ' '),
    ),
  )

/** Characters of an element's markup that are read for its text. */
const maxElement = 3000

/** The text of the first element whose opening tag has these words; '' where there is none that is closed. */
export function textIn(page: string, opening: RegExp, closing: string): string {
  const start = page.slice(0, maxPage).search(opening)
  if (start < 0) return ''
  const markup = page.slice(start, start + maxElement)
  const [from, to] = [markup.indexOf('>') + 1, markup.indexOf(closing)]
  return from > 0 && to > from ? textOf(markup.slice(from, to)) : ''
}

/** Amounts in rupees, in order: '₹1,299' gives '1299'. */
const rupeesIn = (text: string): string[] =>
  [...text.matchAll(/(?:₹|Rs\.?)\s?(\d[\d,]{0,12}(?:\.\d{1,2})?)/g)].map(([, amount]) => amount!.replaceAll(',', ''))

/** The first amount of a text as the price, and the second as the MRP unless it is lower: a coupon, or a fee. */
export function pricesIn(text: string): { price: string; mrp: string } {
  const [price = '', next = ''] = rupeesIn(text)
  return { price, mrp: Number(next) < Number(price) ? '' : next }
}

/** A page that wants to know whether it is read by a person. */
export const isBotCheck = (page: string): boolean =>
  /<title>[^<]{0,80}(captcha|access denied|are you a human|just a moment|robot|recaptcha)/i.test(
    page.slice(0, 20_000),
  ) ||
  (page.length < 40_000 && /g-recaptcha|cf-chl-|px-captcha|\/_sec\/cp_challenge/i.test(page))
