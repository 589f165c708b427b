import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresUser } from '#app/postgres-home.ts'

type ClusterLocation = { bin: string; cluster: string; user: PostgresUser }

const LOG_LIMIT_BYTES = 10_000_000
/** A start that takes longer than this, such as the recovery of a large log, is logged once; it is not ended. */
const SLOW_START_MS = 120_000
/** A database that ran this long before it died is restarted at once; one that died sooner after a growing pause. */
const STEADY_MS = 60_000
const LONGEST_PAUSE_MS = 10_000
/** How long processes of a killed database may hold its memory before they are killed as well. */
const LEFTOVER_LIMIT_MS = 3000
/** How long a database may take to stop, which includes writing what is only in its memory. */
const STOP_LIMIT_MS = 30_000

type Options = ClusterLocation & {
  settings: Record<string, string>
  logFile: string
  say: (line: string) => void
  stopLimitMs?: number
}

export type RunningPostgres = {
  /** Ends it, also while it is being started again. */
  stop: () => Promise<void>
  /** Whether it accepts connections; false while it is started again. */
  isRunning: () => boolean
}

/**
 * Runs PostgreSQL until `stop`. When it dies it is started again on the same port, for as long as it takes: after the
 * first quick failure at once, then after pauses that grow to ten seconds, because a full disk may get space again.
 * Resolves once it accepts connections; throws with the last lines of its log when the first start fails.
 */
export async function runPostgres(options: Options): Promise<RunningPostgres> {
  const state: State = { child: undefined, isReady: false, stopping: new AbortController() }
  await startWhenFree(options, state)
  const stopNow = () => {
    if (state.child && isAlive(state.child)) requestStop(options, state.child)
  }
  // Also runs when the process exits by an error, where nothing asynchronous can run.
  process.once('exit', stopNow)
  const supervised = superviseUntilStopped(options, state)
  return {
    isRunning: () => state.isReady,
    stop: async () => {
      state.stopping.abort()
      process.removeListener('exit', stopNow)
      stopNow()
      await endedWithin(options.stopLimitMs ?? STOP_LIMIT_MS, supervised, state)
    },
  }
}

/**
 * Waits for the end of `supervised`. A server that is asked to stop while it recovers on a full disk may never end: after
 * the limit it is ended at once, and what was committed is there after the next start.
 */
async function endedWithin(limitMs: number, supervised: Promise<void>, state: State): Promise<void> {
  const timers = (['SIGQUIT', 'SIGKILL'] as const).map((signal, index) =>
    setTimeout(() => state.child?.kill(signal), limitMs * (index + 1)),
  )
  await supervised
  for (const timer of timers) clearTimeout(timer)
}

type State = { child: ChildProcess | undefined; isReady: boolean; stopping: AbortController }

async function superviseUntilStopped(options: Options, state: State): Promise<void> {
  const { signal } = state.stopping
  for (let failures = 0; ; ) {
    const began = Date.now()
    await ended(state.child)
    state.isReady = false
    if (signal.aborted) return
    if (Date.now() - began > STEADY_MS) failures = 0
    options.say('The database stopped unexpectedly and is started again.')
    for (let isBack = false; !isBack; failures++) {
      await sleep(pauseAfter(failures), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      isBack = await startWhenFree(options, state).then(
        () => true,
        (problem: Error) => {
          if (!signal.aborted) options.say(problem.message)
          return false
        },
      )
    }
    if (signal.aborted && state.child) requestStop(options, state.child)
    else options.say('The database runs again.')
  }
}

/** Milliseconds to wait after that many failures in a row. */
export function pauseAfter(failures: number): number {
  return failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 100 * 2 ** (failures - 1))
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child && isAlive(child)) await once(child, 'exit')
}

/** Stops a PostgreSQL that outlived its parent process, and removes the pid file of one that was killed. */
export async function stopLeftover({ bin, cluster, user }: ClusterLocation): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = pidOf(pidFile)
  if (pid === undefined) return
  if (isPostgresOf(pid, cluster)) {
    pgCtl(bin, user, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '30'])
    for (let wait = 0; existsSync(pidFile) && wait < 100; wait++) await sleep(20)
  } else {
    // The pid is unused or belongs to another program, which PostgreSQL would take for a running server.
    rmSync(pidFile, { force: true })
  }
}

