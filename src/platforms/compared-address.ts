import { normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'
import type { Platform } from './platform.ts'

/** An address as duplicates and white lists compare it (G63), in browser and server; on the domain platform the host only. */
export function comparedAddress(platform: Platform, address: string): string {
  return platform.columns[platform.identity]!.kind === 'domain' ? normaliseDomain(address) : normaliseAddress(address)
}
