import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { deliver } from '#kit/server/mail-out.ts'
import { enqueueForgotten } from '#kit/server/mail-queries.ts'
import { takeAfter } from './testing.ts'
import { type Sent, setUpListTests } from './testing-lists.ts'

const tests = setUpActionTests()
const { at, post, get, stored } = tests
const { db, desk, deps, sendList, carriers, deliverList, received, ...read } = setUpListTests(tests)
const { recordsOf, answersOf, clockOf, runOf, consume, answer } = read

describe('one email about several findings', () => {
  test('each finding has its record, clock and XARF report; the email names all; the next letter follows the email', async () => {
    const list = await sendList(3, 100)
    expect(await carriers(list)).toEqual([{ id: list[0]!.record, carried: 2 }])
    const [email] = await deliverList(list)
    const [only, ...others] = received(email!)
    expect(others).toEqual([])
    const parsed = await PostalMime.parse(only!.text)
    for (const [at_, { address, record }] of list.entries()) {
      expect(parsed.text).toContain(address)
      expect(parsed.html).toContain(address)
      const report = parsed.attachments.find(({ filename }) => filename === `xarf-${at_ + 1}.json`)!
      expect(JSON.parse(new TextDecoder().decode(report.content as ArrayBuffer))).toMatchObject({
        report_id: record,
        type: 'phishing',
      })
    }
    expect(parsed.text).toContain('the addresses listed below')
    expect(parsed.text).not.toContain('{{')
    expect(parsed.subject).toMatch(/^Infringement notice: 3 addresses: Phishing against Acme One \[BK [0-9a-f]{8}\]/)
    for (const { finding } of list) {
      expect((await recordsOf(finding))[0]).toMatchObject({ mail: { state: 'sent' }, abuseEmailId: desk })
      expect((await clockOf(finding)).sent).not.toBeNull()
      expect((await stored(finding)).status).toBe('11')
    }
    await consume()
    expect((await runOf(list[2]!.finding)).state).toBe('waiting')
    // A reminder about one of them continues the conversation that the desk has.
    await takeAfter(at.testApp.app, 3.5)
    const [reminder] = await rows<{ id: string }>(
      db(),
      sql`select m.id from mails m join enforcements e on e.id = m.id
        where e.finding_id = ${list[2]!.finding} and m.follows is not null`,
    )
    await rows(db(), sql`update mails set not_before = now() where id = ${reminder!.id}`)
    await deliver(deps(), reminder!.id)
    expect(received(reminder!.id)[0]!.text).toContain(`In-Reply-To: <${email}@`)
  })

  test('a group of 900 goes in nine emails, counted and reported as such; without the choice each has its own', async () => {
    const list = await sendList(900, 100)
    expect((await carriers(list)).map(({ carried }) => carried)).toEqual(Array.from({ length: 9 }, () => 99))
    const [batch] = await rows<{ batch: string }>(
      db(),
      sql`select batch_id as batch from enforcements where id = ${list[0]!.record}`,
    )
    expect((await get(`enforcement/mail-progress/${batch!.batch}`, 'analyst')).json()).toMatchObject({
      total: 9,
      waiting: 9,
    })
    expect((await carriers(await sendList(2, undefined))).length).toBe(2)
  })

  test('each kind of harm has its own email', async () => {
    const list = await sendList(5, 100, (at_) => ({ reasonCode: at_ % 2 === 0 ? '12201' : '12213' }))
    expect((await carriers(list)).map(({ carried }) => carried).toSorted()).toEqual([1, 2])
  })

  test('an answer that names some concerns those; one that names none, and a bounce, concern all', async () => {
    const [a, b, c] = (await sendList(3, 100)) as [Sent, Sent, Sent]
    const [email] = await deliverList([a, b, c])
    await consume()
    await answer(email!, `We have suspended ${b.address.replaceAll('.', '[.]')}.`)
    expect([await answersOf(a.finding), await answersOf(c.finding)]).toEqual([[], []])
    expect(await answersOf(b.finding)).toMatchObject([{ kind: 'reply' }])
    expect([(await clockOf(a.finding)).answered, (await clockOf(c.finding)).answered]).toEqual([null, null])
    expect((await clockOf(b.finding)).answered).not.toBeNull()
    await consume()
    expect([(await runOf(a.finding)).state, (await runOf(b.finding)).state, (await runOf(c.finding)).state]).toEqual([
      'waiting',
      'stopped',
      'waiting',
    ])
    await answer(email!, 'Your report was received.', ['Subject: Re: your report', 'Auto-Submitted: auto-replied'])
    await answer(email!, 'We look into all of them.')
    for (const { finding } of [a, b, c]) expect((await answersOf(finding)).length).toBe(finding === b.finding ? 3 : 2)
    await consume()
    expect((await runOf(c.finding)).state).toBe('stopped')
    const report = [
      'Content-Type: message/delivery-status',
      '',
      'Action: failed',
      'Status: 5.1.1',
      'Final-Recipient: rfc822; list@desk.test',
    ]
    await answer(
      email!,
      ['--b', 'Content-Type: text/plain', '', 'It did not work.', '--b', ...report, '', '--b--'].join('\r\n'),
      ['Subject: Undelivered Mail', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
    )
    for (const { finding } of [a, b, c])
      expect(await answersOf(finding)).toContainEqual(expect.objectContaining({ kind: 'bounce' }))
  })

  test('a desk that answers each address separately: each answer belongs to its finding only', async () => {
    const list = await sendList(4, 100)
    const [email] = await deliverList(list)
    for (const { address } of list.toReversed())
      await answer(
        email!,
        `${address} is offline.\r\n\r\nOn Monday, Brandkeep wrote:\r\n> ${list.map((one) => one.address).join('\r\n> ')}`,
      )
    for (const { finding, address } of list)
      expect(await answersOf(finding)).toMatchObject([{ body: expect.stringMatching(`^${address} is offline`) }])
  })

  test('a person chooses which an answer concerns: clocks and escalations follow; a corrected type holds for all', async () => {
    const [a, b, c] = (await sendList(3, 100)) as [Sent, Sent, Sent]
    const [email] = await deliverList([a, b, c])
    await consume()
    await answer(email!, 'Two of these are suspended.')
    await consume()
    const [{ id }] = await answersOf(b.finding)
    expect((await get(`enforcement/answers/${id}/records`, 'analyst')).json()).toEqual(
      [a, b, c].map(({ record, address }) => ({ id: record, address, isConcerned: true })),
    )
    const put = (recordIds: readonly string[], who = 'analyst') =>
      at.testApp.server.inject({
        method: 'PUT',
        url: `/api/enforcement/answers/${id}/records`,
        payload: { recordIds },
        headers: { authorization: `Bearer ${at.tokens[who]!}` },
      })
    expect((await put([b.record], 'client')).statusCode).toBe(403)
    expect((await put([])).statusCode).toBe(422)
    expect((await put([(await sendList(1, undefined))[0]!.record])).statusCode).toBe(422)
    expect((await put([b.record, c.record])).json()).toEqual({ message: 'The reply concerns 2 of 3 findings' })
    expect(await answersOf(a.finding)).toEqual([])
    expect((await clockOf(a.finding)).answered).toBeNull()
    await consume()
    expect([(await runOf(a.finding)).state, (await runOf(b.finding)).state]).toEqual(['waiting', 'stopped'])
    expect((await put([a.record])).statusCode).toBe(404)
    const [left] = await answersOf(c.finding)
    const corrected = await at.testApp.server.inject({
      method: 'PUT',
      url: `/api/enforcement/answers/${left.id}/kind`,
      payload: { kind: 'automatic' },
      headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
    })
    expect(corrected.statusCode).toBe(200)
    for (const { finding } of [b, c]) {
      expect(await answersOf(finding)).toMatchObject([{ kind: 'automatic' }])
      expect((await clockOf(finding)).answered).toBeNull()
    }
  })

  test('taking back one takes back the whole email; once it has left, none', async () => {
    Object.assign(at.testApp.app.settings, { recallSeconds: 60 })
    const list = await sendList(3, 100)
    Object.assign(at.testApp.app.settings, { recallSeconds: 0 })
    const recalled = await post('enforcement/recall-notices', { recordIds: [list[1]!.record] }, 'analyst')
    expect(recalled.json()).toEqual({ message: 'The email was recalled', recalled: 1, left: 0 })
    for (const { finding } of list) {
      expect(await recordsOf(finding)).toEqual([])
      expect((await stored(finding)).status).toBe('22')
    }
    expect(await carriers(list)).toEqual([])
    const left = await sendList(2, 100)
    await deliverList(left)
    expect((await post('enforcement/recall-notices', { recordIds: [left[1]!.record] }, 'analyst')).statusCode).toBe(409)
  })

  test('none leaves when one of its findings was deleted meanwhile: the others return; nor does a reminder of a disabled brand', async () => {
    const list = await sendList(3, 100)
    await rows(db(), sql`update findings set deleted_at = now() where id = ${list[1]!.finding}`)
    await deliverList(list)
    for (const { finding } of [list[0]!, list[2]!]) {
      expect((await recordsOf(finding))[0].mail).toMatchObject({
        state: 'failed',
        reason: 'Not sent: one of its findings was deleted',
      })
      expect((await stored(finding)).status).toBe('22')
    }
    // The desk bounced in another test.
    await rows(db(), sql`delete from bounced_addresses where email = ${desk}`)
    const [sent] = await sendList(1, undefined)
    await deliverList([sent!])
    await consume()
    await takeAfter(at.testApp.app, 3.5)
    const enable = (to: boolean) => rows(db(), sql`update brands set enabled = ${to} where id = ${at.world.brands.own}`)
    await enable(false)
    const [reminder] = await rows<{ record: string }>(
      db(),
      sql`select id as record from enforcements where finding_id = ${sent!.finding} order by created_at desc limit 1`,
    )
    await deliverList([{ ...sent!, ...reminder }])
    await enable(true)
    await consume()
    const reason = 'Not sent: the brand is disabled'
    const ofReminder = (await recordsOf(sent!.finding)).find((one: { id: string }) => one.id === reminder!.record)
    expect(ofReminder.mail).toMatchObject({ state: 'failed', reason })
    expect((await stored(sent!.finding)).status).toBe('11')
    expect(await runOf(sent!.finding)).toMatchObject({ state: 'paused', reason: expect.stringContaining(reason) })
  })

  test('sent once: no other delivery, a lost job or a second click; a killed one is doubtful for all', async () => {
    const list = await sendList(3, 100)
    const [email] = await deliverList(list)
    for (const { record } of list) await deliver(deps(), record)
    expect([received(email!).length, received(list[1]!.record).length]).toEqual([1, 0])
    const waiting = await sendList(3, 100)
    await rows(
      db(),
      sql`update mails set created_at = now() - interval '1 hour' where id = any(${waiting.map((one) => one.record)}::uuid[])`,
    )
    const jobs = async () =>
      (
        await rows<{ id: string }>(
          db(),
          sql`select data->>'mailId' as id from pgboss.job where name = 'send-mail'
            and data->>'mailId' = any(${waiting.map((one) => one.record)}::text[])`,
        )
      ).map(({ id }) => id)
    await enqueueForgotten(db())
    expect(new Set(await jobs())).toEqual(new Set([waiting[0]!.record]))
    const again = await post(
      'enforcement/send-groups',
      {
        platform: 'domain',
        date: '2026-03-04',
        groups: [
          {
            recordIds: waiting.map((one) => one.finding),
            abusiveEmailId: desk,
            registrar: 'K',
            ipAddress: '203.0.113.7',
            hosting: 'H',
            perEmail: 100,
          },
        ],
      },
      'analyst',
    )
    expect(again.statusCode).toBe(409)
    // The process was killed after the server had the whole email.
    await rows(
      db(),
      sql`update mails set sending_at = now(), claim = gen_random_uuid() where id = ${waiting[0]!.record}`,
    )
    await deliver(deps(), waiting[0]!.record)
    for (const { finding } of waiting) expect((await recordsOf(finding))[0].mail).toMatchObject({ state: 'unknown' })
    expect(received(waiting[0]!.record)).toEqual([])
  })

  test('desks that take lists are kept by Admins; none by default', async () => {
    const save = (body: object, who = 'admin') =>
      at.testApp.server.inject({
        method: 'PUT',
        url: '/api/list-desks',
        payload: body,
        headers: { authorization: `Bearer ${at.tokens[who]!}` },
      })
    expect((await save({ email: 'A@Desk.test', perEmail: 50 }, 'analyst')).statusCode).toBe(403)
    for (const wrong of [
      { email: 'x', perEmail: 5 },
      { email: 'a@desk.test', perEmail: 1 },
      { email: 'a@desk.test', perEmail: 101 },
      { email: 'a@desk.test' },
    ])
      expect((await save(wrong)).statusCode, JSON.stringify(wrong)).toBe(422)
    expect((await save({ email: 'A@Desk.test', perEmail: 50 })).json()).toEqual({ message: 'The desk now gets lists' })
    expect((await get('list-desks', 'analyst')).json()).toEqual([{ email: 'a@desk.test', perEmail: 50 }])
    await save({ email: 'a@desk.test', perEmail: null })
    expect((await get('list-desks', 'analyst')).json()).toEqual([])
  })
})
