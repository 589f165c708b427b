import { readFileSync } from 'node:fs'
import { Workbook } from '@cj-tech-master/excelts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseYear } from './choose-year.ts'
import { query } from './dashboards.ts'
import { applyPageOptions, axeFindings, demoPassword, journey, type Journey, problemsOf, shot } from './harness.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { button, choose } from './upload-steps.ts'

const company = 'Aurevia Consumer Group'
let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('analyst')
})
afterAll(async () => {
  await testApp.end()
})

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const field = (label: string) => page.getByRole('combobox', { name: label, exact: true })
const row = (index: number) => page.locator('tr[data-job]').nth(index)
const brands = () => page.locator('.mantine-MultiSelect-root').filter({ has: field('Brand') })

/** The day in the business zone as a range; it may be another one before and after an action. */
function todayAsRange(): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date())
  return `${day} – ${day}`
}

/** Chooses brand options in the open list and closes it. */
async function pickBrands(...names: string[]): Promise<void> {
  await field('Brand').click()
  for (const name of names) await page.getByRole('option', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('S-060 S-062 S-291 the form has its fields; reason code and seller come with e-commerce, dates are today', async () => {
  const before = todayAsRange()
  await page.goto('/bulk-data-download')
  await page.getByRole('heading', { name: 'Bulk Data Download', level: 1 }).waitFor()
  for (const name of ['Company', 'Brand', 'Platform', 'Status', 'Last action Date'])
    await expect.poll(() => field(name).count(), { message: name }).toBe(1)
  const email = page.getByLabel('Email', { exact: true })
  await expect.poll(() => email.inputValue()).toBe('analyst@demo.test')
  await expect.poll(() => email.getAttribute('readonly')).not.toBeNull()
  await expect.poll(() => page.getByLabel('Date range').textContent()).toBeOneOf([before, todayAsRange()])
  await expect.poll(() => field('Seller').count()).toBe(0)
  await choose(page, 'Platform', 'E-commerce')
  for (const name of ['Reason Code', 'Seller']) await expect.poll(() => field(name).count(), { message: name }).toBe(1)
})

test('S-160 S-061 without company and brand nothing is asked; All replaces the other brands', async () => {
  await button(page, 'Fetch Data').click()
  await page.getByText('Brand is required').waitFor()
  await page.getByText('Please fill in: Company, Brand.').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await choose(page, 'Company', company)
  await button(page, 'Fetch Data').click()
  await page.getByText('Brand is required').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await pickBrands('Demo Brand')
  await expect.poll(() => brands().textContent()).toContain('Demo Brand')
  await pickBrands('All')
  await expect.poll(() => brands().textContent()).not.toContain('Demo Brand')
  await pickBrands('Demo Brand')
  await expect.poll(() => brands().textContent()).not.toContain('All')
})

test('S-063 S-161 S-163 S-162 a wrong password is refused by the server; an empty count says so', async () => {
  await button(page, 'Fetch Data').click()
  await page.getByText(`In the demo world the password is ${demoPassword}`).waitFor()
  const password = page.getByLabel('Password', { exact: true })
  await button(page, 'Continue').click()
  await page.getByText('Password is required', { exact: true }).waitFor()
  await password.fill('wrong')
  await button(page, 'Continue').click()
  await page.getByText('Incorrect password').waitFor()
  await shot(page, 'bulk-download-password')
  await page.route('**/queue/confirmFetchRecords*', (route) =>
    route.fulfill({ json: { companyName: company, result: [{ brandName: 'Demo Brand', noOfDocument: 0 }] } }),
  )
  await password.fill(demoPassword)
  await button(page, 'Continue').click()
  await alert('No records found!').waitFor()
  await page.unroute('**/queue/confirmFetchRecords*')
})

test('S-266 a failing confirmation alerts the message', async () => {
  await page.route('**/queue/confirmFetchRecords*', (route) => route.abort())
  await button(page, 'Fetch Data').click()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await button(page, 'Continue').click()
  await alert('An error occurred').waitFor()
  await page.unroute('**/queue/confirmFetchRecords*')
})

test('S-221 S-223 the choices of a filter are those that the other chosen filters leave', async () => {
  const found = await query<{ status: string; sellers: string[] }>(
    testApp.databaseUrl,
    `select f.status, array_agg(distinct d.username) as sellers
     from findings f join companies c on c.id = f.company_id
     join findings_e_commerce d on d.company_id = f.company_id and d.finding_id = f.id
     where c.name = $1 and f.deleted_at is null and d.username is not null
       and f.reporting_date between (now() at time zone 'Asia/Kolkata')::date - 364 and (now() at time zone 'Asia/Kolkata')::date
     group by 1 order by count(distinct d.username) limit 1`,
    [company],
  )
  const { status, sellers } = found[0]!
  await chooseYear(page)
  await pickBrands('All')
  const options = page.getByRole('option')
  await field('Seller').click()
  await expect.poll(() => options.count()).toBeGreaterThan(sellers.length)
  await page.keyboard.press('Escape')
  await field('Status').click()
  await page.getByRole('option', { name: statusDisplay(status).name, exact: true }).click()
  await page.keyboard.press('Escape')
  await field('Seller').click()
  await expect.poll(async () => (await options.allTextContents()).toSorted()).toEqual(sellers.toSorted())
  await page.keyboard.press('Escape')
  await field('Status').press('Backspace')
})

test('S-063 S-064 S-131 S-297 the confirmation counts each brand; the file of all records is emailed and downloaded', async () => {
  await button(page, 'Fetch Data').click()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await button(page, 'Continue').click()
  const confirmation = page.getByRole('table', { name: 'Confirm the download' })
  await confirmation.getByRole('row', { name: /^Demo Brand/ }).waitFor()
  const total = Number((await confirmation.getByRole('row', { name: /^Total/ }).textContent())!.replace(/\D/g, ''))
  const [stored] = await query<{ n: string }>(
    testApp.databaseUrl,
    `select count(*) as n from findings f join companies c on c.id = f.company_id where c.name = $1
     and f.platform = 'e-commerce' and f.deleted_at is null
     and f.reporting_date between (now() at time zone 'Asia/Kolkata')::date - 364 and (now() at time zone 'Asia/Kolkata')::date`,
    [company],
  )
  expect(total).toBe(Number(stored!.n))
  await shot(page, 'bulk-download-confirm')
  await page.getByLabel('Repeat').selectOption('weekly')
  await button(page, 'Accept').click()
  await alert('The download is queued and will be repeated.').waitFor()
  const repeating = page.getByRole('region', { name: 'Repeating downloads' })
  await repeating.getByText('Every Monday, for the previous week; by analyst').waitFor()
  await row(0).getByText('Completed').waitFor({ timeout: 120_000 })
  const heads = await page.getByRole('table').last().getByRole('columnheader').allTextContents()
  expect(heads).toEqual([
    'Sr',
    'Date & Time added',
    'Username',
    'Company',
    'Brand',
    'Platform',
    'DateRange',
    'No of Records',
    'Status',
    'Actions',
  ])
  const cells = await row(0).getByRole('cell').allInnerTexts()
  expect(cells.slice(0, 8)).toEqual([
    '1',
    expect.stringMatching(/^[\d/]{10} \d{2}:\d{2}/),
    'analyst@demo.test',
    company,
    'All',
    'E-commerce',
    expect.stringMatching(/^[\d/]{10} - [\d/]{10}$/),
    total.toLocaleString('en-GB'),
  ])
  await row(0).getByRole('button', { name: 'Show files' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download again: e-commerce-/ }).click(),
  ])
  const book = new Workbook()
  await book.xlsx.load(readFileSync(await download.path()))
  expect(book.worksheets.reduce((sum, sheet) => sum + sheet.rowCount - 1, 0)).toBe(total)
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'bulk-download')
  await applyPageOptions(page, { theme: 'dark' })
  await shot(page, 'bulk-download-dark')
  await repeating.getByRole('button', { name: 'Stop repeating' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop repeating' }).click()
  await repeating.waitFor({ state: 'detached' })
  await applyPageOptions(page, { width: 375, height: 812 })
  await shot(page, 'bulk-download-phone')
  await applyPageOptions(page, {})
  const before = todayAsRange()
  await row(0).getByRole('button', { name: "Repeat with today's range" }).click()
  await expect.poll(() => brands().textContent()).toContain('All')
  await expect.poll(() => page.getByLabel('Date range').textContent()).toBeOneOf([before, todayAsRange()])
})

test('S-060 a range of ten years is counted and shows its choices', async () => {
  const year = new Date().getFullYear()
  await page.getByLabel('Date range').click()
  const calendar = page.getByRole('dialog', { name: 'Date range' })
  const pickDay = async (inYear: number, day: string) => {
    await calendar.getByRole('button', { name: /^[A-Z][a-z]+ \d{4}$/ }).click()
    await calendar.getByRole('button', { name: /^\d{4}$/ }).click()
    const cell = calendar.getByRole('button', { name: String(inYear), exact: true })
    if ((await cell.count()) === 0)
      await calendar.getByRole('button', { name: inYear < year ? 'Previous decade' : 'Next decade' }).click()
    await cell.click()
    await calendar.getByRole('button', { name: 'Jan', exact: true }).click()
    await calendar.getByRole('button', { name: day, exact: true }).click()
  }
  await pickDay(year - 10, `1 January ${year - 10}`)
  await pickDay(year, `31 January ${year}`)
  await expect.poll(() => page.getByLabel('Date range').textContent()).toBe(`01/01/${year - 10} – 31/01/${year}`)
  const [stored] = await query<{ n: string }>(
    testApp.databaseUrl,
    `select count(*) as n from findings f join companies c on c.id = f.company_id where c.name = $1
     and f.platform = 'e-commerce' and f.deleted_at is null and f.reporting_date between $2 and $3`,
    [company, `${year - 10}-01-01`, `${year}-01-31`],
  )
  await field('Seller').click()
  await page.getByRole('option').nth(20).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Fetch Data').click()
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await button(page, 'Continue').click()
  const total = page.getByRole('table', { name: 'Confirm the download' }).getByRole('row', { name: /^Total/ })
  await expect.poll(async () => Number((await total.textContent())!.replace(/\D/g, ''))).toBe(Number(stored!.n))
  await button(page, 'Cancel').click()
  expect(problemsOf(page)).toEqual([])
})

test('S-065 the queue shows ten and loads more', async () => {
  await query(
    testApp.databaseUrl,
    `insert into exports (id, kind, user_id, company_id, platform, start_date, end_date, format, records, state, problem, finished_at)
     select gen_random_uuid(), 'bulk', (select id from users where username = 'analyst@demo.test'), (select id from companies limit 1),
       'domain', '2026-01-01', '2026-01-31', 'csv', n, 'Failed', 'Cancelled by analyst@demo.test', now() from generate_series(1, 24) n`,
  )
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.goto('/bulk-data-download')
  await row(9).waitFor()
  await expect.poll(() => page.locator('tr[data-job]').count()).toBe(10)
  await page.getByRole('button', { name: 'Load more' }).click()
  await row(19).waitFor()
  await row(19).scrollIntoViewIfNeeded()
  await row(24).waitFor()
  await applyPageOptions(page, {})
})

test('G83 G87 a running download shows its progress and is cancelled; a failed one is tried again', async () => {
  await query(
    testApp.databaseUrl,
    `insert into exports (id, kind, user_id, company_id, platform, start_date, end_date, format, records, done, state, lease_id, lease_until)
     select 'ffffffff-ffff-4fff-8fff-ffffffffffff', 'bulk', (select id from users where username = 'analyst@demo.test'),
       (select id from companies limit 1), 'domain', '2026-01-01', '2026-01-31', 'csv', 30000, 12000, 'Processing',
       gen_random_uuid(), now() + interval '1 hour'`,
  )
  await page.goto('/bulk-data-download')
  await row(0).getByText('12,000 of 30,000').waitFor()
  await query(testApp.databaseUrl, `update exports set done = 13500 where state = 'Processing'`)
  await row(0).getByText('13,500 of 30,000').waitFor()
  await row(0).getByRole('button', { name: 'Cancel download' }).click()
  await alert('The download has been cancelled').waitFor()
  await row(0).getByText('Cancelled by analyst@demo.test').waitFor()
  await row(0).getByRole('button', { name: 'Retry' }).click()
  await alert('The download is queued again').waitFor()
  await row(0).getByText('Completed').waitFor({ timeout: 120_000 })
})

test('an Admin sets the password of bulk downloads, finds the exports in the data log and wrong passwords in the sign-in log', async () => {
  const admin = await testApp.openAs('admin')
  await admin.goto('/data-update-log')
  await admin.getByRole('combobox', { name: 'Type' }).click()
  await admin.getByRole('option', { name: 'Exported' }).click()
  await admin
    .getByText(
      /Exported [\d,]+ records \(Ecommerce\): Aurevia Consumer Group, all brands; .+; Excel \(e-commerce-.+\.xlsx\); downloaded again/,
    )
    .waitFor()
  await expect.poll(() => admin.getByText(/ (Added|Updated|Deleted) /).count()).toBe(0)
  await admin.goto('/bulk-data-download')
  await button(admin, 'Action password').click()
  await admin.getByText('Set by admin@demo.test on').waitFor()
  await admin.getByLabel('New password').fill('short')
  await button(admin, 'Save').click()
  await admin.getByText('Password must be between 8 and 200 characters').waitFor()
  await admin.getByLabel('New password').fill('Another-password-26')
  await button(admin, 'Save').click()
  await admin.getByRole('alert').filter({ hasText: 'The password has been saved' }).waitFor()
  await admin.goto('/sign-in-security')
  const log = admin.getByRole('region', { name: 'Sign-in log' })
  await log.getByRole('row', { name: /admin@demo\.test.*Action password set: Bulk downloads/ }).waitFor()
  const wrong = log.getByRole('row', { name: /analyst@demo\.test.*Wrong action password: Bulk downloads/ })
  await wrong.waitFor()
  await shot(admin, 'wrong-action-password')
  expect(problemsOf(admin)).toEqual([])
})
