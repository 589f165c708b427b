import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Workbook } from '@cj-tech-master/excelts'
import pg from 'pg'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-purchase-'))
const bill = join(folder, 'bill.pdf')
const photo = join(folder, 'photo.png')
const program = join(folder, 'program.pdf')
const notes = join(folder, 'notes.txt')

let testApp: Journey
/** Title of the finding that the Admin bought. */
let title = ''

beforeAll(async () => {
  writeFileSync(bill, onePagePdf)
  writeFileSync(program, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]))
  writeFileSync(notes, 'no picture')
  await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toFile(photo)
  testApp = await journey({ showsPdf: true })
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const onePagePdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

async function pick(page: Page, label: string, option: string, within = page.locator('main')): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function choose(page: Page, button: string, ...files: string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(files)
}

const fetchData = async (page: Page, status?: string) => {
  if (status) await pick(page, 'Status', status)
  await page.getByRole('button', { name: 'Fetch Data' }).click()
}

test('S-092 S-120 S-168 S-169 S-268 S-276 S-293 C-224 an Admin records a purchase with picture and invoice', async () => {
  const page = await testApp.openAs('admin')
  await page.goto('/upload-purchase')
  await page.getByRole('heading', { name: 'Upload Purchase' }).waitFor()
  await fetchData(page)
  await page.getByText('Company is required').first().waitFor()
  await pick(page, 'Company', 'Aurevia Consumer Group')
  await expect.poll(() => page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('Purchase')
  await fetchData(page)
  const rows = page.locator('tr[data-row]')
  await rows.first().waitFor()
  // All of them await a purchase and have the button to add one.
  const counted = async () => ({
    statuses: [...new Set(await rows.locator('[data-column=status]').allInnerTexts())],
    withoutButton: (await rows.count()) - (await page.getByRole('button', { name: /^Add the purchase of/ }).count()),
  })
  await expect.poll(counted).toEqual({ statuses: ['Purchase'], withoutButton: 0 })
  await expect.poll(() => page.getByRole('button', { name: /^Edit the purchase of/ }).count()).toBe(0)
  await shot(page, 'upload-purchase')
  expect(await axeFindings(page)).toEqual([])

  title = (await rows.first().locator('[data-column=title]').innerText()).trim()
  await rows
    .first()
    .getByRole('button', { name: /^Add the purchase of/ })
    .click()
  const form = page.getByRole('dialog', { name: 'Upload Purchase' })
  await pick(page, 'Status', 'Purchase complete', form)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Seller Name is required').waitFor()
  await form.getByLabel('Seller Name').fill('Kiran Traders')
  await form.getByLabel('PAN').fill('nonsense')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('PAN is not valid').waitFor()
  await form.getByLabel('PAN').fill('AAPFU0939F')
  await form.getByRole('button', { name: 'Save' }).click()
  for (const missing of ['Price Paid is required', 'Invoice is required', 'Image is required'])
    await form.getByText(missing).waitFor()
  await form.getByLabel('Order Number').fill('404-77')
  await form.getByRole('textbox', { name: 'Purchased On' }).fill('12/11/2026')
  await form.getByLabel('What Was Wrong').fill('No hologram on the lid')
  await form.getByLabel('Price Paid').fill('1499.50')
  await form.getByRole('textbox', { name: 'Invoice' }).fill('INV-7')

  await choose(page, 'Add images', notes)
  await form.getByText('Only image files are allowed.').waitFor()
  await choose(page, 'Choose a file: GST File', program)
  await form.getByText('Only PDF, PNG and JPEG files are allowed.').waitFor()
  await choose(page, 'Add images', photo)
  await form.getByRole('button', { name: 'View Image 1' }).locator('img').waitFor()
  // Saved while a file is on its way, the form would close without it.
  const arrive = await holdCall(page, '**/uploadInvoiceFile')
  await choose(page, 'Choose a file: Invoice File', bill)
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  arrive()
  await form.getByRole('button', { name: 'View Invoice File' }).waitFor()
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(false)
  await shot(page, 'upload-purchase-form')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Data Saved Successfully !').waitFor()
  await form.waitFor({ state: 'detached' })

  // A completed purchase is listed under its status, with the edit button instead.
  await fetchData(page, 'Purchase complete')
  await page
    .getByRole('button', { name: `Edit the purchase of ${title}` })
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Add the purchase of/ }).count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
})

