import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { fillDemo, refuseDemoPeople } from '#app/fill-demo.ts'
import { sessionOfUser } from '#features/sessions/server/session-of.ts'
import type { JsonReport } from '#features/staging-rows/server/open-rows.ts'
import { submitDraft } from '#features/staging/server/submit-draft.ts'
import { onPool } from '#kit/server/db.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { openThreads } from '#kit/server/threads.ts'
import { sellerPlatform } from '#platforms/all.ts'
import { today } from '#vocabulary/dates.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-demo-'))
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  const config = readConfig({ BRANDKEEP_DATA: folder, BRANDKEEP_DEMO: '1' })
  await fillDemo(config, database.pool, () => undefined, 0.02)
}, 120_000)
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const many = async (text: string): Promise<Record<string, unknown>[]> => (await database.pool.query(text)).rows

test('the demo world has own pictures of brands that can be compared', async () => {
  const found = await many(`select b.brand_name, l.kind, count(*)::int as n, bool_and(l.state = 'Read') as read,
    count(picture_hash)::int as hashes from brand_references l join brands b on b.id = l.brand_id group by 1, 2 order by 1, 2`)
  expect(found).toEqual([
    { brand_name: 'Brassleaf', kind: 'picture', n: 2, read: true, hashes: 2 },
    { brand_name: 'Castelune', kind: 'page', n: 1, read: true, hashes: 0 },
    { brand_name: 'Castelune', kind: 'picture', n: 2, read: true, hashes: 2 },
    { brand_name: 'Demo Brand', kind: 'picture', n: 3, read: true, hashes: 3 },
    { brand_name: 'Solmira', kind: 'picture', n: 3, read: true, hashes: 3 },
    { brand_name: 'Tindral', kind: 'page', n: 1, read: true, hashes: 0 },
    { brand_name: 'Tindral', kind: 'picture', n: 2, read: true, hashes: 2 },
  ])
})

test('two searches of look-alike domains have found those of the small web, compared with the own page', async () => {
  expect(await many(`select state, count(*)::int as n from domain_runs group by 1`)).toEqual([
    { state: 'Completed', n: 2 },
  ])
  const found = await many(
    `select domain, likeness > 0 as alike, registrar is not null as known from searched_domains order by 1`,
  )
  expect(found).toEqual(
    ['castelune-login', 'castelune-sale', 'casteluneonline', 'tindral-login', 'tindral-sale', 'tindralonline'].map(
      (name) => ({ domain: `${name}.example`, alike: true, known: true }),
    ),
  )
  // Their pictures are taken as soon as a worker with a browser is there.
  expect(await many(`select state from pgboss.job where name = 'take-page-pictures'`)).toEqual([{ state: 'created' }])
})

test('analysts have drafts and work with the days by which it is due, and the league is counted', async () => {
  expect(await many('select row_count as rows from drafts order by 1')).toEqual([{ rows: 5 }, { rows: 5 }])
  const work = await many(
    `select a.due_from is not null as due, count(*)::int > 3 as some from assignments a join users u on u.id = a.user_id
     where u.username = 'analyst@demo.test' group by 1`,
  )
  expect(work).toEqual([{ due: true, some: true }])
  const days = await many(
    'select step, priority, days, count(*)::int as n from agreed_days group by 1, 2, 3 order by 1, 2',
  )
  expect(days).toEqual([
    { step: 'approval', priority: '', days: 7, n: 15 },
    { step: 'notice', priority: '', days: 3, n: 15 },
    { step: 'notice', priority: 'High', days: 1, n: 15 },
  ])
  for (const table of ['desk_league', 'desk_scores'])
    expect((await many(`select count(*)::int as n from ${table}`))[0]!['n'], table).toBeGreaterThan(5)
})

test('a draft can be submitted but for its last row, which shows what a check says', async () => {
  const threads = openThreads()
  onTestFinished(() => threads.close())
  const [draft] = await many(`select d.id, d.company_id, d.brand_id, d.created_by from drafts d
    join brands b on b.id = d.brand_id where b.brand_name = 'Castelune'`)
  const [draftId, company, brand, userId] = Object.values(draft!) as [string, string, string, string]
  const { pool } = database
  const db = onPool(pool)
  const report = await submitDraft(
    { pool, db, threads, today: () => today('Asia/Kolkata'), onTidyFailure: () => undefined },
    (await sessionOfUser(db, userId))!,
    { draftId, given: { company, brand, platform: sellerPlatform } },
  )
  expect(report).toMatchObject({ status: 409 })
  const { duplicates } = JSON.parse(Buffer.from((report as JsonReport).json).toString()) as {
    duplicates: { sn: number; reason: string }[]
  }
  expect(duplicates.map(({ sn, reason }) => [sn, reason])).toEqual([[5, 'Missing Image for URL']])
})

test('a console without the demo world does not start while its public password lets somebody in', async () => {
  await expect(refuseDemoPeople(database.pool)).rejects.toThrow(
    'BRANDKEEP_DEMO is 0, but this database has the demo world and admin2@demo.test its public password',
  )
  await database.pool.query(`update users set is_blocked = true where username <> 'client@demo.test'`)
  await expect(refuseDemoPeople(database.pool)).rejects.toThrow('and client@demo.test its')
  await database.pool.query(`update users set password_hash = $1 where username = 'client@demo.test'`, [
    await hashPassword('Nobody-Knows-26'),
  ])
  await refuseDemoPeople(database.pool)
})
