import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoOrigins } from '../../src/features/demo/server/small-web/addresses.ts'
import { demoProducts } from '../../src/features/demo/server/small-web/sites.ts'
import { query } from './dashboards.ts'
import { findInEmails } from './emails.ts'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { bring, button, openUpload, tally } from './upload-steps.ts'
import { expectedStates, shownStates } from './state-colours.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-scrapers-'))
let testApp: Journey
let page: Page
beforeAll(async () => {
  // The pages are of this machine: no host has to be spared.
  testApp = await journey({ env: { HOST_REQUESTS_PER_MINUTE: '600' } })
  page = await testApp.openAs('analyst')
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const heads = () => page.locator('thead th').allTextContents()
const job = () => page.locator('tr[data-job]').first()
const [bazaar] = demoOrigins.shops
const list = join(folder, 'list.txt')
writeFileSync(
  list,
  [...demoProducts.slice(0, 3).map(({ sku }) => `${bazaar}/product/${sku}`), `${bazaar}/product/none`].join('\r\n'),
)

/** Downloads a file of the open job and returns where it is. */
async function download(name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download: ${name}` }).click(),
  ])
  const path = join(folder, name)
  await file.saveAs(path)
  return path
}

/** Takes the screen in light and dark, and on a phone. */
async function shots(name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await applyPageOptions(page, { theme })
    await shot(page, `${name}-${theme}`)
  }
  await applyPageOptions(page, { width: 375, height: 812 })
  await shot(page, `${name}-phone`)
  await applyPageOptions(page, {})
}

test('S-085 S-170 S-171 the form of scrapper 1 has its fields and all five platforms, and says what is missing', async () => {
  await page.goto('/scrapper1')
  await page.getByRole('heading', { name: 'Scrapper 1', level: 1 }).waitFor()
  const email = page.getByLabel('Email Id', { exact: true })
  await expect.poll(() => email.inputValue()).toBe('analyst@demo.test')
  await expect.poll(() => email.getAttribute('readonly')).not.toBeNull()
  await button(page, 'Submit').click()
  for (const message of ['Required field', 'Please select an option', 'File required'])
    await page.getByText(message, { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Platform' }).click()
  await expect.poll(() => page.getByRole('option').count()).toBe(5)
  await page.getByRole('option', { name: 'E-commerce', exact: true }).click()
})

test('a list that can no longer be read is not sent, and says so; it can be chosen again', async () => {
  const input = page.locator('input[type=file]')
  const path = join(folder, 'corrected.txt')
  writeFileSync(path, 'not an address')
  await input.setInputFiles(path)
  await expect.poll(() => input.inputValue()).toBe('')
  rmSync(path)
  await page.getByLabel('Filename').fill('Corrected')
  await button(page, 'Submit').click()
  await alert('The file was changed, moved or deleted after it was chosen. Choose it again.').waitFor()
  await expect.poll(() => page.getByLabel('Filename').inputValue()).toBe('Corrected')
  writeFileSync(path, 'still not an address')
  await input.setInputFiles(path)
  await button(page, 'Submit').click()
  await page.getByText('The file has no address in its first column').waitFor()
  // The store also takes pictures, which this form does not.
  const other = { name: 'list.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  await input.setInputFiles(other)
  await button(page, 'Submit').click()
  await page.getByText('list.pdf is not a .txt, .csv, .xlsx or .xls file').waitFor()
})

test('S-086 S-087 S-274 a list becomes a sheet and pictures; live progress, files and failed rows are shown', async () => {
  await page.getByLabel('Filename').fill('Bazaar')
  await page.locator('input[type=file]').setInputFiles(list)
  const answer = await holdCall(page, '**/scraped/scrapper1/postdata')
  await button(page, 'Submit').click()
  // The name of the next list, typed while this one is sent, stays.
  await page.getByLabel('Filename').fill('Next')
  answer()
  await alert('4 addresses have been queued').waitFor()
  await expect.poll(() => page.getByLabel('Filename').inputValue()).toBe('Next')
  await job().getByText('processed').waitFor({ timeout: 120_000 })
  await expect
    .poll(() => heads())
    .toEqual(['Sr.', 'Date & Time added', 'Username', 'fileName', 'Platform', 'No of Records', 'Status', 'Actions'])
  const cells = async () => (await job().locator('td').allTextContents()).slice(2, 6)
  await expect.poll(cells).toEqual(['analyst@demo.test', 'Bazaar', 'E-commerce', '4'])
  await page.getByText('No more data to show.').waitFor()
  await button(page, 'Show details').click()
  const failed = page.getByRole('region', { name: '1 failed' })
  await expect.poll(() => failed.textContent()).toContain('The page returned status 404')
  await page.getByText('Bazaar.xlsx', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shots('scrapper-1')
  await applyPageOptions(page, { width: 375, height: 812 })
  // A job is a card: what became of it, and its details, are in sight without moving the table.
  for (const part of [job().getByText('processed', { exact: true }), failed.getByText(/status 404/)]) {
    const isInSight = async () => {
      const { x, width } = (await part.boundingBox())!
      return x >= 0 && x + width <= 375
    }
    await expect.poll(isInSight).toBe(true)
  }
  await applyPageOptions(page, {})
  const link = await findInEmails(testApp, /Bazaar\.xlsx\s+(http\S+)/)
  expect((await page.request.get(link)).status()).toBe(200)
})

test('S-295 the sheet of scrapper 1 goes through Upload Data unchanged, its pictures as they came', async () => {
  const [sheet, pictures] = [await download('Bazaar.xlsx'), await download('Bazaar-pictures.zip')]
  await openUpload(page)
  await bring(page, [sheet, pictures], 3)
  await expect.poll(() => tally(page)).toBe('3 pictures · 3 rows, no errors found')
  await button(page, 'Upload Data').click()
  await page.getByText('Data Saved Successfully').waitFor()
})

test('a list is paused, resumed, cancelled and repeated; no address that was done is opened again', async () => {
  const rows = demoProducts.slice(0, 3).map(({ sku }) => `${bazaar}/product/${sku}`)
  /** A job of which another worker has done the first row. */
  const putJob = (name: string) =>
    query(
      testApp.databaseUrl,
      `with job as (insert into tool_jobs (id, kind, user_id, name, platform, options, records, done, state, lease_id, lease_until)
          select gen_random_uuid(), 'scraper-1', (select id from users where username = 'analyst@demo.test'), $1, 'e-commerce',
            '{"archive": false}', 3, 1, 'Processing', gen_random_uuid(), now() + interval '1 hour' returning id)
        insert into tool_job_rows (job_id, row, input, state, records, finished_at)
        select job.id, n, to_jsonb(($2::text[])[n]), case n when 1 then 'Done' else 'Waiting' end,
          case n when 1 then '[{"title": "Read before"}]'::jsonb end, case n when 1 then timestamptz '2026-01-01 00:00Z' end
        from job, generate_series(1, 3) n`,
      [name, rows],
    )
  const named = (name: string) =>
    page.locator('tr[data-job]').filter({ has: page.getByRole('cell', { name, exact: true }) })
  const press = (name: string, action: string) => named(name).getByRole('button', { name: action, exact: true }).click()
  await putJob('Pause')
  await page.goto('/scrapper1')
  await named('Pause').getByText('1 of 3').waitFor()
  await press('Pause', 'Pause')
  await alert('The job is paused').waitFor()
  await named('Pause').getByText('Paused by analyst@demo.test').waitFor()
  await shot(page, 'scrapper-1-paused')
  await press('Pause', 'Resume')
  await alert('The job has been resumed').waitFor()
  await named('Pause').getByText('processed').waitFor({ timeout: 120_000 })
  await putJob('Cancel')
  await page.reload()
  await press('Cancel', 'Cancel job')
  await alert('The job has been cancelled').waitFor()
  await named('Cancel').getByText('Cancelled by analyst@demo.test').waitFor()
  await named('Cancel').getByText('failed', { exact: true }).waitFor()
  await press('Cancel', 'Show details')
  await page.getByText('Cancel.xlsx', { exact: true }).waitFor({ timeout: 30_000 })
  await press('Cancel', 'Resume')
  await named('Cancel').getByText('processed').waitFor({ timeout: 120_000 })
  const read = await query(
    testApp.databaseUrl,
    `select j.name, array_agg(r.state order by r.row) as states, min(r.finished_at) = '2026-01-01 00:00Z' as kept,
        count(*) filter (where r.records->0->>'title' = 'Read before') as before
      from tool_jobs j join tool_job_rows r on r.job_id = j.id where j.name = any ('{Pause,Cancel}') group by 1 order by 1`,
  )
  const all = { states: ['Done', 'Done', 'Done'], kept: true, before: '1' }
  expect(read).toEqual([
    { name: 'Cancel', ...all },
    { name: 'Pause', ...all },
  ])
  expect(problemsOf(page)).toEqual([])
})

test('S-275 S-134 only a queued list can be deleted, after a question', async () => {
  await page.goto('/scrapper2')
  await page.route('**/scraped/scrapper2/getdata*', (route) =>
    route.fulfill({ json: pageWith(['Pending', 'queued'], ['Processing', 'processing']) }),
  )
  await page.reload()
  await page.getByRole('heading', { name: 'Scrapper 2', level: 1 }).waitFor()
  await expect.poll(() => button(page, 'Delete Job processing').isDisabled()).toBe(true)
  expect(await button(page, 'Delete Job processing').getAttribute('title')).toBe('Only queued jobs can be deleted.')
  await page.getByText('Only your own queued jobs can be deleted.').waitFor()
  await page.route('**/scraped/deleteQueuedRecord', (route) => route.fulfill({ json: { message: 'Record deleted' } }))
  await button(page, 'Delete Job queued').click()
  await page.getByText('Confirm Deletion').waitFor()
  await page.getByText('Are you sure you want to permanently remove this item?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await alert('Deleted! Your record has been deleted.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('S-300 the states of scrapper 1 and 2 are green, red, blue, and yellow for all others', async () => {
  await page.route('**/scraped/scrapper2/getdata*', (route) =>
    route.fulfill({
      json: pageWith(
        ['Completed', 'processed'],
        ['Failed', 'failed'],
        ['Processing', 'processing'],
        ['Pending', 'queued'],
        ['Paused', 'paused'],
      ),
    }),
  )
  await page.reload()
  await expect.poll(() => shownStates(page)).toEqual(expectedStates)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a failing list alerts the message of the server', async () => {
  await page.route('**/scraped/scrapper2/getdata*', (route) =>
    route.fulfill({ status: 503, json: { message: 'The service is busy. Please try again.' } }),
  )
  await page.reload()
  // Beside what stands in place of the list.
  await page.locator('.mantine-Notification-root').filter({ hasText: 'The service is busy.' }).first().waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(problemsOf(page)).toEqual([])
})

/** A page of jobs in these states, as the server sends it. */
function pageWith(...states: [state: string, status: string][]) {
  const docs = states.map(([state, status], n) => ({
    id: `019ab000-0000-7000-8000-00000000000${n}`,
    _id: `019ab000-0000-7000-8000-00000000000${n}`,
    createdAt: '2026-11-22T04:30:00.000Z',
    platform: 'e-commerce',
    status,
    state,
    done: 0,
    failed: 0,
    problem: null,
    isOwn: true,
    isStored: true,
    files: [],
    receiverEmail: 'analyst@demo.test',
    fileName: `Job ${status}`,
    brandName: `Job ${status}`,
    numOfRecords: 5000,
  }))
  const paging = { page: 1, nextPage: null, prevPage: null, hasNextPage: false, hasPrevPage: false, pagingCounter: 1 }
  return { docs, ...paging, totalDocs: docs.length, totalPages: 1, email: 'analyst@demo.test', missing: null }
}
