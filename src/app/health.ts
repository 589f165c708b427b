import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { shareAnswer } from '#kit/server/share-answer.ts'

/** A check fails for a reason that the answer may name: a word or two, no address and no path. */
export class NotReady extends Error {}

/** Throws `reason` as a check's answer while it applies. */
export function refuseWhile(applies: boolean, reason: string): void {
  if (applies) throw new NotReady(reason)
}

/** The checks that must pass before calls are sent here, by name; a failing check rejects. */
export type Readiness = Record<string, () => Promise<unknown>>

/**
 * GET /api/health: alive, always 200. GET /api/ready: 200 when every check answers within `limitMs`, else 503;
 * both name each check as ok, failed or with the reason of NotReady, and reveal nothing else.
 */
export function serveHealth(server: FastifyInstance, checks: Readiness, limitMs = 2000): void {
  // They wait for a connection. The answer is not cached: a database that went away must show at once.
  const check = shareAnswer(0, (log: FastifyBaseLogger) => runChecks(checks, limitMs, log))
  server.get('/api/health', () => ({ status: 'ok' }))
  server.get('/api/ready', async (request, reply) => {
    const results = await check(request.log)
    const ready = results.every(([, result]) => result === 'ok')
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'failed', ...Object.fromEntries(results) })
  })
}

type Results = readonly (readonly [name: string, result: string])[]

function runChecks(checks: Readiness, limitMs: number, log: FastifyBaseLogger): Promise<Results> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await within(limitMs, check())
        return [name, 'ok'] as const
      } catch (problem) {
        log.error({ err: problem, check: name }, 'not ready')
        return [name, problem instanceof NotReady ? problem.message : 'failed'] as const
      }
    }),
  )
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${limitMs} ms`)), limitMs)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
