import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from './db.ts'
import type { FileStore } from './files.ts'
import { newId } from './id.ts'
import { enqueueEmail, enqueueEmails } from './mail.ts'
import { enqueueForgotten } from './mail-queries.ts'
import { deliver, doubtfulMessage, type OnSending } from './mail-out.ts'
import { smtpMail } from './smtp-mail.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import { type TestSmtp, testSmtp } from './testing-smtp.ts'

let database: TestDatabase
let smtp: TestSmtp

beforeAll(async () => {
  database = await testDatabase()
  smtp = await testSmtp()
})
afterAll(async () => {
  await smtp.close()
  await database.drop()
})

const sizes: Readonly<Record<string, number>> = { 'kept.pdf': 4_000, 'large.pdf': 8_000_000 }
const files = {
  read: async (key: string) => (sizes[key] ? Buffer.alloc(sizes[key], '%PDF-1.7 ') : undefined),
} as unknown as FileStore
const from = 'Brandkeep <no-reply@brandkeep.test>'
const send = (mailId: string) =>
  deliver({ pool: database.pool, files, driver: smtpMail(smtp.url), from, perMinute: 60 }, mailId)
const enqueue = (to: string, more: object = {}) =>
  inTransaction(database.pool, ({ db }) =>
    enqueueEmail(db, { kind: 'test', to, subject: 'Héllo', text: 'Line one\nLine two', ...more }),
  )
const rowOf = async (id: string) => (await database.pool.query('select * from mails where id = $1', [id])).rows[0]
const receivedOf = (id: string) => smtp.received.filter(({ messageId }) => messageId === id)
const withAttachment = (key: string) => ({ attachments: [{ fileName: 'paper.pdf', bucket: 'b', key }] })
/** Makes a waiting email due. */
const makeDue = (id: string) => database.pool.query('update mails set not_before = now() where id = $1', [id])
const enqueuedDelays = async (id: string) =>
  (
    await database.pool.query(
      "select extract(epoch from start_after - created_on)::int as after from pgboss.job where name = 'send-mail' and data->>'mailId' = $1 order by created_on, start_after",
      [id],
    )
  ).rows.map(({ after }) => after)

