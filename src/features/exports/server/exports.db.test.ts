import { createHash } from 'node:crypto'
import { Workbook } from '@cj-tech-master/excelts'
import { parse } from 'papaparse'
import { describe, expect, test, vi } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { actionPassword, runExports, setUpExportTests } from './testing.ts'

const { at, post } = setUpActionTests()
const { range, grants, call, queryOf, grantFor, request, listed, filesOf } = setUpExportTests(at)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const sheetsOf = async (bytes: Buffer) => {
  const book = new Workbook()
  await book.xlsx.load(bytes)
  return book.worksheets.map((sheet) => {
    const lines: unknown[][] = []
    sheet.eachRow((line) => lines.push(Array.from({ length: sheet.columnCount }, (_, n) => line.getCell(n + 1).value)))
    return { name: sheet.name, lines }
  })
}

describe('the password', () => {
  test('S-161 S-163 a wrong password is 403 with the message, five wrong ones are 429; every attempt is recorded', async () => {
    const { db } = at.database
    const who = 'admin'
    const verify = (password: string) =>
      call('POST', '/queue/verify-password', { who, body: { purpose: 'bulk-download', password } })
    for (let n = 0; n < 5; n++) {
      const answer = await verify('wrong')
      expect([answer.statusCode, answer.json()]).toEqual([403, { message: 'Incorrect password' }])
    }
    expect((await verify(actionPassword)).statusCode).toBe(429)
    const logged = await rows(
      db,
      sql`select succeeded from action_attempts where user_id = ${at.world.people.admin} order by id`,
    )
    expect(logged.map((one) => (one as { succeeded: boolean }).succeeded)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    // An Admin finds who tried when, and from where.
    const [admin] = await rows<{ username: string }>(
      db,
      sql`select username from users where id = ${at.world.people.admin}`,
    )
    const events = (kind: string) => call('GET', `/sign-in-events?kind=${kind}&username=${admin!.username}`, { who })
    const wrong = (await events('wrong-action-password')).json<{ docs: { at: string }[] }>().docs
    expect(wrong).toHaveLength(5)
    expect(Math.abs(Date.parse(wrong[0]!.at) - Date.now())).toBeLessThan(60_000)
    expect(wrong[0]).toMatchObject({
      user: { id: at.world.people.admin },
      address: '127.0.0.1',
      detail: 'Bulk downloads',
    })
    expect((await events('too-many-tries')).json<{ docs: object[] }>().docs).toHaveLength(1)
    expect((await call('GET', '/sign-in-events')).statusCode).toBe(403)
  })
  test('the calls need a grant of that user; an altered or missing one is 403', async () => {
    for (const wrong of [undefined, '', 'x', `9${grants['analyst']!}`, grants['admin']!, `${grants['analyst']!}x`]) {
      const options = wrong === undefined ? {} : { grant: wrong }
      expect((await call('GET', `/queue/confirmFetchRecords?${queryOf()}`, options)).statusCode).toBe(403)
      expect(
        (
          await call('POST', '/queue/postQueueRecord', {
            ...options,
            body: { company: at.world.companies.parent, brand: 'ALL', platform: 'website', ...range },
          })
        ).statusCode,
      ).toBe(403)
    }
  })
  test('a grant is valid for ten minutes', async () => {
    const { now } = Date
    const statusIn = async (seconds: number) => {
      const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000)
      const answer = await call('GET', `/queue/confirmFetchRecords?${queryOf()}`, { grant: grants['analyst']! })
      later.mockRestore()
      return answer.statusCode
    }
    expect([await statusIn(540), await statusIn(601)]).toEqual([200, 403])
  })
  test('an Admin sets the password and sees who did; without one the action is closed', async () => {
    const shown = (await call('GET', '/action-passwords', { who: 'admin' })).json()
    expect(shown.docs.slice(0, 1)).toMatchObject([{ purpose: 'bulk-download', isSet: true, setBy: 'admin' }])
    expect((await post('action-passwords', { purpose: 'bulk-download', password: 'short' }, 'admin')).statusCode).toBe(
      422,
    )
    await rows(at.database.db, sql`delete from action_passwords`)
    await rows(at.database.db, sql`delete from action_attempts`)
    const closed = await call('POST', '/queue/verify-password', {
      body: { purpose: 'bulk-download', password: actionPassword },
    })
    expect([closed.statusCode, closed.json()]).toEqual([403, { message: 'Incorrect password' }])
    expect(
      (await post('action-passwords', { purpose: 'bulk-download', password: actionPassword }, 'admin')).statusCode,
    ).toBe(200)
    expect(await grantFor('analyst')).toMatch(/^\d+\./)
  })
})

