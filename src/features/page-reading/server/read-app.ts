import type { StructuredData } from '#columns/structured-data.ts'
import { textOfProperty } from './from-items.ts'
import type { AppFields } from './page-fields.ts'
import type { Outline, ShortText } from './page-outline.ts'
import { dayOf } from './read-day.ts'

const isApp = (types: readonly string[]) =>
  types.some((type) => /^(software|mobile|web)application$|^videogame$/i.test(type))

/** Whether a page is about an app, by what it says of itself. */
export const isAboutApp = ({ jsonLd, microdata }: StructuredData): boolean =>
  [...jsonLd, ...microdata].some(({ types }) => isApp(types))

const labels: readonly (readonly [keyof AppFields, RegExp, RegExp])[] = [
  [
    'downloads',
    /^(downloads?|installs?|total downloads|number of downloads)$/i,
    /^\d[\d.,\s]*\s?(k|m|b|million|thousand|billion)?\s?\+?$/i,
  ],
  ['updated', /^(updated( on)?|last updated?|release date|released|published|latest update|date)$/i, /\d{4}/],
  ['version', /^(version|current version|latest version)$/i, /^v?\d[\w.() -]{0,40}$/i],
  ['storeVersion', /^(requires|requires android|android os|minimum (os|version)|compatibility)$/i, /\d/],
  ['developer', /^(developer|offered by|publisher|seller|provider|author)$/i, /^.{2,100}$/],
]

/** What an app's page in a store says. */
export function readApp({ jsonLd, microdata }: StructuredData, outline: Outline): AppFields {
  const item = [...jsonLd, ...microdata].find(({ types }) => isApp(types))
  const fields: { [Name in keyof AppFields]: AppFields[Name] | undefined } = {
    ...labelledFields(outline.short),
    ...(item && {
      ...defined('developer', textOfProperty(item, 'author', 'creator', 'publisher')),
      ...defined('version', textOfProperty(item, 'softwareVersion', 'version')),
      ...defined('updated', dayOf(textOfProperty(item, 'dateModified', 'datePublished'))),
      ...defined('storeVersion', textOfProperty(item, 'operatingSystem')),
    }),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
}

const defined = (name: keyof AppFields, value: string | undefined) => (value === undefined ? {} : { [name]: value })

/** 'Updated on' and 'Aug 5, 2020', in this order or the other; or 'Version 1.2.3' in one. */
function labelledFields(short: readonly ShortText[]): AppFields {
  const found: AppFields = {}
  for (const [at, { text }] of short.entries()) {
    if (text.length > 80) continue
    for (const [name, label, shape] of labels) {
      if (found[name] !== undefined) continue
      const inOne = /^([a-z ]{4,20}?)[: ]+(.{1,60})$/i.exec(text)
      if (inOne && label.test(inOne[1]!) && shape.test(inOne[2]!)) found[name] = valueOf(name, inOne[2]!)
      else if (label.test(text.replace(/[\s:]+$/, ''))) found[name] = valueOf(name, adjacentTo(short, at, shape, name))
      if (found[name] === undefined) delete found[name]
    }
  }
  return found
}

function adjacentTo(short: readonly ShortText[], at: number, shape: RegExp, name: keyof AppFields): string | undefined {
  const { text, order } = short[at]!
  const near = [1, 2, 3].map((step) => short[at + step]).filter((one) => one !== undefined && one.order - order < 6)
  // 'Downloads' stands below its number, the others above their value.
  const before = name === 'downloads' ? [-1, -2].map((step) => short[at + step]).filter((one) => one !== undefined) : []
  return [...before, ...near].find((one) => one!.text !== text && shape.test(one!.text))?.text
}

const valueOf = (name: keyof AppFields, value: string | undefined): string | undefined =>
  name === 'updated' ? dayOf(value) : value?.trim()
