import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from './db.ts'
import type { FileStore } from './files.ts'
import { enqueueEmail } from './mail.ts'
import { deliver, type DeliveryDeps } from './mail-out.ts'
import { smtpMail } from './smtp-mail.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import { emailText } from './testing-email-text.ts'
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

const files = { put: async () => undefined } as unknown as FileStore
const repliesTo = 'notices+1@brandkeep.test'

/** The message and its sender in the envelope as a mail server receives them. */
async function received(more: object, options: Partial<DeliveryDeps> = {}) {
  const id = await inTransaction(database.pool, ({ db }) =>
    enqueueEmail(db, {
      kind: 'test',
      to: 'takes@mail.test',
      subject: 'Hello',
      text: 'Line\n\nOpen it:\nhttp://a.test/b',
      ...more,
    }),
  )
  const from = 'Brandkeep <no-reply@brandkeep.test>'
  const driver = smtpMail(smtp.url)
  const replyAddressOf = () => repliesTo
  await deliver({ pool: database.pool, files, driver, from, perMinute: 6000, replyAddressOf, ...options }, id)
  return smtp.received.find(({ messageId }) => messageId === id)!
}

test('an email of the console itself has an HTML part with its links; a notice is as it was composed', async () => {
  const own = await received({})
  expect(own.text).toContain('multipart/alternative')
  expect(emailText(own.text)).toContain('<a href="http://a.test/b">Open it</a>')
  expect((await received({ isArchived: true })).text).not.toContain('text/html')
  const composed = (await received({ html: '<p>Composed</p>' })).text
  expect(composed).toContain('<p>Composed</p>')
  expect(composed).not.toContain('Open it</a>')
})

test('a code is in neither part of the stored email, once it is sent', async () => {
  const { text } = await received({ text: 'Your code is 123456.', secret: '123456' })
  expect(text.match(/123456/g)).toHaveLength(2)
  const { rows } = await database.pool.query("select * from mails where text_body like 'Your code is%'")
  expect(JSON.stringify(rows)).not.toContain('123456')
})

test('answers to notices come to their own address; those to other emails in bulk are no answers to notices', async () => {
  const notice = await received({ isPaced: true, isArchived: true })
  expect(notice.from).toBe(repliesTo)
  expect(notice.text).toContain(`Reply-To: ${repliesTo}`)
  const digest = await received({ isPaced: true })
  expect(digest.from).toBe('no-reply@brandkeep.test')
  expect(digest.text).not.toContain('Reply-To')
})

test('without a mailbox for answers, a notice names an address that people read; other emails name none', async () => {
  const options = { replyAddressOf: undefined, repliesTo: 'support@brandkeep.test' }
  const notice = await received({ isArchived: true }, options)
  expect(notice.text).toContain('Reply-To: support@brandkeep.test\r\n')
  expect(notice.from).toBe('no-reply@brandkeep.test')
  expect((await received({}, options)).text).not.toContain('Reply-To')
})

test('the text of a notice has lines of at most 78 columns, which mail programs join again', async () => {
  const address = `https://evil.example/${'a'.repeat(120)}`
  const sentence =
    'The page is a copy of the sign-in page; what visitors type there does not reach the company. '.repeat(3)
  const text = `${sentence.trim()}\nAddress: ${address}\n From here on, and an email that Zo\u00eb sent:\nFrom now on\n> quoted`
  const { text: raw } = await received({ text, isArchived: true })
  expect(raw).toMatch(/Content-Type: text\/plain; charset=utf-8; format=flowed\r\n/)
  const decoded = emailText(raw.slice(raw.indexOf('\r\n\r\n'))).replaceAll('=20\r\n', ' \r\n')
  for (const line of decoded.split('\r\n').filter((one) => !one.includes(address))) expect(line.length).toBeLessThan(79)
  expect((await PostalMime.parse(raw)).text!.trimEnd()).toBe(text)
})
