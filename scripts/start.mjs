// `npm start`: installs, builds and runs Brandkeep. Plain JavaScript for Node 20 and newer, without any package.
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runUntilItEnds } from './lib/foreground.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { memoryFlags, modernNode, root } from './lib/node.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  const node = modernNode()
  if (!node) throw new Error(`Node ${process.version} is too old and there is no package of Node 24 for this machine.`)
  runUntilItEnds(node, [...memoryFlags, join(root, 'src', 'app', 'main.mjs')])
} catch (problem) {
  console.error(problem.message)
  process.exitCode = 1
}
