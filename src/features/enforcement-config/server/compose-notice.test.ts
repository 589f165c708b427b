import fc from 'fast-check'
import nodemailer from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { placeholders, findUnknownPlaceholder } from '#features/enforcement-config/contract.ts'
import { composeNotice, noticeValues } from './compose-notice.ts'

const facts = {
  platform: 'website',
  company: 'Acme & Sons',
  brand: 'Acme One',
  url: 'https://www.Copy.example/shop?a=1#top',
  domain: null,
  registrar: 'Registrar Ltd',
  ipAddress: '192.0.2.7',
  hosting: null,
  date: '2026-03-04',
} as const
const values = noticeValues(facts)

describe('the email of a notice (G75)', () => {
  test('every placeholder is filled from the finding, and missing values are reported', () => {
    const notice = composeNotice(
      [
        'To {{registrar}} about {{url}} on {{ domain }}',
        '',
        '{{company}}/{{brand}}/{{ipAddress}}/{{hosting}}/{{date}}',
      ],
      values,
    )
    expect(notice.text).toBe(
      'To Registrar Ltd about https://www.Copy.example/shop?a=1#top on copy.example\n\nAcme & Sons/Acme One/192.0.2.7//4 March 2026',
    )
    expect(notice.missing).toEqual(['hosting'])
    expect(notice.subject).toBe('Infringement notice: https://www.Copy.example/shop?a=1#top')
  })

  test('on the domain platform the subject names the domain, even when a page is known', () => {
    const domainValues = noticeValues({ ...facts, platform: 'domain', domain: 'copy.example' })
    expect(composeNotice(['x'], domainValues).subject).toBe('Infringement notice: copy.example')
    const bare = noticeValues({ ...facts, platform: 'domain', domain: 'copy.example', url: null })
    expect(composeNotice(['{{url}}'], bare).text).toBe('copy.example')
  })

  test('a value that looks like a placeholder or like markup is not interpreted', () => {
    const notice = composeNotice(['{{brand}} <b>'], { ...values, brand: '{{company}}<script>alert("1")</script>' })
    expect(notice.text).toBe('{{company}}<script>alert("1")</script> <b>')
    expect(notice.html).toContain('{{company}}&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &lt;b&gt;')
    expect(notice.html.replaceAll(/<\/?(div|p)( style="margin:0")?>/g, '')).not.toMatch(/[<>]/)
  })

  test('whatever a finding contains, the email has one subject, one recipient and the configured lines', async () => {
    const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'a\r\nBcc: x@evil.test',
        'a\n\nbody',
        '\u2028Bcc: y@evil.test',
        '=?utf-8?q?=0ABcc:z?=',
        'x'.repeat(3000),
      ),
    )
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (url, brand) => {
        const notice = composeNotice(['{{brand}}', 'end'], noticeValues({ ...facts, url, brand }))
        expect(notice.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(notice.subject.length).toBeLessThan(300)
        expect(notice.text.split('\n')).toHaveLength(2)
        const { message } = await transport.sendMail({
          from: 'us@brandkeep.test',
          to: { name: '', address: 'abuse@host.test' },
          subject: notice.subject,
          text: notice.text,
        })
        const read = await PostalMime.parse(message as Buffer)
        expect([read.to?.map(({ address }) => address), read.cc, read.bcc]).toEqual([
          ['abuse@host.test'],
          undefined,
          undefined,
        ])
        expect(read.headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
      }),
      { numRuns: 60 },
    )
  })
})

test('unknown placeholders are found, and known ones are not reported', () => {
  expect(findUnknownPlaceholder(placeholders.map((name) => `{{${name}}} {{ ${name} }}`).join('\n'))).toBeUndefined()
  expect(findUnknownPlaceholder('{ one } and } two {')).toBeUndefined()
  expect(findUnknownPlaceholder('Dear {{owner}},')).toBe('{{owner}}')
  expect(findUnknownPlaceholder('{{Brand}}')).toBe('{{Brand}}')
  expect(findUnknownPlaceholder('{{}}')).toBe('{{}}')
  expect(findUnknownPlaceholder('{{brand and more')).toBe('{{brand and more')
  expect(findUnknownPlaceholder('{{brand\n}}')).toBe('{{brand')
})

test('G75 braces with many spaces behind them are read in time', () => {
  const began = performance.now()
  composeNotice([`{{${' '.repeat(2000)}`], noticeValues(facts))
  expect(performance.now() - began).toBeLessThan(500)
})
