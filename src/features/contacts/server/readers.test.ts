import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from './registration-days.ts'
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

  test('roles in any case or as one text, JSContact, a name with the address, two addresses, a form', () => {
    const read = (entity: object) => readRdap({ objectClassName: 'domain', entities: [entity] })
    const card = (...lines: unknown[][]) => ['vcard', lines]
    const email = (value: unknown) => ['email', {}, 'text', value]
    for (const roles of [['REGISTRAR'], 'registrar', 'Registrar, sponsor'])
      expect(read({ roles, vcardArray: card(email('Desk <Desk@Keeper.example>')) })).toMatchObject({
        emails: ['desk@keeper.example'],
      })
    expect(read({ roles: ['registrar'], vcardArray: card(email('a@k.example, b@k.example')) })).toMatchObject({
      emails: ['a@k.example', 'b@k.example'],
    })
    const jscontact = {
      organizations: { org: { name: 'Keeper' } },
      emails: { e1: { address: 'abuse@k.example' }, e2: { address: 7 } },
    }
    for (const name of ['jscontact_card', 'jscard'])
      expect(read({ roles: ['registrar'], [name]: jscontact })).toMatchObject({
        name: 'Keeper',
        emails: ['abuse@k.example'],
      })
    const desk = { roles: ['abuse'], vcardArray: card(['contact-uri', {}, 'uri', 'https://k.example/abuse']) }
    expect(read({ roles: ['registrar'], entities: [desk] })).toMatchObject({
      emails: [],
      form: 'https://k.example/abuse',
      reason: 'Reports of abuse are taken by a web form only',
    })
    // What the registrar has for something else is no desk; a form may be an email address.
    const registrar = { roles: ['registrar'], vcardArray: card(email('sales@k.example')) }
    expect(read({ ...registrar, entities: [desk] })).toMatchObject({ emails: [], form: 'https://k.example/abuse' })
    const mailed = { roles: ['abuse'], vcardArray: card(['contact-uri', {}, 'uri', 'mailto:Abuse@k.example']) }
    expect(read({ ...registrar, entities: [mailed] })).toMatchObject({ emails: ['abuse@k.example'], form: null })
    const two = card(email('Desk, Europe <a@k.example>, b@k.example'))
    expect(read({ roles: ['registrar'], vcardArray: two })).toMatchObject({ emails: ['a@k.example', 'b@k.example'] })
    expect(read({ roles: ['registrant', 'abuse'], vcardArray: card(email('me@crook.example')) })).toMatchObject({
      emails: [],
    })
  })

  test('an abuse desk inside the registrant is not the registrar’s; events are the dates of the registration', () => {
    const desk = { roles: ['abuse'], vcardArray: ['vcard', [['email', {}, 'text', 'me@crook.example']]] }
    const events = [
      { eventAction: 'Registration', eventDate: '2024-02-29T23:00:00Z' },
      { eventAction: 'expiration', eventDate: '2026-02-28' },
      { eventAction: 'last changed', eventDate: 'soon' },
    ]
    const entities = [
      { roles: ['registrant'], entities: [desk] },
      { roles: ['registrar'], handle: 'Keeper' },
    ]
    expect(readRdap({ objectClassName: 'domain', entities, events })).toMatchObject({
      emails: [],
      name: 'Keeper',
      registeredOn: '2024-02-29',
      expiresOn: '2026-02-28',
      changedOn: null,
    })
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

const whoisAnswers = JSON.parse(
  gunzipSync(readFileSync(join(folder, '../whois/answers.json.gz'))).toString('utf8'),
) as Record<string, { truth: 'registered' | 'available' | 'throttled' | 'other'; text: string }>

describe('WHOIS answers', () => {
  test('of 388 recorded answers none registered or throttled is read as unregistered; 91 % of the registered give data', () => {
    const read = Object.entries(whoisAnswers).map(([name, { truth, text }]) => ({ name, truth, is: readWhois(text) }))
    const of = (truth: string) => read.filter((one) => one.truth === truth)
    const isFull = ({ is }: (typeof read)[number]) =>
      is.kind === 'found' && [is.name, is.registeredOn, is.expiresOn, is.changedOn, is.holder].some(Boolean)
    expect(read).toHaveLength(388)
    expect([...of('registered'), ...of('throttled')].filter(({ is }) => is.kind === 'unregistered')).toEqual([])
    expect(of('throttled').filter(({ is }) => is.kind !== 'throttled')).toEqual([])
    expect(of('available').filter(({ is }) => is.kind === 'throttled' || is.kind === 'found')).toEqual([])
    expect(of('available').filter(({ is }) => is.kind === 'unregistered').length).toBeGreaterThanOrEqual(130)
    expect(of('registered').filter(isFull).length / of('registered').length).toBeGreaterThan(0.91)
  })

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
    [
      'nic.it',
      'Domain: fake.it\n\nRegistrar\n  Organization:     Keeper s.r.l.\n  Name:             K-REG',
      'Keeper s.r.l.',
      [],
    ],
    [
      'DNS Belgium',
      'Domain:\tfake.be\n\nRegistrar:\n\tName:\tKeeper NV\n\tWebsite:\thttps://k.example',
      'Keeper NV',
      [],
    ],
    ['EURid', 'Domain: fake.eu\nRegistrar:\n        Name: Keeper GmbH\n\nName servers:', 'Keeper GmbH', []],
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
    'Nincs talalat / No match',
    'This Domain is not available in our whois database. Please note that some names may be reserved by policy.',
    'whois.nic.bo solo acepta consultas con dominios .bo\n fake.bo no está registrado',
    'Dominio no registrado',
    'This domain is currently available to register.',
    'Aucun objet trouvé',
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

  const terms =
    'Access is rate limited. Excessive queries will be blocked, and the data is made\navailable at http://whois.example'

  test.each([
    ['terms before a name without a colon', `${terms}\n\nDomain-name    fake.sk\nDomain-status    DOM_OK`, null],
    ['terms and a name server', `${terms}\nDomain: fake.eu\nNameserver: ns1.host.example`, null],
    ['comments that say not found', '% Not found\ndomain: fake.at\ncreated: 20200102', '2020-01-02'],
    ['a referral server', 'domain:Class-Name:domain\ndomain:Created:20090324\n%ok', '2009-03-24'],
    ['JPRS', '[Created on]                    2009/05/11', '2009-05-11'],
    ['a sentence', 'Record created on 01-Feb-2001.', '2001-02-01'],
    ['letters before brackets', 'c [Record Created]             21-MAR-1997', '1997-03-21'],
    ['a year first', 'Created on..............: 2001-Aug-23.', '2001-08-23'],
    ['a blocked name', 'The registration of this domain is restricted, as it is protected by a block service', null],
    ['a reserved name', 'Domain is not available or is reserved by the registry.', null],
    [
      'a name that may be transferred',
      'Registrar: K\nStatus: available\nName Server: a.k.example\nCreated: 2009-03-24',
      '2009-03-24',
    ],
    ['a name without contacts', 'Domain name is delegated\nNo records were found for contacts', null],
  ])('%s is registered, never unregistered', (_, text, registeredOn) => {
    expect(readWhois(text)).toMatchObject({ kind: 'found', registeredOn })
  })

  test('throttling that the terms only describe does not hide that a name is not registered', () => {
    expect(readWhois(`NOT FOUND\n${terms}`).kind).toBe('unregistered')
    expect(readWhois(terms).kind).toBe('unreadable')
    expect(readWhois('Domain not found, marked private, or error in your query.').kind).toBe('unreadable')
    expect(readWhois('% Too many requests...\n%% No entries found').kind).toBe('throttled')
    for (const refusal of [
      'Exceeded max command rate. No data found.',
      'Fair use policy exceeded. Domain not found.',
      'No more queries allowed from your IP. No entries found',
    ])
      expect(readWhois(refusal).kind, refusal).toBe('throttled')
  })

  test.each([
    ['2030-04-05T01:02:03Z', '2030-04-05'],
    ['5th April 2030', '2030-04-05'],
    ['05-Apr-2030', '2030-04-05'],
    ['Fri Apr 05 2030', '2030-04-05'],
    ['5.4.2030', '2030-04-05'],
    ['2030. 04. 05.', '2030-04-05'],
    ['25/04/2030', '2030-04-25'],
    ['04/05/2030', null],
    ['2030-02-30', null],
    ['never', null],
  ])('the date %s is %s', (text, day) => {
    expect(dayOf(text)).toBe(day)
  })

  test('a registrar is named by its name, and by its id only where nothing else is there', () => {
    const id = 'Domain: shop.example\nSponsoring Registrar ID: H65658\n'
    const named = `${id}Sponsoring Registrar Organization: Harbour Names Ltd\n`
    expect(readWhois(named)).toMatchObject({ kind: 'found', name: 'Harbour Names Ltd' })
    expect(readWhois(id)).toMatchObject({ kind: 'found', name: 'H65658' })
  })

  test('answers without data are unreadable; a referral is a host name and nothing else', () => {
    for (const text of ['', ' \r\n', 'hello', '\u0000'.repeat(1000)]) expect(readWhois(text).kind).toBe('unreadable')
    expect(referralIn(registry)).toBe('whois.keeper.example')
    expect(referralIn('whois: whois.nic.example\n')).toBe('whois.nic.example')
    for (const bad of ['127.0.0.1/x', 'http://a.example', 'a b.example', 'localhost'])
      expect(referralIn(`refer: ${bad}`)).toBeNull()
  })
})
