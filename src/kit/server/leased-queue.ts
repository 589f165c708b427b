import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import type { JobState } from '#vocabulary/job-states.ts'

/**
 * Jobs in a table of their own, worked on first in, first out (G87). The table has the columns id (UUIDv7), kind, state,
 * problem, tries, not_before, done, lease_id, lease_until and finished_at.
 */
export type LeasedQueue = {
  table: string
  /** Kinds of rows that are worked on together, at most `maxRunning` at a time. */
  kinds: readonly string[]
  maxRunning: number
}

/** Who works on a job: lost when the job is cancelled, paused, or taken over after the lease has expired. */
export type Lease = { jobId: string; id: string }

/** Tries of a job, and the minutes before each repetition (G87). */
export const maxTries = 3
export const minutesBeforeTry = [1, 5, 15] as const

/** Jobs of the queue that wait and may start, or whose lease has expired. */
const isDue = ({ kinds }: LeasedQueue): Sql => sql`kind = any(${kinds}::text[])
          and ((state = 'Pending' and not_before <= now()) or (state = 'Processing' and lease_until < now()))`

/** The order of a queue: who has waited longest since they became due. A job that gave way stands at the end again. */
const inLine = sql`not_before, id`

/** Whether a job is due: one statement without a transaction, for queues that are mostly empty. */
export async function hasDueJob(db: Db, queue: LeasedQueue): Promise<boolean> {
  const due = await row(db, sql`select 1 as due from ${sql.table(queue.table)} where ${isDue(queue)} limit 1`)
  return due !== undefined
}

/** Whether other jobs than this one wait in a queue. */
export async function othersWait(db: Db, { table, kinds }: LeasedQueue, jobId: string): Promise<boolean> {
  const other = await row(
    db,
    sql`select 1 as waits from ${sql.table(table)}
      where kind = any(${kinds}::text[]) and state = 'Pending' and not_before <= now() and id <> ${jobId} limit 1`,
  )
  return other !== undefined
}

/**
 * Claims the job that is due for longest, with a lease in seconds; undefined when none is due or as many as may are running.
 * An expired lease counts as an interrupted try.
 */
