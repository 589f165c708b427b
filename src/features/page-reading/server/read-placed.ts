import { compile } from 'css-select'
import type { Document, Element } from 'domhandler'
import { attributeOf, elementsOf, textOf } from '#columns/html-tree.ts'
import { readCountText } from '#columns/counts.ts'
import type { AppFields, ProfileFields } from './page-fields.ts'
import { dayOf } from './read-day.ts'
import type { PlacedField, SiteRule, Where } from './sites/site-rule.ts'

/** The values at the places a site's rule names. */
export function readPlaced(document: Document, rule: SiteRule): Partial<Record<PlacedField, string>> {
  const found: Partial<Record<PlacedField, string>> = {}
  // A rule has dozens of places, each of which may be looked for on the whole page.
  const elements = [...elementsOf(document)]
  for (const [field, places] of Object.entries(rule.fields ?? {}) as [PlacedField, readonly Where[]][]) {
    const value = firstAt(elements, places, field === 'price' || field === 'mrp' ? /\d/ : /./)
    if (value !== undefined) found[field] = value
  }
  return found
}

/** The first value at one of these places that is not empty and has the shape; `elements` in the order of the page. */
export function firstAt(elements: readonly Element[], places: readonly Where[], shape = /./): string | undefined {
  for (const place of places) {
    const { select, attribute, take } = typeof place === 'string' ? { select: place } : { ...place }
    for (const element of selected(elements, select)) {
      const text =
        attribute === undefined ? textOf(element, 500) : attributeOf(element, attribute).trim().slice(0, 2000)
      const value = take === undefined ? text : take.exec(text)?.[1]?.trim()
      if (value !== undefined && shape.test(value)) return value
    }
  }
  return undefined
}

/** The first elements a selector finds, in the order of the page; the search ends with the fifth. */
function selected(elements: readonly Element[], select: string): Element[] {
  const test = compiled(select)
  const found: Element[] = []
  for (const element of elements) {
    if (!test(element)) continue
    found.push(element)
    if (found.length === 5) break
  }
  return found
}

const queries = new Map<string, ReturnType<typeof compile<Element, Element>>>()

/** Selectors are those of the rules: each is compiled once. */
function compiled(select: string) {
  const known = queries.get(select) ?? compile<Element, Element>(select)
  queries.set(select, known)
  return known
}

type Placed = Partial<Record<PlacedField, string>>

/** The values of a profile among those placed. */
export function placedProfile(placed: Placed): ProfileFields {
  const { owner, joined, posted } = placed
  const [joinedDay, postedDay] = [dayOf(joined), dayOf(posted)]
  const fields: ProfileFields = {
    ...(owner && { owner }),
    ...(joinedDay && { joined: joinedDay }),
    ...(postedDay && { posted: postedDay }),
  }
  for (const name of ['followers', 'following', 'likes', 'posts', 'views', 'comments', 'shares', 'links'] as const) {
    const count = placed[name] === undefined ? undefined : readCountText(placed[name])
    if (count !== undefined) fields[name] = count
  }
  return fields
}

/** The values of an app among those placed. */
export function placedApp(placed: Placed): AppFields {
  const { developer, downloads, version, storeVersion, updated, website, numberOfApps } = placed
  const day = dayOf(updated)
  return {
    ...(developer && { developer }),
    ...(downloads && { downloads }),
    ...(version && { version }),
    ...(storeVersion && { storeVersion }),
    ...(day && { updated: day }),
    ...(website && { website }),
    ...(numberOfApps && { numberOfApps }),
  }
}
