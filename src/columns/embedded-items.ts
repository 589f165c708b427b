import type { Document, Element, ParentNode } from 'domhandler'
import { onOneLine } from '#vocabulary/one-line.ts'
import { attributeOf, elementsOf, isElement, textOf } from './html-tree.ts'
import { withoutVocabulary, type Item, type ItemValue } from './items.ts'

type Syntax = { scope: string; type: string; property: string }
const syntaxes: Record<'microdata' | 'rdfa', Syntax> = {
  microdata: { scope: 'itemscope', type: 'itemtype', property: 'itemprop' },
  rdfa: { scope: 'typeof', type: 'typeof', property: 'property' },
}

const maxProperties = 20_000
const maxDepth = 12

/**
 * The items that attributes of elements describe: microdata with itemref, or RDFa Lite. Bounded: an itemref that leads
 * back to its own item is left out, and so is what comes after 20,000 properties.
 */
export function readItems(document: Document, kind: keyof typeof syntaxes): Item[] {
  const { scope, type, property } = syntaxes[kind]
  const isItem = (element: Element) => Object.hasOwn(element.attribs, scope)
  let budget = maxProperties
  let ids: Map<string, Element> | undefined
  const byId = (id: string) => {
    ids ??= new Map([...elementsOf(document)].reverse().map((element) => [attributeOf(element, 'id'), element]))
    return ids.get(id)
  }

  const itemOf = (element: Element, inside: readonly Element[]): Item => {
    const writtenTypes = attributeOf(element, type).split(/\s+/).filter(Boolean)
    const item: Item = {
      types: writtenTypes.map(withoutVocabulary),
      writtenTypes,
      properties: Object.create(null) as Item['properties'],
    }
    const id = attributeOf(element, kind === 'rdfa' ? 'resource' : 'itemid')
    if (id !== '') item.id = id
    const path = [...inside, element]
    addProperties(item, element, path)
    if (kind === 'microdata')
      for (const id of attributeOf(element, 'itemref').split(/\s+/).filter(Boolean).slice(0, 50)) {
        const part = byId(id)
        if (part === undefined || path.includes(part)) continue
        addProperty(item, part, path)
        if (!isItem(part)) addProperties(item, part, [...path, part])
      }
    return item
  }

  const addProperty = (item: Item, element: Element, path: readonly Element[]) => {
    const names = attributeOf(element, property).split(/\s+/).filter(Boolean)
    if (names.length === 0 || budget <= 0 || path.length > maxDepth) return
    const value: ItemValue = isItem(element) ? itemOf(element, path) : valueOf(element, kind)
    for (const name of names.slice(0, 10)) {
      budget--
      const key = withoutVocabulary(name)
      ;(item.properties[key] ??= []).push(value)
    }
  }

  const addProperties = (item: Item, parent: ParentNode, path: readonly Element[]) => {
    for (const child of parent.children) {
      if (budget <= 0) return
      if (!isElement(child)) continue
      addProperty(item, child, path)
      if (!isItem(child)) addProperties(item, child, path)
    }
  }

  const top: Item[] = []
  for (const element of elementsOf(document)) {
    if (budget <= 0) break
    if (!isItem(element)) continue
    const isOfAnother = Object.hasOwn(element.attribs, property) && attributeOf(element, property) !== ''
    if (!isOfAnother) top.push(itemOf(element, []))
  }
  return top
}

const addresses: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
}

function valueOf(element: Element, kind: 'microdata' | 'rdfa'): ItemValue {
  const has = (name: string) => Object.hasOwn(element.attribs, name)
  if (element.name === 'meta' || has('content')) return onOneLine(attributeOf(element, 'content'))
  if (kind === 'rdfa' && has('resource')) return attributeOf(element, 'resource').trim()
  const attribute = addresses[element.name]
  if (attribute !== undefined && has(attribute)) return attributeOf(element, attribute).trim()
  if (element.name === 'input' && has('name')) return inputOf(element)
  return textOf(element, 5000)
}

/** An input of a described action: what it is called and whether it must be given. */
function inputOf(element: Element): ItemValue {
  const properties: Item['properties'] = { valueName: [attributeOf(element, 'name')] }
  if (Object.hasOwn(element.attribs, 'required')) properties['valueRequired'] = ['true']
  return Object.hasOwn(element.attribs, 'value') && attributeOf(element, 'value') !== ''
    ? attributeOf(element, 'value')
    : { types: [], properties }
}
