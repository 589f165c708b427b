import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type Server } from 'node:http'
import { type AddressInfo, createServer as createLineServer, type Server as LineServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { openEgress, type Egress } from '#kit/server/egress.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import { type Bootstrap, openBootstrap } from './bootstrap.ts'
import { lookUpHostsOf } from './look-up-hosts.ts'

const { at, one } = setUpActionTests()
const recorded = (path: string) =>
  readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/rdap/icann-rdap', path), 'utf8')
const moscow = recorded('icann-rdap-client/src/test_files/home.moscow.json')
const daysOfMoscow = { registration_date: '2021-10-19', expiry_date: '2024-10-19', changed: '2023-11-20' }
const network = recorded('icann-rdap-common/src/response/test_files/network_192_198_0_0.json')

const requests: string[] = []
let rdap: Server
let whois: LineServer
let egress: Egress
let bootstrap: Bootstrap
let folder: string
/** The responses of the local RDAP server by path; other paths get its own 404. */
const answers = new Map<string, { status: number; body: string; headers?: Record<string, string> }>()
const whoisAnswers = new Map<string, string>()
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port

beforeAll(async () => {
  rdap = createHttp((request, answer) => {
    requests.push(request.url!)
    const found = answers.get(request.url!) ?? { status: 404, body: '{"errorCode":404}' }
    answer.writeHead(found.status, found.headers).end(found.body)
  })
  whois = createLineServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      const line = part.toString().trim()
      requests.push(`whois ${line}`)
      socket.end(whoisAnswers.get(line) ?? '')
    })
  })
  for (const server of [rdap, whois]) await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  folder = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  const base = `http://127.0.0.1:${portOf(rdap)}/`
  writeFileSync(join(folder, 'dns.json'), JSON.stringify({ services: [[['moscow'], [base]]] }))
  writeFileSync(join(folder, 'ipv4.json'), JSON.stringify({ services: [[['127.0.0.0/8'], [base]]] }))
  const lookup = () => Promise.resolve(['127.0.0.1'])
  egress = openEgress({ allowLoopback: true, seconds: 5, whoisPort: portOf(whois), lookup })
  bootstrap = openBootstrap(egress, folder)
})
afterAll(async () => {
  await egress.close()
  rdap.closeAllConnections()
  rdap.close()
  whois.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  requests.length = 0
  answers.clear()
  whoisAnswers.clear()
  answers.set('/ip/127.0.0.1', { status: 200, body: network })
  await rows(at.database.db, sql`delete from server_budgets`)
  await rows(at.database.db, sql`delete from registrations`)
})

const noDays = { registrationDate: null, expiryDate: null, lastMofifiedDate: null }
const bare = { registrar: null, ipAddress: null, hosting: null }
const run = (secondsBetween = 0) => lookUpHostsOf(at.testApp.app, { egress, bootstrap, secondsBetween })
const today = () => new Date().toISOString().slice(0, 10)
const finding = (name: string) =>
  one(domain, '33', { ...bare, ...noDays, domain: name, url: null, reportingDate: today() })
const stored = (id: string) =>
  row(at.database.db, sql`select registrar, ip_address, hosting from findings_domain where finding_id = ${id}`)
const registrationOf = (subject: string) =>
  row(at.database.db, sql`select outcome, emails, source, reason from registrations where subject = ${subject}`)
const lookUpState = (id: string) =>
  row<{ due: boolean | null }>(
    at.database.db,
    sql`select next_at is not null as due from finding_lookups where finding_id = ${id}`,
  )

test('a new finding gets registrar, IP and host; its abuse desks are stored; a second look-up sends no request', async () => {
  answers.set('/domain/fake-acme.moscow', { status: 200, body: moscow })
  const id = await finding('fake-acme.moscow')
  await run()
  const registrar = 'Limited Liability Company "Registrar of domain names REG.RU"'
  expect(await stored(id)).toEqual({ registrar, ip_address: '127.0.0.1', hosting: 'Radio Link Internet' })
  expect(
    await row(
      at.database.db,
      sql`select registration_date::text, expiry_date::text, last_mofified_date::text as changed from findings_domain
        where finding_id = ${id}`,
    ),
  ).toEqual(daysOfMoscow)
  const known = await rows(
    at.database.db,
    sql`select email from abuse_contacts where name in (${registrar}, 'Radio Link Internet') order by email`,
  )
  expect(known).toEqual([{ email: 'abuse@reg.ru' }, { email: 'daniel.petsinger@radiolinkinternet.com' }])
  expect(await lookUpState(id)).toEqual({ due: false })
  const before = requests.length
  const page = await one(website, '33', {
    ...bare,
    url: 'https://shop.fake-acme.moscow/x',
    domain: null,
    reportingDate: today(),
  })
  await run()
  expect(requests.length).toBe(before)
  const [filled] = await rows(at.database.db, sql`select registrar from findings_website where finding_id = ${page}`)
  expect(filled).toEqual({ registrar })
})

