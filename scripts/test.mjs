// `npm test`: everything, on a fresh clone. The last line is 'N passed, N failed'; a check counts as one.
// `npm test -- --changed [branch]`: a part of it in two minutes, by what differs from that branch (main).
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { changedFiles, testsFor } from './lib/changed.mjs'
import { runChecks } from './lib/checks.mjs'
import { findChromium, findHeadlessShell } from './lib/chromium.mjs'
import { hasStore } from './lib/store.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { bin, modernNode, run } from './lib/node.mjs'

const sum = { passed: 0, failed: 0 }
const add = ({ passed, failed }) => {
  sum.passed += passed
  sum.failed += failed
}

const [mode, base = 'main'] = process.argv.slice(2)

try {
  await ensureInstalled()
  if (mode === '--changed') await testChanged()
  else if (mode === undefined) await testAll()
  else throw new Error(`npm test knows no ${mode}; there is: npm test -- --changed [branch]`)
} catch (problem) {
  console.error(problem.message)
  sum.failed++
}
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1

async function testAll() {
  await ensureTestTools()
  await ensureBuilt()
  add(await runChecks())
  add(await runTests(['unit', 'server', 'journeys']))
}

/** All checks and unit tests, the server tests near the change, and journeys only when they themselves changed. */
async function testChanged() {
  const { server, journeys } = testsFor(await changedFiles(base))
  add(await runChecks())
  add(await runTests(['unit']))
  if (server.length > 0) add(await runTests(['server'], server))
  if (journeys.length > 0) {
    await ensureBuilt()
    add(await runTests(['journeys'], journeys))
  }
  const parts = [`server tests of ${server.join(', ') || 'nothing'}`, `journeys: ${journeys.join(', ') || 'none'}`]
  console.log(`\nOnly a part, by what differs from ${base}: ${parts.join('; ')}. npm test runs the rest.`)
}

/**
 * The journeys need a browser, and the storage tests a real S3 store. Debian's packages are installed when we may;
 * elsewhere one line names what is missing. Without the store its tests are skipped, without the browser the journeys fail.
 */
async function ensureTestTools() {
  const store = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
  // Each separately: where Debian lacks one of them, the others are still installed.
  const missing = [
    findChromium() ? [] : ['chromium'],
    findHeadlessShell() ? [] : ['chromium-headless-shell'],
    hasStore() ? [] : store,
  ].filter((names) => names.length > 0)
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.flat().join(', ')} …`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const quiet = { env, output: 'captured' }
    await run('apt-get', ['update'], quiet)
    for (const names of missing) {
      const { code, text } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet)
      if (code !== 0) console.error(text.trim().split('\n').slice(-5).join('\n'))
    }
  }
  if (!findChromium())
    console.error('Missing: Chromium. Install it, or set CHROMIUM to its path; the journeys need it.')
  if (!hasStore())
    console.error('Missing: an S3 store (OpenStack Swift, as Debian packages it). Its tests are skipped.')
}

/**
 * Runs vitest projects, or their files under `paths`. Together they start one database, and the processors stay busy from
 * one project to the next. A run that fails outside a test counts as one failure.
 */
async function runTests(projects, paths = []) {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-results-'))
  const report = join(folder, 'report.json')
  console.log(`\n${projects.join(', ')} tests${paths.length > 0 ? ` of ${paths.join(', ')}` : ''}`)
  const { code } = await run(modernNode(), [
    bin('vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...paths,
  ])
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : {}
  rmSync(folder, { recursive: true, force: true })
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
