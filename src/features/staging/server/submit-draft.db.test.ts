import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '#app/testing.ts'
import { buildTestWorld } from '#app/testing-world.ts'
import { countOf } from '#features/intake/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { today } from '#vocabulary/dates.ts'
import { dropOldDrafts } from './submit-draft.ts'
import { setUpStagingTests, type StagingCalls } from './testing.ts'

const at = setUpStagingTests({ app: buildTestApp, world: buildTestWorld })
let analyst: StagingCalls
let admin: StagingCalls
beforeAll(() => {
  analyst = at.callsOf('analyst')
  admin = at.callsOf('admin')
})
const begin = async () => (await analyst.create()).body._id

describe('submitting', () => {
  test('S-130 S-218 S-306 G80 the rows become findings dated today, logged as staging; the draft is closed and readable', async () => {
    const draftId = await begin()
    await analyst.saveRows(draftId, [
      { sn: 1, data: at.cells() },
      { sn: 2, data: at.cells({ status: '22' }) },
    ])
    const before = await countOf(at.database.db, 'findings')
    const answer = await admin.submit(draftId)
    expect(answer).toEqual({
      status: 200,
      body: { message: 'Draft submitted successfully.', saved: 2, batch: expect.any(String) },
    })
    expect(await countOf(at.database.db, 'findings')).toBe(before + 2)
    const stored = await rows<{ day: string; status: string; module: string }>(
      at.database.db,
      sql`select f.reporting_date as day, f.status, l.module from findings f join status_log l on l.finding_id = f.id
          where f.id = any((select finding_ids from saved_batches where id = ${answer.body.batch})::uuid[]) order by 2 desc`,
    )
    const day = today(at.testApp.app.settings.businessZone)
    expect(stored).toEqual([
      { day, status: '33', module: 'staging' },
      { day, status: '22', module: 'staging' },
    ])
    const jobs = await rows(
      at.database.db,
      sql`select 1 from pgboss.job where name = 'findings-added' and data->>'brandId' = ${at.world.brands.own}`,
    )
    expect(jobs.length).toBeGreaterThan(0)
    expect((await analyst.drafts()).body.map(({ _id }) => _id)).not.toContain(draftId)
    const closed = (await analyst.drafts({ submitted: 'true' })).body.find(({ _id }) => _id === draftId)
    expect(closed).toMatchObject({ rows: 2, batch: answer.body.batch, submittedAt: expect.any(String) })
    expect((await analyst.rows(draftId)).body.draftItems).toHaveLength(2)
    for (const late of [await analyst.save(draftId, at.cells()), await analyst.submit(draftId)])
      expect([late.status, late.body.message]).toEqual([409, 'This draft has already been submitted.'])
    // Somebody who did not save them can list the findings too.
    const list = await at.testApp.server.inject({
      method: 'POST',
      url: '/api/save-bulk-data/fetch-data-for-enforcement',
      headers: at.headers.analyst,
      payload: {
        company: at.world.companies.parent,
        brand: at.world.brands.own,
        platform: 'e-commerce',
        saved: answer.body.batch,
        page: 1,
        limit: 50,
      },
    })
    expect((list.json() as { count: number }).count).toBe(2)
  })

  test('S-306 G80 a refused submit answers the report by row numbers, stores nothing and leaves the draft', async () => {
    const draftId = await begin()
    const known = at.cells({ lid: 'LID-TWICE' })
    await analyst.saveRows(draftId, [
      { sn: 4, data: known },
      { sn: 9, data: at.cells({ lid: 'lid-twice', site: known['site'] }) },
      { sn: 12, data: { ...at.cells(), image: null } },
    ])
    const before = await countOf(at.database.db, 'findings')
    const { status, body } = await analyst.submit(draftId)
    expect([status, body.duplicates.map(({ sn, reason }) => [sn, reason])]).toEqual([
      409,
      [
        [9, 'Duplicate LID'],
        [12, 'Missing Image for URL'],
      ],
    ])
    expect(await countOf(at.database.db, 'findings')).toBe(before)
    expect((await analyst.drafts()).body.find(({ _id }) => _id === draftId)).toMatchObject({
      rows: 3,
      submittedAt: null,
    })
  })

  test('S-057 G44 a row that was staged with another status than the four is refused on that field', async () => {
    const draftId = await begin()
    await analyst.saveRows(draftId, [
      { sn: 1, data: at.cells({ status: 'Client Review' }) },
      { sn: 2, data: at.cells({ status: '55' }) },
    ])
    const before = await countOf(at.database.db, 'findings')
    const { status, body } = await analyst.submit(draftId)
    expect([status, body]).toMatchObject([422, { errors: [{ status: 'Status is not valid' }] }])
    expect(await countOf(at.database.db, 'findings')).toBe(before)
  })

  test('a draft submitted twice at once becomes findings once', async () => {
    const draftId = await begin()
    await analyst.saveRows(
      draftId,
      Array.from({ length: 20 }, (_, n) => ({ sn: n + 1, data: at.cells() })),
    )
    const before = await countOf(at.database.db, 'findings')
    const answers = await Promise.all([analyst.submit(draftId), admin.submit(draftId), analyst.submit(draftId)])
    expect(answers.map(({ status, body }) => `${status} ${body.message}`).toSorted()).toEqual([
      '200 Draft submitted successfully.',
      '409 This draft has already been submitted.',
      '409 This draft has already been submitted.',
    ])
    expect(await countOf(at.database.db, 'findings')).toBe(before + 20)
  })

  test('a row saved while a submit waits for another upload of the brand is not left out: the submit is refused', async () => {
    const draftId = await begin()
    await analyst.save(draftId, at.cells())
    const other = await at.database.pool.connect()
    const lock = [`intake ${at.world.brands.own}`]
    await other.query('select pg_advisory_lock(hashtextextended($1, 0))', lock)
    const submitting = admin.submit(draftId)
    const waiting = () =>
      rows(
        at.database.db,
        sql`select 1 from pg_locks l join pg_database d on d.oid = l.database
        where locktype = 'advisory' and not granted and datname = current_database()`,
      )
    await expect.poll(waiting).toHaveLength(1)
    await analyst.save(draftId, at.cells())
    await other.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
    other.release()
    const { status, body } = await submitting
    expect([status, body.message]).toEqual([
      409,
      'Rows were saved while the draft was being submitted. Submit it again.',
    ])
    expect((await admin.submit(draftId)).body.saved).toBe(2)
  })

  test('an empty draft cannot be submitted', async () => {
    expect((await analyst.submit(await begin())).status).toBe(422)
  })

  test('a submitted draft is removed after 90 days with the list of its findings, an open one never', async () => {
    const [open, draftId, old] = [await begin(), await begin(), await begin()]
    for (const id of [draftId, old]) {
      await analyst.save(id, at.cells())
      await analyst.submit(id)
    }
    await rows(at.database.db, sql`update drafts set created_at = now() - interval '400 days' where id = ${open}`)
    await rows(at.database.db, sql`update drafts set submitted_at = now() - interval '91 days' where id = ${old}`)
    await rows(at.database.db, sql`update drafts set submitted_at = now() - interval '89 days' where id = ${draftId}`)
    const readable = (await analyst.drafts({ submitted: 'true' })).body.map(({ _id }) => _id)
    expect([draftId, old].map((id) => readable.includes(id))).toEqual([true, false])
    await rows(
      at.database.db,
      sql`update saved_batches set shared_until = now() - interval '1 day' where id = (select batch_id from drafts where id = ${old})`,
    )
    await dropOldDrafts(at.database.db)
    const statuses = await Promise.all([open, draftId, old].map(async (id) => (await analyst.rows(id)).status))
    expect(statuses).toEqual([200, 200, 404])
    const left = await rows(at.database.db, sql`select 1 from saved_batches where shared_until < now()`)
    expect(left).toHaveLength(0)
  })
})