test('a name with control characters is stored without them; a finding that cannot be filled holds up no others', async () => {
  const named = (name: string) => moscow.replace('Limited Liability Company', `${name} Company`)
  answers.set('/domain/odd-acme.moscow', { status: 200, body: named('Odd\\u0000\\u0007') })
  answers.set('/domain/bad-acme.moscow', { status: 200, body: named('Refused') })
  answers.set('/domain/good-acme.moscow', { status: 200, body: named('Good') })
  const [bad, odd, good] = [
    await finding('bad-acme.moscow'),
    await finding('odd-acme.moscow'),
    await finding('good-acme.moscow'),
  ]
  const refused = sql`check (registrar not like 'Refused%') not valid`
  await rows(at.database.db, sql`alter table findings_domain add constraint refused ${refused}`)
  try {
    await expect(run()).rejects.toMatchObject({ constraint: 'refused' })
  } finally {
    await rows(at.database.db, sql`alter table findings_domain drop constraint refused`)
  }
  const filled = [await stored(bad), await stored(odd), await stored(good)]
  expect(filled.map((one) => String((one as { registrar: unknown }).registrar).slice(0, 11))).toEqual([
    'null',
    'Odd Company',
    'Good Compan',
  ])
  expect(await lookUpState(bad)).toEqual({ due: true })
})

test('manually entered values stay; old findings and reserved names are not looked up', async () => {
  answers.set('/domain/typed.moscow', { status: 200, body: moscow })
  const typed = await one(domain, '33', {
    ...bare,
    registrar: 'Typed by hand',
    domain: 'typed.moscow',
    url: null,
    reportingDate: today(),
  })
  await one(domain, '33', { ...bare, domain: 'old.moscow', url: null, reportingDate: '2024-01-01' })
  await finding('acme.example')
  await run()
  expect(await stored(typed)).toMatchObject({ registrar: 'Typed by hand', hosting: 'Radio Link Internet' })
  expect(requests.toSorted()).toEqual(['/domain/typed.moscow', '/ip/127.0.0.1'])
})

test('a rate-limiting server is paused, and the domain does not count as unregistered', async () => {
  answers.set('/domain/busy.moscow', { status: 429, body: '', headers: { 'retry-after': '7200' } })
  const [id, other] = [await finding('busy.moscow'), await finding('other.moscow')]
  await run()
  expect(await registrationOf('domain:busy.moscow')).toMatchObject({ outcome: 'throttled', emails: [] })
  expect(await registrationOf('domain:other.moscow')).toBeUndefined()
  expect(requests.filter((path) => path.startsWith('/domain/'))).toEqual(['/domain/busy.moscow'])
  for (const each of [id, other]) expect(await lookUpState(each)).toEqual({ due: true })
})

test('a registry’s own 404 means unregistered, and is asked again days later; a page, foreign JSON or nothing falls back to WHOIS', async () => {
  const gone = await finding('gone.moscow')
  answers.set('/domain/foreign.moscow', { status: 404, body: '{"error":"no route"}' })
  answers.set('/domain/empty.moscow', { status: 404, body: '' })
  const quiet = [await finding('foreign.moscow'), await finding('empty.moscow')]
  answers.set('/domain/proxied.moscow', { status: 404, body: '<html>proxy</html>' })
  await finding('proxied.moscow')
  whoisAnswers.set('moscow', 'whois: whois.nic.moscow\n')
  whoisAnswers.set('proxied.moscow', 'Registrar: Keeper\nRegistrar Abuse Contact Email: abuse@keeper.moscow')
  await run()
  expect(await registrationOf('domain:gone.moscow')).toMatchObject({ outcome: 'unregistered', source: 'rdap' })
  expect(await lookUpState(gone)).toEqual({ due: true })
  // Days later, when the finding is no longer new, it is asked for again and found.
  await rows(at.database.db, sql`update findings set reporting_date = '2024-01-01' where id = ${gone}`)
  await rows(at.database.db, sql`update finding_lookups set next_at = now() where finding_id = ${gone}`)
  await rows(at.database.db, sql`update registrations set requested_at = now() - interval '2 days'`)
  answers.set('/domain/gone.moscow', { status: 200, body: moscow })
  await run()
  expect(await stored(gone)).toMatchObject({ registrar: expect.stringContaining('REG.RU') })
  for (const name of ['foreign', 'empty'])
    expect(await registrationOf(`domain:${name}.moscow`)).toMatchObject({ outcome: 'unknown' })
  expect(quiet).toHaveLength(2)
  expect(await registrationOf('domain:proxied.moscow')).toMatchObject({
    outcome: 'found',
    source: 'whois',
    emails: ['abuse@keeper.moscow'],
  })
})

