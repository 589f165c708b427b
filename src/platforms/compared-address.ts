import { normaliseAddress, normaliseDomain } from '#vocabulary/addresses.ts'
import { isIdentifiedByDomain, type Platform } from './platform.ts'

/**
 * The form of an address that duplicates and white lists compare (G63), in browser and server; for domains the host.
 */
export function comparedAddress(platform: Platform, address: string): string {
  return isIdentifiedByDomain(platform) ? normaliseDomain(address) : normaliseAddress(address)
}
