import { Text, type Document, type Element, type ParentNode } from 'domhandler'
import { attributeOf, elementsOf, isElement, isUnread, textOf } from '#columns/html-tree.ts'
import { onOneLine } from '#vocabulary/one-line.ts'

/** Where an element stands on the page. */
export type Position = {
  element: Element
  /** Its number in the order of the page. */
  order: number
  /** Classes, ids and test ids of the element and its next ancestors, in small letters. */
  hint: string
  /** Shown struck through, or in a block of old prices. */
  isCrossed: boolean
  /** Struck through by tag or style, not only by the name of a class. */
  isStruck: boolean
  /** In a menu, a footer, a list of other products: not about the thing the page is about. */
  isAside: boolean
  /** Not shown. */
  isHidden: boolean
}

/** A short element: its text without what is struck through. */
export type ShortText = Position & { text: string }

/** The page in its order, with what its names say about each part. */
export type Outline = {
  title: Element | undefined
  titleText: string
  /** The number of the title in the order of the page; 0 without a title. */
  titleOrder: number
  /** Every element with at most `longestText` characters. */
  short: ShortText[]
  positions: Map<Element, Position>
}

const longestText = 120

const asideNames =
  /\b(relat|similar|recommend|upsell|cross-?sell|also|recent|viewed|bought|sponsor|suggest|accessor|mini-?cart|cart-?(drawer|items|content|popup)|basket|footer|breadcrumb|compar|bundle|you-?may|popular|bestsell|top-?sell|advert|banner|cookie|newsletter|review|comment|rating-list|question|faq|megamenu|main-?menu|nav-|navigation|alternativ|suggerit|polecane|podobne|empfehl|zubehoer|zubehor|ahnlich|aehnlich|sticky-?header|carousel|slick-slid|slick-track|swiper|owl-|glide-|splide|scroller)/
const hiddenNames =
  /\b(hidden|hide|d-none|display-none|is-hidden|visually-hidden-template|popup|modal|tooltip|lightbox)\b/
/** Reads the page once, from the top. */
export function outlineOf(document: Document, names: readonly string[]): Outline {
  const title = titleOf(document, names)
  const aroundTitle = new Set<ParentNode>()
  for (let node: ParentNode | null = title ?? null; node; node = node.parent) aroundTitle.add(node)
  const lists = listedCards(document, aroundTitle)
  const positions = new Map<Element, Position>()
  const short: ShortText[] = []
  let order = 0
  let titleOrder = 0

  const walk = (element: Element, above: Position | undefined): string | undefined => {
    if (isUnread(element)) return ''
    if (element === title) titleOrder = order
    const own = ownNames(element)
    const isAround = aroundTitle.has(element)
    const position: Position = {
      element,
      order: order++,
      hint: `${own} ${above?.hint ?? ''}`.slice(0, 400),
      isCrossed: (above?.isCrossed ?? false) || isStruck(element, own),
      isStruck: (above?.isStruck ?? false) || isStruckTag(element),
      isAside: !isAround && ((above?.isAside ?? false) || lists.has(element) || isAsideElement(element, own)),
      isHidden: (above?.isHidden ?? false) || (!isAround && isHiddenElement(element, own)),
    }
    positions.set(element, position)
    let text: string | undefined = ''
    for (const child of element.children) {
      if (child instanceof Text) text = text === undefined ? undefined : joined(text, child.data)
      else if (isElement(child)) {
        const part = walk(child, position)
        if (text === undefined || part === undefined) text = undefined
        else if (isStruck(child, ownNames(child)) && !position.isCrossed) text = `${text} `
        else text = withPart(text, part, child)
      }
      if (text !== undefined && text.length > longestText * 3) text = undefined
    }
    if (text === undefined) return undefined
    const line = onOneLine(text)
    if (line.length > longestText) return undefined
    if (line !== '') short.push({ ...position, text: line })
    return text
  }
  for (const child of document.children) if (isElement(child)) walk(child, undefined)
  short.sort((a, b) => a.order - b.order)
  return { title, titleText: title ? textOf(title, 500) : '', titleOrder, short, positions }
}

const joined = (text: string, data: string) => (data.length > 2000 ? text + data.slice(0, 2000) : text + data)

/** Raised cents ('119<sup>01</sup>') are decimals; blocks are apart. */
function withPart(text: string, part: string, child: Element): string {
  const isCents = /^\s*\d{2}\s*$/.test(part) && /\d\s*$/.test(text) && !/[.,]\s*$/.test(text)
  if (isCents && (child.name === 'sup' || /cent|decimal|fraction|frac\b|dec\b|small|sup\b/.test(ownNames(child))))
    return `${text.trimEnd()}.${part.trim()}`
  const isInline = /^(a|b|big|data|em|font|i|small|span|strong|sub|sup|u|bdi|ins|mark|s-currency)$/.test(child.name)
  return isInline ? text + part : `${text} ${part} `
}

const namingAttributes = [
  'class',
  'id',
  'itemprop',
  'data-testid',
  'data-qa',
  'data-test',
  'data-auto',
  'data-automation-id',
  'data-qa-qualifier',
  'name',
]

