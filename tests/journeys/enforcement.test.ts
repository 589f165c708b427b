import { Workbook } from '@cj-tech-master/excelts'
import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestSmtp, testSmtp } from '../../src/kit/server/testing-smtp.ts'
import { allPhishing, checkFootLine } from './enforcing.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'
import { checkFormCounts, checkPictures } from './staff-list-steps.ts'

let testApp: Journey
let smtp: TestSmtp
let database: Client
/** One analyst for all tests: signing in takes longest. */
let page: Page
beforeAll(async () => {
  smtp = await testSmtp()
  testApp = await journey({ env: { SMTP_URL: smtp.url, MAILS_PER_MINUTE: '6000' } })
  database = new Client({ connectionString: testApp.databaseUrl })
  await database.connect()
  await database.query(allPhishing)
  page = await testApp.openAs('analyst')
})
afterAll(async () => {
  await database.end()
  await testApp.end()
  await smtp.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The last of that name: a dialog comes after the page it covers. */
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true }).last()
async function pick(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function chooseScope(page: Page, platform: string): Promise<void> {
  await pick(page, 'Company', 'Aurevia Consumer Group')
  await pick(page, 'Brand', 'Demo Brand')
  await pick(page, 'Platform', platform)
}
async function fetchData(page: Page, platform: string, status?: string): Promise<void> {
  await page.goto('/enforcement')
  await chooseScope(page, platform)
  if (status) await pick(page, 'Infringement Status', status)
  await button(page, 'Fetch Data').click()
  await rows(page).first().waitFor()
}
const rows = (page: Page) => page.locator('tr[data-row]')
const dialog = (page: Page) => page.getByRole('dialog')
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
const offered = async (page: Page, label: string) => {
  await field(page, label).click()
  await page.getByRole('option').first().waitFor()
  const names = await page.getByRole('option').allTextContents()
  await page.keyboard.press('Escape')
  return names
}

describe('enforcement', () => {
  test('C-002 C-011 S-001 S-035 S-037 S-039 S-040 S-041 S-045 S-046 S-047 S-124 S-156 an analyst records and sends a notice; the email arrives, the client sees the status', async () => {
    await fetchData(page, 'Website', 'Awaiting Approval')
    for (const label of ['Enforcement Registrar', 'Enforcement IP Address', 'Enforcement Hosting', 'Reporting Date'])
      await expect.poll(() => page.getByLabel(label, { exact: true }).count()).toBe(1)
    await expect.poll(() => page.getByRole('combobox', { name: 'Site' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('combobox', { name: 'Action Taken' }).count()).toBe(1)
    await expect.poll(() => field(page, 'Records per page').inputValue()).toBe('50')
    await expect.poll(() => page.getByTestId('record-count').textContent()).toMatch(/^[\d,]+ records$/)
    const address = (await rows(page).first().locator('[data-column=url]').textContent())!.trim()

    await rows(page).first().getByRole('button', { name: 'Show details' }).click()
    await button(page, 'Add Enforcement').click()
    await shot(page, 'enforcement-add')
    expect(await axeFindings(page)).toEqual([])
    await dialog(page).getByRole('textbox', { name: 'Registrar' }).fill('Namekeep Registrar')
    await dialog(page).getByRole('textbox', { name: 'IP Address' }).fill('203.0.113.7')
    await dialog(page).getByRole('textbox', { name: 'Hosting' }).fill('Cloudmoor')
    await button(page, 'Send Enforcement').click()
    await dialog(page).getByText('Action taken is required').waitFor()
    await dialog(page).getByText('Abuse email is required').waitFor()
    await pick(page, 'Action Taken', 'Abuse E-mail Sent')
    await expect
      .poll(() => offered(page, 'Abuse Email'))
      .toEqual(['Other (Enter manually)', 'abuse@cloudmoor.example', 'abuse@namekeep-registrar.example'])
    await pick(page, 'Abuse Email', 'Other (Enter manually)')
    await dialog(page).getByLabel('Other Abuse Email').fill('takes@desk.test')
    await button(page, 'Send Enforcement').click()
    const review = dialog(page).filter({ hasText: 'Review and send' })
    await review.getByText('The client has not approved this finding').waitFor()
    const record = review.getByRole('table', { name: 'What will be recorded' })
    await record.getByRole('row', { name: 'Recipient takes@desk.test' }).waitFor()
    await record.getByRole('row', { name: 'Address from Entered by you' }).waitFor()
    await record.getByRole('row', { name: /Awaiting Approval.*In Progress/ }).waitFor()
    await shot(page, 'enforcement-review')
    expect(await axeFindings(page)).toEqual([])
    expect(smtp.received).toEqual([])
    await button(page, 'Send Now').click()
    await alert(page, 'Enforcement email is being sent')
    await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(1)
    expect(smtp.received[0]!.to).toEqual(['takes@desk.test'])
    expect(smtp.received[0]!.text).toContain('Subject: Infringement notice')
    await expect.poll(() => rows(page).first().locator('[data-column=status]').textContent()).toBe('In Progress')
    await page.locator('[data-state=sent]').getByText('Email sent').waitFor()

    const client = await testApp.openAs('client', { home: false })
    await client.goto(`/website-dashboard?url=${encodeURIComponent(address)}&startDate=2020-01-01&endDate=2030-01-01`)
    await rows(client).first().getByText('In Progress').waitFor()
    expect(problemsOf(page)).toEqual([])
  })

  test('S-038 S-048 S-049 S-125 sorting, searching, saving with a chosen status, history; closing discards the input', async () => {
    await fetchData(page, 'Domain', 'In Progress')
    const head = page.getByRole('columnheader', { name: 'Domain' })
    for (const order of ['ascending', 'descending', null]) {
      await head.getByRole('button').click()
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(order)
    }
    const name = (await rows(page).first().locator('[data-column=domain]').textContent())!.trim()
    await page.getByRole('textbox', { name: 'Search Domain' }).fill(name)
    await expect.poll(() => page.getByTestId('record-count').textContent(), { timeout: 60_000 }).toBe('1 record')
    await rows(page).first().getByRole('button', { name: 'Show details' }).click()
    await button(page, 'Add Enforcement').click()
    await dialog(page).getByRole('textbox', { name: 'Registrar' }).fill('Typed in vain')
    expect(await offered(page, 'Change Status to')).toEqual([
      'Success',
      'In Progress',
      'Awaiting Approval',
      'Approved',
      'No Further Action',
      'No action',
      'Client Review',
      'Self Resolved',
    ])
    await button(page, 'Close').last().click()
    await button(page, 'Discard').click()
    await dialog(page).first().waitFor({ state: 'hidden' })
    await button(page, 'Add Enforcement').click()
    const registrar = dialog(page).getByRole('textbox', { name: 'Registrar' })
    await expect.poll(() => registrar.inputValue()).not.toMatch(/^(Typed in vain)?$/)
    await dialog(page).getByRole('textbox', { name: 'Date' }).fill('2026-02-03')
    await pick(page, 'Action Taken', 'UDRP Filed')
    await pick(page, 'Change Status to', 'Success')
    await button(page, 'Save').click()
    await alert(page, 'Enforcement saved successfully')
    await expect.poll(() => rows(page).first().locator('[data-column=status]').textContent()).toBe('Success')
    await page.getByRole('button', { name: /^History \(/ }).click()
    const history = dialog(page).filter({ hasText: 'Enforcement Data' })
    await history.getByText('UDRP Filed').waitFor()
    await expect.poll(() => history.getByRole('cell', { name: '3-2-2026' }).count()).toBe(1)
    await shot(page, 'enforcement-history')
  })

  test('S-043 S-044 S-155 S-262 S-264 several rows: the two bulk links, emails with their progress, failures', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await fetchData(page, 'Domain', 'Approved')
    await page.getByLabel('Select record 1', { exact: true }).check()
    const second = page.getByLabel('Select record 2', { exact: true })
    const links = button(page, 'Bulk enforcement').or(button(page, 'Bulk EmailSender'))
    for (const count of [2, 0, 2]) {
      await second.setChecked(count === 2)
      await expect.poll(() => links.count()).toBe(count)
    }
    await page.route('**/send-groups', (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
    await button(page, 'Bulk EmailSender').click()
    const groups = dialog(page).locator('[data-send-group]')
    await groups.first().waitFor()
    for (const group of await groups.all()) {
      await group.getByRole('combobox', { name: 'Abuse Email' }).click()
      await page.getByRole('option', { name: 'Other (Enter manually)' }).click()
      await group.getByLabel('Other Abuse Email').fill('takes.bulk@desk.test')
    }
    await groups.first().getByRole('button', { name: 'Details' }).click()
    await groups.first().getByRole('button', { name: 'Preview the first email' }).click()
    await groups.first().getByTitle('Email preview').waitFor()
    await shot(page, 'enforcement-bulk-groups')
    await button(page, 'Send 2 emails').click()
    await alert(page, 'Internal Server Error')
    await page.unrouteAll()
    await button(page, 'Send 2 emails').click()
    await alert(page, '2 enforcement emails are being sent')
    await page.getByText('2 of 2 enforcement emails sent').waitFor({ timeout: 60_000 })
    await shot(page, 'enforcement-bulk-dark')
    expect(await axeFindings(page)).toEqual([])
    expect(smtp.received.filter(({ to }) => to[0] === 'takes.bulk@desk.test')).toHaveLength(2)
  })

  test('S-304 S-202 a failing fetch alerts the server’s message, also over a standing list; sites are asked for with all filters', async () => {
    await fetchData(page, 'E-commerce')
    await page.route('**/fetch-data-for-enforcement*', (route) =>
      route.fulfill({ status: 500, json: { message: 'No enforcement today' } }),
    )
    await button(page, 'Fetch Data').click()
    await alert(page, 'No enforcement today')
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
    await page.unroute('**/fetch-data-for-enforcement*')
    const asked = page.waitForRequest((request) => {
      if (!request.url().endsWith('/fetch-eCommerce-site-data')) return false
      return (request.postDataJSON() as { status?: string }).status === '33'
    })
    await pick(page, 'Infringement Status', 'Awaiting Approval')
    const input = (await asked).postDataJSON() as Record<string, unknown>
    expect(Object.keys(input).toSorted()).toEqual(['brand', 'company', 'platform', 'status'])
    const withDay = page.waitForRequest(
      (request) =>
        request.url().endsWith('/fetch-eCommerce-site-data') &&
        (request.postData() ?? '').includes('"reportingDate":"2026-'),
    )
    await page.getByRole('textbox', { name: 'Reporting Date' }).fill('01/11/2026')
    await withDay
  })

  test('S-006 S-008 S-036 S-039 S-042 S-127 e-commerce: site filter, client comment, five more statuses, no email; another platform clears the rows', async () => {
    await fetchData(page, 'E-commerce')
    await expect.poll(() => page.getByLabel('Enforcement Registrar', { exact: true }).count()).toBe(0)
    await expect.poll(async () => (await offered(page, 'Site')).length).toBeGreaterThan(2)
    await checkFormCounts(page)
    expect(await offered(page, 'Records per page')).toEqual(['10', '20', '50', '100', 'All'])
    const numbers = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: /^Page \d+$/ })
    await expect.poll(() => numbers.count()).toBe(8)
    await checkFootLine(page)
    await page.getByRole('columnheader', { name: 'Client Comment' }).waitFor()
    await checkPictures(page)
    await button(page, 'Bulk enforcement').click()
    await dialog(page).getByRole('combobox', { name: 'Change Status to' }).waitFor()
    for (const name of ['Bulk EmailSender', 'Send Enforcement']) expect(await page.getByText(name).count()).toBe(0)
    expect(await dialog(page).getByRole('textbox', { name: 'Registrar' }).count()).toBe(0)
    expect(await offered(page, 'Change Status to')).toHaveLength(13)
    await button(page, 'Close').last().click()
    await rows(page).first().getByRole('button', { name: 'Show details' }).click()
    await page.getByText('Client Comment:').waitFor()
    await pick(page, 'Platform', 'App Store')
    await expect.poll(() => rows(page).count()).toBe(0)
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('S-050 S-051 S-152 S-153 S-154 bulk enforcement reads a workbook; S-159 S-289 the upload names missing fields, for three seconds', async () => {
    await page.goto('/bulk-enforcement')
    await button(page, 'Upload').waitFor()
    await expect.poll(() => field(page, 'Platform').inputValue()).toBe('Domain')
    await button(page, 'Upload').click()
    await alert(page, 'No excel file found.')
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
    await alert(page, 'Please upload excel file')
    await chooseScope(page, 'Domain')
    const { rows: known } = await database.query<{ domain: string }>(
      `select d.domain from findings_domain d join findings f on f.company_id = d.company_id and f.id = d.finding_id
       join brands b on b.id = f.brand_id where b.brand_name = 'Demo Brand' limit 2`,
    )
    const book = new Workbook()
    const sheet = book.addWorksheet('Bulk')
    for (const line of [
      ['Domain', 'Status', 'Registrar', 'IP Address', 'Hosting', 'Action Taken'],
      [known[0]!.domain, 'Success', 'R', '192.0.2.1', 'H', 'Domain Suspended'],
      [known[1]!.domain, 11, 'R', '192.0.2.1', 'H', 'Reminder Sent'],
      [],
      ['nowhere.example', 'Success'],
      ['', 'Success'],
      [known[0]!.domain, 'Finished'],
    ])
      sheet.addRow(line)
    await file.setInputFiles({ name: 'bulk.xlsx', mimeType: '', buffer: Buffer.from(await book.xlsx.writeBuffer()) })
    await button(page, 'Upload').click()
    await page.getByRole('region', { name: 'Outcome' }).getByText('2 records updated, 3 rows skipped').waitFor()
    await page.getByRole('cell', { name: 'Not among the findings of this brand' }).waitFor()
    // The numbers are those of the sheet, in which row 4 is blank.
    const skipped = page.getByRole('table', { name: 'Skipped rows' }).getByRole('row')
    await expect.poll(() => skipped.locator('td:first-child').allTextContents()).toEqual(['5', '6', '7'])
    await shot(page, 'bulk-enforcement')
    expect(await axeFindings(page)).toEqual([])

    // Nothing is chosen and nothing remembered.
    await page.evaluate(
      `localStorage.removeItem(Object.keys(localStorage).find((name) => name.startsWith('staff-scope.')))`,
    )
    await page.goto('/enforcement')
    await button(page, 'Upload Enforcement').click()
    await dialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
    const missing = ['Company is required', 'Brand is required', 'Platform is required', 'File is required']
    await Promise.all(missing.map((text) => dialog(page).getByText(text).waitFor()))
    await dialog(page).getByText('File is required').waitFor({ state: 'hidden' })
    expect(problemsOf(page)).toEqual([])
  })

  test('S-002 S-003 S-009 a Client sees the access-restricted page; analysts and admins have their own menus', async () => {
    const client = await testApp.openAs('client', { home: false })
    for (const path of ['/enforcement', '/bulk-enforcement']) {
      await client.goto(path)
      await client
        .getByText(/Unauthorised|restricted/i)
        .first()
        .waitFor()
      await expect.poll(() => button(client, 'Fetch Data').count()).toBe(0)
    }
    await page.goto('/enforcement')
    const menu = page.getByRole('navigation').first()
    await menu.getByRole('link', { name: 'Bulk Enforcement' }).waitFor()
    await expect.poll(() => menu.getByRole('link', { name: 'Users' }).count()).toBe(0)
  })
})
