/**
 * `npm run mutations -- [parts of row, file and test]`: breaks the product one way at a time, in a copy of the last commit, and
 * says which test noticed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, modernNode, root } from '../../scripts/lib/node.mjs'
import { allMutations } from './all.ts'
import type { Mutation } from './mutation.ts'

const wanted = process.argv.slice(2)
const chosen = allMutations.filter((one) =>
  wanted.every((word) => `${one.rows} ${one.file} ${one.test}`.includes(word)),
)

/** A copy of the last commit, so that the working tree stays as it is. */
const copy = mkdtempSync(join(tmpdir(), 'brandkeep-mutations-'))
execFileSync('git', ['worktree', 'add', '--detach', '--force', copy, 'HEAD'], { cwd: root, stdio: 'ignore' })
// Links, as the packages are some hundred megabytes.
execFileSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')])

/** 'elsewhere': tests failed, but none that names the rows, so nothing shows that the row's own test can fail. */
type Outcome = { outcome: 'noticed' | 'elsewhere' | 'missed'; by: string }

function tryOne({ rows, file, from, to, test }: Mutation): Outcome {
  const path = join(copy, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const count = text.split(from).length - 1
  if (count !== 1) return { outcome: 'missed', by: `the text stands ${count} times in the file` }
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    const isJourney = test.startsWith('tests/journeys/')
    if (isJourney) {
      const built = run([join(copy, 'scripts/run.mjs'), 'build'])
      if (built.status !== 0) return { outcome: 'missed', by: `it does not build: ${built.text.slice(-300)}` }
    }
    const first = failuresOf(test, ['--bail=1'])
    // A test of other rows may have ended the run before the one that must notice.
    const all = first.some(isOf(rows)) || first.length === 0 ? first : failuresOf(test, [])
    const named = all.find(isOf(rows)) ?? all[0]
    if (!named) return { outcome: 'missed', by: 'no test failed' }
    return { outcome: isOf(rows)(named) ? 'noticed' : 'elsewhere', by: `${named.title}: ${named.message}` }
  } catch (error) {
    return { outcome: 'missed', by: (error as Error).message }
  } finally {
    writeFileSync(path, text)
  }
}

function run(args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(modernNode()!, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1e9 })
  return { status, text: `${stdout}${stderr}`.trim() }
}

type Failure = { title: string; message: string }
const isOf =
  (rows: string) =>
  ({ title }: Failure) =>
    rows.split(' ').every((row) => title.includes(row))

/** The tests of a file that fail. Throws when none could be run. */
function failuresOf(test: string, more: readonly string[]): Failure[] {
  const project = test.startsWith('tests/journeys/') ? 'journeys' : test.endsWith('.db.test.ts') ? 'server' : 'unit'
  const report = join(copy, 'mutation-report.json')
  rmSync(report, { force: true })
  const options = ['--project', project, test, ...more, '--reporter=json', `--outputFile=${report}`]
  const { status, text } = run([bin('vitest', 'vitest.mjs').replace(root, copy), 'run', ...options])
  if (status === 0) return []
  const failed = existsSync(report) ? failuresIn(report) : []
  if (failed.length === 0) throw new Error(`no test was run: ${text.slice(-300)}`)
  return failed
}

type Report = { testResults: { assertionResults: { status: string; title: string; failureMessages: string[] }[] }[] }

function failuresIn(report: string): Failure[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title, failureMessages }) => ({ title, message: failureMessages[0]?.split('\n')[0] ?? '' }))
}

let noticed = 0
try {
  for (const mutation of chosen) {
    const { outcome, by } = tryOne(mutation)
    if (outcome === 'noticed') noticed++
    console.log(`${outcome}\t${mutation.rows} ${mutation.file} ${JSON.stringify(mutation.from.slice(0, 60))}\n\t${by}`)
  }
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root })
}
console.log(`${noticed} of ${chosen.length} mutations were noticed`)
process.exitCode = noticed === chosen.length ? 0 : 1
