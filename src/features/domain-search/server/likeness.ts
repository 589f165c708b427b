import type { LikenessPart } from '#features/domain-search/contract-schemas.ts'
import type { LikenessKind } from '#features/domain-search/rules.ts'

/** A page or a picture of the brand itself. */
export type BrandReference = {
  label: string
  title: string
  text: string
  pictureHash: Buffer | null
  iconHash: Buffer | null
  /** Of the logos and the icon on its page. */
  logoHashes: readonly Buffer[]
}

/** A look-alike: how alike its name is, and what its page shows. */
export type Compared = {
  name: { value: number; text: string }
  /** Names of the brand that a title may have: its keywords and its name. */
  brandTerms: readonly string[]
  title: string
  text: string
  pictureHash: Buffer | null
  iconHash: Buffer | null
  logoHashes: readonly Buffer[]
}

/** How much of the whole likeness one part alone can make up: of the rest, the next part takes its share. */
const weights: Readonly<Record<LikenessKind, number>> = {
  name: 0.4,
  picture: 0.8,
  logo: 0.6,
  icon: 0.6,
  title: 0.5,
  text: 0.7,
}

/** Bits of 256 by which two PDQ hashes of the same picture differ at most, and those of unrelated ones about. */
const samePictureBits = 31
const unrelatedBits = 100

/**
 * How alike a domain is to its brand, from 0 to 1, with its parts in words. Each part that was found adds to it and none
 * takes away, so that a page that shows nothing leaves the likeness of the name. docs/decisions/0036 has the weights.
 */
export function likenessOf(
  compared: Compared,
  references: readonly BrandReference[],
): { value: number; parts: LikenessPart[] } {
  const found = [
    { kind: 'name' as const, ...compared.name },
    pictureLikeness(compared, references),
    // An icon is among the logos, too, and counts once.
    iconLikeness(compared, references) ?? logoLikeness(compared, references),
    titleLikeness(compared, references),
    textLikeness(compared, references),
  ]
  const parts = found
    .filter((part) => part !== undefined)
    .map((part) => ({ ...part, value: Math.round(100 * Math.min(1, Math.max(0, part.value))) / 100 }))
  const rest = parts.reduce((left, { kind, value }) => left * (1 - weights[kind] * value), 1)
  return { value: Math.round(1000 * (1 - rest)) / 1000, parts }
}

function pictureLikeness({ pictureHash }: Compared, references: readonly BrandReference[]): LikenessPart | undefined {
  if (!pictureHash) return undefined
  const [nearest] = references
    .filter((reference) => reference.pictureHash?.length === pictureHash.length)
    .map((reference) => ({ label: reference.label, bits: differentBits(pictureHash, reference.pictureHash!) }))
    .sort((a, b) => a.bits - b.bits)
  if (!nearest || nearest.bits >= unrelatedBits) return undefined
  const { bits, label } = nearest
  const value = bits <= samePictureBits ? 1 : (unrelatedBits - bits) / (unrelatedBits - samePictureBits)
  const how = bits <= samePictureBits ? 'It looks the same as' : 'It looks similar to'
  return { kind: 'picture', value, text: `${how} ${label}` }
}

function iconLikeness({ iconHash }: Compared, references: readonly BrandReference[]): LikenessPart | undefined {
  const same = iconHash && references.find((reference) => reference.iconHash?.equals(iconHash))
  return same ? { kind: 'icon', value: 1, text: `Its icon matches ${same.label}` } : undefined
}

/** A logo or the icon of the page against the brand's own pictures, and the logos of its pages. */
function logoLikeness({ logoHashes }: Compared, references: readonly BrandReference[]): LikenessPart | undefined {
  const [nearest] = references
    .flatMap(({ label, pictureHash, logoHashes: own }) =>
      [...own, ...(pictureHash ? [pictureHash] : [])].flatMap((hash) =>
        logoHashes.map((logo) => ({ label, bits: differentBits(logo, hash) })),
      ),
    )
    .sort((a, b) => a.bits - b.bits)
  if (!nearest || nearest.bits > samePictureBits) return undefined
  const { bits, label } = nearest
  const text = bits === 0 ? `It shows a logo of ${label}` : `It shows a logo like that of ${label}`
  return { kind: 'logo', value: 1, text }
}

function titleLikeness(
  { title, brandTerms }: Compared,
  references: readonly BrandReference[],
): LikenessPart | undefined {
  const plain = plainText(title)
  if (plain === '') return undefined
  const same = references.find((reference) => plainText(reference.title) === plain)
  if (same) return { kind: 'title', value: 1, text: `Its title matches ${same.label}` }
  const term = brandTerms.find((one) => ` ${plain} `.includes(` ${plainText(one)} `))
  return term === undefined ? undefined : { kind: 'title', value: 0.7, text: `Its title mentions ${term}` }
}

/** Words in a row that are compared, and the fewest rows with which a page has a text at all. */
const rowLength = 3
const fewestRows = 8

function textLikeness({ text }: Compared, references: readonly BrandReference[]): LikenessPart | undefined {
  const own = rowsOfWords(text)
  if (own.size < fewestRows) return undefined
  const [best] = references
    .map((reference) => {
      const theirs = rowsOfWords(reference.text)
      const shared = [...own].filter((one) => theirs.has(one)).length
      return { label: reference.label, share: theirs.size < fewestRows ? 0 : shared / own.size }
    })
    .sort((a, b) => b.share - a.share)
  if (!best || best.share < 0.05) return undefined
  return {
    kind: 'text',
    value: best.share,
    text: `${Math.round(100 * best.share)}% of its text matches ${best.label}`,
  }
}

function rowsOfWords(text: string): Set<string> {
  const words = plainText(text).split(' ').slice(0, 4000)
  return new Set(words.slice(rowLength - 1).map((_, at) => words.slice(at, at + rowLength).join(' ')))
}

const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

function differentBits(a: Buffer, b: Buffer): number {
  let bits = 0
  for (const [index, byte] of a.entries()) for (let rest = byte ^ b[index]!; rest > 0; rest >>= 1) bits += rest & 1
  return bits
}
