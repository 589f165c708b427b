import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { demoPassword, journey, type Journey, people, type Person, recordAlerts, shot } from './harness.ts'
import { alert } from './sign-in-steps.ts'
import { button, cell, choose, draftRows } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/** As after twelve hours: no live event tells the page. */
const endSessions = () => query(testApp.databaseUrl, `update sessions set expires_at = now() - interval '1 second'`)

async function signInAgain(page: Page, who: Person, alerts: () => Promise<unknown>) {
  await page.waitForURL('**/login')
  // Recorded, for they last 5 s, and the sign-in page may take as long.
  await expect.poll(alerts).toEqual(['Session timed out. Please login again.'])
  await page.getByLabel('Username').fill(people[who])
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  // Nor has another one come since.
  expect(await alerts()).toEqual(['Session timed out. Please login again.'])
  await button(page, 'Sign in').click()
}

test('a session that ends while a form is filled in leads to the sign-in page, and what was typed is there afterwards', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const alerts = await recordAlerts(page)
  await page.goto('/users')
  await button(page, 'Add User').click()
  await page.getByLabel(/^First name/i).fill('Half')
  await page.getByLabel(/^Password/i).fill('Half-a-secret-9')
  await endSessions()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await shot(page, 'session-ended-in-form')
  await signInAgain(page, 'admin', alerts)
  await page.waitForURL('**/users')
  await button(page, 'Add User').click()
  const form = page.getByRole('dialog')
  await form.getByText('Restored your unsaved changes.').waitFor()
  expect(await form.getByLabel(/^First name/i).inputValue()).toBe('Half')
  expect(await form.getByLabel(/^Password/i).inputValue()).toBe('')
  await shot(page, 'form-restored')
  await form.getByRole('button', { name: 'Discard' }).click()
  expect(await form.getByLabel(/^First name/i).inputValue()).toBe('')
  await form.getByText('Restored your unsaved changes.').waitFor({ state: 'detached' })
  // Nothing is unsaved, so that it closes without a question, and is empty when it is opened again.
  await form.getByRole('button', { name: 'Close', exact: true }).last().click()
  await form.waitFor({ state: 'detached' })
  await button(page, 'Add User').click()
  await form.getByLabel(/^First name/i).waitFor()
  expect(await form.getByText('Restored your unsaved changes.').count()).toBe(0)
  await page.context().close()
})

test('a notice that was not sent when the session ended is there again for its finding, and for no other', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const alerts = await recordAlerts(page)
  // Which finding is the first depends on the moment of the demo world; about phishing a notice can be sent.
  await query(testApp.databaseUrl, "update findings set reason_code = '12201' where platform = 'website'")
  await page.goto('/enforcement')
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await choose(page, 'Platform', 'Website')
  await button(page, 'Fetch Data').click()
  const openForm = async (row: number) => {
    await page.locator('tr[data-row]').nth(row).getByRole('button', { name: 'Show details' }).click()
    await button(page, 'Add Enforcement').click()
  }
  const form = page.getByRole('dialog', { name: 'Add Enforcement' })
  // Typing a registrar or host would read their addresses, and end the session before Save does.
  const address = form.getByRole('textbox', { name: 'IP Address' })
  await openForm(0)
  await address.fill('203.0.113.99')
  await form.getByText(/^The documents of the notice are complete/).waitFor()
  await endSessions()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await signInAgain(page, 'analyst', alerts)
  await page.waitForURL('**/enforcement?*')
  await openForm(1)
  await address.waitFor()
  expect(await form.getByText('Restored your unsaved changes.').count()).toBe(0)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await button(page, 'Hide details').click()
  await openForm(0)
  await form.getByText('Restored your unsaved changes.').waitFor()
  expect(await address.inputValue()).toBe('203.0.113.99')
  await shot(page, 'notice-restored')
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => address.inputValue()).not.toBe('203.0.113.99')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.context().close()
})

test('keywords that were not scheduled when the session ended are there afterwards, and the drawer says so', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const alerts = await recordAlerts(page)
  await page.goto('/domain-search')
  await button(page, 'Schedule new keywords').click()
  const drawer = page.getByRole('dialog', { name: 'Schedule new keywords' })
  await drawer.getByLabel(/^Keywords/).fill('half-typed')
  await endSessions()
  await button(page, 'Save Schedule').click()
  await signInAgain(page, 'admin', alerts)
  await page.waitForURL('**/domain-search')
  await button(page, 'Schedule new keywords').click()
  await drawer.getByText('Restored your unsaved changes.').waitFor()
  expect(await drawer.getByLabel(/^Keywords/).inputValue()).toBe('half-typed')
  await drawer.getByRole('button', { name: 'Discard' }).click()
  expect(await drawer.getByLabel(/^Keywords/).inputValue()).toBe('')
  await page.context().close()
})

test('edits that were not saved when the session ended are there after signing in again', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const alerts = await recordAlerts(page)
  await page.goto('/edit-bulk-data')
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await choose(page, 'Platform', 'E-commerce')
  await page.getByRole('combobox', { name: 'Reporting Date', exact: true }).click()
  await page
    .getByRole('option')
    .filter({ hasText: /^\d\d\/\d\d\/\d{4}$/ })
    .first()
    .click()
  await button(page, 'Fetch Data').click()
  await page.getByRole('grid').waitFor()
  const title = Number(await page.getByRole('columnheader', { name: 'Title' }).first().getAttribute('aria-colindex'))
  await cell(page, 1, title).click()
  await page.keyboard.type('Edited lamp')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await draftRows(page)).map((row) => row['title'])).toEqual(['Edited lamp'])
  await endSessions()
  await button(page, 'Upload Data').click()
  await signInAgain(page, 'analyst', alerts)
  await page.waitForURL('**/edit-bulk-data')
  await alert(page, 'Restored unsaved edits of 1 row.').waitFor()
  await page.getByRole('grid').getByText('Edited lamp').waitFor()

  // Another tab learns it first, and this one is left with a cell that is being edited.
  const other = await page.context().newPage()
  await other.goto('/my-work')
  await other.getByRole('heading', { name: 'My Work' }).waitFor()
  await page.bringToFront()
  await cell(page, 1, title).click()
  await page.keyboard.type('Half a lamp')
  await endSessions()
  await other.reload()
  await page.waitForURL('**/login')
  await page.getByLabel('Username').fill(people.analyst)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await button(page, 'Sign in').click()
  await page.waitForURL('**/edit-bulk-data')
  await page.getByRole('grid').getByText('Half a lamp').waitFor()
  await page.context().close()
})
