import { parseHtml } from '#columns/html-tree.ts'
import type { Item, ItemValue } from '#columns/items.ts'
import { readStructuredData } from '#columns/structured-data.ts'

/** What a page says for machines, by syntax: properties with one value are that value, with several a list. */
export function structuredPage(html: string) {
  const { jsonLdValues, microdata, rdfa, meta } = readStructuredData(parseHtml(html).document)
  return {
    jsonLd: jsonLdValues,
    microdata: microdata.map(plainItem),
    rdfa: rdfa.map(plainItem),
    meta: Object.fromEntries(Object.entries(meta).map(([name, values]) => [name, oneOrAll(values)])),
  }
}

const plainItem = ({ types, writtenTypes = types, id, properties }: Item): Record<string, unknown> => ({
  ...(writtenTypes.length > 0 && { type: oneOrAll(writtenTypes) }),
  ...(id !== undefined && { id }),
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, values]) => [name, oneOrAll(values.map(plainValue))]),
  ),
})

const plainValue = (value: ItemValue): unknown => (typeof value === 'string' ? value : plainItem(value))

const oneOrAll = <Value>(values: readonly Value[]): Value | readonly Value[] =>
  values.length === 1 ? values[0]! : values
