import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { newId } from '#kit/server/id.ts'
import { enqueueEmail } from '#kit/server/mail.ts'
import { deliver } from '#kit/server/mail-out.ts'
import { smtpMail } from '#kit/server/smtp-mail.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { type TestSmtp, testSmtp } from '#kit/server/testing-smtp.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, post, get, one, own, stored, logOf, change } = setUpActionTests()
let smtp: TestSmtp
const reason = 'The client approved by phone on Monday.'
const send = (id: string, more: object = {}, who = 'analyst') =>
  post(`domain/${id}/sendEnforcementMail`, { ...noticeFacts, ...more }, who)
const recall = (body: object, who = 'analyst') => post('enforcement/recall-notices', body, who)
const setRequired = (isRequired: boolean) =>
  rows(
    at.database.db,
    sql`update companies set approval_required = ${isRequired} where id = ${at.world.companies.parent}`,
  )
const count = async (table: string) =>
  (await rows<{ n: number }>(at.database.db, sql`select count(*) as n from ${sql.table(table)}`))[0]!.n
const deliverNow = (id: string) =>
  deliver(
    {
      pool: at.database.pool,
      files: at.testApp.app.files,
      driver: smtpMail(smtp.url),
      from: 'B <b@brandkeep.test>',
      perMinute: 6000,
    },
    id,
  )
const emailsOf = (id: string) => smtp.received.filter(({ messageId }) => messageId === id).length
const setRecallSeconds = (seconds: number) => Object.assign(at.testApp.app.settings, { recallSeconds: seconds })
const makeDue = (id: string) =>
  rows(
    at.database.db,
    sql`update mails set recallable_until = now() - interval '1 second', not_before = now() where id = ${id}`,
  )

beforeAll(async () => {
  smtp = await testSmtp()
  await configureNotices({ at, post }, ['About {{url}}.'])
})
afterAll(() => smtp.close())

