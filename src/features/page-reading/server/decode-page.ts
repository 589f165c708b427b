import { TextDecoder } from 'node:util'
import { constants, gunzipSync } from 'node:zlib'

const maxBytes = 32_000_000

/**
 * The text of a page's bytes: by its byte order mark, the charset of its header or of its first meta elements, else as
 * UTF-8. A .gz file is unpacked, as far as it goes. Never fails on wrong bytes; throws for a file that unpacks to more
 * than 32 MB.
 */
export function decodePage(bytes: Buffer, charset?: string): string {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(bytes) : bytes
  const start = plain.subarray(0, 4096).toString('latin1')
  const stated = charset ?? /<meta[^<>]{0,200}charset\s{0,5}=\s{0,5}["']?([\w-]{2,30})/i.exec(start)?.[1] ?? 'utf-8'
  return decoderOf(plain, stated).decode(plain)
}

function unpacked(bytes: Buffer): Buffer {
  try {
    // The part of a file that was cut off is a part of the page.
    return gunzipSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw problem
    return bytes
  }
}

function decoderOf(bytes: Buffer, stated: string): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder('utf-8')
  try {
    // A page that says UTF-16 in ASCII letters is not.
    return new TextDecoder(/utf-?16/i.test(stated) ? 'utf-8' : stated)
  } catch {
    return new TextDecoder('utf-8')
  }
}
