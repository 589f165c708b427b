import { hash } from 'node:crypto'
import type { Platform } from '#platforms/platform.ts'

/** The key that identifies a finding within its brand: the first 16 bytes of SHA-256, as a uuid (G63). */
export function identityKey(platform: Platform, compared: string): string {
  const hex = hash('sha256', `${platform.value}\n${compared}`, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
