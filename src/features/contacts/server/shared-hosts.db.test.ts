import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { saveRegistration } from './queries.ts'
import { knownDesk } from './known-desk.ts'
import { openSharedHosts } from './shared-hosts.ts'

const { at, request, errorsOf, logged } = setUpAdminTests()
const registrarOf = async (host: string, name: string | null = null) =>
  (await knownDesk(at.database.db, { kind: 'registrar', host, name, reasonCode: null }))?.addresses.map(
    ({ email }) => email,
  )
const hostOf = async (host: string, name: string | null, ip = '203.0.113.7') => {
  const desk = await knownDesk(at.database.db, { kind: 'host', host, ip, name, reasonCode: null })
  return desk && { kind: desk.kind, name: desk.name, emails: desk.addresses.map(({ email }) => email), form: desk.form }
}

test('a name under a platform’s suffix has the platform’s desk, never the registrar of the suffix', async () => {
  const registration = {
    outcome: 'found' as const,
    name: 'Registrar of the suffix',
    emails: ['abuse@registrar.test'],
    reason: null,
    source: 'rdap',
    server: null,
    registeredOn: null,
    expiresOn: null,
    changedOn: null,
    country: null,
    form: null,
  }
  for (const domain of ['pages.dev', 'github.io', 'someothershared.example', 'own.test', 'dyndns.org'])
    await saveRegistration(at.database.db, `domain:${domain}`, registration)
  for (const host of ['login.bank.pages.dev', 'Login-bank.GitHub.io', 'bank.dyndns.org'])
    expect(await registrarOf(host, 'Registrar of the suffix'), 'no registrar of its own').toBeUndefined()
  expect(await registrarOf('login.own.test')).toEqual(['abuse@registrar.test'])
  expect(await registrarOf('github.io'), 'the platform’s own name').toEqual(['abuse@registrar.test'])
  expect(await hostOf('shop.myshopify.com', 'Zonehost')).toMatchObject({
    kind: 'platform',
    name: 'Shopify',
    emails: ['abuse@shopify.com'],
  })
  expect(await hostOf('login.bank.pages.dev', 'Zonehost'), 'by its form only').toEqual({
    kind: 'platform',
    name: 'Cloudflare Pages',
    emails: [],
    form: 'https://abuse.cloudflare.com/',
  })
  await saveRegistration(at.database.db, 'ip:203.0.113.7', {
    ...registration,
    name: 'Zonehost',
    emails: ['abuse@zonehost.test'],
  })
  const zonehost = { kind: 'host', name: 'Zonehost', emails: ['abuse@zonehost.test'], form: null }
  expect(await hostOf('bank.dyndns.org', null), 'a platform whose desk is not known: its host').toEqual(zonehost)
})

test('large marketplaces, networks and app stores are supplied with their forms', async () => {
  const { of } = await openSharedHosts(at.database.db)
  const formOf = (host: string) => of(host)?.desk?.form
  expect(['www.amazon.in', 'amazon.co.uk', 'www.facebook.com', 'play.google.com'].map(formOf)).toEqual([
    'https://www.amazon.in/report/infringement',
    'https://www.amazon.co.uk/report/infringement',
    'https://www.facebook.com/help/contact/1057530390957243',
    'https://reportcontent.google.com/',
  ])
  expect(formOf('google.com'), 'only its own name').toBeUndefined()
})

test('every region of an object store has the desk of its platform, and the longest suffix counts', async () => {
  const { of } = await openSharedHosts(at.database.db)
  expect(of('bank.s3.us-east-2.amazonaws.com')?.desk?.name).toBe('Amazon Web Services')
  expect(of('bank.s3.amazonaws.com')?.desk?.name).toBe('Amazon S3')
  expect(of('bank.us-southeast-1.linodeobjects.com')?.desk?.email).toBe('abuse@linode.com')
  expect(of('bank.duckdns.org')).toEqual({ suffix: 'duckdns.org', desk: undefined })
})

