/**
 * The text of a plain text file, whatever its encoding: UTF-8 or UTF-16, with or without a byte order mark. Undefined
 * when it is no text, such as a renamed picture.
 */
export async function readTextFile(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Without a mark, addresses in UTF-16 have a zero in nearly every second byte. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 2 * Math.floor(Math.min(bytes.length, 4096) / 2))
  const zeros = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2]!++
  const most = start.length * 0.4
  if (zeros[0] === 0 && zeros[1]! > most) return 'utf-16le'
  if (zeros[1] === 0 && zeros[0]! > most) return 'utf-16be'
  return 'utf-8'
}
