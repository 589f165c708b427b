import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')

/** Files of a fresh clone that starting needs, and the built console. */
const parts = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.verify.config.ts',
  'src',
  'scripts',
  'db',
  'dist',
]

export type Program = {
  child: ChildProcess
  /** Where it listens. */
  url: string
  /** From the start of the process to the line with the address, in ms. */
  startedIn: number
  output: () => string
  /** Stops with SIGTERM; returns the exit code. */
  stop: () => Promise<number | null>
}

type Options = {
  env: Record<string, string>
  /** The project folder to run from. */
  from?: string
  /** Which script starts it. */
  script?: string
  user?: { uid: number; gid: number }
}

/** A copy of the project under a path with a space, readable by everybody. Packages are hard links where possible. */
export function copyOfProject(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep system '))
  chmodSync(folder, 0o755)
  for (const part of parts) {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  const modules = `${join(root, 'node_modules')}/.`
  try {
    execFileSync('cp', ['-al', modules, join(folder, 'node_modules')], { stdio: 'ignore' })
  } catch {
    cpSync(modules, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs the program until it exits by itself; returns its exit code and output. */
export async function runToEnd(
  options: Options & { flags?: string[] },
): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(options, options.flags)
  // One that does not end would go on after the test.
  const limit = setTimeout(() => child.kill('SIGKILL'), 150_000)
  await once(child, 'close')
  clearTimeout(limit)
  return { code: child.exitCode, output: output() }
}

/** Starts the program and waits for the line with its address. Rejects with its output when it ends first. */
export async function start(options: Options): Promise<Program> {
  const began = performance.now()
  const { child, output } = launch(options)
  for (const limit = began + 150_000; performance.now() < limit; await sleep(10)) {
    const url = /is ready: (http\S+)/.exec(output())?.[1]
    if (url) return { child, url, startedIn: performance.now() - began, output, stop: () => stop(child) }
    if (child.exitCode !== null || child.signalCode !== null) break
  }
  child.kill('SIGKILL')
  throw new Error(`The program did not start:\n${output()}`)
}

/** Starts the program without waiting for anything. */
export function launch(options: Options, flags: string[] = []) {
  const from = options.from ?? root
  const child = spawn(process.execPath, [join(from, options.script ?? 'src/app/main.mjs'), ...flags], {
    ...options.user,
    cwd: from,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: tmpdir(),
      PORT: '0',
      LOOK_UPS: '0',
      // Notices leave at once, so that no test waits for the end of their recall.
      NOTICE_RECALL_SECONDS: '0',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()))
  return { child, output: () => text }
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
  return child.exitCode
}

/** The process id of the database of a data folder; throws when none is noted there. */
export function postgresPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Whether a process is running; one that ended and was not yet reaped by its parent is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    return !/\) [ZX] /.test(state)
  } catch {
    return false
  }
}
