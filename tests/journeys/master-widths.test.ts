import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey, type Journey } from './harness.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('admin', { width: 1280, height: 720, home: false })
})
afterAll(async () => {
  await testApp.end()
})

/** Waits until the list of each screen is no wider than its frame. */
async function expectNoneHidden(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`/${path}`)
    await page.locator('tr[data-row]').first().waitFor()
    const hidden = () =>
      page
        .locator('table')
        .first()
        .evaluate((table: { parentElement: { scrollWidth: number; clientWidth: number } }) => {
          const { scrollWidth, clientWidth } = table.parentElement
          return scrollWidth - clientWidth
        })
    await expect.poll(hidden, { message: path }).toBe(0)
  }
}

test('A-146 the lists of an Admin show all their columns on a laptop of 1280 pixels', () =>
  expectNoneHidden(['companies', 'brands', 'white-label', 'shared-hosts', 'abuse-contacts', 'report-forms']))

test('A-146 users and marks, which have more columns, show them all on a screen of 1366 pixels', async () => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await expectNoneHidden(['users', 'tmch'])
})

test('next steps and proposals, which have more columns, show them all on a screen of 1440 pixels', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoneHidden(['next-steps', 'enforcement-proposals'])
})
