import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLogParts } from './audit.ts'
import { row, rows, sql } from './db.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

let house: TestDatabase
beforeAll(async () => {
  house = await testDatabase()
})
afterAll(() => house.drop())

const parts = async () =>
  (
    await rows<{ name: string }>(
      house.db,
      sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'status_log'::regclass`,
    )
  ).length

test('the log keeps parts for this month and three to come, and making them again changes nothing', async () => {
  const before = await parts()
  await rows(house.db, sql`select make_log_parts(5)`)
  expect(await parts()).toBe(before + 2)
  await makeLogParts(house.db)
  expect(await parts()).toBe(before + 2)
})

test('nobody alters the log, whatever role the connection has', async () => {
  await expect(rows(house.db, sql`delete from status_log`)).rejects.toThrow('The log cannot be altered')
  await expect(rows(house.db, sql`update data_log set model = 'x'`)).rejects.toThrow('The log cannot be altered')
  expect(await row(house.db, sql`select count(*) as n from status_log`)).toEqual({ n: 0 })
})
