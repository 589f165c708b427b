import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { deliver } from '#kit/server/mail-out.ts'
import { smtpMail } from '#kit/server/smtp-mail.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { type TestSmtp, testSmtp } from '#kit/server/testing-smtp.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import { configureNotices, noticeFacts } from './testing.ts'

const { at, post, one, own, stored, logOf } = setUpActionTests()
let smtp: TestSmtp
const send = (path: string, id: string, more: object = {}, who = 'analyst') =>
  post(`${path}/${id}/sendEnforcementMail`, { ...noticeFacts, ...more }, who)
const sendMany = (path: string, recordIds: unknown, more: object = {}) =>
  post(`${path}/bulk/sendEnforcementMail`, { ...noticeFacts, actionTaken: undefined, recordIds, ...more }, 'analyst')
const get = async (path: string) =>
  (
    await at.testApp.server.inject({
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
    })
  ).json()
const deliverAll = async () => {
  const waiting = await rows<{ id: string }>(
    at.database.db,
    sql`update mails set not_before = now() where sent_at is null and failed_at is null returning id`,
  )
  const { pool } = at.database
  const options = {
    pool,
    files: at.testApp.app.files,
    driver: smtpMail(smtp.url),
    from: 'B <b@brandkeep.test>',
    perMinute: 6000,
  }
  for (let n = 0; n < waiting.length; n += 4)
    await Promise.all(waiting.slice(n, n + 4).map(({ id }) => deliver(options, id)))
}
const deliveredEmails = (id: string) => smtp.received.filter(({ messageId }) => messageId === id)
const count = async (table: string) =>
  (await rows<{ n: number }>(at.database.db, sql`select count(*) as n from ${sql.table(table)}`))[0]!.n

beforeAll(async () => {
  smtp = await testSmtp()
  await configureNotices({ at, post }, [
    'To {{registrar}} and {{hosting}},',
    'please look at {{url}} of {{domain}}, about {{brand}}, on {{date}}.',
  ])
})
afterAll(() => smtp.close())

describe('one notice', () => {
  test('S-124 S-205 record, status 11 whatever was sent, log row and email; the record shows that the email was delivered', async () => {
    const id = await one(domain, '33', { domain: 'fake-acme.example', url: null })
    const sent = await send('domain', id)
    expect(sent.statusCode, sent.body).toBe(200)
    const [record] = sent.json().data
    expect(record).toMatchObject({
      infrigementStatus: '11',
      abuseEmailId: 'takes@desk.test',
      mail: { state: 'waiting' },
    })
    expect((await stored(id)).status).toBe('11')
    expect(await logOf(id)).toEqual([
      expect.objectContaining({ module: 'enforcement-mail', status_from: '33', status_to: '11' }),
    ])
    await deliverAll()
    const [email] = deliveredEmails(record.id)
    expect(email!.to).toEqual(['takes@desk.test'])
    expect(email!.text).toContain('Subject: Infringement notice: fake-acme.example')
    expect(email!.text).toContain('To Namekeep Registrar and Zonehost,')
    expect((await get(`domain/${id}/enforcement`)).data[0].mail).toMatchObject({ state: 'sent', reason: null })
  })

  test('the same Send on two machines at once: one email, 409 for the other; another action or day is another notice', async () => {
    const id = await one(website, '33')
    const answers = await Promise.all([send('website', id), send('website', id), send('website', id, {}, 'admin')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json().message).toBe(
      'This enforcement email was already sent. See Enforcement Data.',
    )
    expect((await send('website', id, { abusiveEmailId: 'TAKES@desk.test' })).statusCode).toBe(409)
    expect((await get(`website/${id}/enforcement`)).data).toHaveLength(1)
    expect((await send('website', id, { actionTaken: 'Reminder Sent' })).statusCode).toBe(200)
    expect((await send('website', id, { date: '2026-03-05' })).statusCode).toBe(200)
  })

  test('a failed notice shows the reason and may be sent again; an unknown delivery is shown as unknown', async () => {
    const id = await one(domain, '33')
    await send('domain', id, { abusiveEmailId: 'refuses@desk.test' })
    await send('domain', id, { abusiveEmailId: 'vanishes@desk.test' })
    await deliverAll()
    const history = (await get(`domain/${id}/enforcement`)).data
    const outcome = (email: string) =>
      history.find((record: { abuseEmailId: string }) => record.abuseEmailId === email).mail
    expect(outcome('refuses@desk.test')).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('No such mailbox'),
    })
    expect(outcome('vanishes@desk.test')).toMatchObject({
      state: 'unknown',
      reason: expect.stringContaining('Unknown whether it was sent'),
    })
    expect((await stored(id)).status).toBe('11')
    expect((await send('domain', id, { abusiveEmailId: 'refuses@desk.test' })).statusCode).toBe(200)
  })

  test('S-156 G107 fields are named; an address with headers, names, lists or 10,000 recipients is rejected', async () => {
    const id = await one(domain, '33')
    const before = await count('mails')
    const nothing = await post(`domain/${id}/sendEnforcementMail`, {}, 'analyst')
    expect(Object.keys(Object.assign({}, ...nothing.json().errors)).toSorted()).toEqual([
      'abuseEmail',
      'actionTaken',
      'date',
      'hosting',
      'ipAddress',
      'registrar',
    ])
    for (const abusiveEmailId of [
      'x@y.z\r\nRCPT TO:<evil@mail.test>',
      'x@y.test\nBcc: evil@mail.test',
      'x@y.test, evil@mail.test',
      '"x" <x@y.test>',
      'x@y.test evil@mail.test',
      'group: x@y.test;',
      '<x@y.test>',
      'x@',
      Array.from({ length: 10_000 }, (_, n) => `p${n}@y.test`).join(','),
    ]) {
      const answer = await send('domain', id, { abusiveEmailId })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual([{ abuseEmail: 'Abuse email is not valid' }])
    }
    for (const field of ['registrar', 'hosting', 'actionTaken', 'ipAddress', 'date'])
      for (const breaking of ['x\r\nBcc: evil@mail.test', 'x\u2028y', 'x\u0000y'])
        expect((await send('domain', id, { [field]: breaking })).statusCode, field).toBe(422)
    expect(await count('mails')).toBe(before)
    expect((await stored(id)).status).toBe('33')
  })

  test('S-263 G75 without a configuration, or with a disabled one, nothing is written: 404 with its message', async () => {
    const { companies, brands } = at.world
    const id = await one(domain, '33', { companyId: companies.foreign, brandId: brands.foreign })
    const before = [await count('enforcements'), await count('mails')]
    const answer = await send('domain', id)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Enforcement configuration not found.'])
    expect((await send('domain', newId())).json().message).toBe('Resource not found.')
    expect([await count('enforcements'), await count('mails')]).toEqual(before)
    expect((await stored(id)).status).toBe('33')
  })

  test('G74 a manually entered address is added to those of its registrar and host', async () => {
    const emails = async () =>
      (await get('enforcement-mail-configuration/abuse-emails?registrar=Freshnames')).data.map(
        (contact: { abuseEmailId: string }) => contact.abuseEmailId,
      )
    expect(await emails()).toEqual([])
    await send('domain', await one(domain, '33'), { registrar: 'Freshnames Ltd', abusiveEmailId: 'Hand@Fresh.test' })
    await send('domain', await one(domain, '33'), { registrar: 'FRESHNAMES LTD', abusiveEmailId: 'hand@fresh.test' })
    expect(await emails()).toEqual(['hand@fresh.test'])
  })
})