describe('reviewing', () => {
  test('an Admin sends a draft back with a remark, which its owner finds in the bell; others may not', async () => {
    const draftId = await begin()
    expect((await analyst.sendBack(draftId, 'No')).status).toBe(403)
    expect((await admin.sendBack(draftId, ' ')).status).toBe(422)
    expect((await admin.sendBack(draftId, 'Rows 2 <b>and</b> 5 need a picture')).status).toBe(200)
    expect((await analyst.rows(draftId)).body.draft).toMatchObject({
      remark: 'Rows 2 <b>and</b> 5 need a picture',
      remarkBy: expect.any(String),
    })
    const list = await at.testApp.server.inject({
      method: 'GET',
      url: '/api/notifications',
      headers: at.headers.analyst,
    })
    const [first] = (list.json() as { docs: { id: string; model: string; notificationText: string }[] }).docs
    expect([first!.model, first!.notificationText]).toEqual([
      'Drafts',
      expect.stringContaining('</b>: Rows 2 &lt;b&gt;and&lt;/b&gt; 5 need a picture'),
    ])
    const scope = await at.testApp.server.inject({
      method: 'GET',
      url: `/api/notifications/${first!.id}/scope`,
      headers: at.headers.analyst,
    })
    expect(scope.json()).toMatchObject({ draft: draftId })
    await analyst.save(draftId, at.cells())
    await analyst.submit(draftId)
    expect((await admin.sendBack(draftId, 'Late')).status).toBe(409)
  })

  test('a Client may call nothing of it', async () => {
    const client = at.callsOf('client')
    const draftId = await begin()
    const answers = [
      await client.drafts(),
      await client.rows(draftId),
      await client.create(),
      await client.submit(draftId),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})
