import { hash } from 'node:crypto'
import type { Platform } from '#platforms/platform.ts'
import { normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'

/** A finding's address as duplicates and white lists compare it (G63); on the domain platform the host only. */
export function comparedAddress(platform: Platform, address: string): string {
  return platform.columns[platform.identity]!.kind === 'domain' ? normaliseDomain(address) : normaliseAddress(address)
}

/** What makes a finding the same finding within a brand: the first 16 bytes of SHA-256, as a uuid (G63). */
export function identityKey(platform: Platform, compared: string): string {
  const hex = hash('sha256', `${platform.value}\n${compared}`, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
