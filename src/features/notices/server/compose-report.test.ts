import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { webAddress } from '#vocabulary/testing.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { composeReport } from './compose-report.ts'
import { type ExaminedCase, hostOf } from './examine.ts'
import { reportTypeFor } from './report-types.ts'
import { reportProblem } from './xarf-schema.ts'

const sender = { org: 'Brandkeep', contact: 'support@brandkeep.test', zone: 'Asia/Kolkata' }
const details = {
  reportId: '0199f0c4-1111-7abc-8def-0123456789ab',
  registrar: 'Namekeep Registrar',
  ipAddress: '203.0.113.7',
  hosting: 'Zonehost',
  domainName: 'copy.example',
}
const bytes = Buffer.from('a picture')
const whole: ExaminedCase = {
  id: 'f',
  companyId: 'c',
  company: 'Acme Limited',
  postalAddress: '1 Acme Road, Pune 411001, India',
  signer: { name: 'Asha Rao', title: '', email: 'notices@acme.example', phone: '+911234567890' },
  brandId: 'b',
  brand: 'Acme One',
  url: 'https://fake-acme.example/login?a=1',
  domain: 'fake-acme.example',
  registrationDate: '2026-01-02',
  reasonCode: '12201',
  reason: 'Copied login page',
  foundAt: '2026-03-01T10:00:00.000Z',
  image: 'login.png',
  picture: {
    bucket: 'b',
    key: 'k.png',
    mediaType: 'image/png',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  },
  archive: null,
  genuine: null,
  purchase: null,
  messages: [],
  title: null,
  works: [{ title: 'Acme at home', link: 'https://acme.example/home' }],
  isConfigured: true,
  documents: [],
  seen: { at: '2026-03-03T09:00:00.000Z', by: 'visit' },
  earlier: [],
  mark: {
    brandId: 'b',
    name: 'ACME',
    number: '1234567',
    office: 'Trade Marks Registry of India',
    country: 'India',
    classes: '3, 35',
    link: '',
    expiresOn: '2030-01-01',
    owner: '',
    source: 'brand',
  },
  ownSite: 'https://acme.example/',
  lacking: [],
}
const compose = (more: Partial<ExaminedCase> = {}) => composeReport({ ...whole, ...more }, sender, details, 'MARK')

