// `npm run <task>`: finds a Node that runs TypeScript and runs the task with it. Plain JavaScript for Node 20.
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runChecks, writeDocuments } from './lib/checks.mjs'
import { runUntilItEnds } from './lib/foreground.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, modernNode, root, run } from './lib/node.mjs'

const [task = '', ...rest] = process.argv.slice(2)
const program = (path) => async () => (await run(modernNode(), [join(root, path), ...rest])).code

const tasks = {
  dev: () => runUntilItEnds(modernNode(), [join(root, 'scripts/dev.ts'), ...rest]),
  build: async () => ensureBuilt({ always: true }).then(() => 0),
  check: async () => ((await runChecks()).failed === 0 ? 0 : 1),
  fix: async () => (await run(modernNode(), [bin('@biomejs/biome', 'bin/biome'), 'format', '--write'])).code,
  docs: async () => {
    const { code, text } = await writeDocuments()
    if (text) console.error(text)
    return code
  },
  notices: program('scripts/notices/make-notices.ts'),
  worker: program('src/app/worker-main.ts'),
  backup: program('src/app/backup.ts'),
  restore: program('src/app/restore.ts'),
  'create-admin': program('src/app/create-admin.ts'),
  'verify-file': program('src/app/verify-file.ts'),
  lookalikes: program('src/app/lookalikes.ts'),
  'read-page': program('src/app/read-page.ts'),
  'probe-sources': program('src/app/probe-sources.ts'),
  corpora: program('src/app/corpora.ts'),
  bench: program('tests/bench/bench.ts'),
  'bench:growth': program('tests/bench/growth.ts'),
  torture: async () => ensureBuilt().then(program('tests/torture/torture.ts')),
  triage: async () => ensureBuilt().then(program('tests/triage/stop-watch.ts')),
  'triage:pictures': async () => ensureBuilt().then(program('tests/triage/scroll-pictures.ts')),
  lighthouse: async () => ensureBuilt().then(program('tests/lighthouse/measure-screens.ts')),
  mutations: program('tests/mutations/run.ts'),
  'list-migrations': program('scripts/list-migrations.ts'),
  screens: async () => ensureBuilt().then(program('tests/screens/take-screens.ts')),
}

try {
  if (!Object.hasOwn(tasks, task)) throw new Error(`There is no task "${task}": ${Object.keys(tasks).join(', ')}`)
  await ensureInstalled()
  process.exitCode = await tasks[task]()
} catch (problem) {
  console.error(problem.message)
  process.exitCode = 1
}
