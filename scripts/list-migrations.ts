// `npm run list-migrations`: adds the digests of new migrations to db/released-migrations.json when they are released.
// With --check it changes nothing and fails when a released migration was changed: databases have applied it as it was.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedReleases, readMigrations, readReleased, releasedFile } from '../src/kit/server/migrate-files.ts'

const folder = join(import.meta.dirname, '../db/migrations')
const path = join(folder, releasedFile)
const released = await readReleased(path)
const files = await readMigrations(folder)
const problems = changedReleases(files, released)
if (problems.length > 0) {
  console.error(problems.map((problem) => `db/migrations/${problem}`).join('\n'))
  process.exitCode = 1
} else if (!process.argv.includes('--check')) {
  const listed = files.map(({ name, sha256 }) => [name, released[name] ?? { sha256 }] as const)
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`)
  console.log(`${files.length} migrations are listed, ${files.length - Object.keys(released).length} of them new`)
}
