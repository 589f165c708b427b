import { pdfProtected, pictureIncomplete } from '#features/files/messages.ts'
import type { FileKind } from './kind-of-file.ts'
import { needsPassword } from './pdf-password.ts'

/** Why nobody could read a file of an accepted kind: a PDF with a password, a cut-off picture. Undefined without a flaw. */
export async function flawOfFile(bytes: Buffer, { extension }: FileKind, name: string): Promise<string | undefined> {
  if (extension === 'pdf') return needsPassword(bytes) ? pdfProtected(name) : undefined
  if (hasEnd[extension]?.(bytes) !== false || (await isDecodable(bytes))) return undefined
  return pictureIncomplete(name)
}

/** Whether a picture has the end that its format demands, which is found without decoding it. */
const hasEnd: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.includes('IEND'),
  // Before the picture itself a small one may have an end of its own.
  jpg: (bytes) => bytes.includes(Buffer.of(0xff, 0xd9), startOfScan(bytes)),
  webp: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length,
  gif: (bytes) => bytes.includes(0x3b, bytes.length - 16),
}

/** Where the compressed pixels of a JPEG begin; its length without them. */
function startOfScan(bytes: Buffer): number {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) at++
    else if (bytes[at + 1] === 0xda) return at
    else if (bytes[at + 1] === 0xff) at++
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return bytes.length
}

/** A larger picture without an end is not decoded, but refused. */
const maxPixels = 64_000_000

/** Decodes all of it: some programs leave the end out after the last pixel. */
async function isDecodable(bytes: Buffer): Promise<boolean> {
  // On first use: the library takes 7 MB.
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels })
    .stats()
    .then(() => true)
    .catch(() => false)
}
