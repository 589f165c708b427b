import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from './db.ts'
import type { FileStore } from './files.ts'
import { postLetter } from './mail.ts'
import { deliver, smtpMail } from './mail-out.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
let server: SMTPServer
let address: string
const received: { to: string[]; text: string }[] = []
let refuse = false

beforeAll(async () => {
  database = await testDatabase()
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let text = ''
      stream.on('data', (piece: Buffer) => {
        text += piece.toString('utf8')
      })
      stream.on('end', () => {
        if (refuse) return done(new Error('not today'))
        received.push({ to: session.envelope.rcptTo.map((one) => one.address), text })
        return done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  address = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise<void>((closed) => server.close(() => closed()))
  await database.drop()
})

const files = {
  read: async (key: string) => (key === 'kept.pdf' ? Buffer.from('%PDF-1.7') : undefined),
} as unknown as FileStore
const send = (mailId: string) =>
  deliver(
    { pool: database.pool, files, driver: smtpMail(address), from: 'Brandkeep <no-reply@brandkeep.test>' },
    mailId,
  )
const post = (to: string, more: object = {}) =>
  inTransaction(database.pool, ({ db }) =>
    postLetter(db, { kind: 'test', to, subject: 'Héllo', text: 'Line one\nLine two', ...more }),
  )
const rowOf = async (id: string) => (await database.pool.query('select * from mails where id = $1', [id])).rows[0]

describe('a letter to a real SMTP server', () => {
  test('leaves once, though sent by many at the same time, under the id of its record', async () => {
    const id = await post('someone@mail.test', {
      attachments: [{ fileName: 'paper.pdf', bucket: 'b', key: 'kept.pdf' }],
    })
    await Promise.all([send(id), send(id), send(id)])
    await send(id)
    expect(received).toHaveLength(1)
    expect(received[0]!.to).toEqual(['someone@mail.test'])
    expect(received[0]!.text).toContain(`Message-ID: <${id}@brandkeep.test>`)
    expect(received[0]!.text).toContain('paper.pdf')
    expect((await rowOf(id)).sent_at).not.toBeNull()
  })

  test('a subject or an address cannot bring in headers or other recipients', async () => {
    received.length = 0
    const id = await post('someone@mail.test', { subject: 'Hello\r\nBcc: evil@mail.test' })
    await send(id)
    expect(received[0]!.to).toEqual(['someone@mail.test'])
    expect(received[0]!.text).not.toMatch(/^Bcc:/m)
    for (const to of ['x@y.test\r\nRCPT TO:<evil@mail.test>', 'x@y.test, evil@mail.test', '"a" <evil@mail.test>', '']) {
      const bad = await post(to)
      await expect(send(bad)).rejects.toThrow()
    }
    expect(received).toHaveLength(1)
  })

  test('is tried three times, then marked as failed with the reason', async () => {
    refuse = true
    const id = await post('someone@mail.test')
    for (const tries of [1, 2, 3]) {
      await expect(send(id)).rejects.toThrow('not today')
      expect(await rowOf(id)).toMatchObject({ tries, sent_at: null })
    }
    expect((await rowOf(id)).failed_at).not.toBeNull()
    expect((await rowOf(id)).error).toContain('not today')
    refuse = false
    await send(id)
    expect((await rowOf(id)).sent_at).toBeNull()
  })

  test('work that is rolled back posts nothing and asks for nothing', async () => {
    const before = await database.pool.query(
      'select (select count(*) from mails) + (select count(*) from pgboss.job) n',
    )
    await inTransaction(database.pool, async ({ db }) => {
      await postLetter(db, { kind: 'test', to: 'a@mail.test', subject: 's', text: 't' })
      throw new Error('no')
    }).catch(() => undefined)
    const after = await database.pool.query('select (select count(*) from mails) + (select count(*) from pgboss.job) n')
    expect(after.rows).toEqual(before.rows)
  })
})
