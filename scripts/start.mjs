// `npm start`: installs, builds and runs Brandkeep. Plain JavaScript for Node 20 and newer, without any package.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { modernNode, root } from './lib/node.mjs'

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
 * Runs the program with our terminal. Signals go on to it, its exit code becomes ours, and it ends when we are
 * killed, because the channel between us closes; we end when npm, which started us, is killed.
 */
function runUntilItEnds(node) {
  const child = spawn(node, [join(root, 'src', 'app', 'main.ts')], {
    cwd: root,
    env: process.env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const parent = process.ppid
  const watch = process.env.npm_lifecycle_event
    ? setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250)
    : undefined
  child.on('error', (problem) => console.error(problem.message))
  child.on('exit', (code, signal) => {
    clearInterval(watch)
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
  })
}
