import { readFile } from 'node:fs/promises'
import { Workbook } from '@cj-tech-master/excelts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { button, choose } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('S-154 all skipped rows of a bulk enforcement can be downloaded, and a reason counts for one sheet', async () => {
  const page = await testApp.openAs('admin', { home: false })
  await page.goto('/bulk-enforcement')
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  const [known] = await query<{ domain: string }>(
    testApp.databaseUrl,
    `select d.domain from findings_domain d join findings f on f.company_id = d.company_id and f.id = d.finding_id
       join brands b on b.id = f.brand_id where b.brand_name = 'Demo Brand' limit 1`,
  )
  const book = new Workbook()
  const sheet = book.addWorksheet('Bulk')
  sheet.addRow(['Domain', 'Status'])
  sheet.addRow([known!.domain, 'Success'])
  for (let row = 0; row < 1200; row++) sheet.addRow([`lost-${row}.example`, 'Success'])
  sheet.addRow(['=2+3.example', 'Success'])
  const buffer = Buffer.from(await book.xlsx.writeBuffer())
  await page.locator('input[type=file]').setInputFiles({ name: 'bulk.xlsx', mimeType: '', buffer })
  const reason = page.getByRole('textbox', { name: 'Reason for findings that are not approved' })
  await reason.fill('The client agreed by telephone')
  await button(page, 'Upload').click()
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await outcome.getByText('The first 200 of 1,201 skipped rows are shown.').waitFor()
  // Another sheet has reasons of its own.
  expect(await reason.inputValue()).toBe('')
  await button(page, 'Download skipped rows').scrollIntoViewIfNeeded()
  await shot(page, 'bulk-enforcement-skipped')
  expect(await axeFindings(page)).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download skipped rows').click()])
  expect(download.suggestedFilename()).toBe('skipped-rows.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  // The mark at the beginning is trimmed, too.
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(1202)
  expect(lines[0]).toBe('Row,Key,Reason')
  expect(lines[1]).toBe('3,lost-0.example,Not among the findings of this brand')
  expect(lines.at(-1)).toContain("'=2+3.example")
  expect(problemsOf(page)).toEqual([])
})