/**
 * After kill -9 the processes that served its connections hold the memory until they notice: retries until they are
 * gone, and kills those that do not go, for example in a long computation. Recovery then treats them as crashed.
 */
async function startWhenFree(options: Options, state: State): Promise<void> {
  for (const limit = Date.now() + LEFTOVER_LIMIT_MS; ; await sleep(100)) {
    try {
      await startOnce(options, state)
      return
    } catch (problem) {
      const isLocked = problem instanceof FailedStart && problem.isLocked
      if (!isLocked || state.stopping.signal.aborted || Date.now() > limit + LEFTOVER_LIMIT_MS) throw problem
      if (Date.now() > limit) killProcessesOf(options.cluster)
    }
  }
}

/** PostgreSQL ended before it was ready; `log` is all that was written during this attempt. */
export class FailedStart extends Error {
  /** Another server or its processes still have the folder, its memory or the port. */
  readonly isLocked: boolean

  constructor(log: string) {
    const lines = log.trim().split('\n')
    // Processes of the server before may write at the same time, so every line is judged, not the last ones.
    const reasons = lines.filter((line) => /FATAL|PANIC|could not|No space/.test(line))
    super(`The database did not start: ${(reasons.length > 0 ? reasons : lines).slice(-3).join(' ')}`)
    this.isLocked = /shared memory block|postmaster\.pid|address already in use/i.test(log)
  }
}

async function startOnce({ bin, cluster, user, settings, logFile, say }: Options, state: State): Promise<void> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const from = logSize(logFile)
  const log = openSync(logFile, from === 0 ? 'w' : 'a', 0o600)
  // Detached: Ctrl-C in the terminal is meant for the console, which stops the database last.
  const child = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], {
    ...user,
    cwd: dirname(bin),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  state.child = child
  const failed = once(child, 'error').then(([problem]) => Promise.reject(problem as Error))
  const slow = setTimeout(() => say(`The database is still starting; see ${logFile}.`), SLOW_START_MS)
  try {
    await Promise.race([failed, ready(child, cluster, () => readFileSync(logFile).subarray(from).toString())])
    state.isReady = true
  } finally {
    clearTimeout(slow)
  }
}

/** Bytes of the log to keep: 0 when there is none or it has grown too long. */
function logSize(logFile: string): number {
  const bytes = existsSync(logFile) ? statSync(logFile).size : 0
  return bytes > LOG_LIMIT_BYTES ? 0 : bytes
}

/** Waits until postmaster.pid says ready; parses no log text, so language settings do not matter. */
async function ready(child: ChildProcess, cluster: string, log: () => string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  for (; ; await sleep(10)) {
    if (!isAlive(child)) throw new FailedStart(log())
    const lines = readLines(pidFile)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
  }
}

/** Kills what a dead PostgreSQL of `cluster` left behind; only Linux says which processes those are. */
function killProcessesOf(cluster: string): void {
  if (platform() !== 'linux') return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid || !isPostgresOf(pid, cluster)) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

function pidOf(pidFile: string): number | undefined {
  const pid = Number(readLines(pidFile)[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

/** Whether process `pid` is alive and is the PostgreSQL of `cluster`. */
function isPostgresOf(pid: number, cluster: string): boolean {
  try {
    if (platform() === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    if (platform() === 'win32') return execFileSync('tasklist', ['/FI', `PID eq ${pid}`]).includes('postgres')
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)]).includes('postgres')
  } catch {
    return false
  }
}

/** 'fast': open transactions are rolled back, committed work is preserved. */
function requestStop({ bin, cluster, user }: ClusterLocation, child: ChildProcess): void {
  if (platform() === 'win32') pgCtl(bin, user, ['stop', '-D', cluster, '-m', 'fast', '-W'])
  else child.kill('SIGINT')
}

function pgCtl(bin: string, user: PostgresUser, flags: string[]): void {
  execFileSync(join(bin, 'pg_ctl'), flags, { ...user, cwd: dirname(bin), stdio: 'ignore' })
}
