import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { button, choose } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const totalOf = (page: Page) => page.getByText(/^[\d,]+ records?$/).innerText()

async function selectTwo(page: Page) {
  await page.getByLabel('Select record 1', { exact: true }).check()
  await page.getByLabel('Select record 2', { exact: true }).check()
  await button(page, 'Bulk EmailSender').waitFor()
}

/** The button that sends is in the dialog's window, however many recipients are above it. */
async function expectSendInReach(page: Page) {
  await page.setViewportSize({ width: 1366, height: 360 })
  const send = page.getByRole('dialog').getByRole('button', { name: /^Send/ })
  await expect
    .poll(async () => {
      const box = (await send.boundingBox())!
      return box.y > 0 && box.y + box.height <= 360
    })
    .toBe(true)
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('S-006 S-008 S-044 of the list of all companies, the first company and brand keep platform and filters; letters need both', async () => {
  // Design_ImageCopied, the longest of the usual codes; which others the first page has differs with the day.
  await query(
    testApp.databaseUrl,
    "update findings set reason_code = '91204' where platform = 'domain' and status = '22'",
  )
  const page = await testApp.openAs('analyst', { home: false, width: 1366, height: 768 })
  await page.goto('/enforcement?platform=domain&status=22')
  // A reason code stands on one line on a small screen, too.
  const codes = page.locator('td[data-column=reasonCode] [data-cut]')
  await codes.first().waitFor()
  const heights = async () =>
    Math.max(...(await Promise.all((await codes.all()).map(async (one) => (await one.boundingBox())!.height))))
  await expect.poll(heights).toBeLessThan(24)
  await selectTwo(page)
  const all = await totalOf(page)
  await page.getByText('Choose a company and a brand to send emails').waitFor()
  expect(await button(page, 'Bulk EmailSender').isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'enforcement-all-companies')

  await page.getByLabel('Select all records', { exact: true }).check()
  await button(page, `Select all ${all.split(' ')[0]} matching records`).click()
  await page.getByText(/^Notices, records, case files and assignments are for the findings of one page/).waitFor()
  await shot(page, 'enforcement-all-matching')
  await button(page, 'Clear selection').click()

  await choose(page, 'Company', 'Aurevia Consumer Group')
  await expect.poll(() => searchOf(page)).toMatchObject({ platform: 'domain', status: '22' })
  await expect.poll(() => Object.keys(searchOf(page)).toSorted()).toEqual(['company', 'platform', 'status'])
  await expect.poll(() => totalOf(page)).not.toBe(all)
  // The rows of the company are shown until those of the brand are asked for.
  const ofBrand = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/fetch-data-for-enforcement') &&
      /"brand":"[\da-f-]{36}"/.test(answer.request().postData() ?? ''),
  )
  await choose(page, 'Brand', 'Demo Brand')
  await ofBrand
  await expect.poll(() => Object.keys(searchOf(page)).toSorted()).toEqual(['brand', 'company', 'platform', 'status'])
  expect(searchOf(page)).toMatchObject({ platform: 'domain', status: '22' })
  await selectTwo(page)
  expect(await button(page, 'Bulk EmailSender').isEnabled()).toBe(true)
  await shot(page, 'enforcement-narrowed')
  await button(page, 'Bulk EmailSender').click()
  await page.getByRole('dialog').locator('[data-send-group]').first().waitFor()
  await expectSendInReach(page)
  await page.getByRole('dialog').getByRole('status').scrollIntoViewIfNeeded()
  await shot(page, 'enforcement-letters')
  expect(problemsOf(page)).toEqual([])
})

test('a pinned view opened from the menu is of the company and brand where the person was last', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto('/enforcement')
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await choose(page, 'Platform', 'Domain')
  await button(page, 'Fetch Data').click()
  await page.getByText(/^[\d,]+ records?$/).waitFor()
  const total = await totalOf(page)
  const scope = searchOf(page)
  await button(page, 'Views').click()
  await button(page, 'Save this view…').click()
  const form = page.getByRole('dialog', { name: 'Save this view' })
  await form.getByLabel('Name').fill('All domains')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await button(page, 'Views').click()
  await page.getByRole('button', { name: /^Pin / }).click()
  await page.keyboard.press('Escape')

  await page.goto('/report-enforcement')
  const chosen = (label: string) => page.getByRole('combobox', { name: label, exact: true }).inputValue()
  await expect.poll(() => chosen('Company')).toBe('Aurevia Consumer Group')
  await expect.poll(() => chosen('Brand')).toBe('Demo Brand')
  await page.getByRole('navigation').getByRole('link', { name: 'All domains' }).click()
  await expect.poll(() => totalOf(page)).toBe(total)
  await expect.poll(() => searchOf(page)).toEqual(scope)
  await expect.poll(() => chosen('Company')).toBe('Aurevia Consumer Group')
  await expect.poll(() => chosen('Brand')).toBe('Demo Brand')
  expect(problemsOf(page)).toEqual([])
})

test('a company and a brand in the address that do not exist are shown in the filters and can be removed', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto('/clusters?company=0192d6a5-2480-7000-a501-d4044d0e0000&brand=nonsense')
  const chosen = (label: string) => page.getByRole('combobox', { name: label, exact: true }).inputValue()
  await expect.poll(() => chosen('Company')).toBe('Unknown company')
  await expect.poll(() => chosen('Brand')).toBe('Unknown brand')
  for (const label of ['Clear Brand', 'Clear Company']) await page.getByLabel(label, { exact: true }).click()
  await expect.poll(() => searchOf(page)).toEqual({})
  await page.locator('tr[data-row]').first().waitFor()
})

test('S-182 a refused report shows which company is missing, and no list of companies over it', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto('/report-enforcement')
  const company = page.getByRole('combobox', { name: 'Company', exact: true })
  await button(page, 'Submit').click()
  await page.getByText('Company is required').waitFor()
  await expect.poll(() => company.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  await shot(page, 'report-refused')
  expect(await page.getByRole('listbox').count()).toBe(0)
  // The list is one key or one click away.
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Aurevia Consumer Group' }).waitFor()
})
