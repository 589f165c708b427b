import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngPicture, writeSheet } from '../sheets.ts'
import { type Journey, journey, releasePage, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { bring, button, choose, openUpload, tally } from './upload-steps.ts'

/** Real sheets; where they come from is in tests/fixtures/README.md. */
const real = join(import.meta.dirname, '../fixtures/sheets')
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-sheets-'))

const sheets = [
  { platform: 'e-commerce', title: 'E-commerce', file: 'ecommerce-listings.xlsx', rows: 9_960 },
  { platform: 'domain', title: 'Domain', file: 'domains.xlsx', rows: 10_000 },
  { platform: 'website', title: 'Website', file: 'websites.xlsx', rows: 12_000 },
  { platform: 'app-store', title: 'App Store', file: 'app-store.xlsx', rows: 4_819 },
]

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/** Saves the rows on the screen, all or only the unique ones; returns how many rows were left. */
async function save(page: Page): Promise<number> {
  await button(page, 'Upload Data').click()
  const outcome = page.getByText(/^Data Saved Successfully$| present\.$|^Invalid Reason Code$/).first()
  // Read as soon as it is there: a message lasts 3 s.
  if ((await outcome.textContent({ timeout: 120_000 })) === 'Data Saved Successfully') return 0
  await button(page, 'Upload Unique').click()
  const message = page.getByText(
    /^\d+ unique entries uploaded successfully! \d+ entries with errors remain for review\.$/,
  )
  return Number(/! (\d+) entries/.exec((await message.textContent({ timeout: 120_000 }))!)![1])
}

describe('sheets as analysts have them', () => {
  test.each(sheets)(
    'S-001 S-196 a sheet of $rows rows for $title is read, checked and saved; uploading it again changes nothing',
    { timeout: 400_000 },
    async ({ title, file, rows }) => {
      const sheet = join(real, file)
      const page = await testApp.openAs('analyst', { home: false })
      await openUpload(page, { company: 'Tindral Foods', brand: 'Tindral', platform: title })
      const began = performance.now()
      await bring(page, sheet, rows)
      const read = performance.now()
      await tally(page)
      const checked = performance.now()
      const left = await save(page)
      console.log(
        `${title}: ${rows} rows read in ${Math.round(read - began)} ms, checked in ${Math.round(checked - read)} ms more, saved in ${Math.round(performance.now() - checked)} ms, ${left} left for review`,
      )
      expect(left).toBeLessThan(rows / 10)
      if (left === 0) {
        await page.getByText('Drop an Excel file and its pictures here').waitFor()
        await bring(page, sheet, rows)
        await button(page, 'Check').click()
        await page
          .getByText(new RegExp(`All ${rows.toLocaleString('en-GB')} rows are already stored`, 'i'))
          .waitFor({ timeout: 60_000 })
      }
      expect(problemsOf(page)).toEqual([])
      await releasePage(page)
    },
  )

  test('S-017 S-016 S-105 S-106 S-145 S-146 S-251 a sheet with its pictures: progress, names with doubled spaces, and the two that are missing', async () => {
    const files = await writePictures()
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { company: 'Tindral Foods', brand: 'Brassleaf', platform: 'E-commerce' })
    const progress = page.getByText(/^Files are uploading: \d+ of 298$/)
    const stored = page.waitForResponse((response) => response.url().endsWith('/upload-images-to-s3'), {
      timeout: 120_000,
    })
    const answer = await holdCall(page, '**/api/upload-images-to-s3')
    await page.getByLabel('Excel file and pictures').setInputFiles(files)
    await progress.waitFor()
    await expect.poll(() => button(page, 'Upload Data').isVisible()).toBe(false)
    await expect.poll(() => button(page, 'Upload Unique').isVisible()).toBe(false)
    await shot(page, 'upload-pictures')
    answer()
    const { Data } = (await (await stored).json()) as { Data: Record<string, unknown>[] }
    expect(Object.keys(Data[0]!).toSorted()).toEqual(['Bucket', 'Key', 'Location', 'uploadedImage'])
    await page.getByText('298 pictures uploaded.').waitFor({ timeout: 120_000 })
    await expect.poll(() => tally(page), { timeout: 60_000 }).toBe('298 pictures · 300 rows, no errors found')
    // The body is a Blob, which only the page itself can read.
    await page.evaluate(
      `{ const send = XMLHttpRequest.prototype.send; XMLHttpRequest.prototype.send = function (body) { void body.text().then((text) => { window.sent = text }); return send.call(this, body) } }`,
    )
    await button(page, 'Upload Data').click()
    await page.getByText('2 Missing Images present.').waitFor({ timeout: 60_000 })
    await page.waitForFunction('window.sent !== undefined')
    const { data } = JSON.parse((await page.evaluate('window.sent')) as string) as { data: Record<string, unknown>[] }
    const missing = data.filter(
      (row) => row['s3BucketName'] === 'newscrapper' && row['s3FullImagePath'] === row['image'],
    )
    expect(missing).toHaveLength(2)
    expect(data.filter((row) => String(row['imageUrl']).includes('/api/files/'))).toHaveLength(298)
    await button(page, 'Upload Unique').click()
    await page
      .getByText('298 unique entries uploaded successfully! 2 entries with errors remain for review.')
      .waitFor({ timeout: 60_000 })
    await releasePage(page)
  })

  test('uploading pictures can be cancelled, and failed files are retried', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { company: 'Tindral Foods', brand: 'Brassleaf', platform: 'E-commerce' })
    const [sheet, ...pictures] = await writePictures()
    let calls = 0
    await page.route('**/api/upload-images-to-s3', async (route) => {
      calls++
      if (calls === 1) return route.abort('connectionreset')
      if (calls === 3) return undefined
      return route.continue()
    })
    await page.getByLabel('Excel file and pictures').setInputFiles([sheet!, ...pictures])
    await page.getByText('Files are uploading: 50 of 298').waitFor()
    await button(page, 'Cancel').click()
    await page.getByText('Cancelled. 50 of 298 files are stored.').waitFor()
    await expect.poll(() => tally(page), { timeout: 60_000 }).toContain('50 pictures · 300 rows')
    await choose(page, 'Platform', 'Social Media')
    await button(page, 'Keep working').click()
    await expect.poll(() => tally(page), { timeout: 60_000 }).toContain('300 rows')
    await releasePage(page)
  })
})

async function writePictures(): Promise<string[]> {
  const name = (n: number, gap = ' ') => `listing${gap}${String(n).padStart(3, '0')}.png`
  const sheet = await writeSheet(folder, {
    platform: 'e-commerce',
    rows: 300,
    mark: 'pictures',
    name: 'listings.xlsx',
    overrides: (row) => ({ image: name(row + 1, row % 10 === 0 ? '  ' : ' ') }),
  })
  const pictures = Array.from({ length: 298 }, (_, n) => {
    const path = join(folder, name(n + 1))
    writeFileSync(path, pngPicture(n))
    return path
  })
  return [sheet, ...pictures]
}
