import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey, type Journey } from './harness.ts'

let testApp: Journey
let admin: Page
beforeAll(async () => {
  testApp = await journey()
  admin = await testApp.openAs('admin', { home: false })
})
afterAll(() => testApp.end())

/** The titles of the open dialogs, the one in front last. */
const expectOpen = (titles: string[]) =>
  expect
    .poll(async () => (await admin.getByRole('dialog').allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(titles)

test('A-015 Escape closes the dialog in front, and the form behind it stays', async () => {
  await admin.goto('/brands')
  await admin.getByRole('button', { name: 'Add Brand' }).first().click()
  const form = admin.getByRole('dialog', { name: 'Brand Details' })
  await form.getByRole('button', { name: 'Add platform' }).click()
  await expectOpen(['Brand Details', 'Add new platform'])
  await admin.keyboard.press('Escape')
  await expectOpen(['Brand Details'])
  await form.getByLabel('Category').fill('Tea')
  await admin.keyboard.press('Escape')
  await expectOpen(['Brand Details', 'Leave without saving?'])
  await admin.keyboard.press('Escape')
  await expectOpen(['Brand Details'])
  await form.getByLabel('Category').fill('')
  await admin.keyboard.press('Escape')
  await expectOpen([])
})

test('A-138 Escape closes what the server said, not the form it is about', async () => {
  await admin.goto('/tmch')
  await admin.getByRole('button', { name: 'Add TMCH' }).click()
  const form = admin.getByRole('dialog', { name: 'TMCH Details' })
  await form.getByLabel('Mark Name').fill('Typed')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectOpen(['TMCH Details', 'Oops...'])
  await admin.keyboard.press('Escape')
  await expectOpen(['TMCH Details'])
  expect(await form.getByLabel('Mark Name').inputValue()).toBe('Typed')
})

test('A-039 Escape closes the picture of a finding, not the finding beside the log', async () => {
  await admin.goto('/logs?searchTerm=zentrad')
  await admin.locator('tbody a').first().click()
  const finding = admin.getByRole('dialog', { name: 'Finding and its changes' })
  await finding.locator('button:has(img)').first().click()
  const dialogs = () => admin.locator('[aria-modal="true"]').count()
  await expect.poll(dialogs).toBe(2)
  await admin.keyboard.press('Escape')
  await expect.poll(dialogs).toBe(1)
  expect(await finding.isVisible()).toBe(true)
  await admin.keyboard.press('Escape')
  await expect.poll(dialogs).toBe(0)
})