describe('approval before enforcement', () => {
  beforeEach(() => setRequired(true))
  afterAll(() => setRequired(false))

  test('off, as specified: a finding that nobody approved is sent and recorded', async () => {
    await setRequired(false)
    expect((await send(await one(domain, '33'))).statusCode).toBe(200)
    expect((await post(`domain/${await one(domain, '88')}/enforcement`, noticeFacts, 'analyst')).statusCode).toBe(200)
  })

  test('on: refused for one, for many and for a record, unless approved; nothing is written', async () => {
    const [waiting, approved] = await own(domain, ['33', '22'])
    const before = [await count('enforcements'), await count('mails')]
    for (const answer of [
      await send(waiting!),
      await send(waiting!, {}, 'admin'),
      await post('domain/bulk/sendEnforcementMail', { ...noticeFacts, recordIds: [waiting, approved] }, 'analyst'),
      await post(`domain/${waiting}/enforcement`, noticeFacts, 'analyst'),
      await post('domain/bulk/enforcement', { ...noticeFacts, recordIds: [waiting, approved] }, 'analyst'),
    ]) {
      expect(answer.statusCode, answer.body).toBe(422)
      expect(Object.keys(Object.assign({}, ...answer.json().errors))).toEqual(['approval'])
    }
    expect([await count('enforcements'), await count('mails')]).toEqual(before)
    expect((await stored(waiting!)).status).toBe('33')
    expect((await send(approved!)).statusCode).toBe(200)
    // Enforcement changed the status; the approval stands.
    expect((await send(approved!, { date: '2026-03-05' })).statusCode).toBe(200)
    // Passing a finding to the client is no enforcement.
    const asking = { ...noticeFacts, infrigementStatus: '88' }
    expect((await post(`domain/${waiting}/enforcement`, asking, 'analyst')).statusCode).toBe(200)
  })

  test('a withdrawn approval counts no more', async () => {
    const id = await one(domain, '33')
    await change(id, { infrigementStatus: '22' }, 'client')
    await change(id, { infrigementStatus: '33' }, 'client')
    await rows(at.database.db, sql`update findings set status = '11' where id = ${id}`)
    expect((await send(id)).statusCode).toBe(422)
  })

  test('an Admin’s reason is stored with the record and logged; an Analyst’s is refused', async () => {
    const id = await one(domain, '33')
    const refused = await send(id, { overrideReason: reason })
    expect(Object.assign({}, ...refused.json().errors)).toMatchObject({
      overrideReason: 'Only an Admin may enforce a finding that is not approved',
    })
    const sent = await send(id, { overrideReason: reason }, 'admin')
    expect(sent.statusCode, sent.body).toBe(200)
    expect(sent.json().data[0].override).toEqual({ reason, missing: ['approval'] })
    expect(
      await rows(at.database.db, sql`select 1 from data_log where model = 'Enforcement without approval'`),
    ).toEqual([{ '?column?': 1 }])
    const saved = await post(
      `domain/${await one(domain, '88')}/enforcement`,
      { ...noticeFacts, overrideReason: reason },
      'admin',
    )
    expect(saved.json().data[0].override).toEqual({ reason, missing: ['approval'] })
  })

  test('a sheet: rows that are not approved are skipped and named; an Admin’s reason records them', async () => {
    const { companies, brands } = at.world
    const [waiting] = await own(domain, ['33'], { domain: 'sheet-waiting.example' })
    const [approved] = await own(domain, ['22'], { domain: 'sheet-approved.example' })
    for (const [id, address] of [
      [waiting, 'sheet-waiting.example'],
      [approved, 'sheet-approved.example'],
    ] as const)
      await rows(
        at.database.db,
        sql`update findings set identity_key = ${identityKey(domain, comparedAddress(domain, address))}::uuid where id = ${id!}`,
      )
    const body = {
      company: companies.parent,
      brand: brands.own,
      platform: 'domain',
      data: [
        { domain: 'sheet-waiting.example', status: '11' },
        { domain: 'sheet-approved.example', status: '11' },
      ],
    }
    const skipped = (await post('enforcement/bulk-enforcement', body, 'analyst')).json()
    expect(skipped).toMatchObject({
      updated: 1,
      skippedRows: [{ row: 1, key: 'sheet-waiting.example', reason: 'Not approved by the client' }],
    })
    expect([(await stored(waiting!)).status, (await stored(approved!)).status]).toEqual(['33', '11'])
    const analyst = await post('enforcement/bulk-enforcement', { ...body, overrideReason: reason }, 'analyst')
    expect(analyst.json().updated).toBe(1)
    const admin = await post('enforcement/bulk-enforcement', { ...body, overrideReason: reason }, 'admin')
    expect(admin.json()).toMatchObject({ updated: 2, skipped: 0 })
    expect((await stored(waiting!)).status).toBe('11')
  })
})

