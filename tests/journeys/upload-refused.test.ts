import { Workbook } from '@cj-tech-master/excelts'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sheetTexts } from '#columns/sheet-unreadable.ts'
import { writeSheet } from '../sheets.ts'
import { query } from './dashboards.ts'
import { type Journey, journey, releasePage, shot } from './harness.ts'
import { activeCell, bring, button, gridFocused, openUpload, tally } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-sheets-'))
let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

describe('a refused save', () => {
  test('what the browser knows is refused without sending; both refusals lead to the first bad row', async () => {
    const sheet = await writeSheet(folder, {
      platform: 'website',
      rows: 1_500,
      mark: 'far',
      name: 'far.xlsx',
      overrides: (row) => (row === 1_399 ? { status: 'nothing' } : {}),
    })
    const page = await testApp.openAs('analyst', { home: false })
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/api/save-bulk-data') && sent.push(request.url()))
    await openUpload(page, { platform: 'Website' })
    await bring(page, sheet, 1_500)
    await tally(page)
    await button(page, 'Upload Data').click()
    await page.getByText('1 Of 1,500 Rows Cannot Be Saved. Nothing Was Saved.').waitFor()
    await page.getByText('Row 1400: Missing Status for URL').waitFor()
    expect(sent).toEqual([])
    await gridFocused(page)
    await page.locator('[role=row][aria-rowindex="1401"]').waitFor()
    await shot(page, 'upload-first-bad-row')

    // The typed status is accepted; then the server knows one of the addresses, further up.
    await page.keyboard.type('Approved')
    await page.keyboard.press('Enter')
    const known = await query<{ url: string }>(
      testApp.databaseUrl,
      `select d.url from findings_website d join findings f on f.company_id = d.company_id and f.id = d.finding_id
       join brands b on b.id = f.brand_id where b.brand_name = 'Demo Brand' and f.deleted_at is null limit 1`,
    )
    await page.keyboard.press('Control+Home')
    for (let row = 1; row < 30; row++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(known[0]!.url)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+End')
    await button(page, 'Upload Data').click()
    await page.getByText('Row 30: Duplicate URL').waitFor({ timeout: 120_000 })
    await expect.poll(() => activeCell(page)).toBe('30,3')
    await gridFocused(page)
    expect(sent).toHaveLength(1)

    // Without it all rows are new, and the note leads to exactly them.
    await page.keyboard.type('https://shop.example/far/another')
    await page.keyboard.press('Enter')
    await button(page, 'Upload Data').click()
    await page.getByText('1,500 rows saved: 1,500 new findings.').waitFor({ timeout: 120_000 })
    await shot(page, 'upload-saved')
    await page.getByRole('link', { name: 'Show them' }).click()
    await page.waitForURL(/enforcement\?.*saved=/)
    await page.getByText('Showing the findings of one upload, edit or notification.').waitFor()
    await page.getByText('1,500 records').first().waitFor()
    await shot(page, 'upload-saved-list')
    await button(page, 'Show all findings').click()
    await page.waitForURL((address) => !address.search.includes('saved='))
    await releasePage(page)
  })

  test('S-123 S-150 S-257 Upload Unique leaves out what the browser knows, then what only the server knows', async () => {
    const [known] = await query<{ url: string }>(
      testApp.databaseUrl,
      `select d.url from findings_website d join findings f on f.company_id = d.company_id and f.id = d.finding_id
       join brands b on b.id = f.brand_id where b.brand_name = 'Demo Brand' and f.deleted_at is null limit 1`,
    )
    const urls = ['https://shop.example/double/0', 'https://shop.example/double/0', known!.url]
    const sheet = await writeSheet(folder, {
      platform: 'website',
      rows: 4,
      mark: 'double',
      name: 'double.xlsx',
      overrides: (row) => (urls[row] === undefined ? {} : { url: urls[row] }),
    })
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { platform: 'Website' })
    await bring(page, sheet, 4)
    await button(page, 'Upload Data').click()
    await page.getByText('1 Duplicate URL present.').waitFor()
    await button(page, 'Upload Unique').click()
    await page.getByText('2 unique entries uploaded successfully! 2 entries with errors remain for review.').waitFor()
    await expect.poll(() => tally(page)).toBe('2 rows, 2 with errors')
    await button(page, 'Upload Unique').click()
    await page.getByText('No unique entries found to upload').waitFor()
    await releasePage(page)
  })

  test('S-151 Upload Unique with an unknown reason code says so and saves nothing', async () => {
    const sheet = await writeSheet(folder, {
      platform: 'website',
      rows: 2,
      mark: 'unknown',
      name: 'unknown.xlsx',
      overrides: (row) => (row === 1 ? { reasonCode: 'Whatever' } : {}),
    })
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { platform: 'Website' })
    await bring(page, sheet, 2)
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/api/save-bulk-data') && sent.push(request.url()))
    await button(page, 'Upload Unique').click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^Invalid Reason Code$/ })
      .waitFor()
    await page.getByText('Row 2: Invalid Reason Code').waitFor()
    await expect.poll(() => tally(page)).toBe('2 rows, 1 with errors')
    expect(sent).toEqual([])
    await releasePage(page)
  })
})

