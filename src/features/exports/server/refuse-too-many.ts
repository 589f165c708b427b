import { messages } from '#features/exports/messages.ts'
import { maxWaiting } from '#features/exports/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { waitingJobs } from '#kit/server/leased-queue.ts'
import { Problem } from '#kit/server/problem.ts'
import { exportQueue } from './export-queue.ts'

/** Throws 429 when the user has as many waiting downloads of a kind as one may (G87). */
export async function refuseTooMany(db: Db, userId: string, kind: 'bulk' | 'domain'): Promise<void> {
  if ((await waitingJobs(db, { ...exportQueue, kinds: [kind] }, userId)) >= maxWaiting)
    throw new Problem(429, messages.tooManyWaiting)
}
