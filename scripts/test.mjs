// `npm test`: everything, on a fresh clone. The last line is 'N passed, N failed'; a check counts as one.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
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

try {
  await ensureInstalled()
  await ensureTestTools()
  await ensureBuilt()
  add(await runChecks())
  for (const project of ['unit', 'server']) add(await runTests(project))
  add(await runJourneys())
} catch (problem) {
  console.error(problem.message)
  sum.failed++
}
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1

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
 * Runs one vitest project, or some of its files; returns its numbers and the files with failures. A run that fails
 * outside a test counts as one failure.
 */
async function runTests(project, files = []) {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-results-'))
  const report = join(folder, 'report.json')
  console.log(`\n${project} tests${files.length > 0 ? `, ${files.length} of their files once more` : ''}`)
  const { code } = await run(modernNode(), [
    bin('vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ])
  const {
    numPassedTests: passed = 0,
    numFailedTests: failed = 0,
    testResults = [],
  } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  rmSync(folder, { recursive: true, force: true })
  const broken = testResults.filter(({ status }) => status === 'failed')
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, broken }
}

/**
 * A browser on a busy machine may time out once; a real fault fails every time. The steps of a journey build on each
 * other, so its whole file is run once more, on a fresh demo world, and that is printed.
 */
async function runJourneys() {
  const first = await runTests('journeys')
  if (first.broken.length === 0 || first.broken.length > 4) return first
  const again = await runTests(
    'journeys',
    first.broken.map(({ name }) => name),
  )
  const flaky = first.broken.filter(({ name }) => again.broken.every((one) => one.name !== name))
  for (const { name } of flaky) console.log(`Passed only when run once more: ${relative(process.cwd(), name)}`)
  const passedInBroken = first.broken
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length
  return { passed: first.passed - passedInBroken + again.passed, failed: again.failed }
}
