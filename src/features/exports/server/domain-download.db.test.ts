import { Workbook } from '@cj-tech-master/excelts'
import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { runExports } from './testing.ts'

const { at, post } = setUpActionTests()
const range = { startDate: '2023-05-01', endDate: '2023-05-31' }
const get = (url: string, who = 'analyst') =>
  at.testApp.server.inject({ url, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
const request = (domains: unknown, more: object = {}, who = 'analyst') =>
  post('domain-data-download/queue-domains-result', { domains, ...range, ...more }, who)

beforeAll(async () => {
  const { companies, brands } = at.world
  const add = async (name: string, brandId: string, companyId: string, reportingDate: string) => {
    const [id] = await addFindings(at.database.db, domain, [{ companyId, brandId, domain: name, reportingDate }])
    await rows(at.database.db, sql`update findings set identity_key = ${identityKey(domain, name)} where id = ${id}`)
  }
  await add('fake-acme.example', brands.own, companies.parent, '2023-05-03')
  await add('fake-acme.example', brands.foreign, companies.foreign, '2023-05-09')
  await add('xn--bcher-kva.example', brands.own, companies.parent, '2023-05-04')
  await add('early.example', brands.foreign, companies.foreign, '2022-01-02')
  await add('not-answer.example', brands.own, companies.parent, '2023-05-05')
  const listId = newId()
  await rows(at.database.db, sql`insert into white_lists (id, company_id) values (${listId}, ${companies.parent})`)
  await rows(
    at.database.db,
    sql`insert into white_list_entries (list_id, company_id, position, normalised)
      values (${listId}, ${companies.parent}, 0, 'own.example')`,
  )
})

test('S-229 S-298 G84 the findings of every listed domain in any spelling, and what is known of the others', async () => {
  const text =
    'HTTPS://www.Fake-Acme.example/shop?x=1\r\nbücher.example.\n early.example, own.example;nowhere.example\n fake-acme.example \nno domain\n'
  const answer = await request(text)
  expect(answer.json()).toMatchObject({ message: 'The download is queued. You will get an email with the links.' })
  const { id } = answer.json() as unknown as { id: string }
  await runExports(at.testApp.app)
  const { files } = (await post(`queue/records/${id}/links`, {}, 'analyst')).json() as unknown as {
    files: { name: string; url: string }[]
  }
  expect(files.map(({ name }) => name)).toEqual(['domain-data-2023-05-01-to-2023-05-31.xlsx'])
  const book = new Workbook()
  await book.xlsx.load((await at.testApp.server.inject({ url: files[0]!.url })).rawPayload)
  const cells = book.worksheets.map((sheet) => {
    const lines: unknown[][] = []
    sheet.eachRow((line) => lines.push(Array.from({ length: sheet.columnCount }, (_, n) => line.getCell(n + 1).value)))
    return lines
  })
  expect(book.worksheets.map(({ name }) => name)).toEqual(['Domains', 'Not found'])
  expect(cells[0]![0]).toEqual(['sn', ...domain.imported])
  const [name, brand] = ['domain', 'brand'].map((one) => 1 + domain.imported.indexOf(one)) as [number, number]
  expect(cells[0]!.slice(1).map((line) => [line[name], line[brand]])).toEqual([
    ['fake-acme.example', 'Zenith One'],
    ['xn--bcher-kva.example', 'Acme One'],
    ['fake-acme.example', 'Acme One'],
  ])
  expect(cells[1]).toEqual([
    ['domain', 'remark'],
    ['early.example', 'Outside the dates: Zenith, Zenith One, 02/01/2022'],
    ['own.example', 'White-listed: Acme'],
    ['nowhere.example', 'Unknown'],
  ])
  const mails = await rows<{ text: string }>(at.database.db, sql`select text_body as text from mails where id = ${id}`)
  expect(mails[0]!.text).toContain('/api/files/')
})

test('S-112 S-230 S-310 the queue has the jobs of all staff with dates, email and status', async () => {
  const page = (await get('/api/domain-data-download/getRecords?page=1&perPage=10', 'admin')).json()
  expect(page).toMatchObject({ totalDocs: 1, email: 'admin@mail.test' })
  expect(page.docs[0]).toMatchObject({ ...range, email: 'analyst@mail.test', status: 'Completed', done: 3 })
  expect(Math.abs(Date.parse(page.docs[0].createdAt) - Date.now())).toBeLessThan(60_000)
})

test('S-267 without a domain, with more than 5,000 or with crossed dates nothing is queued; 21 waiting are too many', async () => {
  const many = Array.from({ length: 5001 }, (_, n) => `d${n}.example`).join('\n')
  for (const wrong of ['', 'no domain here', many, ['x'.repeat(3000)], 7, 'x'.repeat(2_000_001)])
    expect([String(wrong).slice(0, 20), (await request(wrong)).statusCode]).toEqual([String(wrong).slice(0, 20), 422])
  expect((await request('x'.repeat(10_000_000))).statusCode).toBe(413)
  expect((await request('a.example', { endDate: '2023-04-01' })).statusCode).toBe(422)
  expect((await request('a.example', {}, 'client')).statusCode).toBe(403)
  for (let n = 0; n < 20; n++) expect((await request(many.slice(0, many.lastIndexOf('\n')))).statusCode).toBe(200)
  const last = await request('a.example')
  expect([last.statusCode, last.json()]).toEqual([429, { message: 'You already have 20 downloads waiting' }])
})
