import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '#kit/contract/texts.ts'
import { row, rows, sql } from './db.ts'
import { newId } from './id.ts'
import { type TestDatabase, testDatabase } from './testing.ts'
import { atVersion, editConflictMessage, orEditConflict } from './versions.ts'

let database: TestDatabase
const id = newId()
beforeAll(async () => {
  database = await testDatabase()
  await rows(database.db, sql`insert into companies (id, name, legal_name) values (${id}, 'Acme', 'Acme Limited')`)
})
afterAll(() => database.drop())

const current = () =>
  row<{ name: string; version: number }>(database.db, sql`select name, version from companies where id = ${id}`)

async function rename(name: string, seen: number | undefined): Promise<{ version: number }> {
  const changed = await row<{ version: number }>(
    database.db,
    sql`update companies set name = ${name}, version = version + 1 where id = ${id} and ${atVersion(seen)}
        returning version`,
  )
  return orEditConflict(changed, current)
}

test('of two edits of the same version the second gets a 409 with the current record and changes nothing', async () => {
  expect(await rename('First', 1)).toEqual({ version: 2 })
  await expect(rename('Second', 1)).rejects.toMatchObject({
    status: 409,
    message: editConflictMessage,
    extra: { current: { name: 'First', version: 2 } },
  })
  expect(await current()).toEqual({ name: 'First', version: 2 })
  expect(await rename('Second', 2)).toEqual({ version: 3 })
})

test('without a version the save overwrites any version', async () => {
  expect(await rename('Third', version.parse(undefined))).toEqual({ version: 4 })
})

test('a deleted record is not found', async () => {
  await expect(orEditConflict(undefined, () => Promise.resolve(undefined))).rejects.toMatchObject({ status: 404 })
})
