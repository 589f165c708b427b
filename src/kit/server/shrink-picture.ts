/** Pictures that decode to more pixels are rejected as decompression bombs. */
const maxPixels = 64_000_000
const maxSeconds = 10

/** The picture as JPEG, its longer side at most this long; undefined where it cannot be decoded. */
export async function shrinkPicture(bytes: Uint8Array, longestSide: number): Promise<Buffer | undefined> {
  // On first use: the library takes 7 MB.
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: maxPixels })
    .timeout({ seconds: maxSeconds })
    .rotate()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined)
}
