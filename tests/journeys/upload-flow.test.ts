import { readFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSheet } from '../sheets.ts'
import { axeFindings, journey, type Journey, releasePage, problemsOf, shot, visibleDuration } from './harness.ts'
import { closeAlert } from './sign-in-steps.ts'
import { activeCell, bring, button, cell, choose, gridFocused, openUpload, tally } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-sheets-'))
let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

describe('from a sheet to the client', () => {
  test('S-001 S-002 S-018 S-020 S-023 S-143 S-144 S-251 S-258 C-210 an analyst corrects the marked cells and saves; the client gets a notification and sees the findings', async () => {
    const sheet = await writeSheet(folder, {
      platform: 'e-commerce',
      rows: 40,
      mark: 'flow',
      overrides: (row) => ({
        title: `Copied handbag ${row}`,
        priority: null,
        ...(row === 2 ? { price: 'about ten' } : {}),
        ...(row === 4 ? { reasonCode: 'nonsense' } : {}),
        ...(row === 6 ? { lid: 'LID-flow-5', site: 'Choice 2' } : {}),
        ...(row === 5 ? { site: 'Choice 2' } : {}),
      }),
    })
    const page = await testApp.openAs('analyst', { width: 3000, home: false })
    await openUpload(page)
    await bring(page, sheet, 40)
    await expect.poll(() => tally(page), { timeout: 60_000 }).toBe('40 rows, 2 with errors')
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('41')
    await expect.poll(() => cell(page, 5, 9).innerText()).toContain('InvalidReasonCode')
    await expect.poll(() => cell(page, 5, 9).getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => cell(page, 1, 9).innerText()).toBe('TM_DomainName')
    const ground = (element: Locator) =>
      element.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).backgroundColor)
    const rowGround = (row: number) => ground(page.locator(`[role=row][aria-rowindex="${row + 1}"]`))
    await expect.poll(() => rowGround(5)).not.toBe(await rowGround(1))
    await expect.poll(() => ground(cell(page, 5, 9))).not.toBe(await ground(cell(page, 5, 8)))
    await page.setViewportSize({ width: 1440, height: 900 })
    await shot(page, 'upload-errors')
    expect(await axeFindings(page, 'main')).toEqual([])
    await page.setViewportSize({ width: 3000, height: 900 })

    await button(page, 'Upload Data').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^Invalid Reason Code$/ })
      .waitFor()
    await expect.poll(() => activeCell(page)).toBe('5,9')
    await gridFocused(page)
    await page.getByText('Row 5: Invalid Reason Code').waitFor()
    await page.keyboard.press('F8')
    await page.keyboard.type('12.50')
    await page.keyboard.press('Enter')
    await page.keyboard.press('F8')
    await page.keyboard.type('tm_title')
    await page.keyboard.press('Enter')
    await expect.poll(() => tally(page), { timeout: 60_000 }).toBe('40 rows, no errors found')
    await expect.poll(() => cell(page, 5, 9).innerText()).toBe('TM_Title')
    await expect.poll(() => cell(page, 5, 12).innerText()).toBe('High')

    // Without the check of listing ids the sheet has no errors.
    const lids = page.getByRole('switch', { name: 'Duplicate LID Check' })
    await lids.click({ force: true })
    await button(page, 'Check').click()
    await page.getByText('All 40 rows can be saved.').waitFor()
    await lids.click({ force: true })

    await button(page, 'Upload Data').click()
    await page.getByText('1 Duplicate LID present.').waitFor()
    await page.getByText('1 Of 40 Rows Cannot Be Saved. Nothing Was Saved.').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await shot(page, 'upload-refused')
    await page.setViewportSize({ width: 3000, height: 900 })
    await expect.poll(() => tally(page), { timeout: 60_000 }).toBe('40 rows, 1 with errors')
    await page.getByText('Row 7: Duplicate LID').waitFor()
    await gridFocused(page)
    await page.keyboard.type('LID-flow-6')
    await page.keyboard.press('Enter')
    await button(page, 'Upload Data').click()
    await page.getByText('Data Saved Successfully').waitFor()
    await page.getByText('Drop an Excel file and its pictures here').waitFor()
    expect(problemsOf(page)).toEqual([])

    // The same sheet again: a message says that nothing was changed.
    await bring(page, sheet, 40)
    await cell(page, 3, 7).click()
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await cell(page, 5, 9).click()
    await page.keyboard.press('Delete')
    await lids.click({ force: true })
    await button(page, 'Upload Data').click()
    await page.getByText('All 40 Rows Are Already Stored. Nothing Was Changed.').waitFor()
    await releasePage(page)

    const client = await testApp.openAs('client')
    await client.getByRole('button', { name: 'Notifications, unread' }).waitFor()
    await client.goto('/ecommerce-dashboard?title=Copied%20handbag')
    await client.getByText('Copied handbag', { exact: false }).first().waitFor()
    await shot(client, 'upload-client')
    await releasePage(client)
  })

  test('S-105 S-148 S-149 S-150 S-257 S-123 S-256 Upload Unique saves the unique rows and leaves the others with their errors', async () => {
    const stored = await writeSheet(folder, { platform: 'website', rows: 3, mark: 'first' })
    const mixed = await writeSheet(folder, {
      platform: 'website',
      rows: 5,
      mark: 'second',
      name: 'mixed.xlsx',
      overrides: (row) => (row < 2 ? { url: `https://shop.example/first/item/${row}` } : {}),
    })
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { platform: 'Website' })
    await button(page, 'Upload Unique').click()
    await page.getByText('No data available to upload').waitFor()
    await bring(page, stored, 3)
    await button(page, 'Upload Data').click()
    await page.getByText('Data Saved Successfully').waitFor()
    await page.getByText('Drop an Excel file and its pictures here').waitFor()

    await bring(page, mixed, 5)
    await button(page, 'Upload Data').click()
    await page.getByText('2 Duplicate URLs present.').waitFor()
    await button(page, 'Upload Unique').click()
    await page.getByText('3 unique entries uploaded successfully! 2 entries with errors remain for review.').waitFor()
    await expect.poll(() => tally(page), { timeout: 60_000 }).toBe('2 rows, 2 with errors')
    await expect.poll(() => cell(page, 1, 3).getAttribute('title')).toContain('Duplicate URL')
    await button(page, 'Upload Unique').click()
    await page.getByText('No unique entries found to upload').waitFor()

    const download = page.waitForEvent('download')
    await button(page, 'Download the rows with their errors').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^error_data_website_\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text).toContain('errorReasons')
    expect(text.match(/Duplicate URL/g)).toHaveLength(2)

    // The server fails: an alert says so, and the rows stay.
    const third = await writeSheet(folder, { platform: 'website', rows: 2, mark: 'third', name: 'third.xlsx' })
    await page.getByLabel('Excel file and pictures').setInputFiles(third)
    await button(page, 'Discard').click()
    await page.getByText('2 rows read from').waitFor()
    await page.route('**/api/save-bulk-data', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
    await button(page, 'Upload Unique').click()
    await page.getByText('Failed to upload unique data').waitFor()
    await expect.poll(() => tally(page), { timeout: 60_000 }).toBe('2 rows, no errors found')
    await releasePage(page)
  })
})

