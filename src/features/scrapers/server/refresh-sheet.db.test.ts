import * as sheets from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { BrowserError } from '#kit/server/browser/types.ts'
import { rows, sql } from '#kit/server/db.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import { packed, repeated, sheetHead, sheetPart, sheetTail, workbookOf } from '#kit/server/testing-workbooks.ts'
import { scraperRunners } from './runners.ts'
import { filesOfJob, multipart, pretendedBrowser, productPage, readWorkbook, type TestPage } from './testing.ts'

const { at, get } = setUpActionTests()
const web = new Map<string, TestPage>()
const { browser, politeness, visited } = pretendedBrowser((address) => web.get(address) ?? { status: 410 })
beforeAll(() => {
  Object.assign(at.testApp.app, { browser, politeness })
})

const headers = (who = 'analyst') => ({ authorization: `Bearer ${at.tokens[who]!}` })

function workbook(lines: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const book = sheets.utils.book_new()
  sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet(lines), 'Data')
  return new Uint8Array(sheets.write(book, { type: 'array', bookType }) as ArrayBuffer)
}

const form = { filename: 'Shops', platform: 'e-commerce', email: 'analyst@mail.test' }

function send(lane: string, bytes: Uint8Array | undefined, { name = 'shops.xlsx', fields = form as object } = {}) {
  const body = multipart(fields as Record<string, string>, bytes && { field: 'file', name, bytes })
  return at.testApp.server.inject({
    method: 'POST',
    url: `/api/gateway/scraper${lane}/api/queue`,
    payload: body.payload,
    headers: { ...body.headers, ...headers() },
  })
}

async function queued(lane: string, lines: unknown[][], more: { name?: string; fields?: object } = {}) {
  const answer = await send(lane, workbook(lines), more)
  expect(answer.json()).toMatchObject({ message: 'New Entries added!' })
  return answer.json<{ id: string; numOfRecords: number }>()
}

async function run(lane: string): Promise<void> {
  const runner = scraperRunners({ parallel: 2 }).find(({ kinds }) => kinds[0] === `scraper-${lane}`)!
  expect(await runNextJob(at.testApp.app, runner)).toBe(true)
}

const resultOf = async (id: string) => {
  const files = await filesOfJob(at.testApp.server, headers(), `/api/scraped/records/${id}/links`)
  expect([...files.keys()]).toEqual(['Shops.xlsx'])
  return readWorkbook(files.get('Shops.xlsx')!)
}

type List = { result: boolean; total: number; page: number; totalPages: number; data: Record<string, unknown>[] }
const list = async (lane: string, query = '') =>
  (await get(`gateway/scraper${lane}/api/queue${query}`, 'analyst')).json<List>()

