// `npm start`: installs, builds and runs Brandkeep. Plain JavaScript for Node 20 and newer, without any package.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { memoryFlags, modernNode, root } from './lib/node.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  const node = modernNode()
  if (!node) throw new Error(`Node ${process.version} is too old and there is no package of Node 24 for this machine.`)
  runUntilItEnds(node)
} catch (problem) {
  console.error(problem.message)
  process.exitCode = 1
}

/**
 * Runs the program with our terminal. Signals are passed on to it, its exit code becomes ours, and it stops when we are
 * killed, because the IPC channel closes; we stop when npm, our parent, is killed.
 */
function runUntilItEnds(node) {
  const child = spawn(node, [...memoryFlags, join(root, 'src', 'app', 'main.mjs')], {
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
