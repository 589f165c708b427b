import type { InjectOptions } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { sampleInput } from '#app/testing-sample.ts'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { signInAs, signInLimitedAs } from '#features/sessions/server/testing.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { type Role, roles } from '#vocabulary/roles.ts'

let database: TestDatabase
let testApp: TestApp
let world: TestWorld
/** A finding of the foreign company on each platform. */
let foreignFindings: string[]

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  const { companies, brands } = world
  foreignFindings = []
  for (const platform of platforms) {
    const status = '33'
    await addFindings(database.db, platform, [{ companyId: companies.parent, brandId: brands.own, status }])
    foreignFindings.push(
      ...(await addFindings(database.db, platform, [
        { companyId: companies.foreign, brandId: brands.foreign, status },
      ])),
    )
  }
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})

type Caller = 'signed out' | 'invalid token' | 'awaiting code' | Role

async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'signed out') return {}
  if (caller === 'invalid token') return { authorization: `Bearer ${'x'.repeat(43)}` }
  if (caller === 'awaiting code')
    return { authorization: `Bearer ${await signInLimitedAs(database.db, world.people.twoFactor)}` }
  return { authorization: `Bearer ${await signInAs(database.db, personOf(caller))}` }
}

function personOf(caller: Caller): string {
  const people: Partial<Record<Caller, keyof TestWorld['people']>> = {
    Client: 'client',
    Analyst: 'analyst',
    Admin: 'admin',
  }
  return world.people[people[caller] ?? 'twoFactor']
}

type Values = Record<string, unknown>

async function sendRequest(
  endpoint: Endpoint,
  headers: Record<string, string>,
  params: { id?: string; companyId?: string; more?: Values } = {},
) {
  const id = params.id ?? newId()
  const input = { ...sampleInput(endpoint.takes, id).input, ...params.more }
  const url = `/api${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(name === 'id' ? id : name === 'companyId' ? (params.companyId ?? id) : String(input[name] ?? 'x')))}`
  const options: InjectOptions = { method: endpoint.method, url, headers }
  // Excel is written in a thread that takes a second to start; CSV passes the same access checks.
  const format = endpoint.path.endsWith('/download-xls') ? { type: 'csv' } : {}
  if (endpoint.method === 'GET')
    options.query = Object.fromEntries(
      Object.entries({ ...format, ...params.more }).map(([name, value]) => [name, String(value)]),
    )
  else options.payload = input
  // A stream that stays open has admitted the caller.
  const open = new Promise<{ statusCode: number; body: string }>((resolve) => {
    setTimeout(() => resolve({ statusCode: 200, body: '' }), endpoint.path.endsWith('/stream') ? 300 : 20_000).unref()
  })
  return Promise.race([
    testApp.server.inject(options).then(({ statusCode, rawPayload }) => readable(statusCode, rawPayload)),
    open,
  ])
}

/** Unpacks a workbook: leaks in its compressed cells would not be found otherwise. */
function readable(statusCode: number, bytes: Buffer): { statusCode: number; body: string } {
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') return { statusCode, body: bytes.toString('utf8') }
  const parts = Object.values(unzipSync(bytes)).map((part) => strFromU8(part))
  return { statusCode, body: parts.join('\n') }
}

function expected(access: Endpoint['access'], caller: Caller): 401 | 403 | 'admitted' {
  if (access === 'public') return 'admitted'
  if (access === 'limited') return caller === 'awaiting code' ? 'admitted' : 401
  if (!roles.includes(caller as Role)) return 401
  return access.includes(caller as Role) ? 'admitted' : 403
}

const callers: Caller[] = ['signed out', 'invalid token', 'awaiting code', ...roles]
const title = ({ method, path }: Endpoint) => `${method} ${path}`

