import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestHouse, type TestHouse } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
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

describe('bulk approval', () => {
  const approve = (platform: Platform, ids: string[], more: object = {}, who?: string) =>
    post(
      `${platform.path}/update-bulk-infrigement-status`,
      {
        recordIds: ids.map((id) => ({ id, company: world.companies.parent, brand: world.brands.own, url: 'x' })),
        module: platform.module,
        statusfrom: 33,
        status: 22,
        platform: platform.value,
        ...more,
      },
      who,
    )
  const ids = {
    domain: 'C-291',
    website: 'C-292',
    'social-media': 'C-293',
    'e-commerce': 'C-294',
    'app-store': 'C-295',
  }

  test.each(platforms.map((platform) => [ids[platform.value], platform.title, platform] as const))(
    '%s C-201 C-321 approves %s findings, skips those no longer in 33, and logs each',
    async (_id, _title, platform) => {
      const [a, b, c, d] = (await own(platform, ['33', '33', '33', '88'])) as [string, string, string, string]
      const answer = await approve(platform, [a, b, d, a])
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: 'Record successfully updated', updated: 2, skipped: 1 },
      ])
      expect((await Promise.all([a, b, c, d].map(stored))).map((row) => row.status)).toEqual(['22', '22', '33', '88'])
      expect(await logOf(a)).toMatchObject([{ module: 'bulk-approve', status_from: '33', status_to: '22' }])
      expect(await logOf(d)).toEqual([])
      const again = await approve(platform, [a, b])
      expect([again.statusCode, again.json().message]).toEqual([
        409,
        'Status has already been changed. Please refresh.',
      ])
    },
  )
  test('one id outside the scope refuses all and changes nothing', async () => {
    const mine = await one(domain, '33')
    const [foreign] = await addFindings(database.db, domain, [
      { companyId: world.companies.foreign, brandId: world.brands.foreign },
    ])
    for (const wrong of [foreign!, newId(), 'no id', await one(eCommerce, '33')])
      expect((await approve(domain, [mine, wrong])).statusCode, wrong).toBe(404)
    expect(await stored(mine)).toMatchObject({ status: '33', version: 1 })
    expect(await logOf(mine)).toEqual([])
    expect((await approve(domain, [mine], {}, 'admin')).statusCode).toBe(200)
  })
  test('only 33 to 22, 1 to 20,000 records, by a Client or an Admin', async () => {
    const id = await one(domain, '33')
    expect((await approve(domain, [id], { statusfrom: '88' })).statusCode).toBe(422)
    expect((await approve(domain, [id], { status: '00' })).statusCode).toBe(422)
    expect((await approve(domain, [])).statusCode).toBe(422)
    expect(
      (
        await approve(
          domain,
          Array.from({ length: 20_001 }, () => id),
        )
      ).statusCode,
    ).toBe(422)
    expect((await approve(domain, [id], {}, 'analyst')).statusCode).toBe(403)
    expect(await stored(id)).toMatchObject({ status: '33' })
  })
  test('two who approve the same rows in other orders both end, and every row moves once', async () => {
    const list = await own(
      domain,
      Array.from({ length: 200 }, () => '33'),
    )
    const answers = await Promise.all([approve(domain, list), approve(domain, list.toReversed(), {}, 'admin')])
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    const logged = await rows(database.db, sql`select 1 from status_log where finding_id = any(${list}::uuid[])`)
    expect(logged).toHaveLength(200)
  })
  test('it can be taken back by the same person for some seconds, where nobody touched the row', async () => {
    const [a, b, c] = (await own(domain, ['33', '33', '22'])) as [string, string, string]
    await approve(domain, [a, b])
    await change(b, { status: '00', statusfrom: '22' })
    const undo = (who?: string) => post('domain/undo-bulk-approve', { recordIds: [a, b, c].map((id) => ({ id })) }, who)
    expect((await undo('admin')).statusCode).toBe(409)
    expect((await undo()).json()).toMatchObject({ updated: 1, skipped: 2 })
    expect((await Promise.all([a, b, c].map(stored))).map((row) => row.status)).toEqual(['33', '00', '22'])
    expect((await undo()).statusCode).toBe(409)
  })
})

describe('comments', () => {
  const paths = {
    domain: 'C-285',
    website: 'C-286',
    'social-media': 'C-287',
    'app-store': 'C-288',
    'e-commerce': 'C-289',
  }
  const pathOf = (platform: Platform, id: string) =>
    `${platform.path}/${id}/${platform.value === 'e-commerce' ? 'update-client-comment' : 'update-comment'}`

  test.each(platforms.map((platform) => [paths[platform.value], platform.title, platform] as const))(
    '%s C-317 C-318 a comment on %s stands on the record, each one is kept, and the sentence is the platform’s',
    async (_id, title, platform) => {
      const id = await one(platform, '55')
      const said = (clientComment: string) => post(pathOf(platform, id), { clientComment, module: 'trap-purchase' })
      const answer = await said('  Please act.  ')
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: title === 'E-commerce' ? 'Comment upated successfully.' : 'Comment updated successfully.' },
      ])
      await said('Done?')
      expect(await stored(id)).toMatchObject({ client_comment: 'Done?', version: 3, status: '55' })
      const kept = await rows(
        database.db,
        sql`select comment, user_id from comments where finding_id = ${id} order by id`,
      )
      expect(kept).toEqual([
        { comment: 'Please act.', user_id: world.people.client },
        { comment: 'Done?', user_id: world.people.client },
      ])
    },
  )
  test('an empty or a too long comment, a stranger, and staff are refused, and nothing is kept', async () => {
    const id = await one(domain, '33')
    const status = async (clientComment: unknown, who?: string) =>
      (await post(pathOf(domain, id), { clientComment }, who)).statusCode
    expect(await status('   ')).toBe(422)
    expect(await status(undefined)).toBe(422)
    expect(await status('x'.repeat(2001))).toBe(422)
    expect(await status('hello', 'foreignClient')).toBe(404)
    expect(await status('hello', 'admin')).toBe(403)
    expect(await stored(id)).toMatchObject({ client_comment: null, version: 1 })
  })
})

describe('the data log', () => {
  test('approvals, single moves and comments each write one entry with the number of records', async () => {
    const before = newId()
    const [a, b] = (await own(eCommerce, ['33', '33'])) as [string, string]
    await post('ecommerce/update-bulk-infrigement-status', {
      recordIds: [{ id: a }, { id: b }],
      statusfrom: '33',
      status: '22',
    })
    await change(a, { status: '88', statusfrom: '22' })
    await post(`ecommerce/${a}/update-client-comment`, { clientComment: 'x' })
    const entries = await rows(
      database.db,
      sql`select type, model, total_affected, user_id from data_log where id > ${before} order by id`,
    )
    const entry = { type: 'update', model: 'Ecommerce', user_id: world.people.client }
    expect(entries).toEqual([2, 1, 1].map((total_affected) => ({ ...entry, total_affected })))
  })
})
