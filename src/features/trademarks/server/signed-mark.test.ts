import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Problem } from '#kit/server/problem.ts'
import { labelsOf } from './labels.ts'
import { readSignedMark } from './read-signed-mark.ts'
import { encodedMark, makeAuthority, signedMarkFile } from './testing.ts'
import { certificatesOf, revocationListOf, type Trust } from './trust.ts'

const sample = (name: string) => readFileSync(new URL(`../../../../tests/tmch/fixtures/${name}`, import.meta.url))
const text = (name: string) => sample(name).toString('utf8')
const xmlOf = (file: string) => {
  const [, encoded] = /BEGIN ENCODED SMD-----([\s\S]*?)-----END/.exec(file)!
  return Buffer.from(encoded!, 'base64').toString('utf8')
}

const pilot = certificatesOf(text('icann-tmch-pilot.crt'))
const trusted: Trust = { roots: pilot, revokedSerials: new Set() }
const [zone, may] = ['Asia/Kolkata', '2024-05-01T00:00:00Z']

const read = (file: string, { trust = trusted, now = may }: { trust?: Trust; now?: string } = {}) =>
  readSignedMark(file, { trust, now: new Date(now), zone })

/** The message with which a file is rejected; undefined when it is accepted. */
function refusal(file: string, more: { trust?: Trust; now?: string } = {}): string | undefined {
  try {
    read(file, more)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.status).toBe(422)
    return error.fields?.['file']
  }
}

describe("files of ICANN's pilot", () => {
  test.each([
    [
      'trademark.smd',
      '000000871669081697634-65535',
      'Test & Validate',
      'Registered Trademark',
      '2013-01-01',
      'Ag corporation',
    ],
    ['court.smd', '000000851669081693741-65535', 'Test & Validate', 'Court Validated', '2013-01-01', 'Ag corporation'],
    [
      'treaty.smd',
      '000000881669081701095-65535',
      'Test & Validate',
      'Statute or Treaty',
      '2000-01-01',
      'Ag corporation',
    ],
    ['chinese.smd', '000000711669082680660-65535', '试验&用例', 'Registered Trademark', '2013-01-01', '测试'],
  ])(
    '%s is read, and the rule for labels makes all of its labels',
    (name, smdId, markName, markType, startDate, owner) => {
      const content = read(text(name))
      expect(content).toMatchObject({ smdId, marks: [{ markName, markType, startDate, owner }] })
      expect(content.marks[0]!.number).toMatch(/^[\w-]+$/)
      expect(content.marks[0]!.expiryDate).toMatch(/^2027-10-/)
      expect(content.labels.length).toBeGreaterThan(3)
      expect(labelsOf(markName)).toEqual(expect.arrayContaining(content.labels))
      // The XML without its envelope is accepted as the same file.
      expect(read(xmlOf(text(name)))).toEqual(content)
    },
  )

  test('each check rejects with its own message', () => {
    const file = text('trademark.smd')
    const production = { roots: certificatesOf(text('icann-tmch.crt')), revokedSerials: new Set<string>() }
    expect(refusal(text('invalid.smd'))).toMatch(/^Signature check failed: the content is not what was signed/)
    expect(refusal(file, { trust: production })).toMatch(/^Certificate check failed: .*does not lead to a trusted/)
    expect(refusal(file, { now: '2022-11-20T00:00:00Z' })).toBe(
      'Validity check failed: the signed mark is valid from 2022-11-22.',
    )
    expect(refusal(file, { now: '2027-10-25T00:00:00Z' })).toBe(
      'Validity check failed: the signed mark expired on 2027-10-18.',
    )
    expect(refusal(file, { now: '2027-12-01T00:00:00Z' })).toMatch(
      /^Certificate check failed: the certificate is valid from 2022-11-16 to 2027-11-15/,
    )
    expect(refusal(file.slice(0, 4000))).toMatch(/^Format check failed: this is not a signed mark file/)
    expect(refusal('Hello')).toMatch(/^Format check failed/)
    expect(refusal(`${file}${' '.repeat(256 * 1024)}`)).toMatch(/^Size check failed/)
  })

  test('a certificate on the revocation list is rejected, and only that one', () => {
    const revokedSerials = revocationListOf(sample('icann-tmch-pilot.crl'), pilot).serials
    const trust = { roots: pilot, revokedSerials }
    expect(refusal(text('tmv-cert-revoked.smd'), { trust })).toBe(
      'Certificate check failed: the certificate was revoked.',
    )
    expect(refusal(text('tmv-cert-revoked.smd'))).toBeUndefined()
    expect(refusal(text('trademark.smd'), { trust })).toBeUndefined()
  })

  test('without a revocation list, or after its next update, revocation is not known', () => {
    const { serials: revokedSerials, nextUpdate } = revocationListOf(sample('icann-tmch-pilot.crl'), pilot)
    const file = text('trademark.smd')
    const isKnown = (trust: Trust, now: string) => read(file, { trust, now }).isRevocationKnown
    const listed = { roots: pilot, revokedSerials, revokedUntil: nextUpdate }
    const moment = (hours: number) => new Date(nextUpdate!.getTime() + hours * 3_600_000).toISOString()
    expect(nextUpdate!.toISOString()).toMatch(/^20\d\d-/)
    expect(isKnown(listed, moment(-1))).toBe(true)
    expect(isKnown(listed, moment(1))).toBe(false)
    expect(isKnown({ roots: pilot, revokedSerials: new Set() }, moment(-1))).toBe(false)
  })

  test('a revocation list signed by somebody else, truncated or changed is not accepted', () => {
    const list = sample('icann-tmch-pilot.crl')
    expect(() => revocationListOf(list, certificatesOf(text('icann-tmch.crt')))).toThrow('not signed by a root')
    const bytes = Buffer.from(list.toString().replace(/-----[^-]+-----/g, ''), 'base64')
    expect(revocationListOf(bytes, pilot).serials.size).toBe(1)
    expect(() => revocationListOf(bytes.subarray(0, 400), pilot)).toThrow()
    bytes[bytes.indexOf(Buffer.from('1CE33BA0', 'hex'))]! ^= 1
    expect(() => revocationListOf(bytes, pilot)).toThrow('not signed by a root')
  })
})

