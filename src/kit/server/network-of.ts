import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network by which the calls of an address are counted: an IPv4 address itself; of an IPv6 address the first 64 bits,
 * of which one caller has all addresses, or the first 48, which providers give to one customer.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  const [bare = ''] = address.split('%')
  if (isIP(bare) === 0) return address
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${groups.join(':')}::/${bits}`
}
