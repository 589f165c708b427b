import { normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'
import type { Platform } from './platform.ts'

/**
 * The form of an address that duplicates and white lists compare (G63), in browser and server; for domains the host.
 */
export function comparedAddress(platform: Platform, address: string): string {
  return platform.columns[platform.identity]!.kind === 'domain' ? normaliseDomain(address) : normaliseAddress(address)
}
