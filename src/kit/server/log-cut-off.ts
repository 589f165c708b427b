import type { FastifyReply } from 'fastify'
import { sizeText } from '#vocabulary/numbers.ts'
import { logDataChange } from './audit.ts'
import type { Db } from './db.ts'
import type { CutOff } from './end-with-access.ts'

/** Writes into the data log that a person's download was cut off: which, how far it came and why (G106). */
export async function logCutOff(db: Db, userId: string, reply: FastifyReply, { bytes, reason }: CutOff): Promise<void> {
  const total = Number(reply.getHeader('content-length'))
  const size = total > 0 ? `${sizeText(bytes)} of ${sizeText(total)}` : sizeText(bytes)
  await logDataChange(
    db,
    { userId },
    {
      type: 'export',
      model: 'Download',
      total: 1,
      subject: `${nameOf(reply)}, cut off after ${size}: ${reason}`,
    },
  )
}

/** The name of the file; of an answer without one, its address. */
const nameOf = (reply: FastifyReply): string =>
  /filename="([^"]+)"/.exec(String(reply.getHeader('content-disposition')))?.[1] ?? reply.request.url.split('?')[0]!