describe('C-254 C-003 C-255 S-190 A-154 every call admits exactly the roles of its contract', () => {
  for (const endpoint of endpoints) {
    test(title(endpoint), async () => {
      for (const caller of callers) {
        const answer = await sendRequest(endpoint, await headersOf(caller), {
          id: personOf(caller),
          companyId: world.companies.parent,
        })
        const want = expected(endpoint.access, caller)
        const detail = `${caller}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
        if (want === 'admitted') {
          expect(answer.statusCode, detail).toBeLessThan(500)
          if (endpoint.access !== 'public') expect(answer.body, detail).not.toContain('Session timed out')
          expect(answer.body, detail).not.toContain('Unauthorised Page')
        } else {
          expect(answer.statusCode, detail).toBe(want)
        }
      }
    })
  }
})

describe('C-249 C-248 no call gives a Client anything of another company, or changes it', () => {
  const foreignNames: Record<string, () => string> = {
    company: () => world.companies.foreign,
    clientCompanyId: () => world.companies.foreign,
    companyId: () => world.companies.foreign,
    brand: () => world.brands.foreign,
    brandId: () => world.brands.foreign,
    userId: () => world.people.foreignClient,
    notification: () => newId(),
  }
  const snapshot = async () => {
    const { rows } = await database.pool.query('select * from findings where company_id = $1 order by id', [
      world.companies.foreign,
    ])
    const people = await database.pool.query('select * from users where id = $1', [world.people.foreignClient])
    return JSON.stringify([rows, people.rows])
  }
  const leaks = (body: string) =>
    [world.companies.foreign, world.brands.foreign, world.people.foreignClient, ...foreignFindings]
      .filter((id) => body.includes(id))
      .concat(body.includes('Zenith') ? ['Zenith'] : [])

  for (const endpoint of endpoints.filter(({ access }) => Array.isArray(access) && access.includes('Client'))) {
    test(title(endpoint), async () => {
      const before = await snapshot()
      const { foreign } = world.companies
      const fields = sampleInput(endpoint.takes, 'this id').input
      const takesId = endpoint.path.includes('{') || JSON.stringify(fields).includes('this id')
      const tried = [
        ...(takesId ? foreignFindings.map((id) => ({ id })) : []),
        { id: foreign },
        ...(takesId ? [{ id: 'nonsense' }] : []),
        ...Object.entries(foreignNames)
          .filter(([name]) => name in fields)
          .map(([name, value]) => ({ id: foreign, more: { [name]: value() } })),
      ]
      for (const params of tried) {
        const answer = await sendRequest(endpoint, await headersOf('Client'), params)
        const detail = `${JSON.stringify(params)}: ${answer.statusCode} ${answer.body.slice(0, 300)}`
        expect(answer.statusCode, detail).toBeLessThan(500)
        expect(leaks(answer.body), detail).toEqual([])
        if (endpoint.path.includes('{id}') || endpoint.path.includes('{companyId}'))
          expect([403, 404, 422], detail).toContain(answer.statusCode)
      }
      expect(await snapshot()).toBe(before)
    })
  }

  test('a foreign company or brand is refused by every list of findings', async () => {
    const lists = endpoints.filter(({ part, name }) => part.startsWith('findings') && name === 'list')
    expect(lists).toHaveLength(platforms.length)
    for (const list of lists) {
      for (const more of [{ clientCompanyId: world.companies.foreign }, { brand: world.brands.foreign }])
        expect((await sendRequest(list, await headersOf('Client'), { more })).statusCode).toBe(403)
    }
  })
})

describe('no text and no number in any field of any call causes a server error', () => {
  const testedEndpoints = endpoints.filter(({ path, streams }) => !path.endsWith('/stream') && !streams)
  const oddities = ['a\u0000b', '\ud800', 3_000_000_000]

  test.each([...Map.groupBy(testedEndpoints, ({ part }) => part)])('%s', async (_, calls) => {
    for (const endpoint of calls) {
      const caller = Array.isArray(endpoint.access) ? endpoint.access.at(-1)! : 'signed out'
      const params = { id: personOf(caller as Caller), companyId: world.companies.parent }
      const fields = Object.keys(sampleInput(endpoint.takes, params.id).input).filter(
        (field) => !endpoint.path.includes(`{${field}}`),
      )
      let headers = await headersOf(caller as Caller)
      for (const field of fields)
        for (const odd of oddities) {
          const answer = await sendRequest(endpoint, headers, { ...params, more: { [field]: odd } })
          // The call ended the session.
          if (answer.statusCode === 401) headers = await headersOf(caller as Caller)
          const detail = `${title(endpoint)} ${field} ${JSON.stringify(odd)}: ${answer.statusCode} ${answer.body.slice(0, 200)}`
          expect.soft(answer.statusCode, detail).toBeLessThan(500)
        }
    }
  })
})

test('an unreadable or overlong path answers 404 in the shape of every error (G9)', async () => {
  for (const id of ['%E0%A4%A', 'x'.repeat(3000), 'nothing'])
    for (const path of [`/api/domain/${id}/update-comment`, `/api/${id}`]) {
      const answer = await testApp.server.inject({ method: 'POST', url: path, headers: await headersOf('Client') })
      expect([path.slice(0, 30), answer.statusCode, answer.json()]).toEqual([
        path.slice(0, 30),
        404,
        { message: 'Resource not found.' },
      ])
    }
})

test('the list of contracts matches what the server serves', () => {
  const served = testApp.served.map(title).sort()
  expect(endpoints.map(title).sort()).toEqual(served)
})

describe('the description of the API', () => {
  test('is OpenAPI 3.1 with every call', async () => {
    const described = (await testApp.server.inject({ url: '/api/docs/json' })).json()
    expect(described.openapi).toBe('3.1.0')
    for (const { path, method } of endpoints) expect(described.paths[path][method.toLowerCase()].summary).toBeTruthy()
    expect(
      described.paths['/users/authenticate'].post.requestBody.content['application/json'].schema.properties,
    ).toHaveProperty('username')
  })
})
