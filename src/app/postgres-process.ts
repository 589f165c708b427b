import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresUser } from '#app/postgres-home.ts'

type ClusterLocation = { bin: string; cluster: string; user: PostgresUser }

const LOG_LIMIT_BYTES = 10_000_000
const START_LIMIT_MS = 120_000
/** More crashes than this within a minute mean a fault that restarting does not fix. */
const RESTARTS_A_MINUTE = 5

/**
 * Runs PostgreSQL until `stop`. When it crashes it is restarted on the same port.
 * Resolves once it accepts connections; throws with the last lines of its log when it does not start.
 */
export async function runPostgres(
  options: ClusterLocation & { settings: Record<string, string>; logFile: string; say: (line: string) => void },
): Promise<{ stop: () => Promise<void> }> {
  let stopping = false
  let child = await startWithRetry(options)
  const crashTimes: number[] = []

  const watch = () => {
    child.once('exit', () => {
      if (stopping) return
      crashTimes.push(Date.now())
      if (crashTimes.filter((moment) => moment > Date.now() - 60_000).length > RESTARTS_A_MINUTE) {
        options.say(`The database keeps stopping; see ${options.logFile}.`)
        return
      }
      options.say('The database stopped unexpectedly and is started again.')
      restart().catch((problem: Error) => options.say(problem.message))
    })
  }
  const restart = async () => {
    child = await startWithRetry(options)
    if (stopping) stopNow()
    else watch()
  }
  const stopNow = () => {
    if (child.exitCode === null && child.signalCode === null) requestStop(options, child)
  }
  // Also runs when the process exits by an error, where nothing asynchronous can run.
  process.once('exit', stopNow)
  watch()

  return {
    stop: async () => {
      stopping = true
      process.removeListener('exit', stopNow)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      stopNow()
      await ended
    },
  }
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

/** After kill -9 the old helper processes hold the shared memory for a moment: retry until they are gone. */
async function startWithRetry(options: Parameters<typeof startOnce>[0]): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options)
    } catch (problem) {
      const isLocked = /shared memory block|postmaster\.pid|address already in use/i.test((problem as Error).message)
      if (!isLocked || attempt === 50) throw problem
      await sleep(100)
    }
  }
}

async function startOnce({
  bin,
  cluster,
  user,
  settings,
  logFile,
}: ClusterLocation & { settings: Record<string, string>; logFile: string }): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const tooLong = existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES
  const log = openSync(logFile, tooLong ? 'w' : 'a', 0o600)
  const from = existsSync(logFile) ? statSync(logFile).size : 0
  // Detached: Ctrl-C in the terminal is meant for the console, which stops the database last.
  const child = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], {
    ...user,
    cwd: dirname(bin),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const failed = once(child, 'error').then(([problem]) => Promise.reject(problem as Error))
  await Promise.race([failed, ready(child, cluster, () => readFileSync(logFile, 'utf8').slice(from))])
  return child
}

/** Waits until postmaster.pid says ready; parses no log text, so language settings do not matter. */
async function ready(child: ChildProcess, cluster: string, log: () => string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit; await sleep(10)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The database did not start: ${log().trim().split('\n').slice(-3).join(' ')}`)
    }
    const lines = readLines(pidFile)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
  }
  child.kill('SIGKILL')
  throw new Error(`The database was not ready within ${START_LIMIT_MS / 1000} s: ${log().trim().slice(-300)}`)
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
