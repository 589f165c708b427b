import { createHash } from 'node:crypto'
import { Workbook } from '@cj-tech-master/excelts'
import { parse } from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { actionPassword, runExports, setActionPassword } from './testing.ts'

const { at, post } = setUpActionTests()
let grant: string
let adminGrant: string

const range = { startDate: '2023-05-01', endDate: '2023-05-31' }
const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: { body?: object; who?: string; grant?: string } = {},
) =>
  at.testApp.server.inject({
    method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${at.tokens[options.who ?? 'analyst']!}`,
      ...(options.grant === undefined ? {} : { 'x-action-grant': options.grant }),
    },
    ...(options.body ? { payload: options.body } : {}),
  })
const queryOf = (more: Record<string, string | string[]> = {}) => {
  const query = new URLSearchParams()
  const all = { company: at.world.companies.parent, brand: 'ALL', platform: 'e-commerce', ...range, ...more }
  for (const [name, value] of Object.entries(all)) for (const one of [value].flat()) query.append(name, one)
  return query.toString()
}
const grantFor = async (who: string) =>
  (
    await call('POST', '/queue/verify-password', { who, body: { purpose: 'bulk-download', password: actionPassword } })
  ).json<{ grant: string }>().grant
const request = (more: object = {}, who = 'analyst') =>
  call('POST', '/queue/postQueueRecord', {
    who,
    grant: who === 'admin' ? adminGrant : grant,
    body: { company: at.world.companies.parent, brand: 'ALL', platform: 'e-commerce', ...range, ...more },
  })
type Row = {
  id: string
  status: string
  numOfRecords: number
  done: number
  problem: string | null
  brand: string
  files: { name: string; records: number; bytes: number; sha256: string }[]
}
const listed = async (id: string) =>
  (await call('GET', '/queue/getRecords?perPage=100')).json<{ docs: Row[] }>().docs.find((one) => one.id === id)!
const filesOf = async (id: string, who = 'analyst') => {
  const { files } = (await call('POST', `/queue/records/${id}/links`, { who })).json<{
    files: { name: string; url: string }[]
  }>()
  return Promise.all(
    files.map(async ({ name, url }) => ({ name, bytes: (await at.testApp.server.inject({ url })).rawPayload })),
  )
}
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

beforeAll(async () => {
  await setActionPassword(at.database.db, at.world.people.admin)
  const { companies, brands } = at.world
  const parts = [
    {
      brandId: brands.own,
      reportingDate: '2023-05-03',
      status: '33',
      username: 'Seller A',
      reasonCode: '12307',
      title: '=1+1',
    },
    {
      brandId: brands.own,
      reportingDate: '2023-05-04',
      status: '00',
      username: 'Seller B',
      reasonCode: null,
      title: 'two',
    },
    {
      brandId: brands.disabled,
      reportingDate: '2023-05-05',
      status: '33',
      username: 'Seller A',
      reasonCode: null,
      title: 'three',
    },
    { brandId: brands.own, reportingDate: '2023-06-01', status: '33', username: 'Later', title: 'outside' },
  ]
  await addFindings(
    at.database.db,
    eCommerce,
    parts.map((one) => ({ companyId: companies.parent, ...one })),
  )
  await addFindings(at.database.db, eCommerce, [
    { companyId: companies.foreign, brandId: brands.foreign, reportingDate: '2023-05-03', username: 'Foreign' },
  ])
  grant = await grantFor('analyst')
  adminGrant = await grantFor('admin')
})

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
  })
  test('the calls need a grant of that user; an altered or missing one is 403', async () => {
    for (const wrong of [undefined, '', 'x', `9${grant}`, adminGrant, `${grant}x`]) {
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
  test('an Admin sets the password and sees who did; without one the action is closed', async () => {
    const shown = (await call('GET', '/action-passwords', { who: 'admin' })).json()
    expect(shown.docs).toMatchObject([{ purpose: 'bulk-download', isSet: true, setBy: 'admin' }])
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
    expect(await choices('seller', { brand: at.world.brands.disabled })).toEqual(['Seller A'])
    expect(await choices('seller', { platform: 'website' })).toEqual([])
    expect((await call('GET', `/services/seller?${queryOf({ brand: at.world.brands.foreign })}`)).statusCode).toBe(422)
    expect((await call('GET', `/services/seller?${queryOf({ brand: 'x' })}`)).statusCode).toBe(422)
  })
  test('S-224 G117 every brand of ALL is counted, those without findings with 0', async () => {
    const confirm = async (more = {}) =>
      (await call('GET', `/queue/confirmFetchRecords?${queryOf(more)}`, { grant })).json()
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

describe('the files', () => {
  test('S-225 S-131 S-297 G83 a workbook with one sheet a brand in the import columns, by email and in the queue', async () => {
    const asked = await request({
      brandId: 'ALL',
      dateRange: '01/05/2023 - 31/05/2023',
      startDate: undefined,
      endDate: undefined,
    })
    expect(asked.json()).toMatchObject({ message: 'The download is queued. You will get an email with the links.' })
    const { id } = asked.json<{ id: string }>()
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
    expect((await at.testApp.server.inject({ url: link!.replace(/expires=(\d)/, 'expires=9$1') })).statusCode).toBe(403)
  })

  test('who took what out stands in the data log, also for fresh links, and can be filtered', async () => {
    const { id } = (await request({ status: ['00'] })).json<{ id: string }>()
    await runExports(at.testApp.app)
    await filesOf(id)
    const log = (await call('GET', '/data-log?type=export', { who: 'admin' })).json()
    expect(log.docs.slice(0, 2)).toMatchObject(
      [1, 2].map(() => ({
        type: 'export',
        model: 'Ecommerce',
        totalAffectedRecords: 1,
        updatedBy: { id: at.world.people.analyst },
      })),
    )
    expect(log.docs.every((one: { type: string }) => one.type === 'export')).toBe(true)
  })

  test('CSV is one file with formulas disarmed; Parquet has types and a data dictionary', async () => {
    const csvId = (await request({ format: 'csv' })).json<{ id: string }>().id
    const parquetId = (await request({ format: 'parquet' })).json<{ id: string }>().id
    await runExports(at.testApp.app)
    const [csv] = await filesOf(csvId)
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

describe('the queue', () => {
  test('S-111 S-227 S-309 S-310 the jobs of all staff are listed, newest first; with report none of them', async () => {
    const { id } = (await request()).json<{ id: string }>()
    const seen = (await call('GET', '/queue/getRecords?page=1&perPage=1', { who: 'admin' })).json()
    expect(seen.docs).toMatchObject([
      {
        id,
        username: 'analyst',
        company: 'Acme',
        platform: 'e-commerce',
        dateRange: '01/05/2023 - 31/05/2023',
        numOfRecords: 3,
        status: 'Pending',
        isOwn: true,
      },
    ])
    expect(typeof seen.docs[0].DateCreated).toBe('string')
    expect(seen.hasNextPage).toBe(true)
    expect((await call('GET', '/queue/getRecords?report=domain')).json().docs).toEqual([])
    expect((await call('DELETE', `/queue/records/${id}`)).statusCode).toBe(200)
    expect(await listed(id)).toBeUndefined()
  })

  test('G87 a user has at most 20 waiting; a running one is not deleted but cancelled, and a failed one repeated', async () => {
    const first = (await request()).json<{ id: string }>().id
    const statuses: number[] = []
    for (let n = 1; n < 21; n++) statuses.push((await request()).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
    const { db } = at.database
    await rows(
      db,
      sql`update exports set state = 'Processing', lease_id = gen_random_uuid(), lease_until = now() + interval '1 hour' where id = ${first}`,
    )
    const refused = await call('DELETE', `/queue/records/${first}`)
    expect([refused.statusCode, refused.json()]).toEqual([409, { message: 'Record is already being processed' }])
    expect((await call('POST', `/queue/records/${first}/retry`)).statusCode).toBe(409)
    expect((await call('POST', `/queue/records/${first}/links`)).statusCode).toBe(409)
    expect((await call('POST', `/queue/records/${first}/cancel`)).statusCode).toBe(200)
    expect((await call('POST', `/queue/records/${first}/cancel`)).statusCode).toBe(409)
    expect(await listed(first)).toMatchObject({ status: 'Failed', problem: 'Cancelled by analyst' })
    expect((await call('POST', `/queue/records/${first}/retry`)).statusCode).toBe(200)
    await rows(db, sql`delete from exports where state = 'Pending' and id <> ${first}`)
    await runExports(at.testApp.app)
    expect(await listed(first)).toMatchObject({ status: 'Completed', problem: null })
    const counted = await rows(db, sql`select count(*) as n from exports where state <> 'Completed'`)
    expect(counted).toEqual([{ n: 0 }])
  })

  test('only the requester and Admins change and download a job; a Client gets none of the calls', async () => {
    const { id } = (await request()).json<{ id: string }>()
    await rows(at.database.db, sql`update exports set user_id = ${at.world.people.admin} where id = ${id}`)
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['POST', '/links'],
    ] as const) {
      expect((await call(method, `/queue/records/${id}${path}`)).statusCode).toBe(403)
      expect((await call(method, `/queue/records/${id}${path}`, { who: 'client' })).statusCode).toBe(403)
      expect((await call(method, `/queue/records/${at.world.brands.own}${path}`)).statusCode).toBe(404)
    }
    expect((await call('DELETE', `/queue/records/${id}`, { who: 'admin' })).statusCode).toBe(200)
  })
})
