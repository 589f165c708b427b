import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { SeenChange } from '#features/history/contract.ts'
import { sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'

const { at, get, post, one } = setUpActionTests()

const changesFor = async (id: string, who: string) =>
  (await get(`data-log/changes/${id}?platform=domain`, who)).json<{ changes: SeenChange[] }>().changes

test('a finding’s changes: a Client learns no names of staff, and only an own last decision can be undone', async () => {
  const id = await one(domain, '33')
  await post(`decisions/one/${id}`, { platform: 'domain', statusfrom: '33', status: '88' }, 'analyst')
  await post(`decisions/one/${id}`, { platform: 'domain', statusfrom: '88', status: '22' }, 'client')
  const [latest, first] = await changesFor(id, 'client')
  expect([latest, first]).toMatchObject([
    {
      statusFrom: '88',
      statusTo: '22',
      by: 'client',
      moment: expect.any(String) as string,
    },
    { statusFrom: '33', statusTo: '88', by: '', moment: null },
  ])
  expect((await changesFor(id, 'analyst')).map(({ by, moment }) => [by !== '', moment])).toEqual([
    [true, null],
    [true, null],
  ])
  const undo = await post(`decisions/undo-one/${id}`, { platform: 'domain', moment: latest!.moment })
  expect(undo.json()).toMatchObject({ data: { status: '88' } })
  expect((await get(`data-log/changes/${id}?platform=domain`, 'foreignClient')).statusCode).toBe(404)
  expect((await get(`data-log/changes/${newId()}?platform=domain`)).statusCode).toBe(404)
  expect((await get(`data-log/changes/${id}?platform=website`)).statusCode).toBe(404)
})

test('the pictures of a brand are for those who see the brand: its items first', async () => {
  const { brands, people } = at.world
  for (const [kind, label] of [
    ['page', 'https://own.example/'],
    ['picture', 'Bottle, front'],
  ])
    await sql`insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      values (${newId()}, ${brands.own}, ${kind}, ${label}, ${`images/${label}`}, ${people.admin})`.execute(
      at.database.db,
    )
  const genuine = (who: string) => get(`domain-search-schedule/genuine?brand=${brands.own}`, who)
  expect((await genuine('client')).json()).toMatchObject({
    docs: [{ kind: 'picture', label: 'Bottle, front' }, { kind: 'page' }],
  })
  expect((await genuine('analyst')).json<{ docs: object[] }>().docs).toHaveLength(2)
  expect((await genuine('foreignClient')).statusCode).toBe(404)
})
