import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestHouse, type TestHouse } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import type { Platform } from '#platforms/platform.ts'
import { statusCodes } from '#vocabulary/statuses.ts'
import { addFindings } from './testing.ts'

let database: TestDatabase
let house: TestHouse
let world: TestWorld
const tokens: Record<string, string> = {}

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  house = await buildTestHouse(database)
  for (const [name, id] of Object.entries(world.people)) tokens[name] = await signInAs(database.db, id)
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

const post = (path: string, payload: object, who = 'client') =>
  house.server.inject({
    method: 'POST',
    url: `/api/${path}`,
    payload,
    headers: { authorization: `Bearer ${tokens[who]!}` },
  })
const own = (platform: Platform, statuses: string[], more: Record<string, unknown> = {}) =>
  addFindings(
    database.db,
    platform,
    statuses.map((status) => ({ companyId: world.companies.parent, brandId: world.brands.own, status, ...more })),
  )
const one = async (platform: Platform, status: string, more = {}) => (await own(platform, [status], more))[0]!
type Stored = { status: string; version: number; client_comment: string | null }
const stored = async (id: string) =>
  (await rows<Stored>(database.db, sql`select status, version, client_comment from findings where id = ${id}`))[0]!
const logOf = (id: string) =>
  rows(
    database.db,
    sql`select module, username, status_from, status_to, platform, search_term, brand_id, user_id from status_log
      where finding_id = ${id} order by at, id`,
  )
const change = (id: string, body: object, who?: string) =>
  post(`save-bulk-data/update-infrigement-status/${id}`, body, who)

describe('the row control', () => {
  test('C-290 moves one finding, raises its version and logs who moved what from where', async () => {
    const id = await one(domain, '33', { domain: 'copy.example.com' })
    const answer = await change(id, {
      platform: 'domain',
      status: '22',
      statusfrom: '33',
      company: world.companies.parent,
      brand: { id: world.brands.own, brandName: 'Acme One' },
      url: 'https://www.copy.example.com/',
      module: 'domain',
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: expect.any(String), data: { id, status: '22' } },
    ])
    expect(await stored(id)).toMatchObject({ status: '22', version: 2 })
    expect(await logOf(id)).toEqual([
      {
        module: 'dashboard',
        username: 'client',
        user_id: world.people.client,
        brand_id: world.brands.own,
        platform: 'domain',
        search_term: 'copy.example.com',
        status_from: '33',
        status_to: '22',
      },
    ])
  })

  const editable = ['33', '88', '22', '00']
  test.each(platforms.map((platform) => [platform.title, platform] as const))(
    'C-114 C-115 C-200 on %s a Client and an Admin may make exactly the decided moves',
    async (_title, platform) => {
      const allowed = platform.value === 'e-commerce' ? [...editable, '44'] : editable
      for (const from of platform.statuses) {
        const id = await one(platform, from)
        for (const [place, to] of [...statusCodes, '123', 'x'].entries()) {
          await sql`update findings set status = ${from} where id = ${id}`.execute(database.db)
          const answer = await change(
            id,
            { platform: platform.path, status: to, statusfrom: from },
            place % 2 ? 'admin' : 'client',
          )
          if (!editable.includes(from))
            expect([answer.statusCode, answer.json()], `${from} to ${to}`).toEqual([
              422,
              { message: 'This status cannot be changed.', errors: [{ status: 'This status cannot be changed.' }] },
            ])
          else expect(answer.statusCode, `${from} to ${to}`).toBe(allowed.includes(to) ? 200 : 422)
        }
      }
    },
  )
  test('the present status again is allowed and not logged; 0 is 00', async () => {
    const id = await one(domain, '00')
    expect((await change(id, { status: 0, statusfrom: 0 })).statusCode).toBe(200)
    expect(await logOf(id)).toEqual([])
    expect(await stored(id)).toMatchObject({ status: '00', version: 1 })
  })
  test('C-320 a stale statusfrom is refused with the sentence to show', async () => {
    const id = await one(domain, '22')
    const answer = await change(id, { status: '00', statusfrom: '33' })
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { message: 'Status has already been changed. Please refresh.' },
    ])
  })
  test('of two at the same moment one wins and the other is told', async () => {
    const id = await one(domain, '33')
    const answers = await Promise.all(['22', '88'].map((status) => change(id, { status, statusfrom: '33' })))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    expect(await logOf(id)).toHaveLength(1)
  })
  test('who is outside answers like what does not exist, an Analyst is refused', async () => {
    const id = await one(domain, '33')
    const body = { status: '22', statusfrom: '33' }
    expect((await change(id, body, 'foreignClient')).statusCode).toBe(404)
    expect((await change(id, { ...body, platform: 'website' })).statusCode).toBe(404)
    expect((await change(newId(), body)).statusCode).toBe(404)
    expect((await change('no-id', body)).statusCode).toBe(404)
    expect((await change(id, body, 'analyst')).statusCode).toBe(403)
    expect((await change(id, { ...body, company: world.companies.foreign })).statusCode).toBe(403)
    expect(await stored(id)).toMatchObject({ status: '33' })
  })
  test('what is said of the record must be true', async () => {
    const id = await one(domain, '33')
    const body = { status: '22', statusfrom: '33' }
    for (const wrong of [
      { company: world.companies.child },
      { brand: world.brands.child },
      { url: 'other.example.com' },
      { module: 'website' },
      { platform: 'nothing' },
    ]) {
      const answer = await change(id, { ...body, ...wrong })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { errors: [{ [Object.keys(wrong)[0]!]: expect.any(String) }] },
      ])
    }
    expect(await stored(id)).toMatchObject({ status: '33' })
  })
  test('staff who ask for the client’s review have the clients told', async () => {
    const id = await one(domain, '33')
    await change(id, { status: '88', statusfrom: '33' }, 'admin')
    const jobs = await rows<{ name: string; data: object }>(
      database.db,
      sql`select name, data from pgboss.job where data->>'findingId' = ${id}`,
    )
    expect(jobs).toMatchObject([{ name: 'finding-needs-client', data: { status: '88', platform: 'domain' } }])
  })
})