describe('an email to a real SMTP server', () => {
  test('is sent once, although several deliveries run at the same time, with the id of its record', async () => {
    const id = await enqueue('takes@mail.test', withAttachment('kept.pdf'))
    await Promise.all([send(id), send(id), send(id)])
    await send(id)
    expect(receivedOf(id)).toHaveLength(1)
    expect(receivedOf(id)[0]!.to).toEqual(['takes@mail.test'])
    expect(receivedOf(id)[0]!.text).toContain(`Message-ID: <${id}@brandkeep.test>`)
    expect(receivedOf(id)[0]!.text).toContain('paper.pdf')
    expect(await rowOf(id)).toMatchObject({
      sent_at: expect.any(String),
      tries: 1,
      error: null,
      answer: expect.stringMatching(/^250 /),
    })
  })

  test('a subject or an address cannot inject headers or other recipients', async () => {
    const id = await enqueue('takes@mail.test', { subject: 'Hello\r\nBcc: evil@mail.test' })
    await send(id)
    expect(receivedOf(id)[0]!.to).toEqual(['takes@mail.test'])
    expect(receivedOf(id)[0]!.text).not.toMatch(/^Bcc:/m)
    const before = smtp.received.length
    for (const to of [
      'takes@y.test\r\nRCPT TO:<evil@mail.test>',
      'takes@y.test, evil@mail.test',
      '"a" <evil@mail.test>',
      '',
    ]) {
      const bad = await enqueue(to)
      await send(bad)
      expect(await rowOf(bad)).toMatchObject({ error: 'The address is not valid', failed_at: expect.any(String) })
    }
    expect(smtp.received).toHaveLength(before)
  })

  test('a code or link in an email is not stored once the email is sent or has failed', async () => {
    const secret = { text: 'Your code is 123456, again 123456', html: '<b>123456</b>', secret: '123456' }
    const ids = await Promise.all(['takes@mail.test', 'refuses@mail.test'].map((to) => enqueue(to, secret)))
    expect(await rowOf(ids[0]!)).toMatchObject({ text_body: secret.text })
    for (const id of ids) {
      await send(id)
      const row = await rowOf(id)
      expect(row).toMatchObject({ text_body: 'Your code is (removed), again (removed)', html_body: '<b>(removed)</b>' })
      expect(JSON.stringify(row)).not.toContain('123456')
    }
    expect(receivedOf(ids[0]!)[0]!.text).toContain('Your code is 123456')
  })

  test('G75 temporary rejection: tried again after 5 minutes, then 30, then failed with the server’s message', async () => {
    const id = await enqueue('greylists.one@mail.test')
    await send(id)
    await send(id)
    expect(await rowOf(id)).toMatchObject({ tries: 1, sent_at: null, failed_at: null, sending_at: null })
    expect((await rowOf(id)).error).toContain('Greylisted')
    expect((await enqueuedDelays(id)).slice(0, 2)).toEqual([0, 300])
    await makeDue(id)
    await send(id)
    expect(receivedOf(id)).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ tries: 2, error: null, sent_at: expect.any(String) })
  })

  test('G75 permanent rejection: failed at once with the server’s message, and never tried again', async () => {
    for (const [to, words] of [
      ['refuses@mail.test', 'No such mailbox'],
      ['spits@mail.test', 'Content refused'],
    ] as const) {
      const id = await enqueue(to)
      await send(id)
      await send(id)
      const row = await rowOf(id)
      expect(row).toMatchObject({ tries: 1, sent_at: null, failed_at: expect.any(String), is_doubtful: false })
      expect(row.error).toContain(words)
      expect(receivedOf(id)).toEqual([])
    }
  })

  test('the server accepts it and disconnects before it responds: shown as unknown, and not sent twice', async () => {
    const id = await enqueue('vanishes@mail.test')
    await send(id)
    await makeDue(id)
    await send(id)
    expect(receivedOf(id)).toHaveLength(1)
    const row = await rowOf(id)
    expect(row).toMatchObject({ sent_at: null, failed_at: expect.any(String), is_doubtful: true })
    expect(row.error).toContain(doubtfulMessage)
  })

  test('the connection ends at the address or in the middle of the content: not sent, and sent later', async () => {
    for (const to of ['hangsup@mail.test', 'chokes@mail.test']) {
      const id = await enqueue(to, withAttachment('large.pdf'))
      await send(id)
      expect(await rowOf(id)).toMatchObject({ tries: 0, waits: 1, failed_at: null, sending_at: null })
      expect(receivedOf(id)).toEqual([])
      await makeDue(id)
      await send(id)
      expect(receivedOf(id), to).toHaveLength(1)
    }
  })

  test('no server is reached: it waits without using up its attempts, for a day at most', async () => {
    await smtp.shut()
    const id = await enqueue('takes@mail.test')
    for (let n = 0; n < 5; n++) {
      await send(id)
      await makeDue(id)
    }
    expect(await rowOf(id)).toMatchObject({ tries: 0, waits: 5, failed_at: null })
    const late = await enqueue('takes@mail.test')
    await database.pool.query("update mails set created_at = now() - interval '25 hours' where id = $1", [late])
    await send(late)
    expect((await rowOf(late)).failed_at).not.toBeNull()
    await smtp.open()
    await send(id)
    expect(receivedOf(id)).toHaveLength(1)
  })

  test('emails to one domain are sent at its rate limit; a one-time code does not wait', async () => {
    const email = { kind: 'test', subject: 's', text: 't', isPaced: true }
    const ids = await inTransaction(database.pool, ({ db }) =>
      enqueueEmails(
        db,
        [1, 2, 3, 4].map((n) => ({ ...email, to: `takes.${n}@paced.test` })),
      ),
    )
    for (const id of ids) await send(id)
    expect(ids.map((id) => receivedOf(id).length)).toEqual([1, 0, 0, 0])
    expect(await enqueuedDelays(ids[3]!)).toEqual([0, 3])
    const code = await enqueue('takes@paced.test')
    await send(code)
    expect(receivedOf(code)).toHaveLength(1)
    await makeDue(ids[3]!)
    await send(ids[3]!)
    expect(receivedOf(ids[3]!)).toHaveLength(1)
  })

  test('an email whose job was lost is enqueued again', async () => {
    const [lost, fresh] = [await enqueue('takes@mail.test'), await enqueue('takes@mail.test')]
    await database.pool.query("update mails set created_at = now() - interval '10 minutes' where id = $1", [lost])
    await enqueueForgotten(database.db)
    expect(await enqueuedDelays(lost!)).toHaveLength(2)
    expect(await enqueuedDelays(fresh!)).toHaveLength(1)
  })

  test('a rolled-back transaction enqueues no email and no job', async () => {
    const count = 'select (select count(*) from mails) + (select count(*) from pgboss.job) n'
    const before = await database.pool.query(count)
    await inTransaction(database.pool, async ({ db }) => {
      await enqueueEmail(db, { kind: 'test', to: 'a@mail.test', subject: 's', text: 't' })
      throw new Error('no')
    }).catch(() => undefined)
    expect((await database.pool.query(count)).rows).toEqual(before.rows)
  })
})