test('an entry covers its own name and the names below it; one for a suffix only those below it', async () => {
  for (const [suffix, name] of [
    ['shop.test', 'Shop'],
    ['sellers.shop.test', 'Shop for sellers'],
    ['www.network.test', 'Network'],
    ['co.uk', 'Nobody'],
  ] as const)
    await rows(
      at.database.db,
      sql`insert into shared_hosts (suffix, name, email, form, source, checked_on)
        values (${suffix}, ${name}, null, ${`https://${suffix}/report`}, 'A test', '2026-11-20')`,
    )
  const { of } = await openSharedHosts(at.database.db)
  const nameOf = (host: string) => of(host)?.desk?.name
  expect(['shop.test', 'www.shop.test', 'm.shop.test'].map(nameOf)).toEqual(['Shop', 'Shop', 'Shop'])
  expect(['sellers.shop.test', 'a.sellers.shop.test'].map(nameOf)).toEqual(['Shop for sellers', 'Shop for sellers'])
  expect(['network.test', 'www.network.test'].map(nameOf), 'saved with www').toEqual(['Network', 'Network'])
  expect(['github.io', 'www.github.io'].map(nameOf), 'the platform’s own name').toEqual([undefined, undefined])
  expect(['bank.github.io', 'bank.co.uk'].map(nameOf)).toEqual(['GitHub Pages', undefined])
  expect(nameOf('shop.test.evil.test')).toBeUndefined()
})

test('a CDN with a form takes no email; a host that is known by name behind it is asked itself', async () => {
  const nothing = { reason: null, registeredOn: null, expiresOn: null, changedOn: null, country: null, form: null }
  await saveRegistration(at.database.db, 'ip:104.16.9.9', {
    ...nothing,
    outcome: 'found',
    name: 'CLOUDFLARENET',
    emails: ['abuse@cloudflare.com'],
    source: 'rdap',
    server: null,
  })
  const cloudflare = { kind: 'host', emails: [], form: 'https://abuse.cloudflare.com/' }
  expect(await hostOf('shop.own.test', null, '104.16.9.9')).toMatchObject(cloudflare)
  expect(await hostOf('shop.own.test', 'Cloudflare, Inc.', '104.16.9.9')).toMatchObject(cloudflare)
  expect(await hostOf('shop.own.test', 'Namedhost', '104.16.9.9')).toEqual({
    kind: 'host',
    name: 'Namedhost',
    emails: [],
    form: null,
  })
})

test('an Admin adds, changes and deletes shared hosts; each is used at once', async () => {
  const host = {
    suffix: '.www.Sites.Example.COM',
    name: 'Example Sites',
    email: 'abuse@sites.example.com',
    form: '',
    source: 'Its abuse page',
    checkedOn: '2026-11-20',
  }
  expect((await request('POST', '/shared-hosts', host, 'analyst')).statusCode).toBe(403)
  const added = await request('POST', '/shared-hosts', host)
  expect(added.json().data).toMatchObject({ suffix: 'sites.example.com', form: null, checkedOn: '2026-11-20' })
  const { id } = added.json().data
  expect(errorsOf(await request('POST', '/shared-hosts', host))).toEqual({ suffix: 'Suffix already exists' })
  expect((await openSharedHosts(at.database.db)).of('a.b.sites.example.com')?.desk?.name).toBe('Example Sites')
  expect(
    errorsOf(
      await request('POST', '/shared-hosts', { ...host, suffix: 'no host', email: 'x', form: 'javascript:alert(1)' }),
    ),
  ).toEqual({ suffix: 'Suffix is not valid', email: 'Abuse email is not valid', form: 'Web form is not valid' })
  expect(errorsOf(await request('POST', '/shared-hosts', { ...host, suffix: 'b.test', email: '' }))).toEqual({
    email: 'Abuse email or web form is required',
  })
  const form = 'https://sites.example.com/report'
  const changed = await request('POST', `/shared-hosts/${id}`, { ...host, email: '', form, version: 1 })
  expect(changed.json().data).toMatchObject({ email: null, form, version: 2 })
  expect((await request('POST', `/shared-hosts/${id}`, { ...host, version: 1 })).statusCode).toBe(409)
  const found = (await request('GET', '/shared-hosts?search=sites.example')).json()
  expect(found.docs.map((one: { id: string }) => one.id)).toEqual([id])
  expect((await request('DELETE', `/shared-hosts/${id}`)).statusCode).toBe(200)
  expect((await request('DELETE', `/shared-hosts/${id}`)).statusCode).toBe(404)
  expect((await logged()).map(([type, model]) => `${type} ${model}`)).toEqual(
    ['add', 'update', 'delete'].map((type) => `${type} Shared host`),
  )
})