describe('certificates', () => {
  const root = makeAuthority('Test root')
  const middle = makeAuthority('Test middle', { by: root, isCa: true })
  const trust = { roots: certificatesOf(root.certificate), revokedSerials: new Set<string>() }

  test('the owner of a mark is each holder that is entitled as owner; an assignee or licensee owns nothing', () => {
    const holder = (entitlement: string, names: string) =>
      `<mark:holder entitlement="${entitlement}">${names}<mark:addr/></mark:holder>`
    const court = (holders: string) =>
      `<mark:court><mark:markName>Acme Court</mark:markName>${holders}<mark:proDate>2013-01-01T00:00:00.000Z</mark:proDate></mark:court>`
    const ownerOf = (holders: string) => {
      const file = signedMarkFile(makeAuthority('Signer', { by: root }), { others: court(holders) })
      return read(file, { trust }).marks.find(({ markName }) => markName === 'Acme Court')!.owner
    }
    const acme = holder('owner', '<mark:name>Ana Maria</mark:name><mark:org>Acme\n  Trademarks &amp; Co</mark:org>')
    expect(ownerOf(acme)).toBe('Acme Trademarks & Co')
    expect(ownerOf(acme + holder('owner', '<mark:name>Ana Maria</mark:name>'))).toBe('Acme Trademarks & Co, Ana Maria')
    expect(ownerOf(holder('licensee', '<mark:org>Seller Ltd</mark:org>'))).toBeUndefined()
  })
  test('a signer under the root is trusted, one under another root of the same name is not', () => {
    expect(read(signedMarkFile(makeAuthority('Signer', { by: root })), { trust }).marks[0]!.markName).toBe(
      'Acme Signed',
    )
    const impostor = makeAuthority('Test root')
    expect(refusal(signedMarkFile(makeAuthority('Signer', { by: impostor })), { trust })).toMatch(/does not lead/)
    expect(refusal(signedMarkFile(makeAuthority('Alone')), { trust })).toMatch(/does not lead/)
  })
  test('a certificate that is not a CA cannot issue a signer', () => {
    const signer = makeAuthority('Signer', { by: root })
    const byMiddle = makeAuthority('Below', { by: middle })
    const bySigner = makeAuthority('Below', { by: signer })
    const bring = (below: typeof signer, above: typeof signer) =>
      signedMarkFile({ ...below, certificate: below.certificate + above.certificate })
    expect(refusal(bring(byMiddle, middle), { trust })).toBeUndefined()
    expect(refusal(bring(bySigner, signer), { trust })).toMatch(/does not lead/)
  })
  test('an expired certificate is rejected although the mark is valid', () => {
    const old = makeAuthority('Old', { by: root, term: { from: '2020-01-01', to: '2023-01-01' } })
    expect(refusal(signedMarkFile(old), { trust })).toMatch(/^Certificate check failed: .* to 2023-01-01/)
  })
})

