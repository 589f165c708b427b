import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as sheets from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoOrigins } from '../../src/features/demo/server/small-web/addresses.ts'
import { demoProducts } from '../../src/features/demo/server/small-web/sites.ts'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { button, choose } from './upload-steps.ts'
import { expectedStates, shownStates } from './state-colours.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-refresh-'))
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
const file = () => page.locator('input[type=file]')
const [product] = demoProducts
const address = `${demoOrigins.shops[0]}/product/${product!.sku}`

function workbook(name: string, lines: unknown[][]): string {
  const book = sheets.utils.book_new()
  sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet(lines), 'Data')
  const path = join(folder, name)
  writeFileSync(path, sheets.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
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

test('S-088 S-090 S-091 S-172 S-173 S-174 S-175 the form of scrapper 3 says what is missing or not allowed', async () => {
  await page.goto('/scrapper3')
  await page.getByRole('heading', { name: 'Scrapper 3', level: 1 }).waitFor()
  await page.getByText('No records available').waitFor()
  await page.getByText(/^Last updated \d\d:\d\d/).waitFor()
  await page.getByText('0 records', { exact: true }).waitFor()
  const email = page.getByLabel('Email', { exact: true })
  await expect.poll(() => email.inputValue()).toBe('analyst@demo.test')
  await expect.poll(() => email.getAttribute('readonly')).not.toBeNull()
  await button(page, 'Upload File').click()
  await alert('Please fill all required fields').waitFor()
  await expect.poll(() => page.getByText('Required field', { exact: true }).count()).toBe(2)
  await page.getByText('File required', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Platform' }).click()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['E-commerce', 'Social Media'])
  await page.getByRole('option', { name: 'E-commerce' }).click()
  await page.getByLabel('Filename').fill('Shops')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  for (const [name, bytes, problem] of [
    ['a.csv', 10, 'Invalid file type. Please upload an Excel file'],
    ['a.xlsx', 0, 'This file is empty.'],
    ['a.xlsx', 5_242_881, 'File size too large (max 5MB)'],
  ] as const) {
    await file().setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes) })
    await button(page, 'Upload File').click()
    await alert(problem).waitFor()
  }
  // The browser knows it before the file travels.
  expect(sent.filter((url) => url.includes('/gateway/'))).toEqual([])
})

test('S-089 S-135 S-270 S-272 a sheet is refreshed: status, files and the new cells', async () => {
  // Named as a workbook, which it is not: the field says so when the alert has gone.
  await file().setInputFiles({ name: 'a.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.alloc(99, 'x') })
  await button(page, 'Upload File').click()
  await page.getByRole('main').getByText('Invalid file type. Please upload an Excel file').waitFor()
  await file().setInputFiles(workbook('none.xlsx', [['title'], ['x']]))
  await button(page, 'Upload File').click()
  await alert('The sheet has no “url” column').waitFor()
  await file().setInputFiles(
    workbook('shops.xlsx', [
      ['url', 'price', 'mine'],
      [address, 1, 'kept'],
    ]),
  )
  await button(page, 'Upload File').click()
  await alert('New Entries added!').waitFor()
  await job().getByText('processed').waitFor({ timeout: 60_000 })
  await expect
    .poll(() => heads())
    .toEqual(['#', 'Date Added', 'Username', 'Filename', 'Platform', 'Records', 'Status', 'Actions'])
  await page.getByText('1 record', { exact: true }).waitFor()
  // Greyed and without effect: it can be reached, and nothing is asked.
  const remove = button(page, 'Delete Shops')
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true')
  expect(await remove.getAttribute('disabled')).toBeNull()
  expect(await remove.getAttribute('title')).toBe('Only queued jobs can be deleted.')
  await page.getByText('Only queued jobs can be deleted.', { exact: true }).waitFor()
  await remove.click({ force: true })
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await button(page, 'Show details').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download: Shops.xlsx' }).click(),
  ])
  const path = join(folder, 'result.xlsx')
  await download.saveAs(path)
  const book = sheets.read(readFileSync(path))
  const [header, row] = sheets.utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
  expect(header).toEqual(['url', 'price', 'mine', 'online', 'checkedAt', 'note'])
  expect(row!.slice(0, 4)).toEqual([address, product!.price, 'kept', 'Yes'])
  expect(await axeFindings(page)).toEqual([])
  await shots('scrapper-3')
})

