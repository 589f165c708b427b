import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMail } from './read-mail.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data/standards/email/bounces/maildir')
const corpus = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.eml'))
  .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))

const mail = (headers: string, body = 'Hello', type = 'text/plain') =>
  readMail(Buffer.from(`${headers}\r\nContent-Type: ${type}\r\n\r\n${body}`))
const id = '0199f0c4-1111-7abc-8def-0123456789ab'

/** In the corpus by another name than it bears: a provider's own complaint form, a JSON message, a mailing list's refusal. */
const otherwise = ['arf-24', 'lhost-amazonses-10', 'lhost-fml-02']
const expected: Readonly<Record<string, string>> = {
  arf: 'report',
  lhost: 'bounce',
  rhost: 'bounce',
  rfc3464: 'bounce',
  make: 'bounce',
  rfc3834: 'automatic',
  is: 'reply',
}

describe('mail that came back', () => {
  test('every mail of the corpus is read, and 205 of 208 are told for what they are; the rest pass as replies', async () => {
    const wrong: string[] = []
    for (const { name, bytes } of corpus) {
      const plain = name.replace(/^.*\/|\.eml$/g, '')
      const { kind } = await readMail(bytes)
      if (kind !== expected[plain.split('-')[0]!]) wrong.push(`${plain} ${kind}`)
    }
    expect(wrong.toSorted()).toEqual(otherwise.map((name) => `${name} reply`).toSorted())
    expect(corpus).toHaveLength(208)
  })

  test.each([
    ['From: MAILER-DAEMON@x.test', 'bounce'],
    ['From: a@x.test\r\nX-Failed-Recipients: b@y.test', 'bounce'],
    ['From: a@x.test\r\nAuto-Submitted: auto-replied', 'automatic'],
    ['From: a@x.test\r\nAuto-Submitted: no', 'reply'],
    ['From: a@x.test\r\nSubject: Out of Office: back on Monday', 'automatic'],
    ['From: a@x.test\r\nReturn-Path: <>', 'automatic'],
    ['From: a@x.test\r\nSubject: Re: your notice was rejected\r\nIn-Reply-To: <a@b>', 'reply'],
  ])('%j is a %s', async (headers, kind) => {
    expect((await mail(headers)).kind).toBe(kind)
  })

  test('letters are named by headers that answer, by what is sent back and by a report; nothing else counts', async () => {
    for (const headers of [`In-Reply-To: <${id}@x.test>`, `References: <a@b> <${id.toUpperCase()}@x.test>`])
      expect((await mail(`From: a@x.test\r\n${headers}`)).names).toEqual([id])
    expect((await mail('From: a@x.test', `"report_id": "${id}"`)).names).toEqual([id])
    expect((await mail('From: a@x.test', `Message-ID: <${id}@x.test>`)).names).toEqual([id])
    expect((await mail('From: a@x.test', id)).names).toEqual([])
  })

  test('who gets it, and the words of a server that gave up; a delay is no failure', async () => {
    const { recipients } = await mail(
      'From: a@x.test\r\nTo: "N" <N+1@b.test>\r\nDelivered-To: n+2@b.test\r\nCc: n+3@b.test',
    )
    expect(recipients).toEqual(['n+1@b.test', 'n+3@b.test', 'n+2@b.test'])
    expect((await mail('From: MAILER-DAEMON@x.test', '550 5.1.1 No such mailbox')).failure).toBe(
      '550 5.1.1 No such mailbox',
    )
    expect((await mail('From: MAILER-DAEMON@x.test', '451 4.7.1 Come back later')).failure).toBeNull()
    expect((await mail('From: a@x.test', '550 5.1.1 No such mailbox')).failure).toBeNull()
  })

  test('bytes that are no mail, and 10,000 nested parts, end by themselves', async () => {
    expect((await readMail(Buffer.from('\u0000\u0001'))).recipients).toEqual([])
    const nested = Array.from(
      { length: 10_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    )
    await expect(readMail(Buffer.from(`From: a@x.test\r\n${nested.join('')}`))).rejects.toThrow()
  })
})
