import { hash } from 'node:crypto'
import type { Element } from 'domhandler'
import { attributeOf, elementsOf, parseHtml } from '#columns/html-tree.ts'

/** How much of a page is read. Time is no bound that the hash may depend on: it only ends what is hostile. */
const bounds = { length: 1_000_000, elements: 20_000, attribute: 2000 }
/** Features that are counted at most, and the fewest, all and with a name, of a structure that tells pages apart. */
const maxFeatures = 4000
const fewestFeatures = 24
const fewestNamed = 8
/** Classes of an element that are read at most, and the longest name. */
const maxClasses = 6
const longestName = 60
const bits = 256

/**
 * A hash of the structure of a page (SimHash, 64 hexadecimal digits): that of a page from the same template differs in few
 * bits, whatever its texts, pictures, links, numbers and nonces are. Made of each element with its classes, id and field
 * name, of which element is in which, and of the paths of the page's own scripts and styles, each counted once, so that
 * forty products are the same as four. Undefined for a page with too little to tell it from others. Never fails; its time
 * and memory are bounded, whatever the page is.
 */
export function hashMarkup(html: string): string | undefined {
  const features = featuresOf(html)
  const named = [...features.values()].filter((weight) => weight === namedWeight).length
  if (features.size < fewestFeatures || named < fewestNamed) return undefined
  const sums = new Int32Array(bits)
  for (const [feature, weight] of features) {
    const digest = hash('sha256', feature, 'buffer')
    for (let bit = 0; bit < bits; bit++) sums[bit]! += (digest[bit >> 3]! >> (bit & 7)) & 1 ? weight : -weight
  }
  const found = Buffer.alloc(bits / 8)
  for (let bit = 0; bit < bits; bit++) if (sums[bit]! > 0) found[bit >> 3]! |= 1 << (bit & 7)
  return found.toString('hex')
}

/** Names that somebody gave tell pages apart; which element is in which also changes with the content. */
const namedWeight = 4
const positionWeight = 1

/** What a structure is made of, each with its weight. */
function featuresOf(html: string): Map<string, number> {
  const features = new Map<string, number>()
  const namesOfParents = new Map<unknown, string>()
  for (const element of elementsOf(parseHtml(html, bounds).document)) {
    if (features.size >= maxFeatures) break
    const above = namesOfParents.get(element.parent) ?? ''
    // What is inside a drawing is its content.
    if (above === drawing) {
      namesOfParents.set(element, drawing)
      continue
    }
    const { name } = element
    const path = ownPathOf(element)
    if (path !== undefined) features.set(path, namedWeight)
    if (content.has(name)) continue
    const names = namesOf(element).map((one) => `${name}${one}`)
    for (const one of names) features.set(one, namedWeight)
    for (const one of names.length > 0 ? names : [name]) features.set(`${above}>${one}`, positionWeight)
    namesOfParents.set(element, name === drawing ? drawing : (names[0] ?? name))
  }
  return features
}

const drawing = 'svg'
/** Elements whose presence belongs to the content or to services of others. */
const content = new Set('script style link meta title base noscript br b i em strong u'.split(' '))
const fields = new Set(['input', 'select', 'textarea', 'button'])

/** The names that somebody gave an element: classes, id, field name. */
function namesOf(element: Element): string[] {
  const classes = attributeOf(element, 'class')
    .split(/\s+/, 4 * maxClasses)
    .map(stableName)
  const given = [...new Set(classes)].filter(Boolean).sort().slice(0, maxClasses)
  const id = stableName(attributeOf(element, 'id'))
  const field = fields.has(element.name)
    ? `${attributeOf(element, 'type').slice(0, longestName)}:${stableName(attributeOf(element, 'name'))}`
    : ':'
  return [...given.map((one) => `.${one}`), ...(id ? [`#${id}`] : []), ...(field === ':' ? [] : [`:${field}`])]
}

/** A name without what changes from page to page: numbers, hashes, nonces. Empty when nothing is left. */
function stableName(given: string): string {
  if (given === '' || given.length > longestName) return ''
  const parts = given.split(/[-_:./]+/).map(stablePart)
  return parts.some((part) => part !== '' && part !== '0') ? parts.filter(Boolean).join('-') : ''
}

function stablePart(part: string): string {
  if (/^\d+$/.test(part)) return '0'
  const numbered = /^([a-zA-Z]{1,16})\d{1,3}$/.exec(part)
  if (numbered) return `${numbered[1]!.toLowerCase()}0`
  if (/\d/.test(part) || (part.length > 4 && !/[aeiouy]/i.test(part))) return ''
  return part.toLowerCase()
}

/** The path of a script or style that is on the page's own server, without versions. */
function ownPathOf(element: Element): string | undefined {
  const isStyle = element.name === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel'))
  const address = isStyle ? attributeOf(element, 'href') : element.name === 'script' ? attributeOf(element, 'src') : ''
  if (address === '' || /^(\w+:)?\/\//.test(address)) return undefined
  const path = address.split(/[?#]/, 1)[0]!.split('/').filter(Boolean).slice(-3).map(stableName).join('/')
  return `${element.name} ${path}`
}