describe('choices and confirmation', () => {
  test('S-220 S-221 S-222 S-223 the choices are the values of the scope', async () => {
    const choices = async (name: string, more = {}) => (await call('GET', `/services/${name}?${queryOf(more)}`)).json()
    expect(await choices('reason-code')).toEqual(['12307'])
    expect(await choices('status')).toEqual(['00', '33'])
    expect(await choices('seller')).toEqual(['Seller A', 'Seller B'])
    expect(await choices('seller', { search: 'b' })).toEqual(['Seller B'])
    expect(await choices('action-date')).toEqual([])
    const day = { startDate: '2023-05-04', endDate: '2023-05-04' }
    expect([await choices('status', day), await choices('reason-code', day)]).toEqual([['00'], []])
    const brand = at.world.brands.disabled
    expect([await choices('status', { brand }), await choices('reason-code', { brand })]).toEqual([['33'], []])
    expect(await choices('seller', { brand: at.world.brands.disabled })).toEqual(['Seller A'])
    expect(await choices('seller', { platform: 'website' })).toEqual([])
    expect((await call('GET', `/services/seller?${queryOf({ brand: at.world.brands.foreign })}`)).statusCode).toBe(422)
    expect((await call('GET', `/services/seller?${queryOf({ brand: 'x' })}`)).statusCode).toBe(422)
  })
  test('S-224 G117 every brand of ALL is counted, those without findings with 0', async () => {
    const confirm = async (more = {}) =>
      (await call('GET', `/queue/confirmFetchRecords?${queryOf(more)}`, { grant: grants['analyst']! })).json()
    const result = (off: number, one: number) => [
      { brandName: 'Acme Off', noOfDocument: off },
      { brandName: 'Acme One', noOfDocument: one },
    ]
    expect(await confirm()).toEqual({ companyName: 'Acme', result: result(1, 2) })
    expect((await confirm({ status: '00' })).result).toEqual(result(0, 1))
    expect((await confirm({ seller: ['Seller A', 'x'] })).result).toEqual(result(1, 1))
    expect((await confirm({ reasonCode: '12307' })).result).toEqual(result(0, 1))
    expect((await confirm({ startDate: '2013-01-01', endDate: '2013-01-02' })).result).toEqual(result(0, 0))
  })
})

test('S-222 S-224 G83 the last action dates are choices, newest first; they filter the counts and the file', async () => {
  const actOn = (title: string, day: string) =>
    rows(
      at.database.db,
      sql`insert into last_enforcements (company_id, finding_id, enforcement_id, platform, action_taken, action_date)
        select company_id, finding_id, gen_random_uuid(), 'e-commerce', 'Abuse E-mail Sent', ${day}::date
        from findings_e_commerce where title = ${title}`,
    )
  await actOn('two', '2023-07-01')
  await actOn('three', '2023-07-03')
  const choices = (await call('GET', `/services/action-date?${queryOf()}`)).json()
  expect(choices).toEqual(['2023-07-03', '2023-07-01'])
  const actionDate = ['2023-07-01']
  const query = queryOf({ actionDate })
  const { result } = (await call('GET', `/queue/confirmFetchRecords?${query}`, { grant: grants['analyst']! })).json()
  expect(result.map((one: { noOfDocument: number }) => one.noOfDocument)).toEqual([0, 1])
  const { id } = (await request({ actionDate, format: 'csv' })).json<{ id: string }>()
  await runExports(at.testApp.app)
  const [file] = await filesOf(id)
  const lines = parse<string[]>(file!.bytes.toString('utf8'), { skipEmptyLines: true }).data
  expect(lines.slice(1).map((line) => line[1 + eCommerce.imported.indexOf('title')])).toEqual(['two'])
  await rows(at.database.db, sql`delete from last_enforcements`)
})

