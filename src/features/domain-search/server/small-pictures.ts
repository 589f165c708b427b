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

/** Fetches the icon and the logos of a page; what cannot be fetched is left out. */
export async function smallPicturesOf(egress: Egress, page: ReadMarkup): Promise<SmallPictures> {
  if (!URL.canParse(page.finalAddress)) return { iconHash: null, logos: [] }
  const { pictureAddresses } = await import('./picture-addresses.ts')
  const named = pictureAddresses(page.html)
  const [icon, ...logos] = await Promise.all([
    fetchPicture(egress, page, named.icon, maxIconBytes),
    ...named.logos.map((source) => fetchPicture(egress, page, source, maxLogoBytes)),
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
