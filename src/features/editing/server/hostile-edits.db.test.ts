import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { emptyUploads, sampleDay } from '#features/intake/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { type Edits, edits, storeRows } from './testing.ts'

const { at } = setUpActionTests()
let scope: { company: string; brand: string; platform: string; reportingDate: string }
const as = (who: string, more: object = {}): Edits =>
  edits(at.testApp.server, { authorization: `Bearer ${at.tokens[who]!}` }, { ...scope, ...more })
let analyst: Edits
const stored = (count: number) => storeRows(analyst, { count })

beforeAll(() => {
  const { companies, brands } = at.world
  scope = { company: companies.parent, brand: brands.own, platform: 'e-commerce', reportingDate: sampleDay }
  analyst = as('analyst')
})
beforeEach(() => emptyUploads(at.database.db))

describe('bad input', () => {
  test('unknown and malformed ids, rows of another company, brand, platform or date are 404 and change nothing', async () => {
    const [one] = await stored(1)
    const { companies, brands } = at.world
    const edit = (id: unknown) => [
      { id: one!.id, title: 'no' },
      { id, title: 'no' },
    ]
    for (const id of [newId(), 'x', 7, null, {}, ['a'], '']) expect((await analyst.save(edit(id))).statusCode).toBe(404)
    for (const more of [
      { company: companies.foreign, brand: brands.foreign },
      { platform: 'domain' },
      { reportingDate: '2026-03-08' },
    ])
      expect((await as('analyst', more).save([{ id: one!.id, title: 'no' }])).statusCode).toBe(404)
    expect(await analyst.fetch()).toEqual([one])
  })

  test('G9 shapes: no body causes a 500', async () => {
    const [one] = await stored(1)
    const { companies, brands } = at.world
    const refusals: [data: unknown, more: object, status: number, field?: string][] = [
      [[], {}, 422, 'data'],
      [undefined, {}, 422, 'data'],
      ['x', {}, 422, 'data'],
      [[one, one], {}, 422, 'data'],
      [[{ ...one, rowVersion: 'x' }], {}, 422, 'data'],
      [[{ ...one, rowVersion: 0 }], {}, 422, 'data'],
      [Array.from({ length: 25_001 }, () => ({ id: one!.id })), {}, 422, 'data'],
      [[one], { company: 'x' }, 422, 'company'],
      [[one], { company: companies.foreign }, 422, 'brand'],
      [[one], { brand: brands.disabled }, 422, 'brand'],
      [[one], { platform: 'nothing' }, 422, 'platform'],
      [[one], { reportingDate: '2017-12-31' }, 422, 'reportingDate'],
      [[one], { reportingDate: '31/02/2026' }, 422, 'reportingDate'],
      [[one], { duplicateLidCheck: 'maybe' }, 422, 'duplicateLidCheck'],
    ]
    for (const [data, more, status, field] of refusals) {
      const answer = await analyst.save(data, more)
      expect([answer.statusCode, Object.keys(answer.json().errors[0])[0]], answer.body.slice(0, 200)).toEqual([
        status,
        field,
      ])
    }
    const huge = await analyst.save([
      { id: one!.id, title: 'x'.repeat(10 * 1024 * 1024), url: 'y'.repeat(10 * 1024 * 1024) },
    ])
    expect([huge.statusCode, huge.json().cellCount]).toEqual([409, 2])
    const cells: unknown[] = [{ a: 1 }, [1], '\u0000', '\ud800', true, 1e308]
    for (const cell of cells)
      for (const name of ['url', 'price', 'title', 'status', 'image']) {
        const { statusCode, body } = await analyst.save([{ id: one!.id, [name]: cell }])
        expect([200, 409, 422], body.slice(0, 200)).toContain(statusCode)
      }
    const raw = (payload: string) =>
      at.testApp.server.inject({
        method: 'POST',
        url: '/api/save-bulk-data/bulk-update',
        payload,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${at.tokens['analyst']!}` },
      })
    for (const body of ['', '{', '[]', '"x"', '{"data":']) expect((await raw(body)).statusCode).toBe(400)
  })
})

test('a brand that is disabled while an edit waits for another save of it keeps its findings as they are', async () => {
  const [one] = await stored(1)
  const { pool } = at.database
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`intake ${scope.brand}`])
    const save = analyst.save([{ id: one!.id, rowVersion: one!.rowVersion, title: 'no' }])
    const answer = Promise.resolve(save)
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
    await pool.query('update brands set enabled = false where id = $1', [scope.brand])
    await other.query('commit')
    expect([(await answer).statusCode, (await answer).json().message]).toEqual([422, 'Brand is disabled'])
  } finally {
    other.release(true)
    await pool.query('update brands set enabled = true where id = $1', [scope.brand])
  }
  expect((await analyst.fetch())[0]!['title']).toBe(one!['title'])
})
