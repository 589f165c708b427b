import type { Element } from 'domhandler'
import { attributeOf, elementsOf, parseHtml } from '#columns/html-tree.ts'

const maxLogos = 6
/** Icons and logos stand at the start of a page; the file itself may be their address (data:), but not a huge one. */
const bounds = { length: 1_000_000, elements: 20_000, attribute: 500_000, milliseconds: 300 }

/** The addresses of the icon and the logos of a page, as it names them. */
export function pictureAddresses(html: string): { icon: string; logos: string[] } {
  const { document } = parseHtml(html, bounds)
  const elements = [...elementsOf(document)]
  return { icon: iconOf(elements), logos: logosOf(elements) }
}

/** The icon that a page names, or /favicon.ico. */
function iconOf(elements: readonly Element[]): string {
  const link = elements.find((one) => one.name === 'link' && /\bicon\b/i.test(attributeOf(one, 'rel')))
  return (link && attributeOf(link, 'href')) || '/favicon.ico'
}

/** The pictures that call themselves a logo, or stand at the head of the page. */
function logosOf(elements: readonly Element[]): string[] {
  const pictures = elements.filter((one) => one.name === 'img')
  const header = elements.find((one) => one.name === 'header')
  const inHeader = new Set(header && elementsOf(header))
  const named = pictures.filter((one) => inHeader.has(one) || isNamedLogo(one))
  // A page without any named logo most often begins with it.
  const sources = (named.length > 0 ? named : pictures.slice(0, 1)).map((one) => attributeOf(one, 'src'))
  return [...new Set(sources)].filter((source) => source !== '').slice(0, maxLogos)
}

/** Whether an attribute of the picture says so; a file within one (data:) says nothing. */
const isNamedLogo = (picture: Element) =>
  Object.values(picture.attribs).some((value) => !/^\s*data:/i.test(value) && /logo|brand/i.test(value.slice(0, 2000)))
