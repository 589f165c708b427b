import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRdap } from './read-rdap.ts'
import { readWhois, referralIn } from './read-whois.ts'

const folder = join(import.meta.dirname, '../../../../tests/fixtures/rdap')
/** Answers of servers, without schemas, bootstrap files and templates that are not JSON. */
const answers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json') && !/json-schema|dataset\/dns|rdap_error\.json/.test(name))
  .map((name) => ({
    name: name.split('/').at(-1)!,
    answer: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown,
  }))
const readRecorded = (name: string) => readRdap(answers.find((one) => one.name === name)!.answer)

describe('RDAP answers', () => {
  test('each of the recorded answers yields contacts or a reason', () => {
    expect(answers.length).toBeGreaterThan(60)
    for (const { name, answer } of answers) {
      const parsedAnswer = readRdap(answer)
      const hasReason = Boolean(parsedAnswer.reason)
      expect(parsedAnswer.kind === 'found' && parsedAnswer.emails.length > 0 ? !hasReason : hasReason, name).toBe(true)
    }
  })

  test.each([
    ['home.moscow.json', 'Limited Liability Company "Registrar of domain names REG.RU"', ['abuse@reg.ru']],
    ['microsoft.click.json', 'MarkMonitor Inc.', ['abusecomplaints@markmonitor.com']],
    ['lemonde.fr.json', 'NAMESHIELD', ['registrar@nameshield.net']],
    ['network_192_198_0_0.json', 'Radio Link Internet', ['daniel.petsinger@radiolinkinternet.com']],
  ])('%s is read as %s', (name, registrar, emails) => {
    expect(readRecorded(name)).toMatchObject({ kind: 'found', name: registrar, emails, reason: null })
  })

  test('the registrar’s abuse desk comes before the domain’s and before the registrar itself', () => {
    const card = (email: string) => [
      'vcard',
      [
        ['fn', {}, 'text', 'Keeper'],
        ['email', {}, 'text', email],
      ],
    ]
    const abuseDesk = (email: string) => ({ roles: ['abuse'], vcardArray: card(email) })
    const registrar = { roles: ['registrar'], vcardArray: card('office@keeper.example') }
    const read = (entities: object[]) => readRdap({ objectClassName: 'domain', entities })
    const hostDesk = abuseDesk('noc@host.example')
    expect(read([hostDesk, { ...registrar, entities: [abuseDesk('Abuse@Keeper.example')] }])).toMatchObject({
      emails: ['abuse@keeper.example'],
    })
    expect(read([hostDesk, registrar])).toMatchObject({ emails: ['noc@host.example'] })
    expect(read([registrar])).toMatchObject({ emails: ['office@keeper.example'] })
  })

  test('error 404 is unregistered, error 429 is throttled', () => {
    expect(readRdap({ errorCode: 404, title: 'Not Found' }).kind).toBe('unregistered')
    expect(readRdap({ errorCode: 429, title: 'Too many' })).toEqual({ kind: 'throttled', reason: '429 Too many' })
  })

  test('any JSON is read without an error, however deep its entities', () => {
    let deep: object = {}
    for (let n = 0; n < 5000; n++) deep = { roles: ['abuse'], entities: [deep] }
    expect(readRdap({ objectClassName: 'domain', entities: [deep] }).reason).toBeTruthy()
    const entity = fc.record({ roles: fc.jsonValue(), vcardArray: fc.jsonValue(), entities: fc.jsonValue() })
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ objectClassName: fc.constant('domain'), entities: fc.array(entity) }),
    )
    fc.assert(
      fc.property(anything, (answer) => readRdap(answer).kind === 'found' || Boolean(readRdap(answer).reason)),
      { numRuns: 300 },
    )
  })
})

describe('WHOIS answers', () => {
  const registry = [
    'Domain Name: FAKE.COM',
    '   Registrar WHOIS Server: whois.keeper.example',
    '   Registrar: Keeper, Inc.',
    '   Registrar Abuse Contact Email: abuse@keeper.example',
    'TERMS OF USE: excessive queries are refused, access is rate limited. Not found is not an answer.',
  ].join('\r\n')

  test.each([
    ['a registry', registry, 'Keeper, Inc.', ['abuse@keeper.example']],
    [
      'nic.uk',
      'Domain name:\n    fake.co.uk\n\n    Registrar:\n        Keeper Ltd [Tag = KEEPER]\n',
      'Keeper Ltd [Tag = KEEPER]',
      [],
    ],
    ['nic.fr', 'registrar:   KEEPER SAS\nregistrar-abuse: no', 'KEEPER SAS', []],
    [
      'RIPE',
      "% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@host.example'\norg-name: Host",
      'Host',
      ['abuse@host.example'],
    ],
    ['ARIN', 'OrgName:        Host LLC\nOrgAbuseEmail:  abuse@host.example', 'Host LLC', ['abuse@host.example']],
  ])('%s', (_, text, name, emails) => {
    expect(readWhois(text)).toMatchObject({ kind: 'found', name, emails })
  })

  test.each([
    'No match for "FAKE.COM".',
    'Domain not found.\n',
    'NOT FOUND',
    'No Data Found',
    '%% No entries found',
    'fake.be\nStatus: AVAILABLE',
    'The queried object does not exist: no such',
  ])('%j is unregistered', (text) => {
    expect(readWhois(text).kind).toBe('unregistered')
  })

  test.each([
    'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS',
    'Your request is being rate limited',
    'Number of allowed queries exceeded.',
    'Quota exceeded\nNo match for fake.com',
    'You have exceeded your maximum requests. Domain not found',
    'Too many requests, try again later. NOT FOUND',
    '%ERROR:201: access denied for 203.0.113.9',
    'Your IP has been blocked',
    'Error: query rate limit exceeded; no match',
  ])('%j is throttled, never unregistered', (text) => {
    expect(readWhois(text).kind).toBe('throttled')
  })

  test('answers without data are unreadable; a referral is a host name and nothing else', () => {
    for (const text of ['', ' \r\n', 'hello', '\u0000'.repeat(1000)]) expect(readWhois(text).kind).toBe('unreadable')
    expect(referralIn(registry)).toBe('whois.keeper.example')
    expect(referralIn('whois: whois.nic.example\n')).toBe('whois.nic.example')
    for (const bad of ['127.0.0.1/x', 'http://a.example', 'a b.example', 'localhost'])
      expect(referralIn(`refer: ${bad}`)).toBeNull()
  })
})