describe('taking a notice back', () => {
  beforeAll(() => {
    setRecallSeconds(120)
  })
  afterAll(() => {
    setRecallSeconds(0)
  })

  test('the email does not leave before; taken back, record, email and contact are gone and the status is as before', async () => {
    const id = await one(domain, '33')
    const sent = (await send(id, { registrar: 'Backward Names', abusiveEmailId: 'takes.back@desk.test' })).json()
    const recordId = sent.data[0].id
    expect(sent.recallSeconds).toBe(120)
    await deliverNow(recordId)
    expect(emailsOf(recordId)).toBe(0)
    expect((await recall({ recordIds: [recordId] }, 'admin')).statusCode, 'of somebody else').toBe(404)
    expect((await recall({})).statusCode).toBe(422)
    const taken = await recall({ recordIds: [recordId] })
    expect(taken.json()).toEqual({ message: 'The email was recalled', recalled: 1, left: 0 })
    expect((await stored(id)).status).toBe('33')
    expect(
      ((await logOf(id)) as Record<string, string>[]).map((line) => [line['status_from'], line['status_to']]),
    ).toEqual([
      ['33', '11'],
      ['11', '33'],
    ])
    expect((await get(`domain/${id}/enforcement`, 'analyst')).json().data).toEqual([])
    const left = sql`select (select count(*) from mails where id = ${recordId}) + (select count(*) from last_enforcements
      where finding_id = ${id}) + (select count(*) from finding_clocks where finding_id = ${id})
      + (select count(*) from abuse_contacts where email = 'takes.back@desk.test') as n`
    expect(await rows(at.database.db, left)).toEqual([{ n: 0 }])
    await deliverNow(recordId)
    expect(emailsOf(recordId)).toBe(0)
    expect((await send(id)).statusCode, 'the same notice may be sent again').toBe(200)
  })

  test('after its seconds it leaves, and then it is too late', async () => {
    const id = await one(domain, '22')
    const recordId = (await send(id)).json().data[0].id
    await makeDue(recordId)
    expect((await recall({ recordIds: [recordId] })).statusCode).toBe(409)
    await deliverNow(recordId)
    expect(emailsOf(recordId)).toBe(1)
    expect((await recall({ recordIds: [recordId] })).json().message).toBe('Too late: the email has already left.')
    expect((await recall({ recordIds: [newId()] })).statusCode).toBe(404)
    expect((await stored(id)).status).toBe('11')
  })

  test('its seconds begin when it is put into the outbox, however long the notices before it took', async () => {
    const seconds = await inTransaction(at.database.pool, async ({ db }) => {
      await rows(db, sql`select pg_sleep(1.5)`)
      const email = { kind: 'enforcement', to: 'takes@desk.test', subject: 'Late', text: 'Late', recallSeconds: 60 }
      const id = await enqueueEmail(db, email)
      return rows<{ left: number }>(
        db,
        sql`select extract(epoch from recallable_until - clock_timestamp())::float8 as left from mails where id = ${id}`,
      )
    })
    expect(seconds[0]!.left).toBeGreaterThan(59)
  })

  test('an earlier record stays the last one, and a status that somebody changed meanwhile remains', async () => {
    const id = await one(domain, '22')
    await post(
      `domain/${id}/enforcement`,
      { ...noticeFacts, registrar: 'Earlier Names', infrigementStatus: '11' },
      'analyst',
    )
    const recordId = (await send(id)).json().data[0].id
    await rows(at.database.db, sql`update findings set status = '55' where id = ${id}`)
    expect((await recall({ recordIds: [recordId] })).statusCode).toBe(200)
    expect((await stored(id)).status).toBe('55')
    expect(await rows(at.database.db, sql`select registrar from last_enforcements where finding_id = ${id}`)).toEqual([
      { registrar: 'Earlier Names' },
    ])
  })

  test('a batch: 200 are taken back at once; those that left are counted', async () => {
    const ids = await own(
      website,
      Array.from({ length: 200 }, (_, n) => (n % 2 ? '33' : '22')),
    )
    const form = { ...noticeFacts, actionTaken: undefined, recordIds: ids }
    const { batch } = (await post('website/bulk/sendEnforcementMail', form, 'analyst')).json()
    const [first] = await rows<{ id: string }>(
      at.database.db,
      sql`select id from enforcements where batch_id = ${batch} order by id limit 1`,
    )
    await makeDue(first!.id)
    await deliverNow(first!.id)
    const { result, ms } = await quietDuration(at.database.pool, () => recall({ batch }))
    expect(ms).toBeLessThan(2000)
    expect(result.json()).toEqual({
      message: '199 emails were recalled. 1 had already left',
      recalled: 199,
      left: 1,
    })
    const statuses = await rows<{ n: number }>(
      at.database.db,
      sql`select status, count(*) as n from findings where id = any(${ids}::uuid[]) group by 1 order by 2`,
    )
    expect(statuses.map(({ n }) => n)).toEqual([1, 99, 100])
  })
})