describe('the screen', () => {
  test('S-012 S-013 S-014 S-015 S-016 S-005 S-006 S-007 S-008 S-026 S-289 selectors, switch, buttons and the validation messages', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    // From the start: the clock that is stopped below cannot end a timer that began before it was installed.
    await page.clock.install()
    await page.goto('/data-upload')
    await button(page, 'Upload Data').waitFor()
    await shot(page, 'upload-empty')
    const date = page.getByRole('textbox', { name: 'Reporting Date' })
    await expect.poll(() => date.inputValue()).toMatch(/^\d\d\/\d\d\/20\d\d$/)
    const now = await date.inputValue()
    await button(page, 'Reporting Date: calendar').click()
    await expect
      .poll(() => page.locator('button[data-next], button[data-direction=next]').first().isDisabled())
      .toBe(true)
    await page.keyboard.press('Escape')
    await date.fill('31/02/2024')
    await date.press('Tab')
    await page.getByText('Enter the date as DD/MM/YYYY.').waitFor()
    await date.fill(now)
    const input = page.getByLabel('Excel file and pictures')
    await expect.poll(async () => [await input.count(), await input.getAttribute('multiple')]).toEqual([1, ''])
    await expect.poll(() => page.getByRole('switch', { name: 'Duplicate LID Check' }).isChecked()).toBe(true)
    await expect
      .poll(async () => [await button(page, 'Upload Unique').isVisible(), await button(page, 'Check').isVisible()])
      .toEqual([true, true])

    // Without a choice each required field shows its own message.
    await input.setInputFiles(
      await writeSheet(folder, { platform: 'website', rows: 1, mark: 'early', name: 'early.xlsx' }),
    )
    await Promise.all(
      ['Company', 'Brand', 'Platform'].map((label) =>
        page.getByText(`${label} is required`, { exact: true }).waitFor(),
      ),
    )

    await openUpload(page, { brand: 'Solmira', platform: 'Social Media' })
    await page.getByRole('combobox', { name: 'Platform', exact: true }).click()
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Website', 'Social Media', 'E-commerce'])
    await page.keyboard.press('Escape')
    const brands = page.getByRole('combobox', { name: 'Brand', exact: true })
    await brands.fill('nothing like it')
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Solmira'])
    await brands.fill('mo BRA')
    await page.getByRole('option', { name: 'Demo Brand', exact: true }).click()
    await expect.poll(() => page.getByRole('combobox', { name: 'Platform', exact: true }).inputValue()).toBe('Website')

    await button(page, 'Add a record').click()
    await page.getByRole('grid').waitFor()
    await choose(page, 'Platform', 'Domain')
    await button(page, 'Discard').click()
    await page.getByText('Drop an Excel file and its pictures here').waitFor()
    await choose(page, 'Company', 'Tindral Foods')
    await expect.poll(() => page.getByRole('combobox', { name: 'Brand', exact: true }).inputValue()).toBe('')

    await choose(page, 'Brand', 'Tindral')
    await button(page, 'Add a record').click()
    await cell(page, 1, 2).click()
    await page.keyboard.type('https://img.example/1.png')
    await page.keyboard.press('Enter')
    await date.fill('31/12/2017')
    await page.getByText('Reporting date must be between 01/01/2018 and today').waitFor()
    await date.fill('')
    const message = page.getByText('Reporting date is required')
    const duration = await visibleDuration(page, {
      action: () => button(page, 'Upload Data').click(),
      shown: () => message.isVisible(),
      isOver: async () => !(await message.isVisible()),
    })
    expect(duration).toBeGreaterThan(2_800)
    expect(duration).toBeLessThan(3_300)
    await page.context().close()
  })

  test.each([
    { width: 1280, height: 800 },
    { width: 375, height: 812 },
  ])('nothing covers its selectors or its footer, $width by $height', async (size) => {
    const page = await testApp.openAs('analyst', { home: false, ...size })
    await page.goto('/data-upload')
    const parts = [
      page.locator('main [data-number]').last(),
      page.locator('main label', { hasText: /^Company/ }),
      button(page, 'Upload Data'),
      page.getByText('Drop an Excel file and its pictures here'),
      button(page, 'Add a record'),
      page.getByText('All rights reserved'),
    ]
    await Promise.all(parts.map((part) => part.waitFor()))
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'hidden' })
    const covered = async () => {
      const edges = await Promise.all(
        parts.map((part) =>
          part.evaluate((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            return { top, bottom }
          }),
        ),
      )
      return edges.slice(1).flatMap(({ top }, i) => (edges[i]!.bottom <= top ? [] : [i]))
    }
    await expect.poll(covered).toEqual([])
    await shot(page, `upload-numbers-${size.width}`)
    await page.context().close()
  })

  test('S-140 no Excel file and two Excel files are rejected, and the input is cleared', async () => {
    const sheet = await writeSheet(folder, { platform: 'domain', rows: 2, mark: 'two' })
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { platform: 'Domain' })
    const input = page.getByLabel('Excel file and pictures')
    await input.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
    await closeAlert(page, 'No excel file found.')
    await expect.poll(() => input.inputValue()).toBe('')
    await input.setInputFiles(
      [sheet, join(folder, 'two-b.xlsx')].map((name, i) => ({
        name: `${i}.xlsx`,
        mimeType: '',
        buffer: readFileSync(i === 0 ? name : sheet),
      })),
    )
    await page.getByText('Only one excel file can be uploaded.').waitFor()
    await input.setInputFiles({ name: 'fake.xlsx', mimeType: '', buffer: Buffer.from('not a workbook at all') })
    await page.getByText('No excel file found.').waitFor()
    await releasePage(page)
  })
})
