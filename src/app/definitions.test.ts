import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { kindOf } from '#columns/kinds.ts'
import { storedName } from '#columns/stored.ts'
import { rows, sql } from '#kit/server/db.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { trademark } from '#platforms/trademark.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'

/** Columns of `findings` that belong to no definition: keys, scope and bookkeeping. */
const bookkeeping =
  'company_id id brand_id platform identity_key seller image_bucket image_key created_by updated_by version created_at updated_at deleted_at'
/** Common columns that are stored under another name or derived: dateAdded is the reporting date, brand is a key. */
const derived = ['date_added', 'brand']

type Stored = { name: string; type: string; optional: boolean }

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const storedColumns = (table: string) =>
  rows<Stored>(
    database.db,
    sql`select column_name as name, data_type as type, is_nullable = 'YES' as optional
        from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
  )

describe.each(platforms.map((platform) => [platform.title, platform] as const))('%s', (_title, platform) => {
  test('its table has exactly the columns of its definition, of their types, required where it says so', async () => {
    const stored = (await storedColumns(platform.table)).filter((c) => !['company_id', 'finding_id'].includes(c.name))
    const defined = Object.entries(platform.columns).filter(([, column]) => column.storedIn === 'own')
    const expected = defined.map(([name, column]) => ({
      name: storedName(name),
      type: kindOf(column.kind).stored,
      optional: !column.required,
    }))
    const byName = (a: Stored, b: Stored) => a.name.localeCompare(b.name)
    expect(stored.toSorted(byName)).toEqual(expected.toSorted(byName))
  })

  test('its common columns are in the findings table', async () => {
    const stored = (await storedColumns('findings')).map((c) => c.name)
    const common = Object.entries(platform.columns).filter(([, column]) => column.storedIn === 'common')
    const expected = common.map(([name]) => storedName(name)).filter((name) => !derived.includes(name))
    expect(stored.filter((name) => !bookkeeping.split(' ').includes(name)).toSorted()).toEqual(expected.toSorted())
  })
})

test('TMCH marks have the columns of their definition', async () => {
  const stored = (await storedColumns(trademark.table)).map((c) => c.name)
  for (const name of Object.keys(trademark.columns)) expect(stored).toContain(storedName(name))
})

test('C-190 the 143 reason codes of the vocabulary are in the database from the first migration', async () => {
  const stored = await rows(
    database.db,
    sql`select code, name, level, priority, platforms, meaning from reason_codes order by code`,
  )
  expect(stored).toEqual(reasonCodes.toSorted((a, b) => (a.code < b.code ? -1 : 1)))
})

test('C-001 each of the five platforms and the clearinghouse marks can be listed and downloaded', () => {
  const served = new Set(endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`))
  const titles = [...platforms, trademark].map((platform) => platform.title)
  expect(titles).toEqual(['Domain', 'Website', 'Social Media', 'E-commerce', 'App Store', 'TMCH'])
  for (const { path } of [...platforms, trademark]) {
    expect(served, path).toContain(`GET /${path}`)
    expect(served, path).toContain(`GET /${path}/download-xls`)
  }
})
