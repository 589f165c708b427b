import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { today } from '#vocabulary/dates.ts'
import { importsOf, pathOf } from '../../scripts/check-floors.ts'

const root = join(import.meta.dirname, '../..')

/** Where a run stores its filled demo world for the next one. It may be deleted at any time. */
const cache = join(root, 'node_modules/.cache/brandkeep-tests')

/** The demo world is dated back from the moment it was filled: after this time its open steps would be overdue. */
const USABLE_MS = 4 * 60 * 60 * 1000

/** What fills the demo world and does the first folds on it. */
const fillers = ['tests/journeys/demo-copy.ts', 'src/features/demo/server/fill-demo-world.ts', 'src/app/main.mjs']

/** The databases' names in a stored cluster, whose run has ended. */
export const storedNames = { template: 'brandkeep_test_stored_0', demo: 'brandkeep_test_stored_demo' }

/**
 * Puts what an earlier run stored into the folder of a cluster that has not started yet, if filling it would give the
 * same; returns whether it did. CI starts from nothing.
 */
export function takeStoredDemo(folder: string): boolean {
  if (process.env['CI']) return false
  const stored = join(cache, digest())
  const made = statSync(stored, { throwIfNoEntry: false })?.mtimeMs
  if (made === undefined || Date.now() - made > USABLE_MS) return false
  copy(stored, folder)
  return true
}

/** Stores the folder of a stopped cluster, with the demo files, for the next run instead of what was stored before. */
export function storeDemo(folder: string): void {
  // As root, PostgreSQL may have its files elsewhere.
  if (process.env['CI'] || lstatSync(join(folder, 'pg')).isSymbolicLink()) return
  const partial = `${digest()}.${process.pid}`
  try {
    copy(folder, join(cache, partial))
    for (const old of readdirSync(cache)) if (old !== partial) remove(join(cache, old))
    renameSync(join(cache, partial), join(cache, digest()))
  } catch (problem) {
    remove(join(cache, partial))
    console.error(`The demo data was not stored for the next run: ${String(problem)}`)
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Owners and modes stay: PostgreSQL refuses files of others. */
function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', `${from}/.`, to])
}

/** Of all that decides on the contents: the day, the migrations, packages, and the code that fills. */
function digest(): string {
  const hash = createHash('sha256').update(`${today('UTC')} ${today('Asia/Kolkata')}\0`)
  const migrations = readdirSync(join(root, 'db/migrations')).map((name) => `db/migrations/${name}`)
  for (const path of [...migrations, 'package-lock.json', ...filesBehind(fillers)].toSorted())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex').slice(0, 20)
}

/** These files and all that they import, directly or not. */
function filesBehind(paths: readonly string[]): string[] {
  const found = new Set(paths)
  for (const path of found) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const target of importsOf(text)) {
      const file = pathOf(path, target)
      if (file && existsSync(join(root, file))) found.add(file)
    }
  }
  return [...found]
}
