import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a call comes from: the address, and the browser or program as it names itself. */
export type Caller = { address: string; device: string }

/** Longer names of browsers are cut; real ones have some 200 characters. */
const MAX_DEVICE = 400

/** The caller of a request. */
export function callerOf(request: FastifyRequest): Caller {
  const device = request.headers['user-agent'] ?? ''
  // Bytes that are not ASCII arrive as Latin-1; PostgreSQL takes no control characters, a log needs none.
  return { address: request.ip, device: device.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_DEVICE) }
}

/**
 * The address by which tries are counted: an IPv6 caller has a whole /64 network to choose from, so that is one address
 * here.
 */
export function countedAddress(address: string): string {
  const bare = address.split('%')[0]!
  if (isIP(bare) !== 6) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped) return mapped[1]!
  const [before, after] = bare.split('::') as [string, string?]
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const groups =
    after === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
