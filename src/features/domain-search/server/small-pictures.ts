import { createHash } from 'node:crypto'
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

/** Fetches the icon and the logos of a page; what cannot be fetched is left out. */
export async function smallPicturesOf(egress: Egress, page: ReadMarkup): Promise<SmallPictures> {
  if (!URL.canParse(page.finalAddress)) return { iconHash: null, logos: [] }
  const [icon, ...logos] = await Promise.all([
    fetchPicture(egress, page, iconOf(page.html), maxIconBytes),
    ...logosOf(page.html).map((source) => fetchPicture(egress, page, source, maxLogoBytes)),
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
function iconOf(html: string): string {
  const link = /<link\b[^>]{0,500}\brel=["']?[^"'>]{0,60}\bicon\b[^>]{0,2000}>/i.exec(html)?.[0]
  return (link && attributeOf(link, 'href')) ?? '/favicon.ico'
}

/** The pictures that call themselves a logo, or stand at the head of the page. */
function logosOf(html: string): string[] {
  const start = html.slice(0, 500_000)
  const head = /<header\b[\s\S]{0,20000}?<\/header/i.exec(start)?.[0] ?? ''
  const found = [...start.matchAll(/<img\b[^>]{1,3000}>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => head.includes(tag) || /logo|brand/i.test(withoutData(tag)))
    .flatMap((tag) => attributeOf(tag, 'src') ?? [])
  // A page without any named logo most often begins with it.
  const first = /<img\b[^>]{1,3000}>/i.exec(start)?.[0]
  const sources = found.length > 0 ? found : [(first && attributeOf(first, 'src')) ?? '']
  return [...new Set(sources)].filter((source) => source !== '').slice(0, maxLogos)
}

const withoutData = (tag: string) => tag.replace(/data:[^\s"'>]*/gi, '')

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(
    String.raw`\b${name}=(?:"([^"]{1,500000})"|'([^']{1,500000})'|([^\s"'>]{1,2000}))`,
    'i',
  ).exec(tag)
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll('&amp;', '&')
}

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
