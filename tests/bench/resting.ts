import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Line, missing, within } from './line.ts'
import { fetchUrl, root, runServer } from './measure.ts'

/**
 * Second start with the embedded database until /api/ready answers, the memory of the process a little later, and its
 * end.
 */
export async function starting(): Promise<Line[]> {
  const data = mkdtempSync(join(tmpdir(), 'brandkeep-bench-start-'))
  const env = { BRANDKEEP_DATA: data, BRANDKEEP_DEMO: '0' }
  try {
    await (await runServer('src/app/main.mjs', env)).stop()
    const began = performance.now()
    const server = await runServer('src/app/main.mjs', env)
    while ((await fetchUrl(`${server.url}/api/ready`)).status !== 200) await sleep(20)
    const took = performance.now() - began
    await sleep(5000)
    const { rss } = await server.readStats()
    // As a load balancer leaves it: a kept connection whose last answer was just given.
    await fetchUrl(`${server.url}/api/health`)
    const ending = performance.now()
    const ended = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    const stopped = within(
      'SIGTERM to the end of the process, a kept connection',
      performance.now() - ending,
      3000,
      'ms',
    )
    return [
      within('second start to first answer, database included', took, 3000, 'ms'),
      within('memory of the API process, idle', rss / 2 ** 20, 150, 'MB'),
      code === 0 ? stopped : { ...stopped, ours: `exit code ${code}`, reached: false },
    ]
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Compressed size of each screen's scripts: the entry, the screen's own chunk, and all they import statically. */
export function scripts(): Line[] {
  const folder = join(root, 'dist/web')
  if (!existsSync(join(folder, 'index.html'))) return [missing('script sizes', 'run npm run build first')]
  const entry = readFileSync(join(folder, 'index.html'), 'utf8').match(/src="\/?([^"]+\.js)"/)?.[1]
  if (!entry) return [missing('script sizes', 'no entry in index.html')]
  const screens = readdirSync(join(folder, 'assets')).filter((name) => /Screen-[\w-]+\.js$/.test(name))
  const sizeWith = (more: string[]) => {
    const files = new Set<string>()
    for (const start of [entry, ...more]) collect(folder, start, files)
    return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1000
  }
  const sizes = screens.map((file) => ({
    name: basename(file).replace(/-[\w-]{8}\.js$/, ''),
    kB: sizeWith([`assets/${file}`]),
  }))
  return sizes
    .sort((a, b) => b.kB - a.kB)
    .map(({ name, kB }) => within(`script of ${name}, gzip`, kB, name.startsWith('Login') ? 150 : 350, 'kB'))
}

/** A built file and everything it imports when it is loaded (not what it loads later). */
function collect(folder: string, file: string, into: Set<string>): void {
  if (into.has(file)) return
  into.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  for (const [, target] of text.matchAll(/(?:import|export)\s*(?:[\w$*{][^"';()]*?from\s*)?["'](\.\/[^"']+\.js)["']/g))
    if (target) collect(folder, join('assets', target), into)
}
