import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** A picture that unpacks to more than this is a trap, not a picture. */
const mostPixels = 64_000_000

/** Writes the picture small enough for a page; nothing where it cannot be read: the archive has it all the same. */
export async function shrinkPicture(bytes: Uint8Array, path: string): Promise<void> {
  const small = await sharp(bytes, { limitInputPixels: mostPixels })
    .rotate()
    .resize(1400, 1400, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined)
  if (small) await writeFile(path, small)
}
