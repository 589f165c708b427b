import { expect, test } from 'vitest'
import { platformOf } from '#platforms/all.ts'
import type { EmailParams } from './compose-email.ts'
import { composeListEmail } from './compose-list-email.ts'
import type { ExaminedCase } from './examine.ts'
import { withBoundedPictures } from './prepare-notices.ts'

const megabyte = 1024 * 1024
const findingOf = (n: number, more: Partial<ExaminedCase> = {}): ExaminedCase => ({
  id: `f${n}`,
  companyId: 'c',
  company: 'Acme Limited',
  postalAddress: '1 Acme Road, Pune',
  signer: { name: 'Asha Rao', title: '', email: 'notices@acme.example', phone: '+911234567890' },
  brandId: 'b',
  brand: 'Acme One',
  url: `https://login.fake-${n}.example/`,
  domain: null,
  registrationDate: null,
  reasonCode: '12201',
  reason: 'Copied login page',
  foundAt: '2026-03-01T10:00:00.000Z',
  image: null,
  picture: { bucket: 'b', key: `${n}.png`, mediaType: 'image/png', bytes: megabyte, sha256: `${n}`.repeat(64) },
  archive: null,
  genuine: null,
  purchase: null,
  messages: [],
  title: null,
  works: [],
  isConfigured: true,
  documents: [],
  seen: { at: '2026-03-03T09:00:00.000Z', by: 'visit' },
  earlier: [],
  mark: null,
  ownSite: 'https://acme.example/',
  lacking: [],
  ...more,
})
const compose = (findings: readonly ExaminedCase[], desk: EmailParams['desk']) =>
  composeListEmail(
    withBoundedPictures(findings).map((finding, n) => ({
      finding,
      params: {
        platform: platformOf('website')!,
        desk,
        sender: { org: 'Brandkeep', contact: 'support@brandkeep.test', zone: 'Asia/Kolkata' },
        recordId: `0000000${n}`,
        registrar: null,
        ipAddress: null,
        hosting: null,
        date: '2026-03-04',
        lines: [],
        attachments: [],
      },
      reportName: undefined,
    })),
  )

test('each address has its picture, as far as one email holds them, and its earlier notices', () => {
  const earlier = [{ at: '2026-03-01T09:00:00.000Z', to: 'abuse@desk.test', form: null, answer: null }]
  const { text, html, attachments } = compose(
    [findingOf(1, { earlier }), ...[2, 3, 4, 5].map((n) => findingOf(n))],
    'host',
  )
  expect(attachments.map(({ fileName }) => fileName)).toEqual([1, 2, 3, 4].map((n) => `picture-${n}.png`))
  const cids = attachments.map(({ cid }) => cid)
  expect(new Set(cids).size).toBe(4)
  for (const cid of cids) expect(html).toContain(`src="cid:${cid}"`)
  expect(text).toContain(`picture picture-2.png, SHA-256 ${'2'.repeat(64)}`)
  expect(text).toContain('PICTURE OF ADDRESS 4\nSee the attachment picture-4.png.')
  expect(text).toMatch(/Notice before: 1 March 2026, .* to abuse@desk\.test: no answer so far/)
})

test('a picture that is not attached is stated by its hash or address; what was not seen is not called seen', () => {
  const image = 'https://img.elsewhere.example/3.png'
  const findings = [
    ...[1, 2, 3, 4, 5].map((n) => findingOf(n)),
    findingOf(6, { picture: null, image, seen: null }),
    findingOf(7, { picture: null, image: 'never uploaded.png' }),
  ]
  const { text } = compose(findings, 'registrar')
  expect(text).toContain(`picture SHA-256 ${'5'.repeat(64)}, 1.0 MB, sent on request`)
  expect(text).toContain(`picture ${image}; reference`)
  expect(text).not.toContain('never uploaded')
  expect(text, 'there are no reports').not.toContain('Machine-readable')
  expect(text).not.toContain('when it was seen')
  expect(text).toContain('The address, what it does and whom it imitates are stated above and can be checked.')
  expect(compose(findings.slice(0, 5), 'registrar').text).toContain('The evidence is actionable: ')
})

test('a registrar learns the registered names, and the rules of each of their registries', () => {
  const { text } = compose([findingOf(1), findingOf(2, { url: 'https://pay.acme-fake.co.in/' })], 'registrar')
  expect(text).toContain('1: https://login.fake-1.example/\ndomain name fake-1.example; last seen')
  expect(text).toContain('2: https://pay.acme-fake.co.in/\ndomain name acme-fake.co.in; last seen')
  expect(text).toContain('FOR THE REGISTRAR\n')
  expect(text).toContain('FOR THE REGISTRAR AND THE REGISTRY OF .IN\n')
  expect(text).toMatch(/DNS abuse: +phishing \(RAA 3\.18\.1, for names outside \.in\)\n/)
  const ofIcann = compose([findingOf(1), findingOf(2)], 'registrar').text
  expect(ofIcann).not.toContain('REGISTRY OF')
  expect(ofIcann).toMatch(/DNS abuse: +phishing \(RAA 3\.18\.1\)\n/)
  const ofCountry = compose(
    [1, 2].map((n) => findingOf(n, { url: `https://pay.acme-${n}.co.in/` })),
    'registrar',
  ).text
  expect(ofCountry).toMatch(/DNS abuse: +phishing\n/)
  expect(ofCountry).not.toContain('3.18')
})

test('what is said of one domain name is said of each of a list, in whole sentences', () => {
  const names = [1, 2].map((n) => findingOf(n, { reasonCode: '12206' }))
  const { text } = compose(names, 'registrar')
  expect(text).toContain('Each domain name listed below imitates Acme One of Acme Limited and has mail servers')
  expect(text).toContain('Please suspend each domain name listed below, or remove its mail exchange (MX) records')
  expect(compose([findingOf(1), findingOf(2)], 'registrar').text).toContain(
    'Please suspend each domain name listed below or stop its resolution',
  )
})

test('a name with letters outside ASCII is stated as browsers show it', () => {
  const findings = ['https://xn--cme-5cd.example/', 'https://acme-fake.example/'].map((url, n) => findingOf(n, { url }))
  const { text } = compose(findings, 'host')
  expect(text).toContain('domain name xn--cme-5cd.example; shown as \u0430cme.example; last seen')
  expect(text.match(/shown as/g)).toHaveLength(1)
})

test('an email about several says how the addresses were visited, and which were not', () => {
  const stored = { at: '2026-03-02T09:00:00.000Z', by: 'picture' } as const
  const { text } = compose([findingOf(1), findingOf(2, { seen: stored })], 'registrar')
  expect(text).toMatch(/^Visits: we visited the addresses.*, without cookies; /m)
  expect(text.match(/last seen [^;]+, when its picture was stored;/g)).toHaveLength(1)
  expect(compose([findingOf(2, { seen: stored }), findingOf(3, { seen: null })], 'registrar').text).not.toMatch(
    /^Visits/m,
  )
})
