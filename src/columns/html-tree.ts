import { Document, Element, Text, type ChildNode, type ParentNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import { onOneLine } from '#vocabulary/one-line.ts'

/** The elements of a page; what was beyond the bounds is not in it. */
export type HtmlTree = { document: Document; isCut: boolean }

/** How much of a page is read: characters, elements, characters of one attribute, milliseconds. */
export type HtmlBounds = { length: number; elements: number; attribute: number; milliseconds: number }

const usual: HtmlBounds = { length: 6_000_000, elements: 60_000, attribute: 100_000, milliseconds: 1000 }
/** Elements below this depth become siblings there, as in browsers. */
const maxDepth = 400
/** The parser's own stack: what is open beyond it ends the reading, for each further tag would cost its length. */
const maxOpen = 3000
const chunk = 32_768

/**
 * Parses HTML as far as reading needs it. Never fails and takes bounded time, memory and depth, whatever the page is:
 * the rest of a page beyond the bounds is left out.
 */
export function parseHtml(html: string, bounds: Partial<HtmlBounds> = {}): HtmlTree {
  const { length, elements, attribute, milliseconds } = { ...usual, ...bounds }
  const document = new Document([])
  const open: ParentNode[] = [document]
  let [count, opened, isCut] = [0, 0, html.length > length]
  const append = (node: ChildNode) => {
    const parent = open[open.length - 1]!
    node.parent = parent
    const previous = parent.children[parent.children.length - 1] ?? null
    if (previous !== null) {
      previous.next = node
      node.prev = previous
    }
    parent.children.push(node)
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        opened++
        if (opened > maxOpen || ++count > elements) isCut = true
        if (isCut && count > elements) return
        for (const key in attributes)
          if (attributes[key]!.length > attribute) attributes[key] = attributes[key]!.slice(0, attribute)
        const element = new Element(name, attributes)
        append(element)
        if (open.length <= maxDepth) open.push(element)
      },
      onclosetag: () => {
        if (opened < open.length) open.pop()
        opened--
      },
      ontext: (data) => {
        const siblings = open[open.length - 1]!.children
        const last = siblings[siblings.length - 1]
        if (last instanceof Text) last.data += data
        else append(new Text(data))
      },
    },
    { decodeEntities: true },
  )
  const until = Date.now() + milliseconds
  for (let at = 0; at < Math.min(html.length, length); at += chunk) {
    parser.write(html.slice(at, Math.min(at + chunk, length)))
    if (count > elements || opened > maxOpen || Date.now() > until) {
      isCut = true
      break
    }
  }
  if (!isCut) parser.end()
  return { document, isCut }
}

/** The value of an attribute; empty if the element does not have it. */
export const attributeOf = (element: Element, name: string): string =>
  Object.hasOwn(element.attribs, name) ? element.attribs[name]! : ''

export const isElement = (node: unknown): node is Element => node instanceof Element

/** Every element below a node, in the order of the page. */
export function* elementsOf(node: ParentNode): Generator<Element> {
  // One generator for all depths: a nested one would pass each element through every level.
  const open: { children: readonly ChildNode[]; next: number }[] = [{ children: node.children, next: 0 }]
  for (let level = open[0]; level !== undefined; level = open[open.length - 1]) {
    const child = level.children[level.next++]
    if (child === undefined) open.pop()
    else if (child instanceof Element) {
      yield child
      if (child.children.length > 0) open.push({ children: child.children, next: 0 })
    }
  }
}

const unread = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'select',
  'iframe',
  'object',
  'textarea',
])
const blocks =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|section|table|tbody|td|th|tr|ul)$/

/** The text people see in an element, on one line, up to `max` characters; scripts and styles are left out. */
export function textOf(node: ParentNode, max = 2000): string {
  const parts: string[] = []
  let length = 0
  const walk = (parent: ParentNode) => {
    for (const child of parent.children) {
      if (length > max) return
      if (child instanceof Text) {
        parts.push(child.data.slice(0, max))
        length += child.data.length
      } else if (child instanceof Element && !unread.has(child.name)) {
        const isBlock = blocks.test(child.name)
        if (isBlock) parts.push(' ')
        walk(child)
        if (isBlock) parts.push(' ')
      }
    }
  }
  walk(node)
  return onOneLine(parts.join('')).slice(0, max)
}

/** Whether people see nothing of an element's content. */
export const isUnread = (element: Element): boolean => unread.has(element.name)

/** The unparsed content of a script or style. */
export const rawTextOf = (element: Element): string =>
  element.children.map((child) => (child instanceof Text ? child.data : '')).join('')
