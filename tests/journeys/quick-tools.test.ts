import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { Workbook } from '@cj-tech-master/excelts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { applyPageOptions, axeFindings, demoPassword, journey, type Journey, problemsOf, shot } from './harness.ts'
import { closeAlert } from './sign-in-steps.ts'
import { button, choose } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-tools-'))
let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('analyst')
  await page.goto('/tools')
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const row = (index: number) => page.locator('tr[data-job]').nth(index)
const start = () => button(page, 'Start Processing')
const report = (name: string) => choose(page, 'Report', name)
const upload = (name: string, bytes: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return page.locator('input[type=file]').setInputFiles(path)
}

async function enterPassword(password = demoPassword): Promise<void> {
  await page.getByRole('dialog', { name: 'Enter your password' }).getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Continue').click()
}

/** Starts what the form says, up to the message of the server. */
async function process(says: string, isGranted = false): Promise<void> {
  await start().click()
  if (!isGranted) await enterPassword()
  await page.getByRole('dialog', { name: 'Confirm' }).getByText(says).waitFor()
  await button(page, 'Accept').click()
}

/** The bytes of the newest job's file, once it is one of this report and finished. */
async function newestFile(name: string): Promise<Buffer> {
  await row(0).getByText(name, { exact: true }).waitFor()
  await row(0).getByText('Completed').waitFor({ timeout: 120_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row(0)
      .getByRole('button', { name: /^Download/ })
      .click(),
  ])
  return readFileSync(await download.path())
}

async function cellsOf(bytes: Buffer | Uint8Array): Promise<string[][]> {
  const book = new Workbook()
  await book.xlsx.load(bytes as never)
  const found: string[][] = []
  book.worksheets[0]!.eachRow((line) => {
    const cells: string[] = []
    line.eachCell({ includeEmpty: true }, (one) => void cells.push(one.text))
    found.push(cells)
  })
  return found
}

test('S-068 S-069 S-071 S-072 S-073 S-074 S-075 each report has its own input; Start waits for it', async () => {
  await page.getByRole('heading', { name: 'Quick Tools', level: 1 }).waitFor()
  const email = page.getByLabel('Email', { exact: true })
  await expect.poll(() => email.inputValue()).toBe('analyst@demo.test')
  await expect.poll(() => email.getAttribute('readonly')).not.toBeNull()
  await page.getByRole('combobox', { name: 'Report', exact: true }).click()
  await expect
    .poll(async () => (await page.getByRole('option').allTextContents()).map((text) => text.trim()))
    .toEqual([
      'Domain IP Extractor',
      'Facebook Ads',
      'Facebook Scan',
      'Facebook Search',
      'Flipkart LID/PID',
      'Meesho Search',
      'Pinterest Search',
      'Twitter Search',
      'Web Screenshot',
    ])
  await page.keyboard.press('Escape')
  for (const name of ['Facebook Ads', 'Flipkart LID/PID']) {
    await report(name)
    await expect
      .poll(() => page.getByLabel('Search term or URL').getAttribute('placeholder'))
      .toMatch(/search term or URL/)
  }
  for (const name of ['Facebook Search', 'Pinterest Search', 'Twitter Search', 'Meesho Search']) {
    await report(name)
    await expect.poll(() => page.getByLabel('Search terms').count(), { message: name }).toBe(1)
  }
  for (const name of ['Web Screenshot', 'Domain IP Extractor']) {
    await report(name)
    await expect.poll(() => button(page, 'Upload .txt').count(), { message: name }).toBe(1)
  }
  expect(await axeFindings(page)).toEqual([])
})

