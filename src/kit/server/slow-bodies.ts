import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { refuseUnreadable } from './errors.ts'

/** How long a body may take to arrive: `graceMs`, and a second more for each `bytesPerSecond` that arrived. */
export type BodyPace = { graceMs: number; bytesPerSecond: number; checkMs: number }

/** A minute for all that people type; 16 MB over the slowest line that is let through take 17 minutes. */
const usualPace: BodyPace = { graceMs: 60_000, bytesPerSecond: 16 * 1024, checkMs: 5_000 }

/**
 * Ends requests whose body arrives too slowly, with 408, or by closing the connection where the response has begun.
 * Node's own limit is one time for all bodies, so it cannot tell a large upload from one that is held open.
 */
export function endSlowBodies(server: Server, { graceMs, bytesPerSecond, checkMs }: BodyPace = usualPace): void {
  const arriving = new Map<IncomingMessage, { response: ServerResponse; began: number; bytesBefore: number }>()
  server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return
    arriving.set(request, { response, began: performance.now(), bytesBefore: request.socket.bytesRead })
  })
  const checking = setInterval(() => {
    for (const [request, { response, began, bytesBefore }] of arriving) {
      const { socket, complete } = request
      const allowedMs = graceMs + (1000 * (socket.bytesRead - bytesBefore)) / bytesPerSecond
      if (!complete && !socket.destroyed && performance.now() - began <= allowedMs) continue
      arriving.delete(request)
      if (complete || socket.destroyed) continue
      if (response.headersSent) socket.destroy()
      else {
        refuseUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
        socket.destroySoon()
      }
    }
  }, checkMs)
  checking.unref()
  server.once('close', () => clearInterval(checking))
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
