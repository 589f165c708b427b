import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Db } from './db.ts'
import { isStorageFull } from './errors.ts'
import { newId } from './id.ts'
import {
  claimJob,
  failJob,
  giveWay,
  hasDueJob,
  holdsLease,
  type Lease,
  type LeasedQueue,
  maxTries,
  minutesBeforeTry,
  postponeJob,
  releaseJob,
  renewLease,
} from './leased-queue.ts'
import { abortWhenStalled, markProgress, maxStallMinutes, Stalled } from './stalled-work.ts'
import type { AppContext } from './serve.ts'

/** Of a job that could not store its files; what it had stored before stays. */
const storageIsFull = 'Storage is full: its files could not be stored.'

/** Seconds after which another worker takes a job over whose worker is gone, and between two signs of life (G87). */
const leaseSeconds = 15 * 60
const renewSeconds = 60
/** Seconds between two updates of the progress. */
const progressSeconds = 1
/** Milliseconds between two looks at an empty queue. */
const pause = 1000

/** The job can never be done; the message is for its user. */
export class JobRefused extends Error {}

/** The job was cancelled or paused, or another worker has it. */
export class LeaseLost extends Error {}

/** Other jobs wait, and this one has been worked on long enough: it goes on after them. */
export class TurnOver extends Error {}

/** Whether a problem ends this work on a job for good: nothing that it made will be used. */
export const isJobOver = (problem: unknown): boolean => problem instanceof JobRefused || problem instanceof LeaseLost

/** A claimed job. `signal` aborts when the process stops or the lease is lost. */
export type Work = {
  lease: Lease
  signal: AbortSignal
  onProgress: (done: number) => void
  /** In the last try: minutes without progress after which a part of the job should fail, so that the rest is done. */
  partStallMinutes: number | undefined
}

/** How the jobs of a queue are done. */
export type QueueRunner = LeasedQueue & {
  /** Does the job and completes it under its lease. Throws JobRefused when that is impossible, LeaseLost, or to be tried again. */
  run: (app: AppContext, work: Work) => Promise<void>
  /** Minutes without progress after which a job is aborted, and retried as after any failure. */
  stallMinutes?: number
  /** Why a job failed whose tries are used up, for its user. */
  failure: string
  /** Tells the user of a job that failed, in the transaction that ends it. */
  onFailed: (app: AppContext, db: Db, jobId: string, reason: string) => Promise<void>
}

/**
 * Runs the job that is due for longest; false when there is none. A failure is tried again after 1, 5 and 15 minutes, then the
 * user is told (G87). When `stopping` aborts, the job returns to the queue and goes on where it was.
 */
export async function runNextJob(
  app: AppContext,
  runner: QueueRunner,
  stopping = new AbortController().signal,
): Promise<boolean> {
  if (stopping.aborted || !(await hasDueJob(app.db, runner))) return false
  const leaseId = newId()
  const claimed = await inTransaction(app.pool, ({ db }) =>
    claimJob(db, runner, { id: leaseId, seconds: leaseSeconds }),
  )
  if (!claimed) return false
  const lease = { jobId: claimed.id, id: leaseId }
  const lost = new AbortController()
  const progress = renewRegularly(app, runner, lease, () => lost.abort(new LeaseLost()))
  try {
    // Interrupted too often: it may be the job that ends its workers.
    if (claimed.tries > maxTries) throw new JobRefused(runner.failure)
    const { stallMinutes = maxStallMinutes } = runner
    const partStallMinutes = claimed.tries === maxTries ? stallMinutes / 2 : undefined
    await abortWhenStalled({ signal: AbortSignal.any([stopping, lost.signal]), stallMinutes }, (signal) =>
      runner.run(app, { lease, signal, onProgress: progress.note, partStallMinutes }),
    )
  } catch (problem) {
    if (stopping.aborted) await releaseJob(app.db, runner, lease)
    else if (problem instanceof TurnOver) await giveWay(app.db, runner, lease)
    else if (!lost.signal.aborted && !(problem instanceof LeaseLost))
      await fail(app, runner, { lease, tries: claimed.tries, problem: problem as Error })
  } finally {
    progress.stop()
  }
  return true
}

async function fail(
  app: AppContext,
  runner: QueueRunner,
  { lease, tries, problem }: { lease: Lease; tries: number; problem: Error },
): Promise<void> {
  const isFinal = problem instanceof JobRefused
  const failure = problem instanceof Stalled ? `${runner.failure} ${problem.sentence}` : runner.failure
  const why = isStorageFull(problem) ? storageIsFull : failure
  if (!isFinal && tries < maxTries) {
    const minutes = minutesBeforeTry[tries - 1] ?? 15
    await postponeJob(app.db, runner, lease, { minutes, problem: why })
    return
  }
  const reason = isFinal ? problem.message : why
  await inTransaction(app.pool, async ({ db }) => {
    if (await failJob(db, runner, lease, reason)) await runner.onFailed(app, db, lease.jobId, reason)
  })
  if (!isFinal) throw problem
}

/** Stores the progress and renews the lease; `onLost` is called when the job was cancelled, paused or taken over. */
function renewRegularly({ db }: AppContext, queue: LeasedQueue, lease: Lease, onLost: () => void) {
  let done: number | undefined
  let stored: number | undefined
  let ticks = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const tick = async () => {
    ticks++
    const isDue = ticks % (renewSeconds / progressSeconds) === 0 || done !== stored
    const next = done
    try {
      const isOurs = isDue
        ? await renewLease(db, queue, { ...lease, seconds: leaseSeconds }, next)
        : await holdsLease(db, queue, lease)
      stored = next
      if (!isOurs) onLost()
    } catch {
      // The database is away for a moment: the lease is longer than that.
    }
    if (!isStopped) timer = setTimeout(() => void tick(), 1000 * progressSeconds)
  }
  timer = setTimeout(() => void tick(), 1000 * progressSeconds)
  return {
    note: (rows: number) => {
      markProgress()
      done = rows
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Runs queued jobs until `stop`, as many at a time as the queue allows. The queue is in the database, so any number of
 * workers may run this. `stop` returns running jobs to the queue; they go on where they were.
 */
export function startQueue(
  app: AppContext,
  runner: QueueRunner,
  onProblem: (problem: Error) => void,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const runLane = async () => {
    while (!signal.aborted) {
      const hasRun = await runNextJob(app, runner, signal).catch((problem: Error) => {
        onProblem(problem)
        return false
      })
      // Stopping ends the pause.
      if (!hasRun) await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }
  const lanes = Array.from({ length: runner.maxRunning }, runLane)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}
