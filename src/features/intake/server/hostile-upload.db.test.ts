import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { kindOf } from '#columns/kinds.ts'
import { storedName } from '#columns/stored.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { platformOf, platforms } from '#platforms/all.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import {
  awkward,
  bearerOf,
  countOf,
  emptyUploads,
  post,
  sampleDay,
  sampleRow,
  sampleRows,
  type Uploads,
  uploads,
} from './testing.ts'

const eCommerce = platformOf('e-commerce')!
const url = '/api/save-bulk-data'

let database: TestDatabase
let world: TestWorld
let testApp: TestApp
let analyst: { authorization: string }
let calls: Uploads
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  testApp = await buildTestApp(database)
  analyst = await bearerOf(database.db, world.people.analyst)
  calls = uploads(testApp.server, analyst, { company: world.companies.parent, brand: world.brands.own })
})
afterAll(async () => {
  await testApp.close()
  await database.drop()
})
beforeEach(() => emptyUploads(database.db))

describe('who may upload', () => {
  test('S-002 staff only: a Client is refused and an anonymous caller must sign in, before anything is read', async () => {
    const client = await bearerOf(database.db, world.people.client)
    for (const path of [url, `${url}/check`]) {
      expect((await post(testApp.server, path, client, '{')).statusCode).toBe(403)
      expect((await post(testApp.server, path, {}, '{')).statusCode).toBe(401)
    }
    const template = { method: 'GET', url: `${url}/template/domain` } as const
    expect((await testApp.server.inject({ ...template, headers: client })).statusCode).toBe(403)
    const admin = await bearerOf(database.db, world.people.admin)
    const asAdmin = uploads(testApp.server, admin, { company: world.companies.parent, brand: world.brands.own })
    expect((await asAdmin.save([sampleRow(eCommerce, 0)])).statusCode).toBe(200)
  })
})

