import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { findInEmails } from './emails.ts'
import { axeFindings, journey, type Journey, releasePage, problemsOf, shot } from './harness.ts'
import { button, cell, choose } from './upload-steps.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('client')
})
afterAll(() => testApp.end())

const texts = (on: Page) => on.getByLabel('Domains / URLs')
const remarks = (on: Page) => on.getByLabel('Remarks')
const grid = (on: Page) => on.getByRole('grid', { name: 'Requested Data' })
async function chooseBrand(on: Page, name: RegExp): Promise<void> {
  await on.getByRole('banner').getByRole('button', { name: 'Brand' }).click()
  await on.getByRole('option', { name }).click()
}
const alert = (on: Page, text: string) => on.getByRole('alert').filter({ hasText: text })
const boxes = (on: Page) => [
  ...['Company', 'Brand', 'Platform'].map((name) => on.getByRole('combobox', { name, exact: true })),
  texts(on),
  remarks(on),
]
const isLocked = async (on: Page) => (await Promise.all(boxes(on).map((box) => box.isDisabled()))).every(Boolean)
const isOpen = async (on: Page) => (await Promise.all(boxes(on).map((box) => box.isEnabled()))).every(Boolean)
/** The buttons and flags of a row, counted from 1. */
const actions = (on: Page, row: number) =>
  on
    .locator(`[role=row][aria-rowindex="${row + 1}"]`)
    .getByRole('gridcell')
    .last()
const choosePlatform = (on: Page, name: string) => choose(on, 'Platform', name)
const upload = (on: Page) => button(on, "Upload Domain's / URLs").click()
const submit = (on: Page) => button(on, "Submit Domain's / URLs").click()
const dialog = (on: Page, name: string) => on.getByRole('dialog', { name })

/** Types over a cell of the grid. */
async function type(on: Page, row: number, column: number, text: string) {
  await cell(on, row, column).dblclick()
  await on.keyboard.press('ControlOrMeta+a')
  await on.keyboard.type(text)
  await on.keyboard.press('Enter')
}