export async function claimJob(
  db: Db,
  queue: LeasedQueue,
  lease: { id: string; seconds: number },
): Promise<{ id: string; tries: number } | undefined> {
  const { table, kinds, maxRunning } = queue
  // One claim at a time, so that two workers together start no more than may run.
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('claim-job'), hashtext(${`${table} ${kinds.join(' ')}`}))`)
  return row(
    db,
    sql`update ${sql.table(table)} j set state = 'Processing', tries = j.tries + 1, lease_id = ${lease.id},
        lease_until = now() + make_interval(secs => ${lease.seconds}), problem = null
      where j.id = (
        select id from ${sql.table(table)}
        where ${isDue(queue)}
        order by ${inLine} limit 1)
        and (select count(*) from ${sql.table(table)}
          where kind = any(${kinds}::text[]) and state = 'Processing' and lease_until >= now()) < ${maxRunning}
      returning j.id, j.tries`,
  )
}

/** Renews a lease and stores the progress; false when the lease is lost. */
export async function renewLease(
  db: Db,
  { table }: LeasedQueue,
  lease: Lease & { seconds: number },
  done: number | undefined,
): Promise<boolean> {
  const renewed = await row(
    db,
    sql`update ${sql.table(table)} set lease_until = now() + make_interval(secs => ${lease.seconds}),
        done = coalesce(${done ?? null}, done)
      where id = ${lease.jobId} and lease_id = ${lease.id} returning id`,
  )
  return renewed !== undefined
}

/** Whether the lease is still that of the job. */
export async function holdsLease(db: Db, { table }: LeasedQueue, lease: Lease): Promise<boolean> {
  const found = await row(
    db,
    sql`select 1 as held from ${sql.table(table)} where id = ${lease.jobId} and lease_id = ${lease.id}`,
  )
  return found !== undefined
}

/** Ends a job that was worked on as completed; false when the lease is lost. */
export const completeJob = (db: Db, queue: LeasedQueue, lease: Lease, done: number): Promise<boolean> =>
  endWork(db, queue, lease, sql`state = 'Completed', done = ${done}, finished_at = now()`)

/** Ends a job that was worked on as failed; false when the lease is lost. */
export const failJob = (db: Db, queue: LeasedQueue, lease: Lease, problem: string): Promise<boolean> =>
  endWork(db, queue, lease, sql`state = 'Failed', problem = ${problem}, finished_at = now()`)

/** Returns a job to the queue, to be tried again after some minutes. */
export const postponeJob = (
  db: Db,
  queue: LeasedQueue,
  lease: Lease,
  { minutes, problem }: { minutes: number; problem: string },
): Promise<boolean> =>
  endWork(
    db,
    queue,
    lease,
    sql`state = 'Pending', problem = ${problem}, not_before = now() + make_interval(mins => ${minutes})`,
  )

/** Returns an interrupted job to the queue as if it had not been tried; the process is stopping. */
export const releaseJob = (db: Db, queue: LeasedQueue, lease: Lease): Promise<boolean> =>
  endWork(db, queue, lease, sql`state = 'Pending', tries = greatest(0, tries - 1)`)

/** Returns a job whose turn is over to the queue, behind those that wait, as if it had not been tried. */
export const giveWay = (db: Db, queue: LeasedQueue, lease: Lease): Promise<boolean> =>
  endWork(db, queue, lease, sql`state = 'Pending', tries = greatest(0, tries - 1), not_before = now()`)

async function endWork(db: Db, { table }: LeasedQueue, lease: Lease, change: Sql): Promise<boolean> {
  const ended = await row(
    db,
    sql`update ${sql.table(table)} set ${change}, lease_id = null, lease_until = null
      where id = ${lease.jobId} and lease_id = ${lease.id} returning id`,
  )
  return ended !== undefined
}

/** Ends a job that was begun, whoever works on it; false for one that only waits, and for one that has ended. */
export const cancelJob = (db: Db, queue: LeasedQueue, id: string, problem: string): Promise<boolean> =>
  takeFrom(
    db,
    queue,
    { id, from: ['Processing', 'Paused'], orBegun: true },
    sql`state = 'Failed', problem = ${problem}, finished_at = now()`,
  )

/** Stops work on a waiting or running job until it is resumed; false when it is neither. Its table has `paused_at`. */
export const pauseJob = (db: Db, queue: LeasedQueue, id: string, problem: string): Promise<boolean> =>
  takeFrom(
    db,
    queue,
    { id, from: ['Pending', 'Processing'] },
    sql`state = 'Paused', problem = ${problem}, paused_at = now()`,
  )

/** Ends the jobs of a table that have been paused for so many days, as failed: they can still be resumed. */
export async function endLongPaused(
  db: Db,
  { table, days, problem }: { table: string; days: number; problem: string },
): Promise<void> {
  await rows(
    db,
    sql`update ${sql.table(table)} set state = 'Failed', problem = ${problem}, finished_at = now()
      where state = 'Paused' and paused_at < now() - make_interval(days => ${days})`,
  )
}

/** Returns a paused or failed job to the queue, with all its tries; it goes on where it was. */
export const requeueJob = (db: Db, queue: LeasedQueue, id: string): Promise<boolean> =>
  takeFrom(
    db,
    queue,
    { id, from: ['Paused', 'Failed'] },
    sql`state = 'Pending', problem = null, tries = 0, not_before = now(), finished_at = null`,
  )

async function takeFrom(
  db: Db,
  { table }: LeasedQueue,
  { id, from, orBegun = false }: { id: string; from: readonly JobState[]; orBegun?: boolean },
  change: Sql,
): Promise<boolean> {
  const changed = await row(
    db,
    sql`update ${sql.table(table)} set ${change}, lease_id = null, lease_until = null
      where id = ${id}::uuid
        and (state = any(${from}::text[]) or (${orBegun} and state = 'Pending' and done > 0)) returning id`,
  )
  return changed !== undefined
}

/** Removes a waiting job; false when it does not wait. */
export async function removeJob(db: Db, { table }: LeasedQueue, id: string): Promise<boolean> {
  const removed = await row(
    db,
    sql`delete from ${sql.table(table)} where id = ${id}::uuid and state = 'Pending' returning id`,
  )
  return removed !== undefined
}

/** Locks a user's queue until the transaction ends, and returns how many of their jobs wait in it. */
export async function waitingJobs(db: Db, { table, kinds }: LeasedQueue, userId: string): Promise<number> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext(${table}), hashtext(${userId}))`)
  const found = await row<{ n: number }>(
    db,
    sql`select count(*) as n from ${sql.table(table)}
      where user_id = ${userId} and kind = any(${kinds}::text[]) and state = 'Pending'`,
  )
  return found!.n
}

/** Whether job `j` ended so many days ago and its files are still stored; its table has `removed_at`. */
export const isExpired = (days: number): Sql => sql`j.state in ('Completed', 'Failed') and j.removed_at is null
  and j.finished_at < now() - make_interval(days => ${days})`

/** Locks an expired job until the transaction ends; false for one that was queued again, or whose files are gone. */
export async function lockExpired(
  db: Db,
  { table, id, days }: { table: string; id: string; days: number },
): Promise<boolean> {
  const locked = await row(
    db,
    sql`select 1 as one from ${sql.table(table)} j where j.id = ${id}::uuid and ${isExpired(days)} for update`,
  )
  return locked !== undefined
}