describe('the header fields', () => {
  test.each<[what: string, body: string | Buffer, status: number]>([
    ['no body', '', 400],
    ['not JSON', '{"data": [', 400],
    ['a list', '[]', 400],
    ['a number', '7', 400],
    ['null', 'null', 400],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400],
    ['200,000 brackets deep', '['.repeat(200_000), 400],
    ['200,000 brackets deep and closed', `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 422],
    ['an empty object', '{}', 422],
  ])('%s is refused and stores nothing', async (_what, body, status) => {
    const answer = await post(testApp.server, url, analyst, body)
    expect([answer.statusCode, typeof answer.json().message]).toEqual([status, 'string'])
    expect(await countOf(database.db, 'findings')).toBe(0)
  })

  test('a body with too many values, and one above the size limit, are refused as too large, and the server stays up', async () => {
    const values = Buffer.from(`{"data":[${'[],'.repeat(15_000_000)}[]]}`)
    for (const body of [values, Buffer.alloc(65 * 1024 * 1024, 0x20)]) {
      const answer = await post(testApp.server, url, analyst, body)
      expect([answer.statusCode, answer.json()]).toEqual([413, { message: 'The request is too large.' }])
    }
    const text = { ...sampleRow(eCommerce, 0), title: '[{,:\\"'.repeat(60) }
    expect((await calls.save([text])).statusCode).toBe(200)
  })

  test('S-026 S-013 invalid company, brand, platform, date and rows are named as fields', async () => {
    const tomorrow = daysAfter(today('Asia/Kolkata'), 1)
    const cases: [more: Record<string, unknown>, field: string, sentence: string][] = [
      [{ company: '' }, 'company', 'Company is required'],
      [{ company: 'x' }, 'company', 'Company is not valid'],
      [{ company: { toString: 1 } }, 'company', 'Company is not valid'],
      [{ company: newId() }, 'company', 'Company is not valid'],
      [{ brand: undefined }, 'brand', 'Brand is required'],
      [{ brand: "' or 1=1 --" }, 'brand', 'Brand is not valid'],
      [{ brand: world.brands.foreign }, 'brand', 'Brand is not valid'],
      [{ brand: world.brands.child }, 'brand', 'Brand is not valid'],
      [{ brand: world.brands.disabled }, 'brand', 'Brand is disabled'],
      [{ platform: undefined }, 'platform', 'Platform is required'],
      [{ platform: 'tmch' }, 'platform', 'Platform is not valid'],
      [{ platform: '__proto__' }, 'platform', 'Platform is not valid'],
      [{ platform: ['domain'] }, 'platform', 'Platform is not valid'],
      [
        { company: world.companies.child, brand: world.brands.child, platform: 'website' },
        'platform',
        'The brand does not have this platform',
      ],
      [{ reportingDate: undefined }, 'reportingDate', 'Reporting date is required'],
      [{ reportingDate: '2026-02-30' }, 'reportingDate', 'Reporting date is not valid'],
      [{ reportingDate: 20260301 }, 'reportingDate', 'Reporting date is not valid'],
      [{ reportingDate: '2017-12-31' }, 'reportingDate', 'Reporting date must be between 01/01/2018 and today'],
      [{ reportingDate: tomorrow }, 'reportingDate', 'Reporting date must be between 01/01/2018 and today'],
      [{ duplicateLidCheck: 'perhaps' }, 'duplicateLidCheck', 'Duplicate lid check is not valid'],
      [{ data: 'rows' }, 'data', 'Data is not valid'],
      [{ data: [null] }, 'data', 'Data is not valid'],
      [{ data: [[1, 2]] }, 'data', 'Data is not valid'],
      [{ data: [] }, 'data', 'Data must be between 1 and 25,000 rows'],
      [{ data: Array.from({ length: 25_001 }, () => ({})) }, 'data', 'Data must be between 1 and 25,000 rows'],
    ]
    for (const [more, field, sentence] of cases) {
      const answer = await calls.save([sampleRow(eCommerce, 0)], more)
      expect([answer.statusCode, answer.json()]).toEqual([422, { message: sentence, errors: [{ [field]: sentence }] }])
    }
    expect(await countOf(database.db, 'findings')).toBe(0)
    for (const reportingDate of ['2018-01-01', today('Asia/Kolkata'), '09/03/2026'])
      expect((await calls.check([sampleRow(eCommerce, 0)], { reportingDate })).statusCode).toBe(200)
  })
})

describe('hostile cells', () => {
  test('a cell of 10 MB, a list, an object that cannot become a text, and polluting keys are rejected or ignored, row by row', async () => {
    const cells: Record<string, unknown>[] = [
      { title: 'x'.repeat(10 * 1024 * 1024) },
      { title: ['a'] },
      { price: { toString: 1, valueOf: 1 } },
      { reason: { length: 3 } },
      { sn: { a: 1 }, url: { b: 2 } },
      { status: { toString: null } },
      { priority: null, reasonCode: null },
    ]
    const data = cells.map((cell, n) => ({ ...sampleRow(eCommerce, n), ...cell }))
    const text = JSON.stringify(data).replace(
      /\}\]$/,
      ',"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]',
    )
    const head = JSON.stringify({
      company: world.companies.parent,
      brand: world.brands.own,
      platform: 'e-commerce',
      reportingDate: sampleDay,
    })
    const answer = await post(testApp.server, `${url}/check`, analyst, `${head.slice(0, -1)},"data":${text}}`)
    expect(answer.statusCode).toBe(200)
    const { cellErrors, statusDuplicates, wouldSave } = answer.json()
    expect(cellErrors.map(({ index, column }: { index: number; column: string }) => [index, column])).toEqual([
      [0, 'title'],
      [1, 'title'],
      [2, 'price'],
      [3, 'reason'],
      [4, 'url'],
    ])
    expect(statusDuplicates.map(({ index }: { index: number }) => index)).toEqual([5])
    expect(wouldSave).toBe(1)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('awkward texts are stored unchanged in every text column of every platform', async () => {
    for (const platform of platforms) {
      await emptyUploads(database.db)
      const texts = [...platform.imported, ...platform.importedIfNamed].filter(
        (name) =>
          platform.columns[name]!.kind === 'text' &&
          platform.columns[name]!.holds === undefined &&
          platform.columns[name]!.storedIn === 'own' &&
          name !== platform.identity,
      )
      const data = awkward.map((text, n) => ({
        ...sampleRow(platform, n),
        ...Object.fromEntries(texts.map((name) => [name, text.slice(0, platform.columns[name]!.max)])),
      }))
      if (platform.alsoUnique)
        for (const [n, row] of data.entries()) Object.assign(row, { [platform.alsoUnique.column]: `L${n}` })
      const answer = await calls.save(data, { platform: platform.value })
      expect([platform.value, answer.statusCode, answer.json().cellErrors]).toEqual([platform.value, 200, undefined])
      const stored = await rows<Record<string, unknown>>(
        database.db,
        sql`select d.* from ${sql.table(platform.table)} d order by finding_id`,
      )
      stored.forEach((row, n) => {
        for (const name of texts.filter((one) => one !== platform.alsoUnique?.column))
          expect(row[storedName(name)]).toBe(String((data[n] as Record<string, unknown>)[name]).trim())
      })
    }
  })

  test('control characters are rejected, and a lone surrogate never reaches the database', async () => {
    for (const bad of ['a\u0000b', 'a\u0007', '\u001b[31m', 'a\u007f', 'a\ufffe']) {
      const answer = await calls.save([{ ...sampleRow(eCommerce, 0), title: bad, image: `${bad}.png` }])
      expect([answer.statusCode, answer.json().cellCount]).toEqual([409, 2])
    }
    const lone = { ...sampleRow(eCommerce, 0), title: 'a\ud800b', url: 'https://shop.example/\udfff', lid: '\ud83d' }
    expect((await calls.save([lone])).statusCode).toBe(200)
    expect(await rows(database.db, sql`select title, url, lid from findings_e_commerce`)).toEqual([
      { title: 'a\ufffdb', url: 'https://shop.example/\ufffd', lid: '\ufffd' },
    ])
    expect((await calls.save([lone])).json().storedCount).toBe(1)
  })

  test('awkward texts in every column at once end in a report, never in a failure', async () => {
    for (const platform of platforms) {
      const names = [
        ...platform.imported,
        ...platform.importedIfNamed,
        'sn',
        's3BucketName',
        's3FullImagePath',
        'imageUrl',
      ]
      const data = [...awkward, 'a\u0000b', '\ud800', 'x'.repeat(5000)].map((text) =>
        Object.fromEntries(names.map((name) => [name, text])),
      )
      const answer = await calls.check(data, { platform: platform.value })
      expect([answer.statusCode, answer.json().duplicates.length]).toEqual([200, data.length])
    }
  })

  test('numbers at and beyond their bounds are stored or rejected, never a database error', async () => {
    const bounds = {
      money: [0, 100_000_000, '₹ 1,00,000.50', 1e8 + 1, -1, 1e21],
      percent: ['100%', 101],
      count: [2 ** 53 - 1, 2 ** 53, 1.5],
      score: [1_000_000, 1e7],
    }
    for (const [kind, values] of Object.entries(bounds))
      for (const platform of platforms)
        for (const name of Object.keys(platform.columns).filter((one) => platform.columns[one]!.kind === kind))
          for (const value of values) {
            const readable = 'value' in kindOf(kind as 'money').read(value, 1000)
            const answer = await calls.check([{ ...sampleRow(platform, 0), [name]: value }], {
              platform: platform.value,
            })
            expect([name, value, answer.statusCode, answer.json().cellCount]).toEqual([
              name,
              value,
              200,
              readable ? 0 : 1,
            ])
          }
  })
})

describe('a connection that breaks', () => {
  test('when the database connection is lost during a save, nothing is stored and the next save works', async () => {
    const going = calls.save(sampleRows(eCommerce, 4000))
    await expect
      .poll(
        async () => {
          const found = await rows(
            database.db,
            sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query ~ '^[[:space:]]*insert into .?findings'`,
          )
          return found.length
        },
        { interval: 2, timeout: 10_000 },
      )
      .toBeGreaterThan(0)
    const answer = await going
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'The connection to the database was lost. Please check whether it was saved before trying again.',
    ])
    expect(await countOf(database.db, 'findings')).toBe(0)
    expect((await calls.save(sampleRows(eCommerce, 3))).statusCode).toBe(200)
  })

  test('a caller who disconnects in the middle of the body stores nothing, and the next one is served', async () => {
    await testApp.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = testApp.server.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const whole = JSON.stringify({ data: sampleRows(eCommerce, 200), company: world.companies.parent })
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: x\r\nauthorization: ${analyst.authorization}\r\n` +
        `content-type: application/json\r\ncontent-length: ${whole.length}\r\n\r\n${whole.slice(0, whole.length / 2)}`,
    )
    await sleep(100)
    socket.destroy()
    expect((await calls.save(sampleRows(eCommerce, 3))).statusCode).toBe(200)
    expect(await countOf(database.db, 'findings')).toBe(3)
  })
})