test('C-031 C-112 C-223 C-157 C-100 the client sees it, opens the invoice in the viewer and downloads the list', async () => {
  const page = await testApp.openAs('client')
  await page.goto('/trap-purchase-dashboard?startDate=2018-01-01&endDate=2099-01-01')
  await page.getByRole('heading', { name: 'Trap Purchase' }).waitFor()
  const rows = page.locator('tr[data-row]')
  await rows.first().waitFor()
  const statuses = await rows.locator('[data-column=status]').allInnerTexts()
  expect([...new Set(statuses.map((one) => one.trim()))]).toEqual(['Purchase'])
  await page.goto(
    `/trap-purchase-dashboard?status=77&startDate=2018-01-01&endDate=2099-01-01&title=${encodeURIComponent(title)}`,
  )
  const row = rows.filter({ hasText: title })
  await row.first().waitFor()
  const count = await row.count()
  // The one just bought: others may have the same title.
  for (let n = 0; n < count; n++) await row.nth(n).getByRole('button', { name: 'Show details' }).click()
  const details = page.getByRole('region', { name: 'Purchase' }).filter({ hasText: 'Kiran Traders' })
  await details.waitFor()
  for (const text of ['1,499.50', 'AAPFU0939F', 'INV-7']) await details.getByText(text, { exact: true }).waitFor()
  await details.getByRole('button', { name: 'View Image 1' }).locator('img').waitFor()
  await shot(page, 'trap-purchase')
  expect(await axeFindings(page)).toEqual([])

  await details.getByRole('button', { name: 'View Invoice File' }).click()
  const viewer = page.getByRole('dialog', { name: 'Invoice File' })
  await viewer.locator('object[type="application/pdf"]').waitFor()
  // This text is shown when the policy or the browser blocks the PDF.
  await expect.poll(() => viewer.getByText('This browser cannot display PDF files').isVisible()).toBe(false)
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(paper.suggestedFilename()).toBe('invoice-file.pdf')
  expect(await readFile(await paper.path(), 'utf8')).toBe(onePagePdf)
  await viewer.getByRole('button', { name: 'Previous file' }).click()
  await page.getByRole('dialog', { name: 'Image 1' }).getByRole('img', { name: 'Image 1' }).waitFor()
  await page.keyboard.press('Escape')

  await expect.poll(() => page.getByRole('button', { name: 'CSV', exact: true }).count()).toBe(0)
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel', exact: true }).click(),
  ])
  expect(sheet.suggestedFilename()).toBe('trap-purchase.xlsx')
  const book = new Workbook()
  await book.xlsx.load(new Uint8Array(await readFile(await sheet.path())))
  const cells = JSON.stringify(book.worksheets[0]!.getSheetValues())
  for (const text of ['Seller Name', 'Kiran Traders', 'INV-7']) expect(cells).toContain(text)
  expect(problemsOf(page)).toEqual([])
})

test('C-063 C-142 G113 a brand that loses e-commerce while the screen is open: the fallback shows, and on unique seller too', async () => {
  const page = await testApp.openAs('client', { width: 390, height: 844, theme: 'dark' })
  await page.goto('/trap-purchase-dashboard?status=44,66,77,101,102&startDate=2018-01-01&endDate=2099-01-01')
  await page.getByRole('list', { name: 'Trap Purchase findings' }).getByRole('listitem').nth(1).waitFor()
  await shot(page, 'trap-purchase-phone')
  const database = new pg.Client(testApp.databaseUrl)
  await database.connect()
  await database.query(`update brands set platforms = platforms - 'eCommerce'`)
  await database.end()
  await page.getByRole('combobox', { name: 'Records per page' }).click()
  await page.getByRole('option', { name: '20', exact: true }).click()
  const fallback = page.getByText('You have no access to this module for selected Brand')
  await fallback.waitFor()
  await page.goto('/unique-seller-dashboard')
  await page.waitForURL('**/unique-seller-dashboard')
  await fallback.waitFor()
  await expect.poll(() => page.locator('main').getByRole('list').count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
})
