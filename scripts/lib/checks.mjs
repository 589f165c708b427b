import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, modernNode, root, run } from './node.mjs'

const tool =
  (packageName, script, ...flags) =>
  () =>
    run(modernNode(), [bin(packageName, script), ...flags], { output: 'captured' })
const own =
  (script, ...flags) =>
  () =>
    run(modernNode(), [join(root, script), ...flags], { output: 'captured' })

/** All checks of `npm run check`, the fastest first. */
const checks = [
  ['floors and order of features', own('scripts/check-floors.ts')],
  ['files of at most 300 lines', own('scripts/check-sizes.ts')],
  ['released migrations are unchanged', own('scripts/list-migrations.ts', '--check')],
  ['format', tool('@biomejs/biome', 'bin/biome', 'format', '--max-diagnostics=50')],
  ['types of the server', tool('typescript', 'bin/tsc', '-p', 'tsconfig.server.json')],
  ['types of the browser', tool('typescript', 'bin/tsc', '-p', 'tsconfig.web.json')],
  ['types of the browser tests', tool('typescript', 'bin/tsc', '-p', 'tsconfig.web-tests.json')],
  ['lint', tool('oxlint', 'bin/oxlint', '--type-aware', '--deny-warnings')],
  ['no dead files, exports or packages', tool('knip', 'bin/knip.js', '--no-progress')],
  ['generated documents are current', documentsAreCurrent],
]

/** Runs all checks, prints one line each and the output of those that fail; returns how many passed and failed. */
export async function runChecks() {
  const sum = { passed: 0, failed: 0 }
  for (const [name, check] of checks) {
    const began = Date.now()
    const { code, text } = await check()
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    if (code !== 0) console.log(`${text.trim()}\n`)
    sum[code === 0 ? 'passed' : 'failed']++
  }
  return sum
}

/** Runs every scripts/docs/*.ts; each writes its part of docs/generated. */
export async function writeDocuments() {
  const folder = join(root, 'scripts', 'docs')
  if (!existsSync(folder)) return { code: 0, text: '' }
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.ts')) continue
    const { code, text } = await run(modernNode(), [join(folder, name)], { output: 'captured' })
    if (code !== 0) return { code, text: `scripts/docs/${name}:\n${text}` }
  }
  return { code: 0, text: '' }
}

async function documentsAreCurrent() {
  const before = generated()
  const { code, text } = await writeDocuments()
  if (code !== 0) return { code, text }
  const after = generated()
  const stale = [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
  if (stale.length === 0) return { code: 0, text: '' }
  return {
    code: 1,
    text: `${stale.join(', ')}: out of date; they were regenerated just now: review the difference and commit it`,
  }
}

function generated() {
  const folder = join(root, 'docs', 'generated')
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(names.map((one) => join(one.parentPath, one.name)).map((path) => [path, readFileSync(path, 'utf8')]))
}