const record = (state: string, status: string) => ({
  id: '019ab000-0000-7000-8000-000000000001',
  _id: '019ab000-0000-7000-8000-000000000001',
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
})

test('S-135 S-273 S-272 S-271 S-269 scrapper 4 disables what cannot be deleted; failures are told', async () => {
  const data = [record('Pending', 'queued'), { ...record('Processing', 'processing'), id: '2' }]
  const answer = { result: true, total: 2, page: 1, totalPages: 1, data, email: '', missing: 'No Chromium was found' }
  await page.route('**/gateway/scraper4/api/queue*', (route) => route.fulfill({ json: answer }))
  await page.route('**/users/getEmailId*', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
  // Not until all has loaded: the alert may come before, and is gone after five seconds.
  await page.goto('/scrapper4', { waitUntil: 'commit' })
  await alert('Failed to fetch email').waitFor({ timeout: 60_000 })
  await page.getByText('No Chromium was found').waitFor()
  await expect.poll(() => button(page, 'Upload File').isDisabled()).toBe(true)
  await expect.poll(() => button(page, 'Delete Job processing').getAttribute('disabled')).not.toBeNull()
  const askAndDelete = async () => {
    await button(page, 'Delete Job queued').click()
    await page.getByText('Delete Record?').waitFor()
    await page.getByText("You won't be able to revert this!").waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  }
  await page.route('**/gateway/scraper4/api/queue/*', (route) => route.fulfill({ status: 409, json: { message: 'x' } }))
  await askAndDelete()
  await alert('Failed to delete record').waitFor()
  await page.route('**/gateway/scraper4/api/queue/*', (route) => route.fulfill({ json: { message: 'Record deleted' } }))
  await askAndDelete()
  await alert('Record deleted').waitFor()
  await page.route('**/gateway/scraper4/api/queue*', (route) => route.fulfill({ status: 422, json: { message: 'x' } }))
  await button(page, 'Sync').click()
  await alert('Failed to load records').first().waitFor({ timeout: 60_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('S-136 the states of scrapper 3 and 4 are green, red, blue, and yellow for all others', async () => {
  const states = [
    ['Completed', 'processed'],
    ['Failed', 'failed'],
    ['Processing', 'processing'],
    ['Pending', 'queued'],
    ['Paused', 'paused'],
  ] as const
  const data = states.map(([state, status], index) => ({ ...record(state, status), id: String(index) }))
  await page.route('**/gateway/scraper4/api/queue*', (route) =>
    route.fulfill({ json: { result: true, total: 5, page: 1, totalPages: 1, data, email: '', missing: null } }),
  )
  await page.reload()
  await expect.poll(() => shownStates(page)).toEqual(expectedStates)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const select = (label: string) => page.getByRole('combobox', { name: label, exact: true })

test('S-078 S-080 S-081 S-182 S-183 S-185 the form of a report offers what is available and says what is missing', async () => {
  await page.goto('/report-enforcement')
  await page.getByRole('heading', { name: 'Submit New Report' }).waitFor()
  await page.getByRole('heading', { name: 'Recent Reports' }).waitFor()
  await page.getByText('No records found').waitFor()
  await expect.poll(() => select('Brand').isDisabled()).toBe(true)
  // Where only one is available it is chosen already.
  await expect.poll(() => select('Platform').inputValue()).toBe('Social Media')
  await expect.poll(() => select('Website').inputValue()).toBe('Pinterest')
  await button(page, 'Submit').click()
  for (const label of ['Company', 'Brand', 'Type', 'Links'])
    await page.getByText(`${label} is required`, { exact: true }).waitFor()
  const disabled = page.getByRole('option').and(page.locator('[data-combobox-disabled]'))
  await select('Platform').click()
  await expect.poll(() => disabled.allTextContents()).toEqual(['E-Commerce', 'Domain', 'Website', 'App Store'])
  await page.getByRole('option', { name: 'Social Media' }).click()
  await select('Website').click()
  await expect.poll(() => disabled.allTextContents()).toEqual(['Youtube', 'Facebook', 'Instagram'])
  await page.getByRole('option', { name: 'Pinterest' }).click()
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await page.getByLabel('Links').fill('https://www.pinterest.com/pin/1/\n\n  \nhttps://www.pinterest.com/pin/2/ ')
  await page.getByText('2 links').waitFor()
  await button(page, 'Submit').click()
  await page.getByText('Type is required', { exact: true }).waitFor()
  await select('Type').click()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['pin', 'board', 'profile'])
  await page.getByRole('option', { name: 'pin' }).click()
})

test('S-079 S-082 S-279 S-305 a report fills the form of the small web; its picture is shown', async () => {
  await page.route('**/api/trademark', (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
  await button(page, 'Submit').click()
  await alert('Failed to submit form. Please try again.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/trademark'))
  const answer = await holdCall(page, '**/api/trademark')
  await button(page, 'Submit').click()
  expect((await sent).postDataJSON()).toMatchObject({
    brand: 'demo brand',
    infringingMaterial: ['https://www.pinterest.com/pin/1/', 'https://www.pinterest.com/pin/2/'],
  })
  // The links of the next report, entered while this one is sent, stay.
  const links = page.getByLabel('Links')
  await links.fill('https://www.pinterest.com/pin/3/')
  answer()
  await alert('Form submitted successfully!').waitFor()
  await expect.poll(() => links.inputValue()).toBe('https://www.pinterest.com/pin/3/')
  await job().getByText('processed').waitFor({ timeout: 60_000 })
  await expect
    .poll(() => heads())
    .toEqual(['#', 'Date & Time', 'Company > Brand', 'Platform', 'Website', 'Records', 'Status', 'Action'])
  const cells = async () => (await job().locator('td').allTextContents()).slice(2, 6)
  await expect.poll(cells).toEqual(['Aurevia Consumer Group > Demo Brand', 'Social Media', 'Pinterest', '2'])
  const picture = await page.getByRole('link', { name: 'View the form of Demo Brand' }).getAttribute('href')
  const form = await page.request.get(picture!)
  expect([form.status(), form.headers()['content-type']]).toEqual([200, 'image/png'])
  if (process.env['SHOTS']) writeFileSync(join(process.env['SHOTS'], 'form.png'), await form.body())
  expect(await axeFindings(page)).toEqual([])
  await shots('report-enforcement')
  expect(problemsOf(page)).toEqual([])
})

test('S-080 S-138 S-280 S-281 processed reports are green; more are loaded by a button; look-ups that fail say so', async () => {
  const data = Array.from({ length: 10 }, (_, n) => ({
    ...(n === 0 ? record('Completed', 'processed') : n === 1 ? record('Failed', 'failed') : record('Paused', 'paused')),
    id: `019ab000-0000-7000-8000-0000000000${n + 10}`,
    company: 'A',
    brand: 'B',
    website: 'Pinterest',
    type: 'pin',
    infringingMaterial: [],
    screenShotURL: null,
    username: 'analyst',
  }))
  const answer = { result: true, total: 500, page: 1, totalPages: 50, data, email: '', missing: null, isFiled: false }
  await page.route('**/api/trademark?page=1*', (route) => route.fulfill({ json: answer }))
  await page.route('**/api/trademark?page=2*', (route) => route.fulfill({ status: 422, json: { message: 'x' } }))
  for (const path of ['**/users/getEmailId*', '**/api/brand?*'])
    await page.route(path, (route) => route.fulfill({ status: 422, json: { message: 'x' } }))
  // Before anything else: the alert is gone after five seconds.
  await page.goto('/report-enforcement', { waitUntil: 'commit' })
  await alert('Failed to load your email ID').waitFor({ timeout: 60_000 })
  await button(page, 'Load More Records').waitFor()
  // None of these reports has a picture yet.
  await expect.poll(() => button(page, 'No File').count()).toBe(10)
  const [green, ...warnings] = await shownStates(page)
  expect(green).toBe('processed rgb(46, 125, 50)')
  expect(warnings.slice(0, 2)).toEqual(['failed rgb(249, 168, 37)', 'paused rgb(249, 168, 37)'])
  await button(page, 'Load More Records').click()
  await alert('Failed to load records').first().waitFor({ timeout: 60_000 })
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await alert('Failed to fetch brands').first().waitFor({ timeout: 60_000 })
  await page.route('**/api/company?*', (route) => route.fulfill({ status: 422, json: { message: 'x' } }))
  await select('Company').fill('nobody')
  await alert('Failed to fetch companies').first().waitFor({ timeout: 60_000 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
