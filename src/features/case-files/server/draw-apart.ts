import { type ChildProcess, fork } from 'node:child_process'
import type { Drawing } from './case-pdf.ts'

/** What the process is asked. */
export type Asked = { draw: Drawing } | { shrink: { bytes: Uint8Array; path: string } }

/** A process that makes pictures small and draws a case file, one thing at a time. */
export type Drawer = {
  /** Writes the picture as it fits on a page; nothing where it cannot be read. */
  shrink: (bytes: Uint8Array, path: string) => Promise<void>
  draw: (of: Drawing) => Promise<void>
  close: () => void
}

/** As much as a thread may use. */
const flags = ['--max-old-space-size=1024', '--max-semi-space-size=8']
/** Nothing of this process's settings: it reads pictures that strangers made. Few arenas keep less memory for nothing. */
const env = { MALLOC_ARENA_MAX: '2' }

/** Begins the process; it ends with `close`, or with this one. */
export function openDrawer(): Drawer {
  const child = fork(new URL('./case.process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: flags,
    env,
  })
  return {
    shrink: (bytes, path) => ask(child, { shrink: { bytes, path } }),
    draw: (of) => ask(child, { draw: of }),
    close: () => void child.kill('SIGKILL'),
  }
}

function ask(child: ChildProcess, asked: Asked): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (problem: Error | null) => {
      child.off('message', onAnswer).off('exit', onEnd).off('error', settle)
      if (problem) reject(problem)
      else resolve()
    }
    const onAnswer = ({ problem }: { problem: string | null }) =>
      settle(problem === null ? null : new Error(`A case file was not drawn: ${problem}`))
    const onEnd = (code: number | null, signal: string | null) =>
      settle(new Error(`The process that draws case files ended (${signal ?? code})`))
    child.on('message', onAnswer).on('exit', onEnd).on('error', settle)
    if (child.exitCode !== null || child.signalCode !== null) onEnd(child.exitCode, child.signalCode)
    else child.send(asked)
  })
}
