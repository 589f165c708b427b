// `npm test`: everything, on a fresh clone. The last line is 'N passed, N failed'; a check counts as one.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { findChromium } from './lib/chromium.mjs'
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
  await ensureOutsiders()
  await ensureBuilt()
  add(await runChecks())
  for (const project of ['unit', 'server', 'journeys']) add(await runTests(project))
} catch (problem) {
  console.error(problem.message)
  sum.failed++
}
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1

/**
 * The journeys need a browser, and the tests of files a real S3 store. Debian's are installed when we may; elsewhere one
 * line says what is missing. Without the store its tests are left out, without the browser the journeys fail.
 */
async function ensureOutsiders() {
  const store = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
  const wanted = [...(findChromium() ? [] : ['chromium']), ...(hasStore() ? [] : store)]
  if (wanted.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${wanted.join(', ')} …`)
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const quiet = { env, output: 'kept' }
    await run('apt-get', ['update'], quiet)
    for (const names of [wanted.filter((name) => name === 'chromium'), wanted.filter((name) => name !== 'chromium')]) {
      if (names.length === 0) continue
      const { code, text } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet)
      if (code !== 0) console.error(text.trim().split('\n').slice(-5).join('\n'))
    }
  }
  if (!findChromium())
    console.error('Missing: Chromium. Install it, or set CHROMIUM to its path; the journeys need it.')
  if (!hasStore()) console.error('Missing: an S3 store (OpenStack Swift, as Debian packs it). Its tests are left out.')
}

/** Runs one vitest project; answers its numbers. A run that breaks outside a test counts as one failure. */
async function runTests(project) {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-results-'))
  const report = join(folder, 'report.json')
  console.log(`\n${project} tests`)
  const { code } = await run(modernNode(), [
    bin('vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : {}
  rmSync(folder, { recursive: true, force: true })
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