test('a WHOIS rate limit is throttled; an empty answer has a reason', async () => {
  whoisAnswers.set('zone', 'refer: whois.nic.zone\n')
  whoisAnswers.set('limited.zone', 'Quota exceeded. No match for limited.zone')
  await finding('limited.zone')
  await run()
  expect(await registrationOf('domain:limited.zone')).toMatchObject({ outcome: 'throttled', source: 'whois' })
  await rows(at.database.db, sql`delete from server_budgets`)
  await finding('silent.zone')
  await run()
  expect(await registrationOf('domain:silent.zone')).toMatchObject({
    outcome: 'unknown',
    reason: 'The answer is empty',
  })
})

test('each server has a request budget: the second name waits', async () => {
  answers.set('/domain/first.moscow', { status: 200, body: moscow })
  answers.set('/domain/second.moscow', { status: 200, body: moscow })
  const ids = [await finding('first.moscow'), await finding('second.moscow')]
  await run(3600)
  expect(requests.filter((path) => path.startsWith('/domain/'))).toHaveLength(1)
  const open = await rows(
    at.database.db,
    sql`select 1 from finding_lookups where finding_id = any(${ids}::uuid[]) and next_at is not null`,
  )
  expect(open.length).toBeGreaterThan(0)
})

test('with look-ups switched off, the job sends no request', async () => {
  await finding('quiet.moscow')
  await at.testApp.runJobs()
  expect(requests).toEqual([])
})

describe('a finding is given up for what its registry answers only', () => {
  const makeDue = (id: string) =>
    rows(at.database.db, sql`update finding_lookups set next_at = now() where finding_id = ${id}`)
  const counts = (id: string) =>
    row(
      at.database.db,
      sql`select tries, failures, unregistered, next_at is not null as due from finding_lookups where finding_id = ${id}`,
    )
  /** Makes stored answers too old to be used. */
  const forget = () => rows(at.database.db, sql`delete from registrations`)

  test('a server that is paused for an hour does not use up the look-ups of its findings', async () => {
    answers.set('/domain/patient.moscow', { status: 200, body: moscow })
    const id = await finding('patient.moscow')
    const server = `127.0.0.1:${portOf(rdap)}`
    await rows(
      at.database.db,
      sql`insert into server_budgets (server, next_at) values (${server}, now() + interval '1 hour')`,
    )
    for (let n = 0; n < 12; n++) {
      await run()
      const [wait] = await rows<{ minutes: number }>(
        at.database.db,
        sql`select extract(epoch from next_at - now()) / 60 as minutes from finding_lookups where finding_id = ${id}`,
      )
      // It is asked for when the server may be asked, not each minute until then.
      expect(Number(wait!.minutes)).toBeGreaterThan(50)
      await makeDue(id)
    }
    expect(await counts(id)).toEqual({ tries: 0, failures: 0, unregistered: 0, due: true })
    expect(requests).toEqual([])
    await rows(at.database.db, sql`delete from server_budgets`)
    await run()
    expect(await stored(id)).toMatchObject({ registrar: expect.stringContaining('REG.RU') })
    expect(await counts(id)).toEqual({ tries: 1, failures: 0, unregistered: 0, due: false })
  })

  test('failures and ‘unregistered’ are counted apart; an answer ends a row of failures', async () => {
    const id = await finding('counted.moscow')
    const look = async () => {
      await forget()
      await rows(at.database.db, sql`delete from server_budgets`)
      await makeDue(id)
      await run()
    }
    answers.set('/domain/counted.moscow', { status: 500, body: '' })
    for (let n = 0; n < 8; n++) await look()
    expect(await counts(id)).toEqual({ tries: 8, failures: 8, unregistered: 0, due: true })
    answers.delete('/domain/counted.moscow')
    for (let n = 0; n < 8; n++) await look()
    expect(await counts(id)).toEqual({ tries: 16, failures: 0, unregistered: 8, due: true })
    await look()
    expect(await counts(id)).toMatchObject({ unregistered: 9, due: false })
    answers.set('/domain/counted.moscow', { status: 500, body: '' })
    await rows(at.database.db, sql`update finding_lookups set failures = 8 where finding_id = ${id}`)
    await look()
    expect(await counts(id)).toMatchObject({ failures: 9, due: false })
  })
})