test('S-176 S-177 Start Processing waits for a report, a URL or a platform; the file must be plain text', async () => {
  await page.reload()
  await expect.poll(() => start().isDisabled()).toBe(true)
  await report('Domain IP Extractor')
  await expect.poll(() => start().isDisabled()).toBe(true)
  await upload('picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))
  await closeAlert(page, 'Please upload a valid .txt file')
  await upload('table.csv', 'a,b')
  await closeAlert(page, 'Please upload a valid .txt file')
  await upload('many.txt', 'a.example\n'.repeat(1_000_000))
  await alert('This file is larger than 8 MB.').waitFor()
  await upload('too-many.txt', 'a.example\n'.repeat(1001))
  await page.getByText('1,001 lines: 1,000 at most').waitFor()
  await expect.poll(() => start().isDisabled()).toBe(true)
  await upload('domains.txt', Buffer.from('\ufeffa.example\r\n\r\nb.example', 'utf16le'))
  await page.getByText('domains.txt: 2 URLs').waitFor()
  await expect.poll(() => start().isEnabled()).toBe(true)
  await report('Facebook Scan')
  await expect.poll(() => start().isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Platform', exact: true }).click()
  const disabled = page.locator('[role=option][data-combobox-disabled]')
  await expect.poll(() => disabled.allTextContents()).toEqual(['Domain', 'Website', 'App Store'])
  await page.getByRole('option', { name: 'Social Media', exact: true }).click()
  await expect.poll(() => start().isEnabled()).toBe(true)
})

test('S-178 S-180 S-277 S-076 password, confirmation, Saved!, and the file of the job in the history', async () => {
  await report('Twitter Search')
  await page.getByLabel('Search terms').fill('Aurevia, =2+3')
  await start().click()
  await enterPassword('wrong')
  await page.getByText('Incorrect password').waitFor()
  await shot(page, 'quick-tools-password')
  await enterPassword()
  await page.getByText('This query will fetch 2 records').waitFor()
  await button(page, 'Accept').click()
  await alert('Saved!').waitFor()
  const cells = await cellsOf(await newestFile('Twitter Search'))
  expect(cells[0]).toEqual(['term', 'type', 'name', 'link', 'followers', 'postDate', 'text'])
  expect(cells.length).toBeGreaterThan(5)
  const heads = await page.getByRole('table').getByRole('columnheader').allTextContents()
  const expected = 'Sr.|Date & Time added|Username|Report|No of Records|Status|Download'
  expect(heads.slice(0, 7)).toEqual(expected.split('|'))
  await report('Flipkart LID/PID')
  await page.getByLabel('Search term or URL').fill('Aurevia')
  await start().click()
  await enterPassword()
  const dialog = page.getByRole('dialog', { name: 'Confirm' })
  const told = ['This query will fetch 1 record', 'Search term: Aurevia', /not be asked for again until \d/]
  for (const text of told) await dialog.getByText(text).waitFor()
  await shot(page, 'quick-tools-confirm')
  await button(page, 'Accept').click()
  await alert('Saved!').waitFor()
  await page.getByRole('row').filter({ hasText: 'Flipkart LID/PID' }).first().getByText('Aurevia').waitFor()
  expect((await cellsOf(await newestFile('Flipkart LID/PID')))[1]![2]).toMatch(/^https:\/\/www\.flipkart\.com\/.*pid=/)
})

test('S-070 Web Screenshot in the demo world: pictures and an index sheet in a .zip', async () => {
  await report('Web Screenshot')
  // Without a protocol: the shop of the small web answers by HTTP only.
  await upload('pages.txt', 'bazaar.demo.test/\nhttp://127.0.0.1/')
  await process('This query will fetch 2 records')
  const parts = unzipSync(await newestFile('Web Screenshot'))
  const names = Object.keys(parts)
  expect(names).toEqual(['0001-bazaar-demo-test.png', 'index.xlsx'])
  expect(Buffer.from(parts[names[0]!]!).subarray(1, 4).toString()).toBe('PNG')
  const index = await cellsOf(parts['index.xlsx']!)
  expect(index[0]).toEqual(['url', 'finalUrl', 'httpStatus', 'title', 'file', 'takenAt', 'result'])
  expect(index).toHaveLength(3)
  expect(index[1]!.slice(0, 3)).toEqual(['bazaar.demo.test/', 'http://bazaar.demo.test/', '200'])
  expect(index[2]!.join(' ')).toMatch(/127\.0\.0\.1/)
})

test('S-070 in the demo world every other tool gives its file, too', async () => {
  const token = await page.evaluate(() => Object.values(localStorage).find((one) => /^"?[\w-]{43}"?$/.test(one)) ?? '')
  const send = async (path: string, body?: object, grant = '') =>
    page.request.fetch(`${testApp.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token.replaceAll('"', '')}`, 'x-action-grant': grant },
      ...(body ? { data: body } : {}),
    })
  const tools = ['facebookAds', 'facebook', 'meesho', 'pinterest', 'domain', 'facebookScan']
  for (const tool of tools) {
    const { grant } = await (await send('/queue/verify-password', { purpose: tool, password: demoPassword })).json()
    const urls = tool === 'domain' ? ['aurevia-sale.com', 'bazaar.demo.test'] : ['Aurevia']
    const body = { report: tool, ...(tool === 'facebookScan' ? { platform: 'social-media' } : { urls }) }
    expect((await send('/queue/postQueueRecord', body, grant)).status(), tool).toBe(200)
  }
  type Job = { report: string; status: string; problem: string | null }
  const list = async () =>
    (await (await send(`/queue/getRecords?perPage=20&report=${tools.join('&report=')}`)).json()).docs as Job[]
  await expect
    .poll(async () => (await list()).filter(({ status }) => status === 'Pending' || status === 'Processing'), {
      timeout: 120_000,
    })
    .toEqual([])
  for (const job of await list()) expect([job.report, job.status, job.problem]).toEqual([job.report, 'Completed', null])
})

