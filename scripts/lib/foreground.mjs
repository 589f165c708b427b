import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { root } from './node.mjs'

/**
 * Runs the program with our terminal. Signals are passed on to it, its exit code becomes ours, and it stops when we are
 * killed, because the IPC channel closes; we stop when npm, our parent, is killed.
 */
export function runUntilItEnds(node, flags) {
  const child = spawn(node, flags, {
    cwd: root,
    env: process.env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const starters = ancestors()
  const watch = process.env.npm_lifecycle_event
    ? setInterval(() => ancestors() !== starters && child.kill('SIGTERM'), 250)
    : undefined
  child.on('error', (problem) => console.error(problem.message))
  child.on('exit', (code, signal) => {
    clearInterval(watch)
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
  })
}

/** The ids of our parent and grandparent, because npm runs us through a shell. They change when one of them dies. */
function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(pid) {
  try {
    // The command in brackets may contain spaces; after it come the state and the parent.
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) \S /s, '')
        .split(' ')[0]
    if (process.platform !== 'win32')
      return execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    // The process is gone, which is an answer too.
  }
  return ''
}
