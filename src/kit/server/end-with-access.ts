import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Session } from './session.ts'

/** How often the access of somebody to whom an answer is being sent is read again, in milliseconds. */
const everyMs = 1000

/** An answer that was cut off: why, and how many bytes its connection had taken, about as many as have arrived. */
export type CutOff = { bytes: number; reason: string }

type Options = {
  /** Records that the answer was cut off. */
  onCut?: (cutOff: CutOff) => Promise<void>
  period?: number
}

/**
 * Closes the connection of an answer that is being sent once `isAllowed` says no, or could not be read `patience` times:
 * whoever reads slowly would otherwise get the rest after access was lost. The reader sees a download that failed; the
 * server's log and `onCut` say why. Live events have their own rule: a hijacked answer is left alone.
 */
export function endWithAccess(
  reply: FastifyReply,
  isAllowed: () => Promise<boolean>,
  { onCut, period = everyMs }: Options = {},
): void {
  const { raw, request } = reply
  const before = takenBy(raw)
  let isOver = false
  let unanswered = 0
  const verify = async () => {
    if (reply.sent) return
    // Nothing has left, and the handler may still refuse in words.
    if (!raw.headersSent) return next()
    const allowed = await isAllowed().then(
      (answer) => {
        unanswered = 0
        return answer
      },
      (problem: unknown) => {
        request.log.error({ err: problem }, 'access of an answer that is being sent')
        return ++unanswered < patience
      },
    )
    if (isOver) return
    if (allowed) return next()
    const reason = unanswered > 0 ? 'access could not be verified' : 'access was lost'
    const bytes = Math.max(0, takenBy(raw) - before)
    request.log.warn(`cut off after ${bytes} bytes: ${reason} while the answer was being sent`)
    raw.destroy()
    onCut?.({ bytes, reason }).catch((problem: unknown) => request.log.error({ err: problem }, 'cut off'))
  }
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    timer = setTimeout(() => void verify(), period)
    timer.unref()
  }
  const end = () => {
    isOver = true
    clearTimeout(timer)
  }
  raw.once('finish', end)
  raw.once('close', end)
  next()
}

/** The bytes that the connection of an answer has taken, of all its answers. */
const takenBy = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0)

/** Times in a row that access may not be readable, as while the database starts again. */
const patience = 10

/** Whether a person has a role, a company, a brand or a platform of one no longer that an answer began with. */
export function hasLess(before: Session, now: Session | undefined): boolean {
  if (now?.kind !== before.kind || now.role !== before.role) return true
  const brands = new Map(now.brands.map((brand) => [brand.id, brand.platforms]))
  return (
    before.companyIds.some((id) => !now.companyIds.includes(id)) ||
    before.brands.some(({ id, platforms }) => platforms.some((platform) => !brands.get(id)?.includes(platform)))
  )
}
