import { type ChildProcess, fork } from 'node:child_process'
import type { Drawing } from './case-pdf.ts'

/** A request to the child process. */
export type RenderRequest = { draw: Drawing } | { shrink: { bytes: Uint8Array; path: string } }

/** A child process that shrinks pictures and draws a case file, one request at a time. */
export type Renderer = {
  /** Writes the picture in page size; writes nothing where it cannot be decoded. */
  shrink: (bytes: Uint8Array, path: string) => Promise<void>
  draw: (drawing: Drawing) => Promise<void>
  close: () => void
}

/** Memory limits in MB, as for worker threads. */
const flags = ['--max-old-space-size=1024', '--max-semi-space-size=8']
/** No settings of the parent, since it decodes untrusted pictures; few malloc arenas, to save memory. */
const env = { MALLOC_ARENA_MAX: '2' }

/** Starts the child process; it ends with `close`, or with its parent. */
export function openRenderer(): Renderer {
  const child = fork(new URL('./case.process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: flags,
    env,
  })
  return {
    shrink: (bytes, path) => send(child, { shrink: { bytes, path } }),
    draw: (drawing) => send(child, { draw: drawing }),
    close: () => void child.kill('SIGKILL'),
  }
}

function send(child: ChildProcess, request: RenderRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (problem: Error | null) => {
      child.off('message', onAnswer).off('exit', onEnd).off('error', finish)
      if (problem) reject(problem)
      else resolve()
    }
    const onAnswer = ({ problem }: { problem: string | null }) =>
      finish(problem === null ? null : new Error(`A case file was not drawn: ${problem}`))
    const onEnd = (code: number | null, signal: string | null) =>
      finish(new Error(`The process that draws case files ended (${signal ?? code})`))
    child.on('message', onAnswer).on('exit', onEnd).on('error', finish)
    if (child.exitCode !== null || child.signalCode !== null) onEnd(child.exitCode, child.signalCode)
    else child.send(request)
  })
}