describe('a client', () => {
  test('C-118 without a brand has to choose one', async () => {
    await page.goto('/client-request-dashboard')
    await page.getByText('Please select a brand to submit a request.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'CLIENT REQUEST' }).count()).toBe(0)
    // Earlier requests of all brands are listed without one.
    await page.getByRole('heading', { name: 'Your requests' }).waitFor()
    await page.getByRole('textbox', { name: 'Search requests' }).waitFor()
    await page.getByRole('table', { name: 'Requests', exact: true }).getByText('Open').first().waitFor()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Brand/ })
      .click()
    await page.getByRole('option', { name: 'Demo Brand', exact: true }).click()
    await page.getByRole('heading', { name: 'CLIENT REQUEST', level: 1 }).waitFor()
  })

  test('C-032 C-117 C-119 C-120 C-121 C-122 C-123 C-124 C-125 C-127 the form, its choices and the empty table', async () => {
    await expect.poll(() => page.getByPlaceholder('Select from dropdown').inputValue()).toBe('Aurevia Consumer Group')
    const brand = page.getByPlaceholder('Select from Brand')
    await expect.poll(() => brand.inputValue()).toBe('Demo Brand')
    await page.getByRole('combobox', { name: 'Platform', exact: true }).click()
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(['Domain', 'Website', 'Social Media', 'E-commerce', 'App Store'])
    await page.keyboard.press('Escape')
    // Searchable, and with the platforms of that brand only.
    await brand.click()
    await brand.fill('olm')
    await page.getByRole('option', { name: 'Solmira' }).click()
    await page.getByRole('combobox', { name: 'Platform', exact: true }).click()
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(['Website', 'Social Media', 'E-commerce'])
    await page.keyboard.press('Escape')
    await choose(page, 'Brand', 'Demo Brand')
    await expect.poll(() => texts(page).evaluate((box) => box.tagName)).toBe('TEXTAREA')
    for (const box of [remarks(page), button(page, "Submit Domain's / URLs")])
      await expect.poll(() => box.isVisible()).toBe(true)
    await expect
      .poll(() => grid(page).getByRole('columnheader').allTextContents())
      .toEqual(['SN', 'Brand', 'Domain/Urls', 'Remarks', 'Action'])
    for (const name of ['Add a record', 'Clear all records'])
      await expect.poll(() => page.getByText(name, { exact: true }).isVisible()).toBe(true)
    await shot(page, 'requests-empty-light')
    expect(await axeFindings(page)).toEqual([])
  })

  test('C-241 C-242 C-243 uploading names missing fields', async () => {
    await choose(page, 'Company', 'Aurevia Home')
    await upload(page)
    await alert(page, 'Please select Brand').waitFor()
    await choose(page, 'Company', 'Aurevia Consumer Group')
    await choose(page, 'Brand', 'Demo Brand')
    await upload(page)
    await alert(page, 'Please select platform').waitFor()
    await choosePlatform(page, 'Website')
    await texts(page).fill(' \n \n')
    await upload(page)
    await alert(page, 'Please enter Domains / URLs').waitFor()
  })

  test('C-128 C-129 C-130 C-212 C-244 C-245 uploaded lines lock the fields and have their flags; the record can be viewed', async () => {
    const [known] = await query<{ url: string; domain: string; day: string }>(
      testApp.databaseUrl,
      `select d.url, to_char(f.reporting_date, 'DD/MM/YYYY') "day" from findings_website d
       join findings f on f.id = d.finding_id join brands b on b.id = f.brand_id
       where b.brand_name = 'Demo Brand' and f.deleted_at is null limit 1`,
    )
    const bare = known!.url.replace('https://', 'www.')
    await texts(page).fill(`first.example/a\n\n  \nhttps://www.first.example/a/\n${bare}\n`)
    await remarks(page).fill('  Seen by our sales team  ')
    // Another choice of brand in the bar does not clear what was typed.
    for (const name of [/^All/, /^Demo Brand$/]) await chooseBrand(page, name)
    await expect.poll(() => texts(page).inputValue()).toContain('first.example/a')
    await choosePlatform(page, 'Website')
    await upload(page)
    await cell(page, 1, 3).filter({ hasText: 'first.example/a' }).waitFor()
    await expect.poll(() => isLocked(page)).toBe(true)
    await expect.poll(() => grid(page).getByRole('row').count()).toBe(4)
    await expect.poll(() => cell(page, 1, 2).textContent()).toBe('Demo Brand')
    await expect.poll(() => cell(page, 1, 4).textContent()).toBe('Seen by our sales team')
    await expect.poll(() => actions(page, 1).textContent()).toBe('Delete')
    await expect.poll(() => actions(page, 2).textContent()).toBe('DeleteDuplicate Record')
    await expect.poll(() => actions(page, 3).textContent()).toBe('DeleteView recordRecord Exists')
    await shot(page, 'requests-flags-light')
    // The rows of a brand wait for it.
    await chooseBrand(page, /^All/)
    await grid(page).waitFor({ state: 'detached' })
    await chooseBrand(page, /^Demo Brand$/)
    await expect.poll(() => actions(page, 3).textContent()).toBe('DeleteView recordRecord Exists')
    await expect.poll(() => isLocked(page)).toBe(true)
    await actions(page, 3)
      .getByRole('button', { name: /View record/ })
      .click()
    const record = dialog(page, 'View record')
    await record.getByRole('row', { name: `URL ${known!.url}` }).waitFor()
    await record.getByRole('row', { name: `Reporting Date ${known!.day}` }).waitFor()
    await expect.poll(() => record.getByRole('textbox').count()).toBe(0)
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
  })

  test('C-325 C-326 duplicates and existing records are rejected with both counts, and the rows keep their flags', async () => {
    await submit(page)
    const refused = dialog(page, 'Submission Failed')
    await refused.getByText('1 duplicate entry found.').waitFor()
    await refused.getByText('1 existing record found.').waitFor()
    await refused.getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => actions(page, 2).textContent()).toContain('Duplicate Record')
    await expect.poll(() => isLocked(page)).toBe(true)
  })

  test('C-126 C-216 C-217 rows are editable: an edit clears the flags, a deletion checks them again', async () => {
    await type(page, 3, 3, 'third.example/c')
    await actions(page, 3).filter({ hasNotText: 'Record Exists' }).waitFor()
    await type(page, 3, 3, 'first.example/a')
    await expect.poll(() => actions(page, 3).textContent()).toBe('Delete')
    await actions(page, 1).getByRole('button', { name: 'Delete' }).click()
    await grid(page).getByRole('row').nth(2).waitFor()
    await expect.poll(() => grid(page).getByRole('row').count()).toBe(3)
    await expect.poll(() => actions(page, 1).textContent()).toBe('Delete')
    await expect.poll(() => actions(page, 2).textContent()).toContain('Duplicate Record')
  })

  test('C-214 C-215 deleting the last row unlocks the fields, clearing all also resets the form', async () => {
    for (const left of [1, 0]) {
      await actions(page, 1).getByRole('button', { name: 'Delete' }).click()
      await expect.poll(() => grid(page).getByRole('row').count()).toBe(left + 1)
    }
    await expect.poll(() => isOpen(page)).toBe(true)
    await expect.poll(() => remarks(page).inputValue()).toContain('Seen by our sales team')
    await upload(page)
    await cell(page, 1, 3).waitFor()
    await button(page, 'Clear all records').click()
    await expect.poll(() => isOpen(page)).toBe(true)
    await expect.poll(async () => [await texts(page).inputValue(), await remarks(page).inputValue()]).toEqual(['', ''])
    await expect.poll(() => page.getByRole('combobox', { name: 'Platform', exact: true }).inputValue()).toBe('')
  })

  test('C-009 C-213 C-327 C-328 a failure keeps the rows; a submitted request clears the grid, unlocks the fields and is listed as open', async () => {
    await choosePlatform(page, 'Website')
    await texts(page).fill('http://www.pasted.example/shop\nother.example')
    await remarks(page).fill('Sells copies')
    await upload(page)
    await cell(page, 1, 3).waitFor()
    await button(page, 'Add a record').click()
    await page.route('**/api/client-request', (route) => route.abort())
    await submit(page)
    const failed = dialog(page, 'Submission Failed')
    await failed.getByText('An unexpected error occurred. Please try again later.').waitFor()
    await failed.getByRole('button', { name: 'OK' }).click()
    await page.unroute('**/api/client-request')
    await expect.poll(() => cell(page, 1, 3).textContent()).toBe('http://www.pasted.example/shop')
    await submit(page)
    const done = dialog(page, 'Submitted Successfully')
    await done.getByText('Your request has been submitted successfully!').waitFor()
    await done.getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => isOpen(page)).toBe(true)
    await expect.poll(() => grid(page).getByRole('row').count()).toBe(1)
    await ownRow('pasted.example').filter({ hasText: 'Open' }).waitFor()
    expect(await findInEmails(testApp, /(Mira Kapoor of Aurevia Consumer Group sent 2 requests)/)).toBeTruthy()
    expect(problemsOf(page).filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
  })
})

