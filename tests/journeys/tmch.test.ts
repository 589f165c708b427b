import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { Workbook } from '@cj-tech-master/excelts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAuthority, signedMarkFile } from '#features/trademarks/server/testing.ts'
import { query } from './dashboards.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'
import { holdAnswer } from './hold-call.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-tmch-'))
const root = makeAuthority('Test clearinghouse')
const signer = makeAuthority('Test validator', { by: root })
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

let testApp: Journey
beforeAll(async () => {
  testApp = await journey({ env: { TMCH_ROOT_FILE: file('root.pem', root.certificate) } })
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const rowOf = (page: Page, name: string) => page.locator('tr[data-row]', { hasText: name })

/** Title and message of the outcome dialog; closes it. */
async function outcome(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /^(Yeah\.\.|Oops\.\.\.)$/ })
  await dialog.waitFor()
  const text = `${await dialog.getByRole('heading').textContent()} ${await dialog.locator('p').first().textContent()}`
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'detached' })
  return text
}

test('A-027 A-028 A-029 A-138 A-143 A-147 G103 an Admin adds marks by hand and from a signed mark file', async () => {
  const page = await testApp.openAs('admin')
  await page.goto('/tmch')
  await page.getByRole('heading', { name: 'TMCH Data' }).waitFor()
  await rowOf(page, '').first().waitFor()
  await expect.poll(() => rowOf(page, '').count()).toBe(10)
  await shot(page, 'tmch-admin-light')
  expect(await axeFindings(page)).toEqual([])

  // By hand: an empty form names the required fields, a complete one is saved.
  await page.getByRole('button', { name: 'Add TMCH' }).click()
  const form = page.getByRole('dialog', { name: 'TMCH Details' })
  await form.getByRole('button', { name: 'Save' }).click()
  expect(await outcome(page)).toBe('Oops... Company is required')
  await form.getByText('Mark Name is required').waitFor()
  await form.getByText('Expiry Date is required').waitFor()
  await pick(page, 'Company', 'Aurevia Consumer Group')
  await pick(page, 'Brand', 'Demo Brand')
  await form.getByLabel('Mark Name').fill('Journey & Co')
  await pick(page, 'Mark Type', 'Court Validated')
  await pick(page, 'Sunrise Flag', 'No')
  await form.getByRole('textbox', { name: 'Start Date' }).fill('2024-01-01')
  await form.getByRole('textbox', { name: 'Expiry Date' }).fill('2034-01-01')
  await shot(page, 'tmch-form')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  expect(await outcome(page)).toBe('Yeah.. TMCH record saved successfully')
  await rowOf(page, 'Journey & Co').waitFor()

  // From a file: an altered one says which check failed, a valid one fills the form.
  const others =
    '<mark:court><mark:markName>Journey Court</mark:markName><mark:refNum>7 C 8</mark:refNum>' +
    '<mark:proDate>2015-02-03T00:00:00.0Z</mark:proDate></mark:court>'
  const signed = { smdId: '555-1', markName: 'Journey Signed', labels: ['journey-signed'], others }
  const good = signedMarkFile(signer, signed)
  const [, encoded = ''] = /BEGIN ENCODED SMD-----([\s\S]*?)-----END/.exec(good) ?? []
  const bad = Buffer.from(encoded, 'base64').toString('utf8').replace('Journey Signed', 'Journey Forged')
  await page.getByRole('button', { name: 'Add TMCH' }).click()
  const choose = form.locator('input[type=file]')
  await choose.setInputFiles(file('bad.smd', bad))
  await form.getByText('Signature check failed: the content is not what was signed.').waitFor()
  await shot(page, 'tmch-form-refused')
  // A day that cannot be read goes when the file brings another one, and holds Save no longer.
  await form.getByRole('textbox', { name: 'Start Date' }).fill('31/31/2026')
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  // Of two files the one that was chosen last counts, and the form waits for it.
  const slow = await holdAnswer(page, '**/api/tmch/read-signed-mark')
  await choose.setInputFiles(file('bad.smd', bad))
  await slow.isAnswered
  await choose.setInputFiles(file('good.smd', good))
  await form.getByText('Signed mark 555-1 is valid and filled in.').waitFor()
  slow.release()
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(false)
  await form.getByText('Signed mark 555-1 is valid and filled in.').waitFor()
  await expect.poll(() => form.getByLabel('Mark Name').inputValue()).toBe('Journey Signed')
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(false)
  // The file has two marks: either fills the form, both are saved.
  const which = form.getByRole('combobox', { name: 'This file contains 2 marks' })
  const [first, second] = ['Journey Signed (Registered Trademark', 'Journey Court (Court Validated, 7 C 8']
  await which.click()
  await page.getByRole('option', { name: second }).click()
  await expect.poll(() => form.getByLabel('Mark Name').inputValue()).toBe('Journey Court')
  await which.click()
  await page.getByRole('option', { name: first }).click()
  await expect.poll(() => form.getByLabel('Mark Name').inputValue()).toBe('Journey Signed')
  await expect.poll(() => form.getByRole('textbox', { name: 'Expiry Date' }).inputValue()).toBe('2048-01-01')
  await pick(page, 'Company', 'Aurevia Consumer Group')
  await pick(page, 'Brand', 'Demo Brand')
  await shot(page, 'tmch-form-signed')
  await form.getByRole('button', { name: 'Save' }).click()
  expect(await outcome(page)).toBe('Yeah.. TMCH record saved successfully')

  // Its row expands to details; a notification is added; the search is in the address and survives a reload.
  await page.getByLabel('Search marks').fill('Journey')
  await page.waitForURL('**search=Journey**')
  await page.reload()
  // No revocation list is configured, which the row says at the status, before it is opened.
  await rowOf(page, 'Journey Signed').getByText('Revocation not known', { exact: true }).waitFor()
  await shot(page, 'tmch-revocation-not-known')
  await rowOf(page, 'Journey Signed').click()
  await page.getByText('555-1').waitFor()
  const savedMarks = page.getByRole('list', { name: 'Marks of the signed mark file' }).getByRole('listitem')
  await expect
    .poll(async () => (await savedMarks.allTextContents()).map((line) => line.split(' (')[0]))
    .toEqual(['Journey Signed', 'Journey Court'])
  await page.getByText('No notifications yet.').waitFor()
  await page.getByRole('button', { name: 'Add Notification' }).click()
  const notice = page.getByRole('dialog', { name: 'Notification Detail' })
  await notice.getByLabel('Domain').fill('journey')
  await notice.getByRole('button', { name: 'Save' }).click()
  expect(await outcome(page)).toBe('Oops... Domain is not valid')
  await notice.getByText('Domain is not valid').waitFor()
  await notice.getByLabel('Domain').fill('journey-signed.shop')
  await shot(page, 'tmch-notification')
  await notice.getByRole('button', { name: 'Save' }).click()
  expect(await outcome(page)).toBe('Yeah.. Notification added successfully')
  await page.getByText('journey-signed.shop').waitFor()

  // The clearinghouse's lists.
  await page.getByRole('button', { name: 'Clearinghouse Lists' }).click()
  const lists = page.getByRole('dialog', { name: 'Clearinghouse Lists' })
  const loader = lists.locator('input[type=file]')
  await loader.setInputFiles(file('bad.csv', 'label,time\n'))
  await lists.getByText('Line 1 must hold the version 1').waitFor()
  // A list with its signature: the clearinghouse's own sample, which is older than the list of the demo data.
  await query(testApp.databaseUrl, "delete from tmch_lists where kind = 'DNL'")
  const sample = (name: string) => join(import.meta.dirname, '../tmch/fixtures', name)
  await loader.setInputFiles(sample('dnl.sig'))
  await lists.getByText('A signature was selected without its list.').waitFor()
  await loader.setInputFiles([
    file('dnl-altered.csv', `${readFileSync(sample('dnl.csv'), 'utf8')}\n`),
    sample('dnl.sig'),
  ])
  await lists.getByText('The signature was not made by the clearinghouse for this exact list.').waitFor()
  await loader.setInputFiles([sample('dnl.csv'), sample('dnl.sig')])
  await lists.getByText('Signed by the clearinghouse (SHA-1).').waitFor()
  await lists.getByText('Signed with SHA-1: a weak digest').waitFor()
  await shot(page, 'tmch-lists-signed')
  const made = new Date().toISOString()
  const dnl = `1,${made}\nDNL,lookup-key,insertion-datetime\njourney-signed,1/2/3,${made}\n`
  await loader.setInputFiles(file('dnl.csv', dnl))
  await lists.getByRole('cell', { name: 'journey-signed', exact: true }).waitFor()
  await expect.poll(() => lists.getByText('Signed with SHA-1').count()).toBe(0)
  await shot(page, 'tmch-lists')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await lists.getByRole('button', { name: 'Close' }).click()
  await page.getByText('journey-signed · On the claims list').waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
  await shot(page, 'tmch-admin-open')
  expect(await axeFindings(page)).toEqual([])

  // Editing keeps the other values; deleting asks for confirmation.
  await page.getByRole('button', { name: 'Edit Journey & Co' }).click()
  await pick(page, 'Status', 'Expired')
  await form.getByRole('button', { name: 'Update' }).click()
  expect(await outcome(page)).toBe('Yeah.. TMCH record updated successfully')
  await rowOf(page, 'Journey & Co').getByText('Expired').waitFor()
  await page.getByRole('button', { name: 'Delete Journey & Co' }).click()
  await page.getByText('Are you sure you want to permanently remove this item?').waitFor()
  // The alert lasts 5 s, the dialog until it is closed.
  const alerted = page.getByText('Deleted! Your record has been deleted.').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const [said] = await Promise.all([outcome(page), alerted])
  expect(said).toBe('Yeah.. Record deleted successfully')
  await rowOf(page, 'Journey & Co').waitFor({ state: 'detached' })
  // A deletion that fails says so in the same dialog.
  await page.route('**/api/tmch/*', (route) => route.fulfill({ status: 500, json: { message: 'T500' } }))
  await page.getByRole('button', { name: 'Delete Journey Signed' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  expect(await outcome(page)).toBe('Oops... T500')
  await page.unrouteAll()
  expect(problemsOf(page)).toEqual([])
})

test('C-030 C-113 C-172 C-333 C-301 A-068 the Client sees its marks, filters, expands and downloads them', async () => {
  const page = await testApp.openAs('client', { theme: 'dark' })
  await page.goto('/tmch-dashboard?markName=Journey')
  await page.getByRole('heading', { name: 'TMCH', exact: true }).waitFor()
  await rowOf(page, 'Journey Signed').waitFor()
  await expect.poll(() => rowOf(page, '').count()).toBe(1)
  await rowOf(page, 'Journey Signed').click()
  await page.getByText('journey-signed.shop').waitFor()
  for (const detail of ['Sunrise Flag', 'Start Date', 'Expiry Date', 'Signed Mark'])
    await page.locator('dt', { hasText: detail }).first().waitFor()
  await shot(page, 'tmch-client-dark')
  expect(await axeFindings(page)).toEqual([])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('tmch.xlsx')
  await expect.poll(() => page.getByRole('button', { name: 'CSV' }).count()).toBe(0)
  const book = new Workbook()
  await book.xlsx.load(await readFile(await download.path()))
  expect(book.worksheets[0]!.getCell('B2').value).toBe('Journey Signed')
  expect(book.worksheets[0]!.actualRowCount).toBe(2)

  // All four filters exist, and the list matches the chosen values.
  await page.getByRole('button', { name: 'Clear all' }).click()
  for (const name of ['markType', 'status', 'reportingDate'])
    await page.locator(`[data-filter-button=${name}]`).waitFor()
  await page.goto(
    '/tmch-dashboard?markType=Court Validated,Statute or Treaty&status=Verified&startDate=2020-01-01&endDate=2030-01-01',
  )
  await rowOf(page, '').first().waitFor()
  const others = rowOf(page, '').filter({ hasNotText: /(Court Validated|Statute or Treaty)Verified/ })
  await expect.poll(() => others.count()).toBe(0)
  await page.getByRole('combobox', { name: 'Records per page' }).click()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['10', '20', '50'])
  await page.keyboard.press('Escape')

  // A long list of notifications grows by ten (G111), also on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(
    '/tmch-dashboard?markName=Aurevia&sortBy=markName&sortOrder=asc&startDate=2020-01-01&endDate=2030-01-01',
  )
  await page.getByRole('button', { name: 'Show details' }).first().click()
  const notices = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await notices.first().waitFor()
  await expect.poll(() => notices.count()).toBe(10)
  await shot(page, 'tmch-client-phone')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('list', { name: 'Notifications' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect.poll(() => notices.count()).toBe(20)
  await page.getByRole('button', { name: 'Load more' }).first().click()
  await expect.poll(() => notices.count()).toBe(24)
  expect(problemsOf(page)).toEqual([])
})
