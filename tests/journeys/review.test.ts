import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { button, cell, choose } from './upload-steps.ts'

let testApp: Journey
let analyst: Page
let admin: Page
beforeAll(async () => {
  testApp = await journey()
  analyst = await testApp.openAs('analyst')
  admin = await testApp.openAs('admin')
})
afterAll(() => testApp.end())

async function chooseScope(page: Page): Promise<void> {
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await choose(page, 'Platform', 'E-commerce')
}

test('S-059 S-307 Fetch Data lists the staged rows with who saved each and when; nothing can be changed', async () => {
  await analyst.goto('/staging')
  await chooseScope(analyst)
  await button(analyst, 'Add 5 records').click()
  await analyst.getByRole('grid').waitFor()
  // Columns: 1 SN, 2 image, 3 status, 4 site, 5 URL, 6 title.
  for (const [row, url] of ['https://shop.example/r1', 'https://shop.example/r2'].entries()) {
    await cell(analyst, row + 1, 4).click()
    for (const text of ['flipkart', url, 'Serum 30 ml']) {
      await analyst.keyboard.type(text)
      await analyst.keyboard.press('Tab')
    }
  }
  await button(analyst, 'Save all').click()
  await analyst
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
  await shot(analyst, 'staging-e-commerce')

  await admin.goto('/review')
  await admin.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
  await admin.getByText('Read-only view').waitFor()
  await button(admin, 'Fetch Data').click()
  await admin.getByText('Company is required').waitFor()
  await chooseScope(admin)
  await button(admin, 'Fetch Data').click()
  await admin.getByText('2 rows in 1 draft').waitFor()
  const heads = () => admin.getByRole('grid').getByRole('columnheader').allInnerTexts()
  await expect
    .poll(async () => (await heads()).slice(0, 6).map((text) => text.replace(/\s*\*/, '')))
    .toEqual(['SN', 'Draft', 'Saved by', 'Saved at', 'Image', 'Status'])
  await cell(admin, 1, 2)
    .getByText(/^Demo Brand_e-commerce_/)
    .waitFor()
  await cell(admin, 1, 3).getByText('Kiran Desai').waitFor()
  await cell(admin, 1, 4)
    .getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m$/)
    .waitFor()
  await expect.poll(() => button(admin, 'Remove row 1').count()).toBe(0)
  await cell(admin, 2, 2).click()
  await admin.keyboard.type('x')
  await admin.keyboard.press('Delete')
  await expect.poll(() => admin.getByRole('textbox', { name: /row 2/ }).count()).toBe(0)
  await cell(admin, 2, 2)
    .getByText(/^Demo Brand_e-commerce_/)
    .waitFor()
  expect(await axeFindings(admin)).toEqual([])
  await shot(admin, 'review')
})

test('an Admin sends a draft back; its owner finds the remark in the bell and above the draft', async () => {
  await button(admin, 'Return').click()
  await admin.getByRole('dialog').getByRole('textbox', { name: 'Remark' }).fill('Both rows need a picture.')
  await shot(admin, 'review-send-back')
  await admin.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
  await admin.getByRole('alert').filter({ hasText: 'The draft was returned.' }).waitFor()
  await admin.getByRole('cell', { name: 'Both rows need a picture.' }).waitFor()
  await analyst.getByText(/returned this draft on/).waitFor()
  await analyst.goto('/staging')
  await analyst.getByText('No rows yet').waitFor()
  await analyst.getByRole('button', { name: /^Notifications/ }).click()
  await analyst.getByText(/returned the draft Demo Brand_e-commerce_.+: Both rows need a picture\./).waitFor()
  await analyst.getByText(/returned the draft Demo Brand_e-commerce_/).click()
  await analyst.getByText(/returned this draft on/).waitFor()
  await expect.poll(() => new URL(analyst.url()).searchParams.get('draft')).toMatch(/^[\da-f-]{36}$/)

  // The draft that is open, chosen once more, stays open.
  await analyst.getByRole('combobox', { name: 'Draft' }).click()
  await analyst.getByRole('option', { name: /^Demo Brand_e-commerce_.+ Returned · 2 rows$/ }).click()
  await analyst.getByText(/returned this draft on/).waitFor()
  for (const [name, page] of [
    ['staging', analyst],
    ['review', admin],
  ] as const) {
    await applyPageOptions(page, { theme: 'dark' })
    await shot(page, `${name}-dark`)
    await applyPageOptions(page, { width: 375, height: 812 })
    await shot(page, `${name}-phone`)
  }
  expect([...problemsOf(analyst), ...problemsOf(admin)]).toEqual([])
})

test('S-059 the open drafts of all brands lead to their rows, on Review and on Staging, and appear as they begin', async () => {
  const list = (page: Page) => page.getByRole('table', { name: 'All open drafts' })
  const draft = /^Open Demo Brand_e-commerce_/
  await applyPageOptions(admin, { theme: 'light', width: 1440, height: 900 })
  await admin.goto('/review')
  await list(admin).getByRole('row').filter({ hasText: 'Aurevia Consumer Group' }).getByText('2 rows').waitFor()
  expect(await axeFindings(admin)).toEqual([])
  await shot(admin, 'review-open-drafts')
  await list(admin).getByRole('button', { name: draft }).click()
  await admin.getByText('2 rows in 1 draft').waitFor()
  await expect.poll(() => admin.getByRole('combobox', { name: 'Platform' }).inputValue()).toBe('E-commerce')
  await button(admin, 'All open drafts').click()
  await list(admin).waitFor()

  await applyPageOptions(analyst, { theme: 'light', width: 1440, height: 900 })
  await analyst.goto('/staging')
  await button(analyst, 'All open drafts').click()
  await list(analyst).getByRole('button', { name: draft }).click()
  await analyst.getByText(/returned this draft on/).waitFor()
  await choose(analyst, 'Platform', 'Website')
  await button(analyst, 'Add 5 records').click()
  await cell(analyst, 1, 4).click()
  await analyst.keyboard.type('https://site.example/r1')
  await analyst.keyboard.press('Tab')
  await button(analyst, 'Save all').click()
  await list(admin)
    .getByRole('button', { name: /^Open Demo Brand_website_/ })
    .waitFor()
  await applyPageOptions(admin, { theme: 'dark', width: 375, height: 812 })
  // Who started a draft is in sight without moving the list sideways.
  const startedBy = list(admin).locator('[data-head="Started by"]').first()
  const right = async () => {
    const { x, width } = (await startedBy.boundingBox())!
    return x + width
  }
  await expect.poll(right).toBeLessThanOrEqual(375)
  await shot(admin, 'review-open-drafts-phone')
  expect([...problemsOf(analyst), ...problemsOf(admin)]).toEqual([])
})