describe('many notices', () => {
  test('S-206 S-155 two or more records, one email each in a batch with progress; a second send adds none', async () => {
    const ids = await own(domain, ['33', '22', '55'])
    expect((await sendMany('domain', [ids[0]])).statusCode).toBe(422)
    expect((await sendMany('domain', [...ids, newId()])).statusCode).toBe(404)
    expect(
      (await post('app-store/bulk/sendEnforcementMail', { ...noticeFacts, recordIds: ids }, 'analyst')).statusCode,
    ).toBe(404)
    await send('domain', ids[0]!)
    const sent = (await sendMany('domain', ids)).json()
    expect(sent).toMatchObject({
      message: '2 enforcement emails are being sent, 1 was already sent',
      queued: 2,
      skipped: 1,
    })
    expect((await sendMany('domain', ids)).statusCode).toBe(409)
    for (const id of ids) expect((await stored(id)).status).toBe('11')
    expect(await get(`enforcement/mail-progress/${sent.batch}`)).toEqual({
      total: 2,
      waiting: 2,
      sent: 0,
      failed: 0,
      unknown: 0,
    })
    await deliverAll()
    expect(await get(`enforcement/mail-progress/${sent.batch}`)).toMatchObject({ total: 2, waiting: 0, sent: 2 })
    expect((await get(`enforcement/mail-progress/${newId()}`)).message).toBe('Resource not found.')
    expect((await get(`domain/${ids[1]!}/enforcement`)).data[0]).toMatchObject({ actionTaken: 'Abuse E-mail Sent' })
  })

  test('1,000 notices are enqueued in one transaction, one email for each', async () => {
    const ids = await own(
      website,
      Array.from({ length: 1000 }, () => '33'),
    )
    const { result, ms } = await quietDuration(at.database.pool, () => sendMany('website', ids))
    expect(result.json()).toMatchObject({ queued: 1000, skipped: 0 })
    expect(ms).toBeLessThan(5000)
    const [made] = await rows<{ emails: number; jobs: number }>(
      at.database.db,
      sql`select count(*) as emails, (select count(distinct data->>'mailId') from pgboss.job j where name = 'send-mail'
          and data->>'mailId' in (select id::text from enforcements where batch_id = ${result.json().batch})) as jobs
        from mails m join enforcements e on e.id = m.id where e.batch_id = ${result.json().batch}`,
    )
    expect(made).toEqual({ emails: 1000, jobs: 1000 })
  })
})
