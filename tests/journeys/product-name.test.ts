import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey, type Journey, signIn } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey({ env: { PRODUCT_NAME: 'Wardkeep', BUSINESS_ZONE: 'Pacific/Kiritimati' } })
})
afterAll(() => testApp.end())

test('the product name and the business time zone are one setting each, on every screen', async () => {
  const page = await testApp.open()
  await page.goto('/login')
  await page.getByText('Wardkeep', { exact: true }).waitFor()
  await expect.poll(() => page.title()).toBe('Sign in · Wardkeep')
  await signIn(page, 'client')
  await page.goto('/ecommerce-dashboard')
  await page.getByText('Wardkeep. All rights reserved.').waitFor()
  await expect.poll(() => page.title()).toMatch(/ · Wardkeep$/)
  // Fourteen hours ahead of UTC: the current month of that zone is shown.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date())
  const [year, month] = today.split('-')
  await page
    .getByText(new RegExp(`01/${month}/${year}`))
    .first()
    .waitFor()
  await page.goto('/ecommerce-dashboard?startDate=2020-01-01&endDate=2035-12-31')
  await page.locator('tr[data-row]').first().waitFor()
  expect(await page.locator('body').innerText()).not.toContain('Brandkeep')
})
