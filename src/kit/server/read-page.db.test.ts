import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listParams } from '#kit/contract/page.ts'
import { joinConditions, sql } from './db.ts'
import { orderOf, readPage } from './read-page.ts'
import { searchConditions } from './search-text.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const people = sql`(values (1, 'Ann', '50%'), (2, 'bob', 'a_b'), (3, null, 'axb')) p(id, name, note)`
const sortable = { name: sql`lower(p.name)` }
const readPeople = async (query: Parameters<typeof readPage>[1], text?: string) => {
  const where = joinConditions(searchConditions(text, [sql`p.name`, sql`p.note`]))
  return readPage<{ id: number }>(database.db, query, {
    select: sql`p.id`,
    from: sql`from ${people} where ${where}`,
    order: orderOf(query, sortable, sql`p.id`),
  })
}
const ids = async (...args: Parameters<typeof readPeople>) => (await readPeople(...args)).docs.map(({ id }) => id)

test('A-146 the default order is by id, descending, also for an unknown column', async () => {
  expect(await ids({})).toEqual([3, 2, 1])
  expect(await ids({ sortBy: 'name; drop table users', sortDirection: 'asc' })).toEqual([3, 2, 1])
  expect(await ids({ sortBy: 'toString' })).toEqual([3, 2, 1])
  expect(await ids({ sortBy: '_id', sortDirection: 'asc' })).toEqual([1, 2, 3])
})

test('a sortable column sorts either way, blanks last', async () => {
  expect(await ids({ sortBy: 'name' })).toEqual([1, 2, 3])
  expect(await ids({ sortBy: 'name', sortDirection: 'desc' })).toEqual([2, 1, 3])
})

test('a search matches part of any column in any letter case; % and _ are plain characters', async () => {
  expect(await ids({}, 'AN')).toEqual([1])
  expect(await ids({}, 'X')).toEqual([3])
  expect(await ids({}, '%')).toEqual([1])
  expect(await ids({}, '_')).toEqual([2])
  expect(await ids({}, '\\')).toEqual([])
})

test('A-146 a page has 20 rows by default, in the paged envelope', async () => {
  expect(await readPeople({ perPage: 2, page: 2 })).toMatchObject({
    page: 2,
    totalDocs: 3,
    totalPages: 2,
    hasNextPage: false,
  })
  expect((await readPeople({})).totalPages).toBe(1)
  const many = await readPage<{ n: number }>(
    database.db,
    {},
    {
      select: sql`n`,
      from: sql`from generate_series(1, 25) n`,
      order: sql`n`,
    },
  )
  expect([many.docs.length, many.totalDocs, many.totalPages]).toEqual([20, 25, 2])
})

test('A-069 a list takes 1 or -1 as direction and a search of at most 200 characters', () => {
  const schema = z.object(listParams)
  expect(schema.parse({ page: '2', perPage: '50', sortBy: 'name', sortDirection: '-1', search: ' a ' })).toEqual({
    page: 2,
    perPage: 50,
    sortBy: 'name',
    sortDirection: 'desc',
    search: 'a',
  })
  expect(schema.safeParse({ search: 'x'.repeat(201) }).success).toBe(false)
})