describe('scrapper 3 and 4', () => {
  test('S-234 S-235 S-116 S-301 S-296 a sheet is visited again: its columns are refreshed, the rest stays as it was', async () => {
    web.set('https://shop.example/1', productPage('Red', '450.00'))
    web.set('https://shop.example/2', '<title>Blue</title><p>Nothing here</p>')
    web.set('https://shop.example/slow', new BrowserError('time', 'The page took longer than 45 s'))
    const sheet = [
      ['SN', 'My notes', 'URL', 'Price', '', 'Username', 'Extra'],
      [1, '=not a formula', 'https://shop.example/1', 500, 'x', 'Old seller', '00123'],
      [2, ' spaces  kept ', 'https://shop.example/2', '500', null, 'Old seller', 12345678901234],
      [3, 'again', 'http://www.shop.example/1/', 'n/a', null, null, 'é日本'],
      [4, 'gone', 'https://shop.example/gone', 7, null, 'Old seller', null],
      [5, 'no address', null, 8, null, 'Old seller', null],
      [6, 'slow', 'https://shop.example/slow', 9, null, 'Old seller', null],
    ]
    const { id, numOfRecords } = await queued('3', sheet)
    expect(numOfRecords).toBe(6)
    expect(await list('3')).toMatchObject({
      result: true,
      total: 1,
      page: 1,
      totalPages: 1,
      data: [
        {
          id,
          _id: id,
          receiverEmail: 'analyst@mail.test',
          fileName: 'Shops',
          brandName: 'Shops',
          status: 'queued',
          numOfRecords: 6,
        },
      ],
    })
    visited.length = 0
    await run('3')
    expect(visited.toSorted()).toEqual(['1', '2', 'gone', 'slow'].map((one) => `https://shop.example/${one}`))
    expect((await list('3')).data[0]).toMatchObject({ status: 'processed', done: 6, failed: 2, numOfRecords: 6 })
    const at10 = '2026-11-22T10:00:00.000Z'
    expect(await resultOf(id)).toEqual([
      ['SN', 'My notes', 'URL', 'Price', undefined, 'Username', 'Extra', 'online', 'checkedAt', 'note'],
      [1, '=not a formula', 'https://shop.example/1', 450, 'x', 'Kala Traders', '00123', 'Yes', at10],
      [
        2,
        ' spaces  kept ',
        'https://shop.example/2',
        '500',
        undefined,
        'Old seller',
        12345678901234,
        'Yes',
        at10,
        'Not found on the page: Price, Username',
      ],
      [3, 'again', 'http://www.shop.example/1/', 450, undefined, 'Kala Traders', 'é日本', 'Yes', at10],
      [
        4,
        'gone',
        'https://shop.example/gone',
        7,
        undefined,
        'Old seller',
        undefined,
        'No',
        at10,
        'The page returned status 410',
      ],
      [
        5,
        'no address',
        undefined,
        8,
        undefined,
        'Old seller',
        undefined,
        'Unknown',
        undefined,
        'There is no web address in this row',
      ],
      [
        6,
        'slow',
        'https://shop.example/slow',
        9,
        undefined,
        'Old seller',
        undefined,
        'Unknown',
        undefined,
        'The page took longer than 45 s',
      ],
    ])
  })

  test('S-175 social media is refreshed by its link; a refreshed sheet keeps its added columns when it comes again', async () => {
    web.set('https://pin.example/p', '<title>Pin</title>')
    const { id } = await queued(
      '4',
      [
        ['Link', 'Likes', 'note', 'Online'],
        ['pin.example/p', 3, 'mine', 'No'],
      ],
      {
        fields: { ...form, platform: 'social-media' },
      },
    )
    await run('4')
    const [header, row] = await resultOf(id)
    expect(header).toEqual(['Link', 'Likes', 'note', 'Online', 'checkedAt'])
    expect(row).toEqual(['pin.example/p', 3, 'Not found on the page: Likes', 'Yes', '2026-11-22T10:00:00.000Z'])
  })

  test('G88 cells to the right of the header stay as they are; the added columns stand behind them', async () => {
    web.set('https://shop.example/1', productPage('Red', '450.00'))
    const { id } = await queued('3', [
      ['URL', 'Price'],
      ['https://shop.example/1', 500, 'mine', 'too', 'and this'],
      ['https://shop.example/gone', 7],
    ])
    await run('3')
    const [header, red, gone] = await resultOf(id)
    const added = ['online', 'checkedAt', 'note']
    expect(header).toEqual(['URL', 'Price', undefined, undefined, undefined, ...added])
    expect(red!.slice(0, 6)).toEqual(['https://shop.example/1', 450, 'mine', 'too', 'and this', 'Yes'])
    expect(gone!.slice(0, 6)).toEqual(['https://shop.example/gone', 7, undefined, undefined, undefined, 'No'])
  })

  test('an address without a protocol is opened by HTTP where nothing answers HTTPS; one that names it is not', async () => {
    const unreached = new BrowserError('unreached', 'The page could not be reached')
    for (const host of ['old.example', 'strict.example']) {
      web.set(`https://${host}/`, unreached)
      web.set(`http://${host}/`, productPage('Old shop', '5'))
    }
    const { id } = await queued('3', [
      ['SN', 'URL', 'Price'],
      [1, 'old.example', 7],
      [2, 'https://strict.example/', 8],
    ])
    await run('3')
    const [, old, strict] = await resultOf(id)
    expect(old!.slice(0, 4)).toEqual([1, 'old.example', 5, 'Yes'])
    expect(strict!.slice(0, 4)).toEqual([2, 'https://strict.example/', 8, 'Unknown'])
  })

  test('S-172 S-173 S-174 the form needs every field, a workbook and at most 5 MB', async () => {
    const good = workbook([['url'], ['https://a.example']])
    const answerOf = async (answer: ReturnType<typeof send>) => {
      const { statusCode, ...rest } = await answer
      const { message, errors = [] } = rest.json<{ message: string; errors?: object[] }>()
      return [statusCode, message, Object.assign({}, ...errors)]
    }
    const requiredField = 'Required field'
    expect(await answerOf(send('3', undefined, { fields: {} }))).toEqual([
      422,
      'Please fill all required fields',
      { filename: requiredField, platform: requiredField, email: requiredField, file: 'File required' },
    ])
    const notExcel = 'Invalid file type. Please upload an Excel file'
    expect((await answerOf(send('3', good, { name: 'a.csv' }))).slice(0, 2)).toEqual([415, notExcel])
    expect((await answerOf(send('4', Buffer.from('url\nx'), { name: 'a.xlsx' }))).slice(0, 2)).toEqual([415, notExcel])
    const large = Buffer.concat([good, Buffer.alloc(5_242_881 - good.length)])
    expect((await answerOf(send('4', large))).slice(0, 2)).toEqual([413, 'File size too large (max 5MB)'])
    for (const platform of ['domain', 'website', 'app-store', 'tmch', 'elsewhere'])
      expect([platform, (await answerOf(send('4', good, { fields: { ...form, platform } })))[2]]).toEqual([
        platform,
        { platform: 'Platform is not valid' },
      ])
    const fileProblem = async (bytes: Uint8Array, name = 'a.xlsx') =>
      (await answerOf(send('4', bytes, { name })))[2].file
    expect(await fileProblem(workbook([['title'], ['x']]))).toBe('The sheet has no “url” column')
    expect(await fileProblem(workbook([['url']]))).toBe('The sheet has no rows')
    expect(await fileProblem(good.slice(0, 300))).toMatch(/damaged/)
    expect((await send('4', workbook([['url'], ['a.example']], 'biff8'), { name: 'old.xls' })).statusCode).toBe(200)
    // A small file that unpacks to gigabytes, and one that carries a macro, which is not read.
    const line = '<row><c t="inlineStr"><is><t>https://a.example</t></is></c></row>'.repeat(1000)
    const bomb = workbookOf(repeated(sheetPart, { head: sheetHead, piece: line, times: 2000, tail: sheetTail }))
    expect(await fileProblem(bomb)).toMatch(/unpacks to far more|At most|too long|rows/)
    await rows(at.database.db, sql`delete from tool_jobs where state = 'Pending'`)
    const cells =
      '<row><c t="inlineStr"><is><t>url</t></is></c></row><row><c t="inlineStr"><is><t>a.example</t></is></c></row>'
    const macro = workbookOf(
      packed(sheetPart, sheetHead + cells + sheetTail),
      packed('xl/vbaProject.bin', 'Sub Auto_Open()'),
    )
    expect((await send('4', macro)).json()).toMatchObject({ numOfRecords: 1 })
    await rows(at.database.db, sql`delete from tool_jobs where state = 'Pending'`)
  })

  test('S-236 S-302 a queued sheet is removed by any of the staff; a processed one by nobody', async () => {
    const { id } = await queued('4', [['url'], ['https://shop.example/1']])
    const remove = (lane: string, which: string, who = 'admin') =>
      at.testApp.server.inject({
        method: 'DELETE',
        url: `/api/gateway/scraper${lane}/api/queue/${which}`,
        headers: headers(who),
      })
    expect((await remove('3', id)).statusCode, 'of the other scrapper').toBe(404)
    expect((await remove('4', id)).json()).toEqual({ message: 'Record deleted' })
    const second = await queued('4', [['url'], ['https://shop.example/1']])
    // Pages are rounded up.
    await rows(
      at.database.db,
      sql`insert into tool_jobs (id, kind, tool, user_id, name, options, records, state)
        select gen_random_uuid(), 'scraper-4', '', user_id, 'More', '{}', 1, 'Failed' from tool_jobs,
          generate_series(1, 2) where id = ${second.id}`,
    )
    const { total } = await list('4')
    const { data, totalPages } = await list('4', `?limit=${total - 1}&page=2`)
    expect([data.length, totalPages]).toEqual([1, 2])
    await run('4')
    const late = await remove('4', second.id, 'analyst')
    expect([late.statusCode, late.json()]).toEqual([409, { message: 'Record is already being processed' }])
  })

  test('G87 a running job is paused by its own user and goes on where it was', async () => {
    let release = () => undefined as void
    const waits = new Promise<void>((resolve) => (release = resolve))
    const seen: string[] = []
    const slow = pretendedBrowser(async (address) => {
      seen.push(address)
      if (address.endsWith('/2')) await waits
      return productPage('Slow', '1')
    })
    Object.assign(at.testApp.app, { browser: slow.browser })
    const { id } = await queued('3', [['url'], ...[1, 2, 3].map((n) => [`https://slow.example/${n}`])])
    const runner = scraperRunners({ parallel: 1 }).find(({ kinds }) => kinds[0] === 'scraper-3')!
    const running = runNextJob(at.testApp.app, runner)
    await expect.poll(async () => (await list('3')).data[0]!['done']).toBe(1)
    const act = (action: string, who: string) =>
      at.testApp.server.inject({ method: 'POST', url: `/api/scraped/records/${id}/${action}`, headers: headers(who) })
    expect((await act('pause', 'client')).statusCode).toBe(403)
    expect((await act('pause', 'analyst')).statusCode).toBe(200)
    await running
    expect((await list('3')).data[0]).toMatchObject({ status: 'paused', done: 1, problem: 'Paused by analyst' })
    release()
    expect((await act('resume', 'analyst')).statusCode).toBe(200)
    await runNextJob(at.testApp.app, runner)
    expect((await list('3')).data[0]).toMatchObject({ status: 'processed', done: 3 })
    expect(seen.map((one) => one.at(-1))).toEqual(['1', '2', '2', '3'])
    Object.assign(at.testApp.app, { browser })
  })
})
