import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { sampleDay, sampleRows, uploads } from '#features/intake/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { runAndKill } from '#kit/server/testing-killed.ts'
import { platformOf } from '#platforms/all.ts'
import { edits } from './testing.ts'

const { at } = setUpActionTests()
const rowCount = 1500
const kills = 3

/** A process that saves edits from stdin as the API does, and prints when it begins and when the save is confirmed. */
const saver = `
import { readFileSync } from 'node:fs'
const [url, userId] = process.argv.slice(1)
const { onPool, openPool } = await import('#kit/server/db.ts')
const { openThreads } = await import('#kit/server/threads.ts')
const { saveEdits } = await import('#features/editing/server/save-edits.ts')
const pool = openPool(url, { size: 2 })
const db = onPool(pool)
await pool.query('select 1')
const deps = { pool, db, threads: openThreads(1), today: () => '2026-12-31', onTidyFailure: () => undefined }
const session = { userId, username: 'analyst', role: 'Analyst', companyIds: [], brands: [] }
const body = readFileSync(0)
console.log('begins')
const began = performance.now()
const answer = await saveEdits(deps, session, body)
console.log(answer.updated ?? answer.status)
console.log('took ' + Math.round(performance.now() - began))
process.exit()
`

test(`a process killed at ${kills} points while saving leaves all rows unchanged, or all changed with their log`, {
  timeout: 120_000,
}, async () => {
  const { companies, brands, people } = at.world
  const scope = { company: companies.parent, brand: brands.own, platform: 'e-commerce' }
  const headers = { authorization: `Bearer ${at.tokens['analyst']!}` }
  await uploads(at.testApp.server, headers, scope).save(sampleRows(platformOf('e-commerce')!, rowCount))
  const calls = edits(at.testApp.server, headers, { ...scope, reportingDate: sampleDay })
  const moved = async () =>
    (await rows<{ n: number }>(at.database.db, sql`select count(*) as n from status_log where module = 'edit'`))[0]!.n
  let round = 0
  const attempt = async (afterMs?: number) => {
    const before = await calls.fetch()
    const [title, status] = [`Round ${++round}`, round % 2 ? '22' : '33']
    const data = before.map(({ id, rowVersion }) => ({ id, rowVersion, title, status }))
    const input = JSON.stringify({ ...scope, reportingDate: sampleDay, data })
    const logBefore = await moved()
    const output = await runAndKill(at.database, { script: saver, args: [people.analyst], input }, afterMs)
    const took = Number(output.at(-1)!.replace('took ', ''))
    const after = await calls.fetch()
    const changed = after.filter((row) => row['title'] === title)
    expect([0, rowCount]).toContain(changed.length)
    expect(after.filter((row) => row['status'] === status)).toHaveLength(changed.length)
    expect(await moved()).toBe(logBefore + changed.length)
    // A confirmed save is durable.
    if (output.includes(String(rowCount))) expect(changed).toHaveLength(rowCount)
    // The next round changes every status again.
    if (changed.length === 0) round--
    return { took, saved: changed.length }
  }
  const whole = await attempt()
  expect(whole.saved).toBe(rowCount)
  const outcomes: number[] = []
  for (let kill = 0; kill < kills; kill++)
    outcomes.push((await attempt((kill / kills) * whole.took * (0.5 + Math.random() * 0.5))).saved)
  // At least one process must have been killed before its commit, or the test proves nothing.
  expect(outcomes).toContain(0)
})