test('S-277 S-278 G82 what the server refuses is alerted; a result that is too large is for the administrator', async () => {
  await page.reload()
  await report('Meesho Search')
  await page.getByLabel('Search terms').fill('Aurevia')
  await page.route('**/queue/postQueueRecord', (route) =>
    route.fulfill({ status: 429, json: { message: 'You already have 20 jobs waiting' } }),
  )
  await process('This query will fetch 1 record')
  await alert('You already have 20 jobs waiting').waitFor()
  await page.unroute('**/queue/postQueueRecord')
  await page.route('**/queue/postQueueRecord', (route) => route.abort())
  await process('This query will fetch 1 record', true)
  await alert('An error occurred').waitFor()
  await page.unroute('**/queue/postQueueRecord')
  await query(testApp.databaseUrl, 'update tool_job_files set records = 25001')
  await page
    .getByRole('button', { name: /^Download/ })
    .and(page.locator(':enabled'))
    .first()
    .click()
  await alert('More than 25,000 records cannot be downloaded. Please contact administrator.').waitFor()
})

test('G86 what a source answered last, and how long ago, stands beside the form and over the folded list', async () => {
  await query(
    testApp.databaseUrl,
    `insert into source_checks (source, outcome, detail, checked_at)
     values ('flipkart', 'changed', 'Its result page has no product', now() - interval '3 hours 5 minutes'),
       ('meesho', 'answered', '12 records', now() - interval '2 days 1 hour')
     on conflict (source) do update set outcome = excluded.outcome, detail = excluded.detail, checked_at = excluded.checked_at`,
  )
  await page.reload()
  const state = page.locator('[data-source-state]')
  await report('Flipkart LID/PID')
  await expect.poll(() => state.innerText()).toMatch(/^Changed\s+Checked 3 hours ago: Its result page has no product$/)
  await shot(page, 'quick-tools-changed')
  await applyPageOptions(page, { theme: 'dark' })
  await shot(page, 'quick-tools-changed-dark')
  await applyPageOptions(page, { width: 375, height: 812 })
  await shot(page, 'quick-tools-changed-phone')
  expect(await axeFindings(page)).toEqual([])
  await applyPageOptions(page, {})
  await report('Meesho Search')
  await expect.poll(() => state.innerText()).toMatch(/^Responding\s+Checked 2 days ago: 12 records$/)
  expect(await page.locator('summary').filter({ hasText: 'Sources' }).innerText()).toMatch(/1 responding.*, 1 changed/)
})

test('S-076 S-077 ten jobs, then more; an Admin has the Admin menu, asks the sources and sets the passwords', async () => {
  await query(
    testApp.databaseUrl,
    `insert into tool_jobs (id, kind, tool, user_id, records, done, failed, state, problem, options)
     select gen_random_uuid(), 'quick-tool', 'domain', (select id from users where username = 'analyst@demo.test'), n, n / 2, n % 3,
       case n % 4 when 0 then 'Paused' when 1 then 'Failed' else 'Completed' end,
       case when n % 4 < 2 then 'Paused by analyst@demo.test' end, '{}' from generate_series(1, 24) n`,
  )
  const admin = await testApp.openAs('admin', { height: 500 })
  await admin.goto('/tools')
  const rows = admin.locator('tr[data-job]')
  await rows.nth(9).waitFor()
  await expect.poll(() => rows.count()).toBe(10)
  await admin.getByRole('button', { name: 'Load more' }).click()
  await rows.nth(19).waitFor()
  await expect.poll(() => admin.getByRole('link', { name: 'Users', exact: true }).count()).toBe(1)
  await expect.poll(() => page.getByRole('link', { name: 'Users', exact: true }).count()).toBe(0)
  await admin.getByText('Sources', { exact: true }).click()
  await button(admin, 'Check the sources now').click()
  await admin
    .getByText(/^\d+ records?, checked /)
    .first()
    .waitFor({ timeout: 60_000 })
  await applyPageOptions(admin, {})
  await shot(admin, 'quick-tools')
  await applyPageOptions(admin, { theme: 'dark' })
  await shot(admin, 'quick-tools-dark')
  await applyPageOptions(admin, { width: 375, height: 812 })
  await shot(admin, 'quick-tools-phone')
  await applyPageOptions(admin, {})
  await button(admin, 'Action passwords').click()
  await admin.getByLabel('Password of').selectOption('master')
  await admin.getByLabel('New password').fill('Another-password-26')
  await shot(admin, 'quick-tools-passwords')
  await button(admin, 'Save').click()
  await admin.getByRole('alert').filter({ hasText: 'The password has been saved' }).waitFor()
  expect(problemsOf(admin)).toEqual([])
})