describe('XARF reports', () => {
  test('each of the 143 reason codes, and none, makes a report that is valid by its schema', async () => {
    for (const code of [null, ...reasonCodes.map((one) => one.code)])
      for (const registrationDate of [null, '2026-01-02']) {
        const report = compose({ reasonCode: code, registrationDate })!
        expect(await reportProblem(report), String(code)).toBeUndefined()
      }
  })

  test('report type of a code: phishing, malware, fraud, registration, brand infringement, copyright', () => {
    const kind = (reasonCode: string, more = {}) => {
      const report = compose({ reasonCode, ...more })!
      return [`${report.category}/${report.type}`, report['infringement_type'] ?? report['fraud_type']]
    }
    expect(kind('12201')).toEqual(['content/phishing', undefined])
    expect(kind('12213', { ownSite: null })).toEqual(['content/malware', undefined])
    expect(kind('12210')).toEqual(['content/fraud', 'investment'])
    expect(kind('18205')).toEqual(['content/suspicious_registration', undefined])
    expect(kind('18205', { registrationDate: null })).toEqual(['content/brand_infringement', 'typosquatting'])
    expect(kind('234')).toEqual(['content/brand_infringement', 'counterfeit'])
    expect(kind('61108')).toEqual(['copyright/copyright', 'distribution'])
    expect(reportTypeFor('99999', null)).toMatchObject({ infringement: 'trademark_violation' })
  })

  test('a homograph is reported only where the name has letters outside ASCII', () => {
    const indicators = (domain: string) =>
      compose({ reasonCode: '18206', domain, url: null })!['suspicious_indicators'] as string[]
    expect(indicators('fake-acme.example')).toEqual(['typosquatting'])
    expect(indicators('\u0430cme.example')).toEqual(['homograph_attack'])
  })

  test('it was verified when the page was really seen; not when somebody stored a picture', () => {
    expect(compose()).toMatchObject({
      verified_at: '2026-03-03T09:00:00.000Z',
      verification_method: 'automated_crawler',
    })
    for (const seen of [{ at: '2026-03-01T10:00:00.000Z', by: 'picture' } as const, null])
      expect(compose({ seen })).not.toHaveProperty('verified_at')
  })

  test('the reporter is the signer or the sender; user information in an address accuses nobody else', () => {
    expect(compose()!['reporter']).toMatchObject({ contact: 'notices@acme.example' })
    expect(compose({ signer: null })!['reporter']).toMatchObject({ contact: 'support@brandkeep.test' })
    const disguised = { ...whole, url: 'https://bank.example:secure@evil.test/login', domain: 'bank.example' }
    expect([hostOf(disguised), compose(disguised)!['url']]).toEqual([
      'evil.test',
      'https://bank.example@evil.test/login',
    ])
  })

  test('the message that led to the page is evidence by its hash', async () => {
    const message = {
      findingId: 'f',
      kind: 'email',
      sender: 'bank@fake-acme.example',
      subject: 'Your account',
      sentAt: '2026-03-02T09:00:00.000Z',
      receivedOn: null,
      text: 'Sign in',
      bucket: 'b',
      key: 'm.eml',
      mediaType: 'message/rfc822',
      bytes: 1234,
      sha256: 'd'.repeat(64),
    } as const
    const report = compose({ messages: [message] })!
    expect(await reportProblem(report)).toBeUndefined()
    const [, evidence] = report['evidence'] as { description: string; payload: string }[]
    expect(evidence!.description).toBe('Message that leads to the page: email')
    expect(Buffer.from(evidence!.payload, 'base64').toString()).toContain(`sha256:${message.sha256}, 1234 bytes`)
  })

  test('the picture is embedded with its hash, one above 5 MB by hash alone, an external one by address', async () => {
    const [inside] = compose()!['evidence'] as { payload: string; hash: string; size: number }[]
    expect(inside).toMatchObject({ payload: 'MARK', hash: `sha256:${whole.picture!.sha256}`, size: bytes.length })
    const large = compose({ picture: { ...whole.picture!, bytes: 5 * 1024 * 1024 + 1 } })!
    const [details] = large['evidence'] as { payload: string }[]
    expect(Buffer.from(details!.payload, 'base64').toString()).toContain(whole.picture!.sha256)
    const external = compose({ picture: null, image: 'https://img.example/p.png' })!
    expect(external['screenshot_url']).toBe('https://img.example/p.png')
    for (const report of [large, external]) expect(await reportProblem(report)).toBeUndefined()
  })

  test('no report of a brand infringement without the own site, and no report at all without an address', () => {
    expect(compose({ reasonCode: '234', ownSite: null })).toBeUndefined()
    expect(compose({ reasonCode: '12201', ownSite: null })).toBeDefined()
    expect(compose({ url: 'javascript:alert(1)', domain: null })).toBeUndefined()
    expect(compose({ url: null })!['url']).toBe('http://fake-acme.example/')
  })

  test('for any text in a finding, the report is valid or there is none', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), webAddress, fc.domain(), fc.constant('http://[::1]/<">'))
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          company: fc.string({ unit: 'binary', maxLength: 300 }),
          brand: text,
          url: fc.option(text),
          domain: fc.option(text),
          reason: fc.option(fc.string({ maxLength: 1200 })),
          image: fc.option(text),
          reasonCode: fc.constantFrom(...reasonCodes.map((one) => one.code)),
        }),
        async (more) => {
          const report = compose({ ...more, picture: null })
          if (report) expect(await reportProblem(report)).toBeUndefined()
        },
      ),
      { numRuns: 120 },
    )
  })
})

test('no sign that turns the direction of what follows it is in a report', () => {
  const turned = (text: string) => `${text.slice(0, 2)}\u202e${text.slice(2)}\u2066`
  for (const { code } of reasonCodes) {
    const report = composeReport(
      {
        ...whole,
        reasonCode: code,
        reason: null,
        brand: turned(whole.brand),
        company: turned(whole.company),
        works: [{ title: turned('Acme at home'), link: 'https://acme.example/home' }],
      },
      sender,
      details,
      'bytes',
    )
    expect(JSON.stringify(report ?? null), code).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  }
})
