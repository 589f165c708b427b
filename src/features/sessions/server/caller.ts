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
