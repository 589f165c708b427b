import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A new record's id: UUIDv7, ordered by time (G8). */
export const newId = (): string => v7()

/** A random token (256 bits, base64url) and its hash, which is what gets stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** The stored hash of a token (SHA-256). */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The SHA-256 of bytes. */
export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
