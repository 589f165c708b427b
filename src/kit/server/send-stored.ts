import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { cutOffUnread } from './download-bounds.ts'
import { disconnectSignal } from './send-sheet.ts'

/**
 * Sends a stored file as it comes from the store. It holds a connection to the store until it ends, so it ends when its
 * reader is gone or does not read; count it before it is opened (`countFile`, `countDownload`).
 */
export function sendStored(reply: FastifyReply, { body, bytes }: { body: Readable; bytes: number }): FastifyReply {
  cutOffUnread(reply.raw)
  disconnectSignal(reply).addEventListener('abort', () => body.destroy())
  // The reader may have left while the file was opened.
  if (reply.raw.destroyed) body.destroy()
  return reply.header('content-length', bytes).send(body)
}
