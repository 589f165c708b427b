import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { saveRegistration } from './queries.ts'
import { knownAbuseDesks } from './known-abuse-desks.ts'
import { openSharedHosts } from './shared-hosts.ts'

const { at, request, errorsOf, logged } = setUpAdminTests()
const emailsOf = async (host: string, name: string | null = null) =>
  (await knownAbuseDesks(at.database.db, { host, name })).map(({ email }) => email)

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
  expect(await emailsOf('login.bank.pages.dev'), 'by its form only').toEqual([])
  expect(await emailsOf('Login-bank.GitHub.io', 'Registrar of the suffix')).toEqual(['abuse@github.com'])
  expect(await emailsOf('bank.dyndns.org'), 'private suffix without a known desk').toEqual([])
  expect(await emailsOf('login.own.test')).toEqual(['abuse@registrar.test'])
  expect(await emailsOf('github.io'), 'the platform’s own name').toEqual(['abuse@registrar.test'])
  expect(
    (
      await knownAbuseDesks(at.database.db, { hostedAt: 'shop.myshopify.com', ip: '203.0.113.7', name: 'Zonehost' })
    ).map(({ email }) => email),
  ).toEqual(['abuse@shopify.com'])
})

test('an Admin adds, changes and deletes shared hosts; each is used at once', async () => {
  const host = {
    suffix: '.Sites.Example.COM',
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
  expect((await openSharedHosts(at.database.db))('a.b.sites.example.com')?.desk?.name).toBe('Example Sites')
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