function ownNames(element: Element): string {
  // Most elements of a large page have no attributes.
  if (!hasAttributes(element)) return ''
  return (
    namingAttributes
      .map((name) => attributeOf(element, name).slice(0, 200))
      .filter(Boolean)
      .join(' ')
      // 'productPriceOld' and 'product_price--old' are words of their own.
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .replace(/_/g, '-')
      .toLowerCase()
  )
}

function hasAttributes({ attribs }: Element): boolean {
  for (const _ in attribs) return true
  return false
}

const isStruckTag = (element: Element): boolean =>
  /^(del|s|strike)$/.test(element.name) || /line-through/i.test(attributeOf(element, 'style').slice(0, 1000))

function isStruck(element: Element, own: string): boolean {
  if (isStruckTag(element)) return true
  if (!/(price|prc|cena|preis|prix|precio|prezzo|preco|prijs|fiyat|amount|cost)/.test(own))
    return /line-?through|strike-?through/.test(own)
  const words = own.split(/[\s-]+/)
  return (
    words.some((word) => crossedWords.has(word)) ||
    /(old|was|strike|crossed|before)price|price(old|was|before)|(barred|full|list|initial|recommended|suggested|catalog|undiscounted|market)-?price/.test(
      own,
    )
  )
}
const crossedWords = new Set(
  'old was before crossed strike stroke striked strikethrough original orig org previous prev former retail msrp rrp uvp mrp compare statt ancien barre antes vecchio stara przekreslona tachado through undiscounted'.split(
    ' ',
  ),
)

const isAsideElement = (element: Element, own: string): boolean =>
  /^(nav|footer|aside)$/.test(element.name) ||
  (!/^(html|body|main|article)$/.test(element.name) && asideNames.test(own))

const isHiddenElement = (element: Element, own: string): boolean =>
  Object.hasOwn(element.attribs, 'hidden') ||
  /display:\s*none/i.test(attributeOf(element, 'style')) ||
  (hiddenNames.test(own) && !/^(html|body|main)$/.test(element.name))

/** The main heading: the one most like the names the page gives itself, else the first. */
function titleOf(document: Document, names: readonly string[]): Element | undefined {
  const headings = [...elementsOf(document)].filter((one) => /^h[12]$/.test(one.name)).slice(0, 60)
  let best: { element: Element; score: number } | undefined
  for (const element of headings) {
    const text = textOf(element, 300)
    if (text === '') continue
    const likeness = Math.max(0, ...names.map((name) => overlap(text, name)))
    const score =
      likeness * 2 +
      (element.name === 'h1' ? 1 : 0) +
      (attributeOf(element, 'itemprop') === 'name' ? 0.5 : 0) -
      (isInMenu(element) ? 0.8 : 0)
    if (best === undefined || score > best.score + 0.01) best = { element, score }
  }
  return best && best.score >= 0.9 ? best.element : undefined
}

function isInMenu(element: Element): boolean {
  for (let node: ParentNode | null = element; node; node = node.parent) {
    if (!isElement(node) || /^(html|body)$/.test(node.name)) continue
    if (/^(nav|footer|header|aside)$/.test(node.name) || asideNames.test(ownNames(node))) return true
  }
  return false
}

const words = (text: string) =>
  new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 60) ?? [],
  )

/** The share of words that two texts have in common, 0 to 1, by the one with fewer. */
export function overlap(a: string, b: string): number {
  const [first, second] = [words(a), words(b)]
  const fewer = Math.min(first.size, second.size)
  if (fewer === 0) return 0
  const common = [...first].filter((word) => second.has(word)).length
  return common / Math.max(fewer, Math.min(Math.max(first.size, second.size), fewer * 1.5))
}

/**
 * Cards of a list of products: three or more children of the same class, each with a link and a number. They are other
 * products, whatever the list is called.
 */
function listedCards(document: Document, aroundTitle: ReadonlySet<ParentNode>): Set<Element> {
  const cards = new Set<Element>()
  for (const parent of elementsOf(document)) {
    if (parent.children.length < 3) continue
    const byClass = new Map<string, Element[]>()
    for (const child of parent.children)
      if (isElement(child)) {
        if (/^(tr|td|tbody|option|p|br|script|style)$/.test(child.name)) continue
        const key = `${child.name} ${attributeOf(child, 'class').split(' ')[0]}`
        const group = byClass.get(key)
        if (group === undefined) byClass.set(key, [child])
        else group.push(child)
      }
    for (const group of byClass.values()) {
      if (group.length < 3 || group.length > 500 || group.some((one) => aroundTitle.has(one))) continue
      const isCard = (one: Element) =>
        isCardText(textOf(one, 520)) &&
        has(one, (e) => e.name === 'img') &&
        has(one, (e) => e.name === 'a' && attributeOf(e, 'href') !== '')
      if (group.filter(isCard).length >= 3) for (const one of group) cards.add(one)
    }
  }
  return cards
}

const isCardText = (text: string) => text.length < 500 && /\d/.test(text)

function has(element: Element, test: (one: Element) => boolean): boolean {
  let count = 0
  for (const one of elementsOf(element)) {
    if (test(one)) return true
    if (++count > 150) return false
  }
  return test(element)
}
