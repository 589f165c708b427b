import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

const request = async (person: keyof TestWorld['people'], url: string) =>
  testApp.server.inject({
    url: `/api${url}`,
    headers: { authorization: `Bearer ${await signInAs(database.db, world.people[person])}` },
  })
const names = async (person: keyof TestWorld['people'], url: string, name: string) =>
  (await request(person, url)).json().docs.map((doc: Record<string, unknown>) => doc[name])

describe('companies to choose from', () => {
  test('C-267 S-191 S-098 staff get all, a Client its own and those that name it as parent', async () => {
    expect(await names('analyst', '/company?perPage=100', 'name')).toEqual(['Acme', 'Acme Child', 'Zenith'])
    expect(await names('client', '/company?perPage=100', 'name')).toEqual(['Acme', 'Acme Child'])
    expect(await names('childClient', '/company?perPage=100', 'name')).toEqual(['Acme Child'])
    const [doc] = (await request('analyst', '/company?perPage=1')).json().docs
    expect(doc).toEqual({
      id: world.companies.parent,
      _id: world.companies.parent,
      name: 'Acme',
      legalName: 'Acme Limited',
    })
  })

  test('A-100 only parents, without those left out, and by name', async () => {
    const { parent, foreign } = world.companies
    expect(await names('admin', '/company?showParentCompany=true', 'name')).toEqual(['Acme', 'Zenith'])
    expect(await names('admin', `/company?showParentCompany=true&excludeIds=${parent},nonsense`, 'name')).toEqual([
      'Zenith',
    ])
    expect(await names('admin', `/company?excludeIds=${parent},${foreign}`, 'name')).toEqual(['Acme Child'])
    expect(await names('admin', '/company?search=ACME C', 'name')).toEqual(['Acme Child'])
    expect(await names('admin', '/company?search=%25', 'name')).toEqual([])
  })

  test('C-150 S-108 A-064 pages carry the whole envelope', async () => {
    const { docs, ...envelope } = (await request('admin', '/company?page=2&perPage=1')).json()
    expect(docs).toHaveLength(1)
    expect(envelope).toEqual({
      page: 2,
      nextPage: 3,
      prevPage: 1,
      hasNextPage: true,
      hasPrevPage: true,
      pagingCounter: 2,
      totalDocs: 3,
      totalPages: 3,
    })
    const last = (await request('admin', '/company?page=3&perPage=1')).json()
    expect([last.nextPage, last.hasNextPage]).toEqual([null, false])
    const none = (await request('admin', '/company?search=nobody')).json()
    expect([none.totalPages, none.totalDocs, none.prevPage]).toEqual([1, 0, null])
    expect((await request('admin', '/company?page=-1&perPage=99999999')).json()).toMatchObject({
      page: 1,
      totalDocs: 3,
    })
    expect((await request('admin', '/company?page=x&perPage=y')).json()).toMatchObject({ page: 1, totalDocs: 3 })
  })
})

describe('brands to choose from', () => {
  test('C-268 S-192 A-105 disabledBrands adds the disabled ones, status picks exactly, a Client sees enabled ones of its own', async () => {
    const all = ['Acme Junior', 'Acme Off', 'Acme One', 'Zenith One']
    expect(await names('analyst', '/brand?perPage=800&disabledBrands=true', 'brandName')).toEqual(all)
    expect(await names('analyst', '/brand?perPage=800', 'brandName')).toEqual(all.filter((name) => name !== 'Acme Off'))
    expect(await names('analyst', '/brand?status=false&disabledBrands=true', 'brandName')).toEqual(['Acme Off'])
    expect(await names('analyst', `/brand?company=${world.companies.parent}&status=true`, 'brandName')).toEqual([
      'Acme One',
    ])
    expect(await names('client', '/brand?disabledBrands=true&perPage=800', 'brandName')).toEqual([
      'Acme Junior',
      'Acme One',
    ])
    expect(await names('client', '/brand?status=false', 'brandName')).toEqual([])
    const doc = (await request('client', `/brand?company=${world.companies.child}`)).json().docs[0]
    expect(doc).toEqual({
      id: world.brands.child,
      _id: world.brands.child,
      brandName: 'Acme Junior',
      company: world.companies.child,
      status: true,
      platform: { domain: {}, eCommerce: {} },
    })
  })

  test('C-269 brands of one company; a foreign one is refused, an unknown one not found', async () => {
    const { parent, foreign } = world.companies
    expect(await names('client', `/brand/client/${parent}?perPage=800`, 'brandName')).toEqual(['Acme One'])
    const withDisabled = `/brand/client/${parent}?disabledBrands=true`
    expect(await names('analyst', withDisabled, 'brandName')).toEqual(['Acme Off', 'Acme One'])
    expect(await names('analyst', `${withDisabled}&perPage=1&page=2`, 'brandName')).toEqual(['Acme One'])
    expect(await names('analyst', `/brand/client/${foreign}`, 'brandName')).toEqual(['Zenith One'])
    expect((await request('client', `/brand/client/${foreign}`)).statusCode).toBe(403)
    expect((await request('client', `/brand?company=${foreign}`)).statusCode).toBe(403)
    expect((await request('client', `/brand/client/${newId()}`)).statusCode).toBe(403)
    expect((await request('analyst', `/brand/client/${newId()}`)).statusCode).toBe(404)
    expect((await request('analyst', '/brand/client/nonsense')).statusCode).toBe(404)
    expect((await request('analyst', '/brand?company=nonsense')).statusCode).toBe(422)
    expect((await request('analyst', '/brand?company=')).statusCode).toBe(200)
  })
})

describe('users', () => {
  test('C-270 S-193 A-113 every user gets their own email address', async () => {
    for (const person of ['client', 'analyst', 'admin'] as const)
      expect((await request(person, '/users/getEmailId?page=1&perPage=400')).json()).toEqual({
        data: `${person}@mail.test`,
      })
  })

  test('S-248 A-069 an Admin gets rows without a password, an Analyst names only, both sorted either way', async () => {
    const admin = (await request('admin', '/users?perPage=100&sortBy=username&sortDirection=-1')).json()
    expect(admin.totalDocs).toBe(8)
    expect(admin.docs[0]).toMatchObject({
      username: 'twofactor',
      email: 'twofactor@mail.test',
      twoFactorAuth: true,
      isGoogleAuth: 0,
      isBlocked: 0,
      company: { name: 'Acme' },
    })
    expect(JSON.stringify(admin)).not.toMatch(/argon2|password/i)
    expect(await names('admin', '/users?perPage=3&sortBy=username&sortDirection=1', 'username')).toEqual([
      'admin',
      'analyst',
      'blocked',
    ])
    const analyst = (await request('analyst', '/users?perPage=100&sortDirection=1')).json()
    for (const doc of analyst.docs)
      expect(Object.keys(doc).sort()).toEqual(['_id', 'firstName', 'id', 'lastName', 'username'])
    expect((await request('client', '/users')).statusCode).toBe(403)
  })

  test('an Analyst gets names in name order, and searches in names only', async () => {
    expect(await names('analyst', '/users?perPage=2&sortBy=email&sortDirection=1', 'username')).toEqual([
      'admin',
      'analyst',
    ])
    expect(await names('analyst', '/users?search=zenith', 'username')).toEqual([])
    expect(await names('analyst', '/users?search=mail.test', 'username')).toEqual([])
    expect(await names('analyst', '/users?search=TRANG', 'username')).toEqual(['stranger'])
  })
})
