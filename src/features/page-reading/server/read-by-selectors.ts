import { compile } from 'css-select'
import type { Document, Element } from 'domhandler'
import { attributeOf, elementsOf, textOf } from '#columns/html-tree.ts'
import { readCountText } from '#columns/counts.ts'
import type { AppFields, ProfileFields } from './page-fields.ts'
import { dayOf } from './read-day.ts'
import type { SelectorField, SiteRule, Where } from './sites/site-rule.ts'

/** The values of the elements that a site's selectors find. */
export function readBySelectors(document: Document, rule: SiteRule): Partial<Record<SelectorField, string>> {
  const found: Partial<Record<SelectorField, string>> = {}
  // A rule has dozens of selectors, each of which may be tried on the whole page.
  const elements = [...elementsOf(document)]
  for (const [field, selectors] of Object.entries(rule.fields ?? {}) as [SelectorField, readonly Where[]][]) {
    const value = firstAt(elements, selectors, field === 'price' || field === 'mrp' ? /\d/ : /./)
    if (value !== undefined) found[field] = value
  }
  return found
}

/** The first value of one of these selectors that is not empty and has the shape; `elements` in the order of the page. */
export function firstAt(elements: readonly Element[], selectors: readonly Where[], shape = /./): string | undefined {
  for (const selector of selectors) {
    const { select, attribute, take } = typeof selector === 'string' ? { select: selector } : { ...selector }
    for (const element of matching(elements, select)) {
      const text =
        attribute === undefined ? textOf(element, 500) : attributeOf(element, attribute).trim().slice(0, 2000)
      const value = take === undefined ? text : take.exec(text)?.[1]?.trim()
      if (value !== undefined && shape.test(value)) return value
    }
  }
  return undefined
}

/** The first elements a selector finds, in the order of the page; the search ends with the fifth. */
function matching(elements: readonly Element[], select: string): Element[] {
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

type Selected = Partial<Record<SelectorField, string>>

/** The values of a profile among those selected. */
export function selectedProfile(selected: Selected): ProfileFields {
  const { owner, joined, posted } = selected
  const [joinedDay, postedDay] = [dayOf(joined), dayOf(posted)]
  const fields: ProfileFields = {
    ...(owner && { owner }),
    ...(joinedDay && { joined: joinedDay }),
    ...(postedDay && { posted: postedDay }),
  }
  for (const name of ['followers', 'following', 'likes', 'posts', 'views', 'comments', 'shares', 'links'] as const) {
    const count = selected[name] === undefined ? undefined : readCountText(selected[name])
    if (count !== undefined) fields[name] = count
  }
  return fields
}

/** The values of an app among those selected. */
export function selectedApp(selected: Selected): AppFields {
  const { developer, downloads, version, storeVersion, updated, website, numberOfApps } = selected
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
