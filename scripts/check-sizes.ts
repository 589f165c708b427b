// No file longer than 300 lines. Exceptions are listed below with their length and may only become shorter.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain } from './lib/is-main.ts'

const LIMIT = 300

const exceptions: Record<string, number> = {}

/** Returns one message for every violation. `lengths` maps paths to their number of lines. */
export function sizeProblems(lengths: Map<string, number>, allowed: Record<string, number> = exceptions): string[] {
  const tooLong = [...lengths]
    .filter(([path, lines]) => lines > Math.max(LIMIT, allowed[path] ?? 0))
    .map(([path, lines]) => `${path}: ${lines} lines, ${allowed[path] ?? LIMIT} allowed: divide it`)
  const done = Object.keys(allowed)
    .filter((path) => (lengths.get(path) ?? 0) <= LIMIT)
    .map((path) => `${path}: has ${LIMIT} lines or fewer now: take it off the list in scripts/check-sizes.ts`)
  return [...tooLong, ...done]
}

if (isMain(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const lengths = new Map<string, number>()
  for (const folder of ['src', 'scripts', 'tests']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|mjs|css)$/.test(name)) continue
      const text = readFileSync(join(root, folder, name), 'utf8')
      lengths.set(`${folder}/${name.replaceAll('\\', '/')}`, text.trimEnd().split('\n').length)
    }
  }
  const problems = sizeProblems(lengths)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
