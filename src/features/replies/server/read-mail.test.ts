import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cutMail } from './cut-mail.ts'
import { readMail } from './read-mail.ts'

const folder = join(import.meta.dirname, '../../../../tests/fixtures/email/bounces/maildir')
const corpus = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.eml'))
  .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))

const mail = (headers: string, body = 'Hello', type = 'text/plain') =>
  readMail(Buffer.from(`${headers}\r\nContent-Type: ${type}\r\n\r\n${body}`))
const id = '0199f0c4-1111-7abc-8def-0123456789ab'

const expected: Readonly<Record<string, string>> = {
  arf: 'report',
  lhost: 'bounce',
  rhost: 'bounce',
  rfc3464: 'bounce',
  make: 'bounce',
  rfc3834: 'automatic',
  is: 'reply',
}

describe('incoming mail', () => {
  test('each of the 208 mails of the corpus has its kind', async () => {
    const misread: string[] = []
    for (const { name, bytes } of corpus) {
      const plain = name.replace(/^.*\/|\.eml$/g, '')
      const { kind } = await readMail(bytes)
      if (kind !== expected[plain.split('-')[0]!]) misread.push(`${plain} ${kind}`)
    }
    expect(misread).toEqual([])
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
    ['From: a@x.test\r\nPrecedence: bulk', 'reply'],
    ['From: a@x.test\r\nX-Auto-Response-Suppress: All', 'automatic'],
    ['From: a@x.test\r\nRT-Ticket: desk.test #17', 'automatic'],
    ['From: no-reply@x.test', 'automatic'],
    ['From: postmaster@x.test\r\nSubject: Re: your notice\r\nIn-Reply-To: <a@b>', 'reply'],
    ['From: postmaster@x.test\r\nSubject: Your notice', 'reply'],
    ['From: postmaster@x.test\r\nSubject: Undeliverable: Your notice', 'bounce'],
    ['From: a@x.test\r\nSubject: Undeliverable: Your notice', 'reply'],
  ])('%j is a %s', async (headers, kind) => {
    expect((await mail(headers)).kind).toBe(kind)
  })

  test('notices are named by reply headers, by returned content and by a report; nothing else counts', async () => {
    for (const headers of [`In-Reply-To: <${id}@x.test>`, `References: <a@b> <${id.toUpperCase()}@x.test>`])
      expect((await mail(`From: a@x.test\r\n${headers}`)).noticeIds).toEqual([id])
    expect((await mail('From: a@x.test', `"report_id": "${id}"`)).noticeIds).toEqual([id])
    expect((await mail('From: a@x.test', `Message-ID: <${id}@x.test>`)).noticeIds).toEqual([id])
    expect((await mail('From: a@x.test', id)).noticeIds).toEqual([])
  })

  test('recipients, and the text of a permanent failure; a delay is not a failure', async () => {
    const { recipients } = await mail(
      'From: a@x.test\r\nTo: "N" <N+1@b.test>\r\nDelivered-To: n+2@b.test\r\nCc: n+3@b.test',
    )
    expect(recipients).toEqual(['n+2@b.test', 'n+1@b.test', 'n+3@b.test'])
    const failureOf = async (body: string, from = 'MAILER-DAEMON@x.test') => (await mail(`From: ${from}`, body)).failure
    expect(await failureOf('550 5.1.1 No such mailbox')).toEqual({
      text: '550 5.1.1 No such mailbox',
      isPermanent: true,
      isAddress: true,
    })
    expect(await failureOf('451 4.7.1 Come back later')).toMatchObject({ isPermanent: false, isAddress: false })
    expect(await failureOf('550 5.7.1 Message rejected as spam')).toMatchObject({ isPermanent: true, isAddress: false })
    expect(await failureOf('552 5.2.2 Mailbox full')).toMatchObject({ isPermanent: true, isAddress: false })
    expect(await failureOf('550 5.2.1 Mailbox disabled')).toMatchObject({ isPermanent: true, isAddress: true })
    expect(await failureOf('550 5.1.1 No such mailbox', 'a@x.test')).toBeNull()
  })

  test('bytes that are not a mail, and 10,000 nested parts, are handled', async () => {
    expect((await readMail(Buffer.from('\u0000\u0001'))).recipients).toEqual([])
    const nested = Array.from(
      { length: 10_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    )
    await expect(readMail(Buffer.from(`From: a@x.test\r\n${nested.join('')}`))).rejects.toThrow()
  })

  test('the reply address is found among 10,000 recipients, in any position', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `"N, ${n}" <n${n}@b.test>`).join(',\r\n ')
    const { recipients } = await mail(`From: a@x.test\r\nTo: ${many}, own+1@b.test\r\nDelivered-To: own+2@b.test`)
    expect(recipients).toHaveLength(10_002)
    expect([recipients[0], recipients.at(-1)]).toEqual(['own+2@b.test', 'own+1@b.test'])
  })

  test('an HTML-only reply gives its text, one line per block', async () => {
    const page = '<style>p { }</style><p>We have <b>removed</b> it.</p><ul><li>A &amp; B<br>C</ul><script>no()</script>'
    expect((await mail('From: a@x.test', page, 'text/html')).body).toBe('We have removed it.\nA & B\nC')
  })

  test.each([
    ['x-nowhere', [0x63, 0xe9], 'cé'],
    ['utf-8', [0x63, 0xe9], 'c\ufffd'],
    ['gb2312', [0xc4, 0xe3], '你'],
  ])(
    'text with the charset %s, which may be unknown or wrong, is decoded as well as possible',
    async (name, body, words) => {
      const head = `From: a@x.test\r\nMessage-ID: <>\r\nIn-Reply-To: <>\r\nContent-Type: text/plain; charset=${name}\r\n\r\n`
      expect(await readMail(Buffer.concat([Buffer.from(head), Buffer.from(body)]))).toMatchObject({
        body: words,
        noticeIds: [],
      })
    },
  )

  test('a notice is found in a mail forwarded fifty times', async () => {
    const sentOn = (inner: string, n: number) =>
      `From: b@x.test\r\nContent-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n\r\nlevel ${n}\r\n--b${n}\r\n` +
      `Content-Type: message/rfc822\r\n\r\n${inner}\r\n--b${n}--\r\n`
    const whole = Array.from({ length: 50 }).reduce<string>(
      (inner, _, n) => sentOn(inner, n),
      `Message-ID: <${id}@x>\r\n\r\nx`,
    )
    expect(await readMail(Buffer.from(whole))).toMatchObject({ noticeIds: [id], body: 'level 49' })
  })
})

