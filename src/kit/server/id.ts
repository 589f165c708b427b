import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** A new record's id: UUIDv7, ordered by time (G8). */
export const newId = (): string => v7()

/** A token nobody can guess (256 bits, base64url) and the hash that is stored of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
