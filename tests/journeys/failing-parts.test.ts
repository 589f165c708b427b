import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, rowsOf, wide } from './dashboards.ts'
import { journey, type Journey, shot } from './harness.ts'

// Extensions and translators of browsers remove elements of a page. The page fails when it removes them itself.
const removeAsAnExtension = (element: Locator) =>
  element.evaluate((one) => (one as unknown as { remove: () => void }).remove())

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const selected = '1 on this page selected'
const failure = 'This could not be loaded'

test('a field of a form that fails is shown again, with everything that was typed', async () => {
  const page = await testApp.openAs('admin', { home: false })
  await page.goto('/companies')
  await page.getByRole('button', { name: 'Add Company' }).first().click()
  const form = page.getByRole('dialog', { name: 'Company Details' })
  await form.getByLabel('Legal name').fill('Journey Mills Limited')
  await form.getByLabel('City').fill('Surat')
  await form.getByRole('button', { name: 'Save' }).click()
  await removeAsAnExtension(form.getByText('Name is required', { exact: true }))
  await form.getByLabel('Name').first().fill('Journey Mills')
  await form.getByText(failure).waitFor()
  await shot(page, 'failing-form-light')
  await form.getByRole('button', { name: 'Try again' }).click()
  for (const [label, typed] of [
    ['Name', 'Journey Mills'],
    ['Legal name', 'Journey Mills Limited'],
    ['City', 'Surat'],
  ] as const)
    await expect.poll(() => form.getByLabel(label).first().inputValue()).toBe(typed)
  await page.getByRole('button', { name: 'Add Company' }).first().waitFor()
})

test('an opened row that fails leaves the list as it is, and what was typed there is there again', async () => {
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platformNamed('e-commerce'))
  await page.getByRole('button', { name: 'Show details' }).first().click()
  const comment = page.getByRole('textbox', { name: 'Comment' })
  await comment.fill('Please look at this one')
  const picture = page.locator('tr', { has: comment }).getByRole('button', { name: /^Open the picture of/ })
  const image = await picture.locator('img').elementHandle()
  await removeAsAnExtension(picture)
  // A picture that cannot be loaded is replaced.
  await image!.evaluate((one) => (one as unknown as EventTarget).dispatchEvent(new Event('error')))
  await page.getByText(failure).waitFor()
  await shot(page, 'failing-row-light')
  expect(await rowsOf(page).count()).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => comment.inputValue()).toBe('Please look at this one')
})

test('a list that fails keeps the filters and the selection around it', async () => {
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platformNamed('domain'), `${wide}&status=33`)
  await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check()
  await removeAsAnExtension(rowsOf(page).nth(1))
  // Opening the row before it inserts its details in front of what is not there.
  await page.getByRole('button', { name: 'Show details' }).first().click()
  await page.getByText(failure).waitFor()
  await page.getByText(selected).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(5)
  await page.getByText(selected).waitFor()
})
