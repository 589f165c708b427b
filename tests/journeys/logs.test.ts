import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, type Journey, journey, applyPageOptions, problemsOf, shot } from './harness.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('admin')
})
afterAll(() => testApp.end())

const choose = async (page: Page, label: string, option: string) => {
  await page
    .getByRole('combobox', { name: label, exact: true })
    .or(page.getByLabel(label, { exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const rowsOf = (page: Page) => page.locator('tbody tr:has(time)')

test('A-038 A-156 A-039 A-040 A-147 A-148 the Admin searches the log, loads more, and opens the finding of an entry', async () => {
  await page.goto('/logs')
  await rowsOf(page).first().waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual([
      'Sr.',
      'Company',
      'Brand',
      'Platform',
      'Module',
      'Username',
      'URL/Domain',
      'Date & Time',
      'From Status',
      'To Status',
    ])
  await expect.poll(() => rowsOf(page).count()).toBe(10)
  const count = page.getByTestId('log-count')
  await expect.poll(() => count.textContent()).toMatch(/^Showing 10 of [\d,]+$/)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(20)
  await shot(page, 'logs-light')
  expect(await axeFindings(page)).toEqual([])

  // Every column sorts: none, ascending, descending, none; scrolling to the end loads more.
  const usernames = () =>
    rowsOf(page)
      .locator('td:nth-child(6)')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')!.toLowerCase()))
  const sortByUser = page.getByRole('columnheader', { name: 'Username' })
  for (const [order, sort] of [
    ['ascending', (names: string[]) => names.toSorted()],
    ['descending', (names: string[]) => names.toSorted().toReversed()],
  ] as const) {
    await sortByUser.getByRole('button').click()
    await expect.poll(() => sortByUser.getAttribute('aria-sort')).toBe(order)
    await expect.poll(async () => (await usernames()).length).toBeGreaterThanOrEqual(10)
    await expect
      .poll(async () => JSON.stringify(sort(await usernames())) === JSON.stringify(await usernames()))
      .toBe(true)
  }
  await shot(page, 'logs-sorted')
  await sortByUser.getByRole('button').click()
  await page.waitForURL((address) => address.search === '')
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThanOrEqual(10)
  const loaded = await rowsOf(page).count()
  // Once more where the rows were still those of the order before, which ask for nothing.
  await expect
    .poll(async () => {
      await rowsOf(page).last().hover()
      await page.mouse.wheel(0, 4_000)
      return rowsOf(page).count()
    })
    .toBeGreaterThan(loaded)

  // Disabled brands are offered, marked so; TMCH and trap purchases are platforms of the log.
  await choose(page, 'Company', 'Aurevia Home')
  await page.getByRole('combobox', { name: 'Brand', exact: true }).click()
  await page.getByRole('option', { name: 'Ferndock (disabled)' }).click()
  await page.getByRole('combobox', { name: 'Platform', exact: true }).click()
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(['Domain', 'Website', 'Social Media', 'E-commerce', 'App Store', 'TMCH', 'Trap Purchase'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fetch Log' }).click()
  await expect.poll(() => rowsOf(page).first().textContent()).toContain('Ferndock')
  await page.reload()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Brand', exact: true }).inputValue())
    .toBe('Ferndock (disabled)')
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.waitForURL((address) => address.search === '')

  // Nothing is requested before Fetch Log.
  await choose(page, 'Platform', 'Domain')
  await choose(page, 'Status To', 'Approved')
  await page.getByLabel('Username').fill('CLIENT')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Fetch Log' }).click()
  await page.waitForURL(/platform=domain/)
  const cellsOf = () =>
    rowsOf(page).evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((one) => one.textContent ?? '')),
    )
  // The rows of the list before are shown until the answer comes.
  const kinds = async () => [...new Set((await cellsOf()).map((texts) => `${texts[3]}, ${texts[9]}`))]
  await expect.poll(kinds).toEqual(['Domain, Approved'])
  const cells = await cellsOf()
  for (const [, , , platform, , username, , when, , to] of cells) {
    expect([platform, to]).toEqual(['Domain', 'Approved'])
    expect(username).toMatch(/client/i)
    expect(when).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2} [ap]m$/)
  }
  const term = cells[0]![6]!
  await page.getByLabel('Search Term').fill(term.toUpperCase())
  await page.getByLabel('Search Term').press('Enter')
  await page.waitForURL(/searchTerm=/)
  await expect.poll(() => rowsOf(page).count()).toBe(1)

  // The URL of an entry is a link with its own address.
  const link = page.getByRole('link', { name: term })
  await expect.poll(() => link.getAttribute('href')).toMatch(/^\/logs\?.*finding=[0-9a-f-]{36}/)
  await link.click()
  const drawer = page.getByRole('dialog', { name: 'Finding and its changes' })
  await drawer.getByRole('list', { name: 'Changes' }).waitFor()
  await expect.poll(() => drawer.getByRole('list', { name: 'Changes' }).textContent()).toContain('New record')
  await drawer.locator('[data-detail]').first().waitFor()
  await shot(page, 'logs-finding')
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await drawer.getByRole('list', { name: 'Changes' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByLabel('Search Term').inputValue()).toBe(term.toUpperCase())

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toBe('log.csv')

  await page.getByLabel('Username').fill('nobody at all')
  await page.getByRole('button', { name: 'Fetch Log' }).click()
  await page.getByText('No changes of status').waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThanOrEqual(10)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('')
  expect(problemsOf(page)).toEqual([])
})

test('A-039 all columns of the log are in sight at 1366 and at 1024', async () => {
  for (const width of [1366, 1024]) {
    await applyPageOptions(page, { width, height: 768 })
    await page.goto('/logs')
    await rowsOf(page).first().waitFor()
    await shot(page, `logs-${width}`)
    const cut = (all: unknown[]) =>
      (all as { scrollWidth: number; clientWidth: number; textContent: string }[])
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.textContent)
    const where = { message: `${width}` }
    await expect.poll(() => page.getByRole('region', { name: 'Log Search' }).evaluateAll(cut), where).toEqual([])
    await expect.poll(() => page.locator('thead span').evaluateAll(cut), where).toEqual([])
    expect(await axeFindings(page)).toEqual([])
  }
  await applyPageOptions(page, {})
})

test('A-005 A-041 A-042 only the Admin has Data Logs in the user menu, and scrolling loads more', async () => {
  await applyPageOptions(page, { theme: 'dark' })
  await page.goto('/logs')
  await rowsOf(page).first().waitFor()
  await shot(page, 'logs-dark')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Data Logs' }).click()
  await page.waitForURL('**/data-update-log')
  const lines = page.locator('li p:has(time)')
  await lines.first().waitFor()
  await expect
    .poll(() => lines.first().textContent())
    .toMatch(
      /^\S.* (Added|Updated|Deleted|Exported) (a record|[\d,]+ records) \(\w+\) \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2} [ap]m$/,
    )
  const before = await lines.count()
  expect(before % 10).toBe(0)
  await lines.last().scrollIntoViewIfNeeded()
  await expect.poll(() => lines.count()).toBeGreaterThan(before)
  await shot(page, 'data-log-dark')
  expect(await axeFindings(page)).toEqual([])
  expect(problemsOf(page)).toEqual([])

  const analyst = await testApp.openAs('analyst')
  await analyst.getByRole('button', { name: 'User menu' }).click()
  await analyst.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await expect.poll(() => analyst.getByRole('menuitem', { name: 'Data Logs' }).count()).toBe(0)
  await analyst.goto('/data-update-log')
  await analyst.getByRole('heading', { name: 'Unauthorised Page' }).waitFor()
})

test('A-061 the Admin finds who blocked a user and when, with the fields before and after, and goes to the user', async () => {
  const token = await page.evaluate(() => localStorage.getItem('session:token'))
  const headers = { authorization: `Bearer ${token}` }
  const form = {
    firstName: 'Mira',
    lastName: 'Logged',
    email: 'mira.logged@mail.test',
    mobile: '+919800012345',
    role: 'Analyst',
    employeeCode: 'LOG-1',
    passwordHash: 'First-Tarn-26',
  }
  const created = await page.request.post('/api/users/create', { data: form, headers })
  expect(created.status(), await created.text()).toBe(200)
  const { data } = (await created.json()) as { data: { id: string } }
  const blocked = { ...form, passwordHash: '', isBlocked: 1 }
  expect((await page.request.post(`/api/users/update/${data.id}`, { data: blocked, headers })).status()).toBe(200)

  for (const theme of ['light', 'dark'] as const) {
    await applyPageOptions(page, { theme })
    await page.goto('/data-update-log')
    await choose(page, 'Kind of record', 'User')
    await choose(page, 'Type', 'Updated')
    await page.getByLabel('Subject', { exact: true }).fill('mira')
    await expect.poll(() => new URL(page.url()).searchParams.get('subject')).toBe('mira')
    const line = page.locator('li:has(time)')
    await expect.poll(() => line.count()).toBe(1)
    await line.getByText('1 field changed').click()
    await expect.poll(() => line.locator('tbody tr').allInnerTexts()).toEqual(['Blocked\tNo\tYes'])
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toBe('data-log.csv')
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/,Mira Logged .*Blocked: No → Yes\n$/)
    await shot(page, `data-log-fields-${theme}`)
    expect(await axeFindings(page)).toEqual([])
  }
  await applyPageOptions(page, { theme: 'light', width: 390, height: 844 })
  await page.reload()
  await page.getByText('1 field changed').click()
  await shot(page, 'data-log-fields-phone')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await applyPageOptions(page, { width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Mira Logged (mira.logged@mail.test)' }).click()
  await page.waitForURL('**/users?search=mira.logged**')
  await page.getByText('Mira', { exact: false }).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => page.locator('li:has(time)').count()).toBeGreaterThan(1)
  expect(problemsOf(page)).toEqual([])
})