const ownRow = (text: string) =>
  page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row').filter({ hasText: text })

describe('an analyst', () => {
  let analyst: Page
  const inbox = () => analyst.getByRole('table', { name: 'Client Requests' })
  const row = (text: string) => inbox().getByRole('row').filter({ hasText: text })

  test('sees the newest requests first, takes one, and Upload Data opens with its row', async () => {
    analyst = await testApp.openAs('analyst')
    await analyst.getByRole('navigation').getByRole('link', { name: 'Client Requests' }).click()
    await row('pasted.example').waitFor()
    const first = inbox().getByRole('row').nth(1)
    const words = 'Aurevia Consumer Group|Demo Brand|Website|pasted.example/shop|Sells copies|Open'
    for (const word of words.split('|')) await expect.poll(() => first.textContent()).toContain(word)
    await shot(analyst, 'requests-inbox-light')
    expect(await axeFindings(analyst)).toEqual([])
    await row('pasted.example').getByRole('button', { name: /^Take/ }).click()
    await analyst.waitForURL((address) => address.pathname === '/data-upload')
    await cell(analyst, 1, 3).filter({ hasText: 'http://www.pasted.example/shop' }).waitFor()
    await expect
      .poll(() => analyst.getByRole('combobox', { name: 'Brand', exact: true }).inputValue())
      .toBe('Demo Brand')
    await expect
      .poll(() => analyst.getByRole('combobox', { name: 'Platform', exact: true }).inputValue())
      .toBe('Website')
    await expect.poll(() => new URL(analyst.url()).search).toBe('')
  })

  test('the client sees at once that it is taken; somebody else cannot take it', async () => {
    await ownRow('pasted.example').filter({ hasText: 'Taken' }).waitFor()
    const admin = await testApp.openAs('admin', { home: false })
    await admin.goto('/client-requests?search=pasted.example')
    const taken = admin.getByRole('row').filter({ hasText: 'pasted.example' })
    await taken.filter({ hasText: 'Kiran Desai' }).waitFor()
    await expect.poll(() => taken.getByRole('button', { name: /^Take/ }).count()).toBe(0)
    await releasePage(admin)
  })

  test('saves the finding, and the request is done for everybody', async () => {
    const head = await analyst.getByRole('columnheader').allTextContents()
    const column = (label: string) => head.findIndex((text) => text.replace(/\s*\*$/, '').trim() === label) + 1
    await type(analyst, 1, column('Image'), 'https://img.example/one.png')
    await type(analyst, 1, column('Status'), '33')
    await button(analyst, 'Upload Data').click()
    await analyst.getByText('Data Saved Successfully').waitFor()
    await ownRow('pasted.example').filter({ hasText: 'Done' }).waitFor()
    const [linked] = await query<{ url: string; status: string }>(
      testApp.databaseUrl,
      `select d.url, r.status from client_requests r join findings_website d on d.finding_id = r.finding_id
       where r.domain like '%pasted.example%'`,
    )
    expect(linked).toEqual({ url: 'http://www.pasted.example/shop', status: 'Done' })
  })

  test('declines one with a reason that the client reads', async () => {
    await analyst.goto('/client-requests?search=other.example&status=Open')
    await row('other.example').click()
    await analyst.getByRole('button', { name: 'Decline: other.example' }).click()
    const reason = dialog(analyst, 'Decline')
    await reason.getByRole('button', { name: 'Decline' }).click()
    await reason.getByText('Reason is required').waitFor()
    await reason.getByLabel('Reason').fill('A partner of yours')
    await reason.getByRole('button', { name: 'Decline' }).click()
    await reason.waitFor({ state: 'detached' })
    await ownRow('other.example').filter({ hasText: 'Declined' }).click()
    await page.getByText('A partner of yours').waitFor()
    expect(problemsOf(analyst)).toEqual([])
  })

  test('both screens in the dark theme, and the client screen on a phone', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await page.getByRole('list', { name: 'Requests', exact: true }).getByText('other.example').first().waitFor()
    await shot(page, 'requests-phone-dark')
    expect(await axeFindings(page)).toEqual([])
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await analyst.emulateMedia({ colorScheme: 'dark' })
    await analyst.goto('/client-requests')
    await row('Take').nth(1).waitFor()
    await shot(analyst, 'requests-inbox-dark')
    expect(await axeFindings(analyst)).toEqual([])
  })
})
