/**
 * PDQ, the perceptual hash of Meta (ThreatExchange, 2019): 256 bits that stay nearly the same when a picture is scaled,
 * compressed or slightly changed. Hashes are 64 hexadecimal digits, as its other implementations print them.
 */

/** Two pictures are alike when at most this many of 256 bits differ. */
export const nearBits = 31

/** Hashes of pictures of this quality or less say nothing: blank pages, one colour. */
export const poorQuality = 49

export type PictureHash = {
  hash: string
  /** 0–100: how much there is to tell the picture from others. */
  quality: number
  /** The hashes it would have turned by 90, 180, 270 degrees, mirrored on x, y and both diagonals. */
  variants: string[]
}

/** Pictures of more pixels are refused, as decompression bombs. */
const maxPixels = 64_000_000
/** Longer sides are reduced before hashing, as Meta's program does: within 4 bits of its hashes, and 8 MB at most. */
const longestSide = 1024
const maxSeconds = 10

/** The hash of a picture file. Undefined when it cannot be decoded, is too large or takes more than ten seconds. */
export async function hashPicture(bytes: Uint8Array): Promise<PictureHash | undefined> {
  try {
    // Loaded with the first picture: most processes never hash one.
    const { default: sharp } = await import('sharp')
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return hashPixels(data, info)
  } catch {
    return undefined
  }
}

type Size = { width: number; height: number; channels: number }

/** The hash of decoded pixels, row by row, one channel (grey) or three and more (red, green, blue first). */
export function hashPixels(pixels: Uint8Array, { width, height, channels }: Size): PictureHash {
  if (width < 5 || height < 5)
    return { hash: '0'.repeat(64), quality: 0, variants: Array<string>(7).fill('0'.repeat(64)) }
  const luma = new Float32Array(width * height)
  for (let at = 0; at < luma.length; at++) {
    const pixel = at * channels
    luma[at] =
      channels < 3 ? pixels[pixel]! : 0.299 * pixels[pixel]! + 0.587 * pixels[pixel + 1]! + 0.114 * pixels[pixel + 2]!
  }
  const small = reduced(luma, width, height)
  const cosines = transformed(small)
  const [hash = '', ...variants] = turns.map((turn) => bitsOf(turn(cosines)))
  return { hash, quality: qualityOf(small), variants }
}

/** Two passes of a box filter in both directions, then one pixel of each of 64 × 64 parts. */
function reduced(luma: Float32Array, width: number, height: number): Float32Array {
  const small = new Float32Array(64 * 64)
  let from: Float32Array = luma
  let to: Float32Array = new Float32Array(luma.length)
  if (width !== 64 || height !== 64)
    for (let pass = 0; pass < 2; pass++) {
      for (let row = 0; row < height; row++) box({ from, to, start: row * width, step: 1, length: width })
      ;[from, to] = [to, from]
      for (let column = 0; column < width; column++) box({ from, to, start: column, step: width, length: height })
      ;[from, to] = [to, from]
    }
  for (let row = 0; row < 64; row++)
    for (let column = 0; column < 64; column++) {
      const y = Math.floor(((row + 0.5) * height) / 64)
      small[row * 64 + column] = from[y * width + Math.floor(((column + 0.5) * width) / 64)]!
    }
  return small
}

type Line = { from: Float32Array; to: Float32Array; start: number; step: number; length: number }

/** Means over a window of a 128th of the line, rounded up, which is cut off at both ends. */
function box({ from, to, start, step, length }: Line): void {
  const window = Math.ceil(length / 128)
  const ahead = Math.floor((window + 2) / 2)
  let [sum, left, right] = [0, 0, 0]
  for (let at = 0; at < length; at++) {
    while (right < length && right < at + ahead) sum += from[start + right++ * step]!
    while (left < at + ahead - window) sum -= from[start + left++ * step]!
    to[start + at * step] = sum / (right - left)
  }
}

/** Significant steps of brightness between neighbours; a heuristic of the algorithm's authors. */
function qualityOf(small: Float32Array): number {
  let sum = 0
  const step = (a: number, b: number) => Math.abs(Math.trunc(((a - b) * 100) / 255))
  for (let row = 0; row < 64; row++)
    for (let column = 0; column < 64; column++) {
      const here = small[row * 64 + column]!
      if (row < 63) sum += step(here, small[row * 64 + 64 + column]!)
      if (column < 63) sum += step(here, small[row * 64 + column + 1]!)
    }
  return Math.min(100, Math.floor(sum / 90))
}

const dct = Float32Array.from({ length: 16 * 64 }, (_, at) => {
  const [row, column] = [at >> 6, at & 63]
  return Math.sqrt(2 / 64) * Math.cos((Math.PI / 128) * (row + 1) * (2 * column + 1))
})

/** The 16 × 16 lowest frequencies but the constant of the discrete cosine transform. */
function transformed(small: Float32Array): Float32Array {
  const half = new Float32Array(16 * 64)
  const result = new Float32Array(16 * 16)
  for (let i = 0; i < 16; i++)
    for (let j = 0; j < 64; j++) {
      let sum = 0
      for (let k = 0; k < 64; k++) sum += dct[i * 64 + k]! * small[k * 64 + j]!
      half[i * 64 + j] = sum
    }
  for (let i = 0; i < 16; i++)
    for (let j = 0; j < 16; j++) {
      let sum = 0
      for (let k = 0; k < 64; k++) sum += half[i * 64 + k]! * dct[j * 64 + k]!
      result[i * 16 + j] = sum
    }
  return result
}

/** What the frequencies become when the picture is turned or mirrored: exchanged and with other signs. */
const turn =
  (isExchanged: boolean, isNegative: (row: number, column: number) => boolean) =>
  (cosines: Float32Array): Float32Array =>
    Float32Array.from(cosines, (_, at) => {
      const [i, j] = isExchanged ? [at & 15, at >> 4] : [at >> 4, at & 15]
      return isNegative(i, j) ? -cosines[i * 16 + j]! : cosines[i * 16 + j]!
    })

const turns = [
  turn(false, () => false),
  turn(true, (_, j) => j % 2 === 0),
  turn(false, (i, j) => (i + j) % 2 === 1),
  turn(true, (i) => i % 2 === 0),
  turn(false, (i) => i % 2 === 0),
  turn(false, (_, j) => j % 2 === 0),
  turn(true, () => false),
  turn(true, (i, j) => (i + j) % 2 === 1),
]

/** One bit for each frequency: more than the median or not. The last comes first. */
function bitsOf(cosines: Float32Array): string {
  const median = cosines.toSorted()[127]!
  let text = ''
  for (let digit = 63; digit >= 0; digit--) {
    let value = 0
    for (let bit = 3; bit >= 0; bit--) value = value * 2 + (cosines[digit * 4 + bit]! > median ? 1 : 0)
    text += value.toString(16)
  }
  return text
}
