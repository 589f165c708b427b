import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rowsFromCells } from '#columns/sheet.ts'
import { rows, sql } from '#kit/server/db.ts'
import { BrowserError } from '#kit/server/browser/types.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import { runWithExpiredLease } from '#kit/server/testing-queue.ts'
import { platforms } from '#platforms/all.ts'
import { scraperRunners } from './runners.ts'
import { filesOfJob, multipart, pretendedBrowser, productPage, readWorkbook, type TestPage } from './testing.ts'

const { at, get, post } = setUpActionTests()
const web = new Map<string, TestPage>()
const { browser, politeness, visited } = pretendedBrowser((address) => web.get(address) ?? { status: 404 })
beforeAll(() => {
  Object.assign(at.testApp.app, { browser, politeness })
})

const headers = (who = 'analyst') => ({ authorization: `Bearer ${at.tokens[who]!}` })

/** Uploads a file as the screen does and returns its Location. */
async function upload(name: string, bytes: string | Uint8Array): Promise<string> {
  const body = multipart({}, { field: 'files', name, bytes: Buffer.from(bytes as never) })
  const answer = await at.testApp.server.inject({
    method: 'POST',
    url: '/api/upload-images-to-s3',
    payload: body.payload,
    headers: { ...body.headers, ...headers() },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ Data: { Location: string }[] }>().Data[0]!.Location
}

type Listed = { docs: Record<string, unknown>[] }
const listed = async (lane: string, id: string) =>
  (await get(`scraped/scrapper${lane}/getdata?perPage=100`, 'analyst'))
    .json<Listed>()
    .docs.find((one) => one['id'] === id)!

async function queued(lane: string, platform: string, text: string, more: object = {}) {
  const location = await upload('list.txt', text)
  const answer = await post(
    `scraped/scrapper${lane}/postdata`,
    { filename: 'List 1', platform, location, ...more },
    'analyst',
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string; message: string; numOfRecords: number }>()
}

async function run(lane: string): Promise<void> {
  const runner = scraperRunners({ parallel: 2 }).find(({ kinds }) => kinds[0] === `scraper-${lane}`)!
  expect(await runNextJob(at.testApp.app, runner)).toBe(true)
}

const addressOn: Readonly<Record<string, (n: number) => string>> = {
  domain: (n) => `https://nova-${n}.example/`,
}
const addressesFor = (platform: string) =>
  [1, 2].map((n) => (addressOn[platform] ?? ((m) => `https://shop.example/${platform}/${m}`))(n))

describe('scrapper 1 and 2', () => {
  test('S-231 S-232 S-115 S-133 S-292 S-295 a list is queued, read by a worker and ends as processed', async () => {
    web.set('https://shop.example/a', productPage('Red shoe', '499.00'))
    web.set('https://shop.example/b', productPage('Blue shoe', '1299.50'))
    const { id, message, numOfRecords } = await queued(
      '1',
      'e-commerce',
      '\uFEFFURL\r\nhttps://shop.example/a\r\n\r\nshop.example/b\r\nhttp://www.shop.example/a#top\r\nhttps://shop.example/gone\r\nrobots.example',
    )
    expect([message, numOfRecords]).toEqual(['4 addresses have been queued', 4])
    expect(await listed('1', id)).toMatchObject({
      _id: id,
      receiverEmail: 'analyst@mail.test',
      fileName: 'List 1',
      brandName: 'List 1',
      platform: 'e-commerce',
      numOfRecords: 4,
      status: 'queued',
    })
    expect((await get('scraped/scrapper2/getdata', 'analyst')).json<Listed>().docs).toEqual([])
    visited.length = 0
    await run('1')
    expect(visited.toSorted()).toEqual([
      'https://shop.example/a',
      'https://shop.example/b',
      'https://shop.example/gone',
    ])
    expect(await listed('1', id)).toMatchObject({ status: 'processed', done: 4, failed: 2, problem: null })
    const failed = (await get(`scraped/records/${id}/failed`, 'analyst')).json<Listed>().docs
    expect(failed).toEqual([
      { id: '3', row: 6, address: 'https://shop.example/gone', problem: 'The page returned status 404' },
      {
        id: '4',
        row: 7,
        address: 'https://robots.example/',
        problem: 'robots.example asks robots not to open this page',
      },
    ])
    const files = await filesOfJob(at.testApp.server, headers(), `/api/scraped/records/${id}/links`)
    expect([...files.keys()]).toEqual(['List-1.xlsx', 'List-1-pictures.zip', 'List-1-failed.xlsx'])
    const [mail] = await rows<{ text: string }>(
      at.database.db,
      sql`select text_body as text from mails where id = ${id}`,
    )
    for (const name of files.keys()) expect(mail!.text).toContain(name)
    expect(await readWorkbook(files.get('List-1-failed.xlsx')!)).toEqual([
      ['line', 'address', 'reason'],
      [6, 'https://shop.example/gone', 'The page returned status 404'],
      [7, 'https://robots.example/', 'robots.example asks robots not to open this page'],
    ])
  })

  test.each(platforms.map(({ value }) => value))(
    'S-171 the sheet of a %s job passes the checks of Upload Data unchanged, its pictures by name',
    async (value) => {
      const platform = platforms.find((one) => one.value === value)!
      const list = addressesFor(value)
      list.forEach((address, n) => web.set(address, productPage(`Thing ${n} "of" <value> ${'x'.repeat(1200)}`, '12.5')))
      const { id } = await queued('2', value, list.join('\n'))
      await run('2')
      const files = await filesOfJob(at.testApp.server, headers(), `/api/scraped/records/${id}/links`)
      const data = rowsFromCells(
        await readWorkbook(files.get('List-1.xlsx')!),
        platform.columns,
        platform.imported,
        platform.importedIfNamed,
      )
      const pictures = unzipSync(files.get('List-1-pictures.zip')!)
      expect(Object.keys(pictures)).toEqual(data.map((row) => row['image']))
      for (const [name, bytes] of Object.entries(pictures)) await upload(name, bytes)
      const body = {
        company: at.world.companies.parent,
        brand: at.world.brands.own,
        platform: value,
        reportingDate: '2026-11-20',
      }
      const report = (await post('save-bulk-data/check', { ...body, data }, 'analyst')).json<{
        wouldSave: number
        duplicates: unknown[]
      }>()
      expect([report.wouldSave, report.duplicates]).toEqual([2, []])
      const saved = await post('save-bulk-data', { ...body, data }, 'analyst')
      expect(saved.json()).toMatchObject({ saved: 2 })
    },
  )

  test('what a page says is in the columns it belongs to; pages are kept as WACZ where asked for', async () => {
    web.set('https://shop.example/red', productPage('Red shoe', '499.00'))
    const { id } = await queued('1', 'e-commerce', 'https://shop.example/red', { archive: true })
    await run('1')
    const files = await filesOfJob(at.testApp.server, headers(), `/api/scraped/records/${id}/links`)
    expect([...files.keys()]).toEqual(['List-1.xlsx', 'List-1-pictures.zip', 'List-1-pages.zip'])
    const [header, row] = await readWorkbook(files.get('List-1.xlsx')!)
    const cells = Object.fromEntries(header!.map((name, index) => [name, row![index]]))
    expect(cells).toMatchObject({
      sn: 1,
      url: 'https://shop.example/red',
      title: 'Red shoe',
      price: '499',
      username: 'Kala Traders',
      sku: 'SKU-Red shoe',
      status: '33',
    })
  })

  test('a sign-in page is what was asked for, but for social networks, which show it in place of the page', async () => {
    for (const address of ['https://bank-login.example/', 'https://www.facebook.com/acme'])
      web.set(address, '<title>Sign in to Acme Bank</title><form><input type="password"></form>')
    web.set('https://checked.example/', '<title>Just a moment...</title>')
    const { id } = await queued(
      '1',
      'website',
      'https://bank-login.example/\nhttps://www.facebook.com/acme\nhttps://checked.example/',
    )
    await run('1')
    const failed = (await get(`scraped/records/${id}/failed`, 'analyst')).json<Listed>().docs
    expect(failed.map((one) => one['address'])).toEqual(['https://www.facebook.com/acme', 'https://checked.example/'])
  })

  test('an address without a protocol is opened by HTTP where nothing answers HTTPS; one that names it is not', async () => {
    const unreached = new BrowserError('unreached', 'The page could not be reached')
    for (const host of ['old.example', 'strict.example']) {
      web.set(`https://${host}/`, unreached)
      web.set(`http://${host}/`, productPage('Old shop', '5'))
    }
    const { id } = await queued('1', 'e-commerce', 'url\nold.example\nhttps://strict.example/')
    await run('1')
    expect(await listed('1', id)).toMatchObject({ done: 2, failed: 1 })
    const files = await filesOfJob(at.testApp.server, headers(), `/api/scraped/records/${id}/links`)
    const [, row] = await readWorkbook(files.get('List-1.xlsx')!)
    expect(row).toContain('http://old.example/')
    const failed = (await get(`scraped/records/${id}/failed`, 'analyst')).json<Listed>().docs
    expect(failed.map(({ address, problem }) => [address, problem])).toEqual([
      ['https://strict.example/', unreached.message],
    ])
  })

  test('S-170 a list needs a name, a platform and a stored file with addresses', async () => {
    const send = (body: object) => post('scraped/scrapper1/postdata', body, 'analyst')
    const location = await upload('words.txt', 'url\nnothing\nhere')
    const good = { filename: 'A', platform: 'domain', location }
    const errorsOf = async (body: object) => {
      const answer = await send(body)
      return [answer.statusCode, Object.assign({}, ...answer.json<{ errors: object[] }>().errors)]
    }
    expect(await errorsOf({ ...good, platform: '' })).toEqual([422, { platform: 'Please select an option' }])
    expect(await errorsOf({ ...good, filename: ' ' })).toEqual([422, { filename: 'Filename is required' }])
    expect(await errorsOf({ ...good, filename: 'A\nB' })).toEqual([422, { filename: 'Filename is not valid' }])
    expect(await errorsOf({ ...good, filename: 'x'.repeat(101) })).toEqual([
      422,
      { filename: 'Filename must be between 1 and 100 characters' },
    ])
    expect(await errorsOf(good)).toEqual([422, { file: 'The file has no address in its first column' }])
    expect(await errorsOf({ ...good, location: '/api/files/newscrapper/2026%2F01%2F01%2Fx.txt' })).toEqual([
      422,
      { file: 'This file is not stored. Please upload it again.' },
    ])
    const million = await upload('many.txt', 'a.example\n'.repeat(1_000_000))
    expect((await send({ ...good, location: million })).json()).toMatchObject({ numOfRecords: 1 })
    const distinct = Array.from({ length: 26_000 }, (_, n) => `n${n}.example`).join('\n')
    expect(await errorsOf({ ...good, location: await upload('distinct.csv', distinct) })).toEqual([
      422,
      { file: 'At most 25,000 addresses at once. Please split the file.' },
    ])
    await rows(at.database.db, sql`delete from tool_jobs where state = 'Pending'`)
  })

  test('without a browser nothing is queued, and list and answer say what is missing', async () => {
    const missing = 'No Chromium was found'
    Object.assign(at.testApp.app, { browser: { ...browser, missing: () => Promise.resolve(missing) } })
    const location = await upload('list.txt', 'a.example')
    const answer = await post('scraped/scrapper1/postdata', { filename: 'A', platform: 'domain', location }, 'analyst')
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([422, missing])
    expect((await get('scraped/scrapper1/getdata', 'analyst')).json()).toMatchObject({ missing })
    Object.assign(at.testApp.app, { browser })
  })

  test('S-233 S-134 a queued list is removed by its receiver only, and only while it is queued', async () => {
    web.set('https://one.example/', productPage('One', '1'))
    const { id } = await queued('1', 'website', 'one.example')
    const remove = (who: string, serverId = '1') =>
      post('scraped/deleteQueuedRecord', { emailId: 'analyst@mail.test', recordId: id, serverId }, who)
    expect((await remove('admin')).statusCode).toBe(403)
    expect((await remove('analyst', '2')).statusCode).toBe(404)
    expect((await remove('analyst', '3')).statusCode).toBe(422)
    expect((await remove('analyst')).json()).toEqual({ message: 'Record deleted' })
    expect((await remove('analyst')).statusCode).toBe(404)
    const second = await queued('1', 'website', 'one.example')
    await run('1')
    const late = await post('scraped/deleteQueuedRecord', { recordId: second.id, serverId: '1' }, 'analyst')
    expect([late.statusCode, late.json()]).toEqual([409, { message: 'Record is already being processed' }])
  })

  test('a killed worker loses no page and visits none twice; a browser that is killed is started again', async () => {
    const list = Array.from({ length: 6 }, (_, n) => `https://long.example/${n}`)
    for (const address of list) web.set(address, productPage('Long', '1'))
    let hangs = true
    const crashes = new Map<string, number>([
      [list[4]!, 1],
      [list[5]!, 9],
    ])
    const seen: string[] = []
    const local = pretendedBrowser((address) => {
      if (hangs && address === list[3]) return new Promise<never>(() => undefined)
      const left = crashes.get(address) ?? 0
      crashes.set(address, left - 1)
      if (left > 0) return new BrowserError('crashed', 'The browser ended while the page was open')
      seen.push(address)
      return web.get(address)!
    })
    Object.assign(at.testApp.app, { browser: local.browser })
    const { id } = await queued('1', 'e-commerce', list.join('\n'))
    const runner = scraperRunners({ parallel: 1 })[0]!
    // Two workers: the first hangs and is killed, the second may not take the job before its lease has expired.
    void runNextJob(at.testApp.app, runner)
    await expect.poll(async () => (await listed('1', id))['done']).toBe(3)
    expect(await runNextJob(at.testApp.app, runner)).toBe(false)
    hangs = false
    await runWithExpiredLease(at.testApp.app, runner, id)
    expect(seen).toEqual(list.slice(0, 5))
    expect(await listed('1', id)).toMatchObject({ status: 'processed', done: 6, failed: 1 })
    const failed = (await get(`scraped/records/${id}/failed`, 'analyst')).json<Listed>().docs
    expect(failed.map((one) => one['problem'])).toEqual(['The browser ended while the page was open'])
    Object.assign(at.testApp.app, { browser })
  })

  test('the job of a blocked person fails and says so', async () => {
    const { id } = await queued('2', 'website', 'one.example')
    await rows(at.database.db, sql`update users set is_blocked = true where id = ${at.world.people.analyst}`)
    await run('2')
    await rows(at.database.db, sql`update users set is_blocked = false where id = ${at.world.people.analyst}`)
    const [job] = await rows(at.database.db, sql`select state, problem from tool_jobs where id = ${id}`)
    expect(job).toEqual({ state: 'Failed', problem: 'The person who requested it no longer has access.' })
  })
})