describe('a sheet of another platform', () => {
  test('its unused columns and other worksheets are named; the note goes with the sheet', async () => {
    const domains = await writeSheet(folder, { platform: 'domain', rows: 3, mark: 'astray', name: 'astray.xlsx' })
    const listings = await writeSheet(folder, { platform: 'e-commerce', rows: 2, mark: 'fits', name: 'fits.xlsx' })
    const workbook = new Workbook()
    await workbook.xlsx.readFile(domains)
    workbook.addWorksheet('May').addRow(['more'])
    await workbook.xlsx.writeFile(domains)
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { platform: 'E-commerce' })
    await bring(page, domains, 3)
    const note = page.getByRole('status').filter({ hasText: 'not used' })
    await note.getByText('Only the first worksheet was read. This worksheet also has data: May.').waitFor()
    await note.getByText(/columns of the sheet are not used: .*domain.* The sheet fits Domain better\.$/).waitFor()
    await shot(page, 'upload-unused-columns')
    // A file that cannot be read asks nothing and costs no rows.
    const broken = join(folder, 'broken.xlsx')
    writeFileSync(broken, 'no workbook')
    await page.getByLabel('Excel file and pictures').setInputFiles(broken)
    await page.getByRole('alert').filter({ hasText: sheetTexts.notExcel }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => tally(page)).toMatch(/^3 rows/)
    await page.getByLabel('Excel file and pictures').setInputFiles(listings)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('2 rows read from').waitFor()
    await expect.poll(() => note.count()).toBe(0)
    await releasePage(page)
  })
})

describe('company, brand and platform', () => {
  test('are the same on all staff screens, and those of a link win', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    const chosen = async () =>
      Promise.all(
        ['Company', 'Brand', 'Platform'].map((label) =>
          page.getByRole('combobox', { name: label, exact: true }).inputValue(),
        ),
      )
    await openUpload(page, { platform: 'Social Media' })
    const expected = ['Aurevia Consumer Group', 'Demo Brand', 'Social Media']
    for (const path of ['/edit-bulk-data', '/enforcement', '/data-upload']) {
      await page.goto(path)
      await expect.poll(chosen, { message: path }).toEqual(expected)
    }
    // Bulk Enforcement begins with domain (S-050).
    await page.goto('/bulk-enforcement')
    await expect.poll(chosen).toEqual([...expected.slice(0, 2), 'Domain'])
    const ids = (await page.evaluate(
      `Object.entries(localStorage).find(([name]) => name.startsWith('staff-scope.'))[1]`,
    )) as string
    const { companyId, brandId } = JSON.parse(ids) as { companyId: string; brandId: string }
    await page.goto(`/edit-bulk-data?company=${companyId}&brand=${brandId}&platform=e-commerce`)
    await expect.poll(chosen).toEqual([...expected.slice(0, 2), 'E-commerce'])
    await page.goto('/data-upload')
    await expect.poll(chosen).toEqual([...expected.slice(0, 2), 'E-commerce'])
    await releasePage(page)
  })
})
