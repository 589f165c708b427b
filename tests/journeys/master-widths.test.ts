import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey, type Journey } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(async () => {
  await testApp.end()
})

test('A-146 the lists of an Admin show all their columns on a laptop of 1366 pixels', async () => {
  const page = await testApp.openAs('admin', { width: 1366, height: 768 })
  for (const path of ['users', 'companies', 'brands', 'white-label', 'tmch', 'shared-hosts', 'report-forms']) {
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
  await page.context().close()
})
