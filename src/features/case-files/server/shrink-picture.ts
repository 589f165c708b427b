import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** Pictures that decode to more pixels are rejected as decompression bombs. */
const maxPixels = 64_000_000

/** Writes the picture in page size; writes nothing where it cannot be decoded: the archive has the original. */
export async function shrinkPicture(bytes: Uint8Array, path: string): Promise<void> {
  const small = await sharp(bytes, { limitInputPixels: maxPixels })
    .rotate()
    .resize(1400, 1400, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined)
  if (small) await writeFile(path, small)
}
