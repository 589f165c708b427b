import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('the statistics of every searched text of a finding are fine enough for a rare word (migration 0362)', async () => {
  const { rows } = await database.pool.query<{ table: string; name: string; target: number | null }>(
    `select c.relname as table, a.attname as name, a.attstattarget::int as target
      from pg_index i join pg_class c on c.oid = i.indrelid and c.relname like 'findings\\_%'
      cross join unnest(i.indkey::int2[], i.indclass::oid[]) as part(number, class)
      join pg_opclass o on o.oid = part.class and o.opcname = 'gin_trgm_ops'
      join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number`,
  )
  expect(new Set(rows.map((one) => one.table)).size).toBe(platforms.length)
  expect(rows.filter(({ target }) => target !== 400)).toEqual([])
})