describe('a mail that is too long to be parsed completely', () => {
  const encoded = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64').replace(/.{76}/g, '$&\r\n')
  const withFile = (bytes: number) =>
    Buffer.from(
      'From: a@x.test\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/pdf\r\n' +
        `Content-Transfer-Encoding: base64\r\n\r\n${encoded(bytes)}\r\n--b\r\n\r\nWe removed <${id}@x.test>\r\n--b--\r\n`,
    )

  test('loses the later lines of an attachment, and parts after it are parsed', async () => {
    const large = withFile(14_000_000)
    expect(cutMail(large).length).toBeLessThan(400_000)
    expect(await readMail(large)).toMatchObject({ noticeIds: [id], body: `We removed <${id}@x.test>` })
    const small = withFile(200_000)
    expect(cutMail(small)).toBe(small)
  })

  test.each([
    ['lines', 'hello\n'.repeat(1_500_000), 20_000],
    ['blank lines', '\n'.repeat(3_000_000), 20_000],
    ['one line', 'hello '.repeat(3_000_000), 1],
    ['lines that look encoded', `${'x'.repeat(70)}\n`.repeat(250_000), 4000],
  ])('made of %s is cut to the maximum', async (_, text, lines) => {
    const cut = Buffer.from(cutMail(Buffer.from(text)))
    expect(cut.length).toBeLessThanOrEqual(4 * 2 ** 20)
    expect(cut.toString('latin1').replace(/\n$/, '').split('\n')).toHaveLength(lines)
  })
})
