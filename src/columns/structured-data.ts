import type { Document, Element } from 'domhandler'
import { attributeOf, elementsOf, rawTextOf } from './html-tree.ts'
import { withoutVocabulary, type Item, type ItemValue } from './items.ts'
import { looseJson, type Json } from './loose-json.ts'
import { readItems } from './embedded-items.ts'

/** What a page says about itself for machines. `meta` has the content of meta elements by lower-case name. */
export type StructuredData = {
  jsonLd: Item[]
  microdata: Item[]
  rdfa: Item[]
  meta: Record<string, string[]>
  /** The values of application/ld+json as they were written. */
  jsonLdValues: Json[]
}

const maxScript = 2_000_000
const maxItems = 5000

/**
 * Reads JSON-LD, microdata, RDFa Lite, Open Graph and other meta elements. Broken JSON-LD is read as far as possible;
 * never fails. Addresses stay as they are written.
 */
export function readStructuredData(document: Document): StructuredData {
  const meta: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  const jsonLdValues: Json[] = []
  for (const element of elementsOf(document)) {
    if (element.name === 'meta') addMeta(meta, element)
    else if (element.name === 'script' && /ld\+json/i.test(attributeOf(element, 'type'))) {
      const value = looseJson(rawTextOf(element).slice(0, maxScript))
      if (value !== undefined && typeof value === 'object' && value !== null) jsonLdValues.push(value)
    }
  }
  return {
    jsonLd: itemsOfJson(jsonLdValues),
    microdata: readItems(document, 'microdata'),
    rdfa: readItems(document, 'rdfa'),
    meta,
    jsonLdValues,
  }
}

function addMeta(meta: Record<string, string[]>, element: Element) {
  const name = attributeOf(element, 'property') || attributeOf(element, 'name')
  const content = attributeOf(element, 'content').trim()
  if (name === '' || content === '') return
  const key = name.trim().toLowerCase()
  meta[key] = [...(meta[key] ?? []).slice(0, 50), content]
}

/** JSON-LD as items; a reference by @id becomes the item, once. */
export function itemsOfJson(values: readonly Json[]): Item[] {
  const byId = new Map<string, Item>()
  const references: { list: ItemValue[]; at: number; id: string }[] = []
  let count = 0

  const itemOf = (value: { [name: string]: Json }): Item => {
    count++
    const type = value['@type']
    const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string').map(withoutVocabulary)
    const item: Item = { types, properties: Object.create(null) as Item['properties'] }
    const id = value['@id']
    if (typeof id === 'string') {
      item.id = id
      if (types.length > 0 && !byId.has(id)) byId.set(id, item)
    }
    for (const [name, one] of Object.entries(value)) {
      if (name.startsWith('@')) continue
      const list: ItemValue[] = []
      for (const part of Array.isArray(one) ? one.flat(3) : [one]) add(list, part as Json)
      if (list.length > 0) item.properties[withoutVocabulary(name)] = list
    }
    return item
  }
  const add = (list: ItemValue[], part: Json) => {
    if (part === null || count > maxItems || Array.isArray(part)) return
    if (typeof part !== 'object') {
      list.push(String(part).trim())
      return
    }
    const plain = part['@value']
    if (typeof plain === 'string' || typeof plain === 'number') list.push(String(plain))
    else {
      const item = itemOf(part)
      if (item.id !== undefined && Object.keys(part).length === 1)
        references.push({ list, at: list.length, id: item.id })
      list.push(item)
    }
  }

  const top: Item[] = []
  const addTop = (value: Json, depth: number) => {
    if (Array.isArray(value)) {
      if (depth < 5) for (const one of value) addTop(one, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      if (value['@graph'] !== undefined && depth < 5) addTop(value['@graph'], depth + 1)
      if (value['@type'] !== undefined || value['@graph'] === undefined) top.push(itemOf(value))
    }
  }
  for (const value of values) addTop(value, 0)
  for (const { list, at, id } of references) {
    const item = byId.get(id)
    if (item !== undefined) list[at] = item
  }
  return top
}
