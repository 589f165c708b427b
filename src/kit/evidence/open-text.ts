/**
 * Decodes UTF-8 piece by piece, for texts that are compared with what would have been written: bytes that are none, and
 * a mark of the byte order, must not vanish. After the first piece with such bytes nothing more is decoded.
 */
export function openText(): { read: (piece: Uint8Array) => string; end: () => string } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let isBroken = false
  const decode = (piece?: Uint8Array): string => {
    if (isBroken) return ''
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      isBroken = true
      return '\uFFFD'
    }
  }
  return { read: decode, end: () => decode() }
}
