import { expect, test } from 'vitest'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { website } from '#platforms/website.ts'
import { chooseMark } from './choose-mark.ts'
import { type ExaminedCase, lackingOf, summary } from './examine.ts'
import type { RegisteredMark } from './queries.ts'
import { countryZone, isOneSite, ownPolicyOf, proceduresFor, registeredName } from './registered-names.ts'

test.each([
  ['secure.login.demobrand-pay.co.in', 'demobrand-pay.co.in'],
  ['fake-acme.example', 'fake-acme.example'],
  ['shop.myshopify.com', undefined],
  ['myshopify.com', 'myshopify.com'],
  ['a.b.github.io', undefined],
  ['203.0.113.77', undefined],
  ['2001:db8::1', undefined],
  ['co.in', undefined],
])('of %s a registrar knows %s', (host, name) => expect(registeredName(host)).toBe(name))

test.each([
  ['acme-pay.com', undefined, ['UDRP'], undefined],
  ['acme.shop', undefined, ['UDRP', 'URS'], undefined],
  ['acme.xn--p1acf', undefined, ['UDRP', 'URS'], undefined],
  ['acme.co.in', 'in', ['INDRP'], undefined],
  ['acme.xn--h2brj9c', 'xn--h2brj9c', ['INDRP'], undefined],
  ['acme.co', 'co', ['UDRP'], undefined],
  ['acme.de', 'de', [], expect.stringContaining('DENIC')],
  ['acme.co.uk', 'uk', [], expect.stringContaining('Nominet')],
  ['acme.xn--p1ai', 'xn--p1ai', [], undefined],
])('%s is of the country %s; open are %j', (name, zone, procedures, own) => {
  expect([countryZone(name), proceduresFor(name), ownPolicyOf(name)]).toEqual([zone, procedures, own])
})

test.each([
  ['shop.fake.example', 'fake.example', true],
  ['a.github.io', 'github.io', true],
  ['evil.github.io', 'victim.github.io', false],
  ['tindral-q.myshopify.com', 'other-customer.myshopify.com', false],
  ['evil.weebly.com', 'victim.weebly.com', false],
  ['login.evil.github.io', 'evil.github.io', true],
  ['evil.github.io', 'https://evil.github.io/login', true],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['evil.example', 'genuine.example', false],
])('%s and %s are of one site: %s', (one, other, expected) => expect(isOneSite(one, other)).toBe(expected))

test('a mark that goes across hyphens is contained as whole words only', () => {
  const marks = ['Aurevia', 'Aurevia Care'].map((name) => ({
    name,
    number: '1',
    office: '',
    country: '',
  })) as RegisteredMark[]
  const chosen = (host: string) => chooseMark(marks, { brand: 'Other', host })!.name
  expect(chosen('aurevia-careers.example')).toBe('Aurevia')
  expect(chosen('aurevia-care.example')).toBe('Aurevia Care')
  expect(chosen('my-aureviacare24.example')).toBe('Aurevia Care')
  expect(chosen('aureviashop.example')).toBe('Aurevia')
})

test('an IP address has no registrar: its host is asked', () => {
  const finding = {
    url: 'http://203.0.113.77/phish',
    domain: null,
    reasonCode: '12201',
    documents: [{ type: 'authority' }],
    mark: null,
    works: [],
    picture: {},
    ownSite: 'https://acme.example/',
    signer: {},
  } as unknown as ExaminedCase
  expect(lackingOf(finding, false, 'host')).toEqual([])
  const lacking = lackingOf(finding, false, 'registrar')
  expect(summary(website as FindingPlatformDefinition, [{ ...finding, lacking }])).toMatchObject([
    { lack: 'instrument', message: 'This address has no registrar of its own: write to its host' },
  ])
})