describe('a file with several marks', () => {
  const root = makeAuthority('Test root')
  const signer = makeAuthority('Signer', { by: root })
  const trust = { roots: certificatesOf(root.certificate), revokedSerials: new Set<string>() }
  const entry = (element: string, name: string, more: string) =>
    `<mark:${element}><mark:id>1</mark:id><mark:markName>${name}</mark:markName>${more}</mark:${element}>`
  const court = entry(
    'court',
    'Acme Court',
    '<mark:label>acme-court</mark:label><mark:refNum>7 C 8</mark:refNum><mark:proDate>2015-02-03T00:00:00.0Z</mark:proDate>',
  )
  const second = entry(
    'trademark',
    'Acme Abroad',
    '<mark:label>acmesigned</mark:label><mark:label>acme-abroad</mark:label><mark:regNum>998</mark:regNum>' +
      '<mark:regDate>2016-01-01T00:00:00.0Z</mark:regDate><mark:exDate>2031-01-01T00:00:00.0Z</mark:exDate>',
  )

  test('every mark of each kind is read with its own dates and number; the labels are those of all', () => {
    expect(read(signedMarkFile(signer, { others: second + court }), { trust })).toEqual({
      smdId: '0000000001-1',
      isRevocationKnown: false,
      marks: [
        {
          markName: 'Acme Signed',
          markType: 'Registered Trademark',
          startDate: '2013-01-01',
          expiryDate: '2048-01-01',
          number: '',
          labels: ['acme-signed', 'acmesigned'],
        },
        {
          markName: 'Acme Abroad',
          markType: 'Registered Trademark',
          startDate: '2016-01-01',
          expiryDate: '2031-01-01',
          number: '998',
          labels: ['acme-abroad', 'acmesigned'],
        },
        {
          markName: 'Acme Court',
          markType: 'Court Validated',
          startDate: '2015-02-03',
          expiryDate: '2048-01-01',
          number: '7 C 8',
          labels: ['acme-court'],
        },
      ],
      labels: ['acme-abroad', 'acme-court', 'acme-signed', 'acmesigned'],
    })
  })

  test('an incomplete mark rejects the file, although others are complete', () => {
    const nameless = entry('court', '', '<mark:proDate>2015-02-03T00:00:00.0Z</mark:proDate>')
    expect(refusal(signedMarkFile(signer, { others: nameless }), { trust })).toBe(
      'Format check failed: the signed mark has no valid markName.',
    )
  })
})

