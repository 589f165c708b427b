/**
 * The text in a file's bytes: UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252, which older
 * programs write and which has a letter for nearly every byte. A mark is not part of the text.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether a text holds characters that no text file does: it is a picture or a program, whatever its name. */
export const holdsControls = (text: string): boolean => /[\0-\x08\x0e-\x1f]/.test(text)

/** Without a mark, addresses in UTF-16 have a zero in nearly every second byte. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 2 * Math.floor(Math.min(bytes.length, 4096) / 2))
  const zeros = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2]!++
  const manyZeros = start.length * 0.4
  if (zeros[0] === 0 && zeros[1]! > manyZeros) return 'utf-16le'
  if (zeros[1] === 0 && zeros[0]! > manyZeros) return 'utf-16be'
  return 'utf-8'
}
