import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { runAndKill } from '#kit/server/testing-killed.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf } from '#platforms/all.ts'
import { countOf, emptyUploads, sampleDay, sampleRows } from './testing.ts'

const rowCount = 3000
const kills = 12
/** A process that saves its standard input as the API does. It prints when it begins and when it has saved. */
const saveScript = `
import { readFileSync } from 'node:fs'
const [url, userId] = process.argv.slice(1)
const { onPool, openPool } = await import('#kit/server/db.ts')
const { openThreads } = await import('#kit/server/threads.ts')
const { saveUpload } = await import('#features/intake/server/save-upload.ts')
const pool = openPool(url, { size: 2 })
const db = onPool(pool)
await pool.query('select 1')
const deps = { pool, db, threads: openThreads(1), today: () => '2026-12-31', onTidyFailure: () => undefined }
const body = readFileSync(0)
console.log('begins')
const answer = await saveUpload(deps, { userId, username: 'analyst' }, body)
console.log(answer.saved ?? answer.status)
process.exit()
`

let database: TestDatabase
let world: TestWorld
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
})
afterAll(() => database.drop())

const saveAndKill = (input: string, afterMs?: number) =>
  runAndKill(database, { script: saveScript, args: [world.people.analyst], input }, afterMs)

test(`a process killed at ${kills} moments of a save leaves all rows and their related records, or none`, {
  timeout: 300_000,
}, async () => {
  const data = sampleRows(platformOf('e-commerce')!, rowCount)
  const chosen = {
    company: world.companies.parent,
    brand: world.brands.own,
    platform: 'e-commerce',
    reportingDate: sampleDay,
  }
  const body = JSON.stringify({ data, ...chosen })
  const began = performance.now()
  expect(await saveAndKill(body)).toEqual(['begins', String(rowCount)])
  const whole = performance.now() - began
  const outcomes: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await emptyUploads(database.db)
    const output = await saveAndKill(body, (kill / kills) * whole * (0.5 + Math.random() * 0.5))
    const savedRows = await countOf(database.db, 'findings')
    outcomes.push(savedRows)
    expect([0, rowCount]).toContain(savedRows)
    // Acknowledged means stored.
    if (output.includes(String(rowCount))) expect(savedRows).toBe(rowCount)
    const counted = await rows<{ n: number }>(database.db, sql`select coalesce(sum(n), 0) as n from counter_delta`)
    expect([
      await countOf(database.db, 'findings_e_commerce'),
      await countOf(database.db, 'status_log'),
      counted[0]!.n,
      await countOf(database.db, 'data_log'),
      await countOf(database.db, 'pgboss.job'),
    ]).toEqual([savedRows, savedRows, savedRows, savedRows && 1, savedRows && 1])
  }
  // At least one kill must have hit before the commit, or nothing was tested.
  expect(outcomes).toContain(0)
})
