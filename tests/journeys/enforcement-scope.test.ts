import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('S-006 S-008 S-044 of the list of all companies, the first company and brand keep platform and filters; letters need both', async () => {
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
  await choose(page, 'Brand', 'Demo Brand')
  await expect.poll(() => Object.keys(searchOf(page)).toSorted()).toEqual(['brand', 'company', 'platform', 'status'])
  expect(searchOf(page)).toMatchObject({ platform: 'domain', status: '22' })
  await selectTwo(page)
  expect(await button(page, 'Bulk EmailSender').isEnabled()).toBe(true)
  await shot(page, 'enforcement-narrowed')
  await button(page, 'Bulk EmailSender').click()
  await page.getByRole('dialog').locator('[data-send-group]').first().waitFor()
  await page.getByRole('dialog').getByRole('status').scrollIntoViewIfNeeded()
  await shot(page, 'enforcement-letters')
  expect(problemsOf(page)).toEqual([])
})