describe('hostile files', () => {
  const xml = xmlOf(text('trademark.smd'))
  const inner = xml.slice(xml.indexOf('<smd:signedMark'))
  const signature = inner.slice(inner.indexOf('<ds:Signature '), inner.indexOf('</smd:signedMark>'))
  const forged = inner.replace('Test &amp; Validate', 'Forged')
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'

  test.each([
    ['an external entity', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${inner}`, /document type/],
    ['an entity of entities', `${entities}${inner.replace('Test &amp; Validate', '&b;')}`, /document type/],
    ['an entity nobody declared', inner.replace('Test &amp; Validate', '&x;'), /well-formed|not what was signed/],
    ['one changed letter', forged, /not what was signed/],
    ['a comment in the name', inner.replace('Test &amp;', 'Test<!-- x --> &amp;'), undefined],
    ['cut off', inner.slice(0, 2000), /well-formed/],
    ['other XML', '<html/>', /not a signed mark of RFC 7848/],
    ['no signature', inner.replace(signature, ''), /does not cover exactly/],
    ['two signatures', inner.replace(signature, signature + signature), /does not cover exactly/],
    ['no certificate', inner.replace(/<ds:X509Data>.*<\/ds:X509Data>/s, ''), /no certificate/],
    ['a broken certificate', inner.replace('MIIH', 'AAAA'), /no certificate/],
    ['SHA-1', inner.replaceAll('2001/04/xmlenc#sha256', '2000/09/xmldsig#sha1'), /does not allow/],
    ['a keyed hash', inner.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'), /does not allow/],
    ['a free transform', inner.replace('2000/09/xmldsig#enveloped-signature', 'TR/1999/REC-xslt-19991116'), /allow/],
    ['a deep nest', `<a>`.repeat(5000), /nested or repeated/],
    ['many tags', `<a>${'<b/>'.repeat(5000)}</a>`, /nested or repeated/],
  ])('%s', (_name, hostile, sentence) => {
    if (sentence) {
      expect(refusal(hostile)).toMatch(sentence)
      expect(refusal(encodedMark(hostile))).toMatch(sentence)
      // Comments are not part of the signed content, and never truncate a value.
    } else expect(read(hostile).marks[0]!.markName).toBe('Test & Validate')
  })

  test('a signed mark wrapped in a forged one is rejected, wherever it is hidden', () => {
    const other = forged.replace(/ id="[^"]+"/, ' id="_other"').replace(signature, '')
    const hide = (within: string) => other.replace('</smd:signedMark>', `${within}</smd:signedMark>`)
    const bare = inner.replace(signature, '')
    for (const wrapped of [
      hide(inner),
      hide(`${signature}<x>${bare}</x>`),
      hide(signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
      forged.replace(signature, signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)),
      forged.replace(/ id="[^"]+"/, '$& ID="_twice"').replace(signature, `${signature}<x>${bare}</x>`),
    ])
      expect(refusal(wrapped)).toMatch(/^Signature check failed: the signature does not cover exactly/)
  })

  test('content outside the signature is not read', () => {
    const file = text('trademark.smd')
      .replace('Marks: Test & Validate', 'Marks: Forged')
      .replace('smdID: 0', 'smdID: 9')
    expect(read(file)).toEqual(read(text('trademark.smd')))
  })
})

test('labels of a name: symbols are dropped, become hyphens or are spelled out; nothing else is a label', () => {
  expect(labelsOf('Acme')).toEqual(['acme'])
  expect(labelsOf('A & B')).toEqual(expect.arrayContaining(['ab', 'a-b', 'aandb', 'a-and-b', 'a-et-b']))
  expect(labelsOf('Müller')).toEqual(['xn--mller-kva'])
  expect(labelsOf('!!!')).toEqual([])
  expect(labelsOf('one two three four five six seven eight')).toContain('one-two-three-four-five-six-seven-eight')
  expect(labelsOf('a'.repeat(64))).toEqual([])
  expect(labelsOf('- '.repeat(120)).length).toBeLessThanOrEqual(64)
})
