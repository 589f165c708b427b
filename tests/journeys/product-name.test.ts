import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey, type Journey, signIn } from './harness.ts'

const zone = { timeZone: 'Pacific/Kiritimati' }
let testApp: Journey
beforeAll(async () => {
  testApp = await journey({ env: { PRODUCT_NAME: 'Wardkeep', BUSINESS_ZONE: zone.timeZone } })
})
afterAll(() => testApp.end())

test('the product name and the business time zone are one setting each, on every screen', async () => {
  const page = await testApp.open()
  await page.goto('/login')
  await page.getByText('Wardkeep', { exact: true }).waitFor()
  await expect.poll(() => page.title()).toBe('Sign in · Wardkeep')
  await signIn(page, 'client')
  // Fourteen hours ahead of UTC: the current month of that zone is shown, which may end meanwhile.
  const monthNow = () => new Intl.DateTimeFormat('en-GB', zone).format(new Date()).slice(3)
  const before = monthNow()
  await page.goto('/ecommerce-dashboard')
  await page.getByText('Wardkeep. All rights reserved.').waitFor()
  await expect.poll(() => page.title()).toMatch(/ · Wardkeep$/)
  await page
    .getByText(new RegExp(`01/(${before}|${monthNow()})`))
    .first()
    .waitFor()
  await page.goto('/ecommerce-dashboard?startDate=2020-01-01&endDate=2035-12-31')
  await page.locator('tr[data-row]').first().waitFor()
  expect(await page.locator('body').innerText()).not.toContain('Brandkeep')
})
