import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kit/server/problem.ts'
import type { JsonReport } from './save-upload.ts'

/** The raw request body; calls with `body: 'rows'` do not have it parsed. Throws 400 when it is empty. */
export function bytesOf(request: FastifyRequest): Uint8Array {
  if (request.body instanceof Uint8Array && request.body.byteLength > 0) return request.body
  throw new Problem(400, 'The body is empty.')
}

/** Sends a report that a worker thread wrote. */
export function sendReport(reply: FastifyReply, { status, json }: JsonReport): FastifyReply {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return reply.status(status).type('application/json; charset=utf-8').send(bytes)
}
