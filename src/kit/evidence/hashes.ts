import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

// For Node and browsers alike, so that both verify with the same code.

/** Computes a SHA-256 from pieces. */
export function openSha256(): { update: (piece: Uint8Array) => void; hex: () => string } {
  const hash = sha256.create()
  return { update: (piece) => void hash.update(piece), hex: () => bytesToHex(hash.digest()) }
}

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export const sha256Text = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)))

/** The CRC-32 of ZIP files, continued from the value of the piece before. */
export function crc32(piece: Uint8Array, before = 0): number {
  let crc = ~before
  for (let at = 0; at < piece.length; at++) crc = (crc >>> 8) ^ crcTable[(crc ^ piece[at]!) & 0xff]!
  return ~crc >>> 0
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
