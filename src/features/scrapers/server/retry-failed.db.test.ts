import * as sheets from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { BrowserError } from '#kit/server/browser/types.ts'
import { rows, sql } from '#kit/server/db.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import { scraperRunners } from './runners.ts'
import { filesOfJob, multipart, pretendedBrowser, productPage, readWorkbook, type TestPage } from './testing.ts'

const { at, get, post } = setUpActionTests()
const web = new Map<string, TestPage>()
const { browser, politeness, visited } = pretendedBrowser((address) => web.get(address) ?? { status: 410 })
beforeAll(() => {
  Object.assign(at.testApp.app, { browser, politeness })
})

const headers = (who = 'analyst') => ({ authorization: `Bearer ${at.tokens[who]!}` })
const send = (
  url: string,
  fields: Record<string, string>,
  file: { field: string; name: string; bytes: Uint8Array },
) => {
  const body = multipart(fields, file)
  return at.testApp.server.inject({
    method: 'POST',
    url: `/api/${url}`,
    payload: body.payload,
    headers: { ...body.headers, ...headers() },
  })
}
async function run(lane: string): Promise<void> {
  const runner = scraperRunners({ parallel: 2 }).find(({ kinds }) => kinds[0] === `scraper-${lane}`)!
  visited.length = 0
  expect(await runNextJob(at.testApp.app, runner)).toBe(true)
}
const filesOf = (id: string) => filesOfJob(at.testApp.server, headers(), `/api/scraped/records/${id}/links`)
const retry = (id: string, who = 'analyst') => post(`scraped/records/${id}/retry-failed`, {}, who)
const slow = new BrowserError('time', 'The page took longer than 45 s')

test('a list: the failed rows are read again alone, with the row numbers of the file in the sheet and the pictures', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((one) => `https://shop.example/${one}`) as [string, string, string]
  web.set(a, productPage('Red', '450.00')).set(b, slow).set(c, slow)
  const file = { field: 'files', name: 'list.txt', bytes: Buffer.from(`URL\n${a}\n\n${b}\n${c}\n`) }
  const { Data } = (await send('upload-images-to-s3', {}, file)).json<{ Data: { Location: string }[] }>()
  const form = { filename: 'Shoes', platform: 'e-commerce', location: Data[0]!.Location }
  const { id } = (await post('scraped/scrapper1/postdata', form, 'analyst')).json<{ id: string }>()
  const early = await retry(id)
  expect([early.statusCode, early.json().message]).toEqual([409, messages.notReady])
  await run('1')
  web.set(b, productPage('Blue', '99.00'))
  expect((await retry(id, 'client')).statusCode).toBe(403)
  const answer = await retry(id)
  expect([answer.statusCode, answer.json().message]).toEqual([200, '2 failed rows have been queued again'])
  const again = answer.json<{ id: string }>().id
  type Listed = { id: string; isRetried: boolean }
  const { docs } = (await get('scraped/scrapper1/getdata', 'analyst')).json<{ docs: Listed[] }>()
  expect(docs).toMatchObject([
    { id: again, fileName: 'Shoes (retry)', numOfRecords: 2, status: 'queued', isRetried: false },
    { id, isRetried: true },
  ])
  await run('1')
  expect(visited.toSorted()).toEqual([b, c])
  const made = await filesOf(again)
  expect([...made.keys()]).toEqual(['Shoes-retry.xlsx', 'Shoes-retry-pictures.zip', 'Shoes-retry-failed.xlsx'])
  const [, ...found] = await readWorkbook(made.get('Shoes-retry.xlsx')!)
  expect(found.map(([sn]) => sn)).toEqual([4])
  expect(Object.keys(unzipSync(made.get('Shoes-retry-pictures.zip')!))).toEqual([expect.stringMatching(/-00002\.png$/)])
  expect((await readWorkbook(made.get('Shoes-retry-failed.xlsx')!))[1]).toEqual([5, c, slow.message])
  expect((await retry(id)).json().message).toBe(messages.alreadyRetried)
  // What failed again is retried from the newer job, which is called the same.
  web.set(c, productPage('Green', '5.00'))
  const third = (await retry(again)).json<{ id: string }>().id
  await run('1')
  expect([...(await filesOf(third)).keys()]).toEqual(['Shoes-retry.xlsx', 'Shoes-retry-pictures.zip'])
  const log = sql`select total_affected as total, subject from data_log where model = 'Tool job' order by id`
  expect(await rows(at.database.db, log)).toEqual([
    { total: 2, subject: 'Scrapper 1, Shoes (retry), 2 rows' },
    { total: 1, subject: 'Scrapper 1, Shoes (retry), 1 row' },
  ])
})

test('a sheet: the failed rows and those that shared their visit are refreshed again, with their row numbers at the end', async () => {
  const [red, blue] = ['red', 'blue'].map((one) => `https://shop.example/${one}`) as [string, string]
  web.set(red, productPage('Red', '450.00')).set(blue, slow)
  const lines = [
    ['url', 'price', 'row'],
    [red, 1, 'own'],
    [blue, 2, 'own'],
    [red, 3, 'own'],
    [blue, 4, 'own'],
  ]
  const book = sheets.utils.book_new()
  sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet(lines), 'Data')
  const bytes = new Uint8Array(sheets.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  const fields = { filename: 'Shops', platform: 'eCommerce', email: 'analyst@mail.test' }
  const sent = await send('gateway/scraper3/api/queue', fields, { field: 'file', name: 'shops.xlsx', bytes })
  await run('3')
  web.set(blue, productPage('Blue', '99.00'))
  const answer = await retry(sent.json<{ id: string }>().id)
  expect(answer.json().message).toBe('2 failed rows have been queued again')
  await run('3')
  expect(visited).toEqual([blue])
  const made = await filesOf(answer.json<{ id: string }>().id)
  const at10 = '2026-11-22T10:00:00.000Z'
  expect(await readWorkbook(made.get('Shops-retry.xlsx')!)).toEqual([
    ['url', 'price', 'row', 'online', 'checkedAt', 'note', 'row'],
    [blue, 99, 'own', 'Yes', at10, undefined, 3],
    [blue, 99, 'own', 'Yes', at10, undefined, 5],
  ])
})
