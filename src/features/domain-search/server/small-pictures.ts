import { createHash } from 'node:crypto'
import type { Element } from 'domhandler'
import { attributeOf, elementsOf, parseHtml } from '#columns/html-tree.ts'
import { type Egress, EgressError } from '#kit/server/egress.ts'

/** The icon and the logos of a page. */
export type SmallPictures = {
  /** SHA-256 of the icon's bytes. */
  iconHash: Buffer | null
  /** The files of its logos, and of its icon. */
  logos: Buffer[]
}

/** A page as it was read: its markup after scripts, and where it was found. */
export type ReadMarkup = { html: string; finalAddress: string }

const maxIconBytes = 200_000
const maxLogoBytes = 400_000
const maxLogos = 6
/** Icons and logos stand at the start of a page; the file itself may be their address (data:), but not a huge one. */
const bounds = { length: 1_000_000, elements: 20_000, attribute: 500_000, milliseconds: 300 }

/** Fetches the icon and the logos of a page; what cannot be fetched is left out. */
export async function smallPicturesOf(egress: Egress, page: ReadMarkup): Promise<SmallPictures> {
  if (!URL.canParse(page.finalAddress)) return { iconHash: null, logos: [] }
  const { document } = parseHtml(page.html, bounds)
  const elements = [...elementsOf(document)]
  const [icon, ...logos] = await Promise.all([
    fetchPicture(egress, page, iconOf(elements), maxIconBytes),
    ...logosOf(elements).map((source) => fetchPicture(egress, page, source, maxLogoBytes)),
  ])
  return {
    iconHash: icon ? sha256(icon) : null,
    logos: [icon, ...logos].filter((one) => one !== undefined),
  }
}

/** Hashes to compare logos by: the same picture has nearly the same. SVG is not drawn: its files are equal or not. */
export async function logoHashesOf(
  logos: readonly Buffer[],
  hashPicture: (picture: Buffer) => Promise<Buffer | undefined>,
): Promise<Buffer[]> {
  const hashOf = async (logo: Buffer): Promise<Buffer | undefined> => {
    if (isSvg(logo)) return sha256(logo)
    return isPicture(logo) ? hashPicture(logo).catch(() => undefined) : undefined
  }
  const hashes = await Promise.all(logos.map(hashOf))
  return hashes.filter((one) => one !== undefined)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

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

async function fetchPicture(
  egress: Egress,
  { finalAddress }: ReadMarkup,
  source: string,
  cutAt: number,
): Promise<Buffer | undefined> {
  if (!URL.canParse(source, finalAddress)) return undefined
  const address = new URL(source, finalAddress)
  if (!/^https?:$/.test(address.protocol)) return undefined
  try {
    const { status, body, isCut } = await egress.safeFetch(address.href, 'image/*', { cutAt })
    return status === 200 && !isCut && (isSvg(body) || isPicture(body)) ? body : undefined
  } catch (problem) {
    if (problem instanceof EgressError) return undefined
    throw problem
  }
}

const isSvg = (bytes: Buffer) => /<svg/i.test(bytes.toString('latin1', 0, 500))
/** Not markup, which many servers send for whatever they are asked. */
const isPicture = (bytes: Buffer) => bytes.length > 60 && !/^\s*</.test(bytes.toString('latin1', 0, 200))