describe('the files', () => {
  test('S-225 S-131 S-297 G83 a workbook with one sheet a brand in the import columns, by email and in the queue', async () => {
    const answer = await request({
      brandId: 'ALL',
      dateRange: '01/05/2023 - 31/05/2023',
      startDate: undefined,
      endDate: undefined,
    })
    expect(answer.json()).toMatchObject({ message: 'The download is queued. You will get an email with the links.' })
    const { id } = answer.json<{ id: string }>()
    expect(await listed(id)).toMatchObject({ status: 'Pending', numOfRecords: 3, brand: 'ALL' })
    await runExports(at.testApp.app)
    const row = await listed(id)
    expect(row).toMatchObject({ status: 'Completed', done: 3, problem: null })
    const [file] = await filesOf(id)
    expect(row.files).toEqual([
      {
        name: 'e-commerce-2023-05-01-to-2023-05-31.xlsx',
        records: 3,
        bytes: file!.bytes.length,
        sha256: sha256(file!.bytes),
      },
    ])
    const sheets = await sheetsOf(file!.bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['Acme Off', 'Acme One'])
    expect(sheets[1]!.lines[0]).toEqual(['sn', ...eCommerce.imported])
    const title = 1 + eCommerce.imported.indexOf('title')
    expect(sheets.map(({ lines }) => lines.slice(1).map((line) => line[title]))).toEqual([['three'], ['two', '=1+1']])
    const mails = await rows<{ subject: string; text: string }>(
      at.database.db,
      sql`select subject, text_body as text from mails where id = ${id}`,
    )
    expect(mails[0]!.text).toContain(sha256(file!.bytes))
    const [, link] = /(\/api\/files\/\S+)/.exec(mails[0]!.text) ?? []
    expect((await at.testApp.server.inject({ url: link! })).rawPayload.equals(file!.bytes)).toBe(true)
    const expires = Number(/expires=(\d+)/.exec(link!)![1]) - Date.now() / 1000
    expect(Math.abs(expires - 7 * 86_400)).toBeLessThan(400)
    const statusOf = async (url: string) => (await at.testApp.server.inject({ url })).statusCode
    expect(await statusOf(link!.replace(/expires=(\d)/, 'expires=9$1'))).toBe(403)
    const { now } = Date
    for (const [days, status] of [
      [6.9, 200],
      [7.1, 403],
    ] as const) {
      const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + days * 86_400_000)
      expect([days, await statusOf(link!)]).toEqual([days, status])
      later.mockRestore()
    }
    // A link is for its own file: not for one of another company's download.
    const other = await request({ company: at.world.companies.foreign, brand: 'ALL' })
    await runExports(at.testApp.app)
    const [stored] = await rows<{ key: string }>(
      at.database.db,
      sql`select key from export_files where export_id = ${other.json<{ id: string }>().id}`,
    )
    expect(await statusOf(link!.replace(/exports%2F[^?]+/, encodeURIComponent(stored!.key)))).toBe(403)
  })

  test('who took what out stands in the data log, also for fresh links, and can be filtered', async () => {
    const { id } = (await request({ status: ['00'] })).json<{ id: string }>()
    await runExports(at.testApp.app)
    await filesOf(id)
    const log = (await call('GET', '/data-log?type=export', { who: 'admin' })).json()
    expect(log.docs.slice(0, 2)).toMatchObject(
      [true, false].map((again) => ({
        type: 'export',
        model: 'Ecommerce',
        totalAffectedRecords: 1,
        updatedBy: { id: at.world.people.analyst },
        company: 'Acme',
        takenOut: {
          brands: ['Acme Off', 'Acme One'],
          allBrands: true,
          ...range,
          choices: { status: ['00'] },
          domains: 0,
          format: 'xlsx',
          files: ['e-commerce-2023-05-01-to-2023-05-31.xlsx'],
          again,
        },
      })),
    )
    expect(log.docs.every((one: { type: string }) => one.type === 'export')).toBe(true)
  })

  test('CSV is one file with formulas disarmed; Parquet has types and a data dictionary', async () => {
    const csvId = (await request({ format: 'csv' })).json<{ id: string }>().id
    const parquetId = (await request({ format: 'parquet' })).json<{ id: string }>().id
    await runExports(at.testApp.app)
    const [csv] = await filesOf(csvId)
    expect((await listed(csvId)).files).toMatchObject([{ bytes: csv!.bytes.length, sha256: sha256(csv!.bytes) }])
    const lines = parse<string[]>(csv!.bytes.toString('utf8').replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data
    expect(lines.map((line) => line[0])).toEqual(['sn', '1', '2', '3'])
    expect(lines.map((line) => line[1 + eCommerce.imported.indexOf('title')])).toEqual([
      'title',
      'three',
      'two',
      "'=1+1",
    ])
    expect(csv!.bytes.toString('utf8').match(/\uFEFF/g)).toHaveLength(1)
    const [parquet, dictionary] = await filesOf(parquetId)
    expect([parquet!.name, dictionary!.name]).toEqual([
      'e-commerce-2023-05-01-to-2023-05-31.parquet',
      'e-commerce-2023-05-01-to-2023-05-31-columns.csv',
    ])
    const { parquetReadObjects } = await import('hyparquet')
    const { buffer, byteOffset, length } = parquet!.bytes
    const read = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer })
    expect(read.map((one) => [one['title'], one['status'], one['brand']])).toEqual([
      ['three', '33', 'Acme Off'],
      ['two', '00', 'Acme One'],
      ['=1+1', '33', 'Acme One'],
    ])
    expect(dictionary!.bytes.toString('utf8')).toContain('\nprice,Price,Number (double)')
  })

  test('S-162 without findings nothing is queued; the platform, company and brand must be valid', async () => {
    const none = await request({ platform: 'website' })
    expect([none.statusCode, none.json()]).toMatchObject([422, { message: 'No records found!' }])
    for (const wrong of [
      { platform: 'x' },
      { platform: '' },
      { company: at.world.brands.own },
      { brand: [] },
      { brand: [at.world.brands.foreign] },
      { endDate: '2023-04-01' },
      { format: 'pdf' },
      { startDate: 'x' },
    ])
      expect([wrong, (await request(wrong)).statusCode]).toEqual([wrong, 422])
    expect((await request({ startDate: '2013-01-01', endDate: '2023-05-31' })).statusCode).toBe(200)
    await runExports(at.testApp.app)
  })
})