/** The script of a process that delivers one email as the worker does. */
const delivererScript = `
const [url, smtpUrl, mailId] = process.argv.slice(1)
const { openPool } = await import('#kit/server/db.ts')
const { deliver } = await import('#kit/server/mail-out.ts')
const { smtpMail } = await import('#kit/server/smtp-mail.ts')
const pool = openPool(url, { size: 3 })
await deliver({ pool, files: undefined, driver: smtpMail(smtpUrl), from: ${JSON.stringify(from)}, perMinute: 60 }, mailId)
process.exit()
`

describe('killed processes', () => {
  test('killed between the server’s acceptance and our record of it: unknown, and not sent twice', async () => {
    const id = await enqueue('ponders@mail.test')
    const pondering = new Promise<void>((resolve) => smtp.onPondering(resolve))
    const child = spawn(process.execPath, ['--input-type=module', '-e', delivererScript, database.url, smtp.url, id], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const ended = once(child, 'close')
    await pondering
    await send(id)
    expect((await rowOf(id)).failed_at, 'while the process lives, nobody else delivers its email').toBeNull()
    child.kill('SIGKILL')
    await ended
    smtp.release()
    await expect
      .poll(async () => {
        await send(id)
        return (await rowOf(id)).failed_at
      })
      .not.toBeNull()
    expect(await rowOf(id)).toMatchObject({ error: doubtfulMessage, is_doubtful: true })
    expect(receivedOf(id)).toHaveLength(1)
  })

  test('a delivery that lost its claim neither sends nor undoes what another has done', async () => {
    const id = await enqueue('takes@mail.test')
    const other = newId()
    const driver = async (_id: string, _email: unknown, onSending: OnSending) => {
      await database.pool.query('update mails set claim = $2, sending_at = now() where id = $1', [id, other])
      await onSending(Buffer.alloc(0))
      return 'never said'
    }
    await deliver({ pool: database.pool, files, driver, from, perMinute: 60 }, id)
    expect(await rowOf(id)).toMatchObject({ claim: other, sending_at: expect.any(String), sent_at: null, waits: 0 })
  })
})

test('100 emails, a misbehaving server and two deliveries for each: none doubled, none lost', async () => {
  const behaviours = [
    'takes',
    'greylists',
    'takes',
    'refuses',
    'vanishes',
    'takes',
    'hangsup',
    'chokes',
    'takes',
    'spits',
  ]
  const emails = Array.from({ length: 100 }, (_, n) => ({
    kind: 'storm',
    to: `${behaviours[n % behaviours.length]}.storm${n}@storm${n % 7}.test`,
    subject: `Storm ${n}`,
    text: 'Text',
    // Short: a server that hangs up within it has then got its last piece.
    html: 'Text',
  }))
  const ids = await inTransaction(database.pool, ({ db }) => enqueueEmails(db, emails))
  const open = async () =>
    (await database.pool.query("select id from mails where kind = 'storm' and sent_at is null and failed_at is null"))
      .rows
  for (let round = 0; round < 6 && (await open()).length > 0; round++) {
    await database.pool.query("update mails set not_before = now() where kind = 'storm'")
    const todo = (await open()).flatMap(({ id }) => [id, id])
    for (let at = 0; at < todo.length; at += 6) await Promise.all(todo.slice(at, at + 6).map(send))
  }
  const ended = await database.pool.query(
    "select id, recipient, sent_at is not null sent, is_doubtful from mails where kind = 'storm'",
  )
  const times = new Map(ids.map((id) => [id, receivedOf(id).length]))
  const doubled = ids.filter((id) => times.get(id)! > 1)
  const lost = ended.rows.filter((row) => row.sent && times.get(row.id) === 0)
  expect({ doubled: doubled.length, lost: lost.length, open: (await open()).length }).toEqual({
    doubled: 0,
    lost: 0,
    open: 0,
  })
  const outcomes = Object.groupBy(ended.rows, (row) => (row.sent ? 'sent' : row.is_doubtful ? 'unknown' : 'failed'))
  expect([outcomes.sent?.length, outcomes.failed?.length, outcomes.unknown?.length]).toEqual([60, 20, 20])
})
