import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export type Answer = { status: number; bytes: number; text: string }

/** One request over a keep-alive connection; the body is read to its end. `withText` returns the text as well. */
export function fetchUrl(
  url: string,
  options: {
    method?: string
    token?: string | undefined
    body?: string | Buffer
    withText?: boolean
    /** Of an action that asks for a password. */
    grant?: string
  } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {}
    if (options.token) headers['authorization'] = `Bearer ${options.token}`
    if (options.grant) headers['x-action-grant'] = options.grant
    if (options.body !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(options.body)
    }
    const call = request(url, { agent, method: options.method ?? 'GET', headers }, (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      const collectsText = options.withText || (answer.statusCode ?? 0) >= 400
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (collectsText) parts.push(part)
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes, text: Buffer.concat(parts).toString() }))
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.end(options.body)
  })
}

/** The same, but any status other than 200 throws: an error response is fast and would look like speed. */
export async function fetchOk(url: string, options: Parameters<typeof fetchUrl>[1] = {}): Promise<Answer> {
  const answer = await fetchUrl(url, options)
  if (answer.status !== 200)
    throw new Error(`${options.method ?? 'GET'} ${url} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer
}

/** Runs `work` and returns the time it took, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Ours and theirs in turns, so that other load on the machine affects both; medians in ms. */
export async function inTurns(
  times: number,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<{ ours: number; theirs: number }> {
  const mine: number[] = []
  const others: number[] = []
  await ours()
  await theirs()
  for (let n = 0; n < times; n++) {
    mine.push(await timed(ours))
    others.push(await timed(theirs))
  }
  return { ours: median(mine), theirs: median(others) }
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/** The value below which a share (0 to 1) of the numbers lies; NaN without numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export type ProcessStats = { rss: number; peak: number; blockedMs: number }
export type Running = {
  url: string
  child: ChildProcess
  resetStats: () => void
  readStats: () => Promise<ProcessStats>
  stop: () => Promise<void>
}

/** Runs a server in a separate process with watch.mjs; resolves when it listens. */
export async function runServer(program: string, env: Record<string, string>): Promise<Running> {
  const watch = join(import.meta.dirname, 'watch.mjs')
  // As `npm start` does (scripts/lib/node.mjs).
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--import', watch, join(root, program)], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString()
      const found = /is ready: (http\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.on('message', (message: { port?: number }) => {
      if (message.port) resolve(`http://127.0.0.1:${message.port}`)
    })
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}: ${output}`)))
  })
  return {
    url,
    child,
    resetStats: () => child.send('reset'),
    readStats: () =>
      new Promise((resolve) => {
        const onMessage = (message: Partial<ProcessStats>) => {
          if (message.peak === undefined) return
          child.off('message', onMessage)
          resolve(message as ProcessStats)
        }
        child.on('message', onMessage)
        child.send('read')
      }),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.on('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
