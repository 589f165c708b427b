import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from './db.ts'
import type { FileStore } from './files.ts'
import { enqueueEmail } from './mail.ts'
import { deliver } from './mail-out.ts'
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
async function received(more: object) {
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
  await deliver({ pool: database.pool, files, driver, from, perMinute: 6000, replyAddressOf }, id)
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
