import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { storedName } from '#columns/stored.ts'
import { rows, sql } from '#kit/server/db.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platforms } from '#platforms/all.ts'
import { bearerOf, emptyUploads, sampleRow, type Uploads, uploads } from './testing.ts'

/** The public Big List of Naughty Strings, in the shared data folder outside the repository. */
const list = join(import.meta.dirname, '../../../../tests/fixtures/naughty-strings/blns.json')
const naughty = (JSON.parse(readFileSync(list, 'utf8')) as string[]).filter((text) => text.trim() !== '')

/** Control characters inside a text, other than tab and line ends, and the reversed byte-order mark (G107). */
const isRefused = (text: string) => /[\p{Cc}\ufffe]/u.test(text.trim().replaceAll(/[\t\n\r]/g, ''))

/** The text cut to the column's length, without splitting the last character. */
const cut = (text: string, max: number | undefined) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

let database: TestDatabase
let world: TestWorld
let testApp: TestApp
let calls: Uploads
let client: { authorization: string }
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  const analyst = await bearerOf(database.db, world.people.analyst)
  client = await bearerOf(database.db, world.people.client)
  calls = uploads(testApp.server, analyst, { company: world.companies.parent, brand: world.brands.own })
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})
beforeEach(() => emptyUploads(database.db))

test('the whole list is read', () => {
  expect(naughty.length).toBeGreaterThan(450)
})

test.each(platforms.map((platform) => [platform.value, platform] as const))(
  'naughty strings in every text column of %s are stored unchanged, or rejected cell by cell',
  async (value, platform) => {
    const texts = [...platform.imported, ...platform.importedIfNamed].filter(
      (name) =>
        platform.columns[name]!.kind === 'text' &&
        platform.columns[name]!.holds === undefined &&
        platform.columns[name]!.storedIn === 'own' &&
        ![platform.identity, platform.alsoUnique?.column].includes(name),
    )
    const rowOf = (text: string, n: number) => ({
      ...sampleRow(platform, n),
      ...Object.fromEntries(texts.map((name) => [name, cut(text, platform.columns[name]!.max)])),
    })
    const bad = naughty.filter(isRefused)
    const refused = await calls.save(bad.map(rowOf), { platform: value })
    expect([refused.statusCode, refused.json().cellErrors.length]).toEqual([409, bad.length * texts.length])

    const good = naughty.filter((text) => !isRefused(text))
    const data = good.map(rowOf)
    const saved = await calls.save(data, { platform: value })
    expect([saved.statusCode, saved.json().cellErrors]).toEqual([200, undefined])
    const columns = texts.map((name) => sql`coalesce(d.${sql.ref(storedName(name))}, '')`)
    const stored = await rows<{ cells: string[] }>(
      database.db,
      sql`select array[${sql.join(columns)}] as cells from ${sql.table(platform.table)} d order by finding_id`,
    )
    expect(stored.map((row) => row.cells)).toEqual(
      data.map((row) => texts.map((name) => String((row as Record<string, unknown>)[name]).trim())),
    )
  },
)

test('naughty strings in every filter, search, order, range and id of a list never cause a server error', async () => {
  const list = ['site', 'title', 'url', 'price', 'status', 'priority', 'reasonCode', 'reportingDate', 'sortBy']
  const parts = [...list, 'sortOrder', 'page', 'perPage', 'startDate', 'brand', 'clientCompanyId', 'notification']
  for (const text of naughty) {
    for (const part of [parts.slice(0, 6), parts.slice(6)]) {
      const query = new URLSearchParams(part.map((name): [string, string] => [name, text]))
      const url = `/api/ecommerce?${query.toString()}`
      const answer = await testApp.server.inject({ method: 'GET', url, headers: client })
      expect([text, answer.statusCode < 500, typeof answer.json()]).toEqual([text, true, 'object'])
    }
    const url = `/api/ecommerce/${encodeURIComponent(text)}/client-comment`
    const response = await testApp.server.inject({
      method: 'POST',
      url,
      headers: client,
      payload: { clientComment: text },
    })
    expect([text, response.statusCode]).toEqual([text, response.statusCode < 500 ? response.statusCode : 'no failure'])
  }
})
