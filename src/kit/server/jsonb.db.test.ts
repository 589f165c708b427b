import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from './db.ts'
import { jsonbOf } from './jsonb.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('every text can be stored as jsonb and comes back as it was, but for what PostgreSQL refuses', async () => {
  const given = {
    half: 'x\ud83d',
    'key \udc00': 'y',
    none: 'a\u0000b',
    whole: '😀 — ünï',
    written: String.raw`\ud83d \\ \u0000`,
    lines: 'one\ntwo\t"three"',
  }
  const [one] = await rows<{ value: unknown }>(database.db, sql`select ${jsonbOf(given)}::jsonb as value`)
  expect(one!.value).toEqual({
    ...given,
    half: 'x\ufffd',
    none: 'a\ufffdb',
    'key \udc00': undefined,
    'key \ufffd': 'y',
  })
})
