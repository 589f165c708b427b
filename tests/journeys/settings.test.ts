import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInEmails } from './emails.ts'
import { axeFindings, type Journey, journey, applyPageOptions, problemsOf, shot, visibleDuration } from './harness.ts'
import { query } from './dashboards.ts'
import { holdCall } from './hold-call.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('admin')
})
afterAll(() => testApp.end())

const headsOf = (page: Page) => page.getByRole('columnheader').allInnerTexts()
const file = (name: string, mimeType: string, text: string) => ({ name, mimeType, buffer: Buffer.from(text) })
const pdf = '%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const search = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: /^Search/ }).fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}
/**
 * How long the form says so after a file was chosen, to the half second; on a page of its own, whose clock is stopped.
 */
async function durationOf(
  sentence: string,
  { path, button, chosen }: { path: string; button: string; chosen: ReturnType<typeof file> },
): Promise<string> {
  const other = await testApp.openAs('admin', { home: false })
  await other.goto(path)
  await other.getByRole('button', { name: button }).click()
  const message = other.getByRole('dialog').getByText(sentence)
  const milliseconds = await visibleDuration(other, {
    action: () => other.locator('input[type=file]').setInputFiles(chosen),
    shown: () => message.isVisible(),
    isOver: async () => !(await message.isVisible()),
  })
  await other.context().close()
  return `${Math.round(milliseconds / 500) / 2} s`
}

test('A-030 A-031 A-032 A-065 A-077 A-078 A-079 A-141 an Admin adds a white list from a file, edits and deletes it', async () => {
  await page.goto('/white-label')
  await page.getByRole('row').nth(5).waitFor()
  expect((await headsOf(page)).map((head) => head.trim()).filter(Boolean)).toEqual([
    'Details',
    'Sr.',
    'Company',
    'Brand',
    'Whitelabel URL',
    'Platform',
    'Status',
    'Action',
  ])
  await expect.poll(() => page.getByRole('combobox', { name: 'Records per page' }).inputValue()).toBe('20')
  await page.getByRole('textbox', { name: 'Search white lists' }).waitFor()
  await shot(page, 'white-label')
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Add White Label' }).click()
  const dialog = page.getByRole('dialog', { name: 'White Label Details' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Company is required').waitFor()
  await page.getByText('Oops Company is required').waitFor()
  const input = page.locator('input[type=file]')
  const noText = file('mine.txt', 'text/plain', '\u0089PNG\0\0')
  await input.setInputFiles(noText)
  await dialog.getByText('Please upload a valid .txt file.').waitFor()
  const form = { path: '/white-label', button: 'Add White Label', chosen: noText }
  expect(await durationOf('Please upload a valid .txt file.', form)).toBe('3 s')
  await choose(page, 'Company', 'Tindral Foods')
  await choose(page, 'Brand', 'Brassleaf')
  // A list may be for TMCH and for trap purchases too; disabled brands are offered, marked so.
  await dialog.getByRole('combobox', { name: 'Platform' }).click()
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Social Media', 'E-commerce', 'TMCH', 'Trap Purchase'])
  // The brands of one company are never offered for another, however late its own come.
  const [home] = await query<{ id: string }>(
    testApp.databaseUrl,
    `select id from companies where name = 'Aurevia Home'`,
  )
  const answerBrands = await holdCall(page, `**/api/brand?*company=${home!.id}*`)
  await choose(page, 'Company', 'Aurevia Home')
  await dialog.getByRole('combobox', { name: 'Brand' }).click()
  await page.getByText('Searching…').waitFor()
  await expect.poll(() => page.getByRole('option', { name: 'Brassleaf' }).count()).toBe(0)
  answerBrands()
  await page.getByRole('option', { name: 'Ferndock (disabled)' }).waitFor()
  await choose(page, 'Company', 'Tindral Foods')
  await choose(page, 'Brand', 'Brassleaf')
  await choose(page, 'Platform', 'E-commerce')
  await page.route('**/upload-images-to-s3/white-label', (route) => route.abort(), { times: 1 })
  await input.setInputFiles(file('mine.txt', 'text/plain', 'a.example'))
  await dialog.getByText('Error uploading file.').waitFor()
  await input.setInputFiles(file('mine.txt', 'text/plain', 'https://www.journey.example/\n\njourney.example/shop\n'))
  await dialog.getByText('mine.txt').waitFor()
  await shot(page, 'white-label-form')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('White label saved successfully').waitFor()

  await search(page, 'journey.example/shop')
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('button', { name: 'Edit Tindral Foods, Brassleaf, E-commerce' }).click()
  for (const name of ['Company', 'Brand', 'Platform'])
    await expect.poll(() => dialog.getByRole('textbox', { name }).isDisabled()).toBe(true)
  const lines = dialog.getByRole('textbox', { name: 'Whitelabel URL' })
  await expect.poll(() => lines.inputValue()).toBe('https://www.journey.example/\njourney.example/shop')
  const replacement = dialog.locator('input[type=file]')
  await replacement.setInputFiles(file('empty.txt', 'text/plain', ''))
  await dialog.getByText('empty.txt is empty.').waitFor()
  await expect.poll(() => lines.inputValue()).toBe('https://www.journey.example/\njourney.example/shop')
  const utf16 = Buffer.from('\ufeffother.example\r\n', 'utf16le')
  await replacement.setInputFiles({ name: 'utf16.txt', mimeType: 'text/plain', buffer: utf16 })
  await expect.poll(() => lines.inputValue()).toBe('other.example')
  await lines.fill('journey.example\nnew.example')
  await dialog.getByRole('switch').click({ force: true })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await page.getByText('White label updated successfully').waitFor()
  await search(page, 'new.example')
  await page.getByRole('cell', { name: 'Disabled' }).waitFor()
  await page.getByRole('button', { name: /^Delete Tindral/ }).click()
  await page.getByText('Are you sure you want to permanently remove this item?').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Deleted! Your record has been deleted.').waitFor()
  await page.getByText('Nothing found').waitFor()
  expect(problemsOf(page)).toEqual([])
})

test('the actions of a row stay in view where the table is wider than the screen', async () => {
  await applyPageOptions(page, { width: 1280, height: 800 })
  await page.goto('/users')
  const last = page.getByRole('button', { name: /^Delete / }).first()
  await last.waitFor()
  const scroller = page.getByRole('table', { name: 'Users' }).locator('..')
  const rightOf = (one: typeof last) => one.evaluate((element) => element.getBoundingClientRect().right)
  await expect.poll(() => scroller.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
  await expect.poll(async () => (await rightOf(scroller)) - (await rightOf(last))).toBeGreaterThan(8)
  await shot(page, 'users-1280')
  await applyPageOptions(page, {})
})

test('A-157 A-156 A-033 A-034 A-035 A-036 A-037 A-066 A-080 A-081 A-082 A-083 A-084 A-085 A-086 A-142 an Admin edits the text of a notice, previews the email, sends a test and disables it', async () => {
  await applyPageOptions(page, { theme: 'dark' })
  await page.goto('/enforcement-configuration')
  await page.getByRole('row').nth(5).waitFor()
  expect((await headsOf(page)).map((head) => head.trim()).filter(Boolean)).toEqual([
    'Sr.',
    'Company',
    'Brand',
    'Platform',
    'Status',
    'Action',
  ])
  await page.getByRole('textbox', { name: 'Search enforcement configurations' }).waitFor()
  await shot(page, 'enforcement-configuration')
  expect(await axeFindings(page)).toEqual([])

  // A configuration of the demo data blocks a new one.
  await search(page, 'Tindral')
  await page.getByRole('button', { name: 'Delete Tindral Foods, Tindral, Website' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Deleted! Your record has been deleted.').waitFor()

  await page.getByRole('button', { name: 'Add Enforcement Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enforcement Configuration Details' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const sentence of [
    'Please select a company.',
    'Please select a brand.',
    'Please select a platform.',
    'Mail body cannot be empty.',
  ])
    await dialog.getByText(sentence, { exact: true }).waitFor()
  await page.getByText('Oops Please select a company.').waitFor()
  await expect.poll(() => dialog.getByRole('switch').isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await choose(page, 'Company', 'Tindral Foods')
  await choose(page, 'Brand', 'Brassleaf')
  await dialog.getByRole('combobox', { name: 'Platform' }).click()
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Social Media', 'E-commerce', 'TMCH'])
  await choose(page, 'Brand', 'Tindral')
  await choose(page, 'Platform', 'Website')

  const input = page.locator('input[type=file]')
  const noPdf = file('notice.pdf', 'application/pdf', '<!doctype html><script>alert(1)</script>')
  await input.setInputFiles(noPdf)
  await dialog.getByText('Only PDF files are allowed.').waitFor()
  const form = { path: '/enforcement-configuration', button: 'Add Enforcement Configuration', chosen: noPdf }
  expect(await durationOf('Only PDF files are allowed.', form)).toBe('3 s')
  await input.setInputFiles(file('power.pdf', 'application/pdf', ''))
  await dialog.getByText('power.pdf is empty.').waitFor()
  await page.route('**/upload-images-to-s3/enforcement-configuration', (route) => route.abort(), { times: 1 })
  await input.setInputFiles(file('power.pdf', 'application/pdf', pdf))
  await dialog.getByText('Error uploading file.').waitFor()
  await dialog.getByText('Error uploading file.').waitFor({ state: 'detached' })
  await input.setInputFiles(file('early.pdf', 'application/pdf', pdf))
  await dialog.getByRole('link', { name: 'early.pdf' }).waitFor()
  const answer = await holdCall(page, '**/upload-images-to-s3/enforcement-configuration')
  await input.setInputFiles(file('power.pdf', 'application/pdf', pdf))
  // What is removed during the upload does not come back with it.
  await dialog.getByRole('button', { name: 'Remove early.pdf' }).click()
  answer()
  await dialog.getByRole('link', { name: 'power.pdf' }).waitFor()
  await expect.poll(() => dialog.getByRole('link', { name: 'early.pdf' }).count()).toBe(0)

  const body = dialog.getByRole('textbox', { name: 'Mail Content' })
  await body.fill('Dear {{owner}},')
  await dialog.getByText(/^\{\{owner\}\} is not a placeholder/).waitFor()
  await body.fill('Please take down ')
  await dialog.getByRole('button', { name: '{{url}}' }).click()
  await expect.poll(() => body.inputValue()).toBe('Please take down {{url}}')
  await shot(page, 'enforcement-configuration-form')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Email preview' })
  const subject = await preview
    .getByRole('row', { name: /^Subject/ })
    .getByRole('cell')
    .innerText()
  expect(subject).toMatch(/^Infringement notice: https:\/\//)
  const url = subject.replace('Infringement notice: ', '')
  await preview.frameLocator('iframe').getByText(`Please take down ${url}`).waitFor()
  await preview.getByText('power.pdf').waitFor()
  await shot(page, 'enforcement-configuration-preview')
  // axe cannot check a sandboxed frame, so it checks the plain text.
  await preview.getByRole('tab', { name: 'Plain text' }).click()
  await preview.getByRole('tabpanel').getByText(`Please take down ${url}`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await preview.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('A test email was sent to admin@demo.test.').waitFor()
  expect(await findInEmails(testApp, /Please take down (\S+)/)).toBe(url)
  await preview.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enforcement configuration saved successfully').waitFor()

  await page.getByRole('button', { name: 'Edit Tindral Foods, Tindral, Website' }).click()
  for (const name of ['Company', 'Brand', 'Platform'])
    await expect.poll(() => dialog.getByRole('textbox', { name }).isDisabled()).toBe(true)
  await dialog.getByRole('switch').click({ force: true })
  await dialog.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Enforcement configuration updated successfully').waitFor()
  await page.getByRole('row', { name: /Tindral Website Disabled/ }).waitFor()
  expect(problemsOf(page)).toEqual([])
})

test('G113 a platform whose end date has passed is marked in the row of its brand and in its details', async () => {
  await query(
    testApp.databaseUrl,
    `update brands set platforms = jsonb_set(platforms, '{eCommerce,endDate}', '"2025-06-01"') where brand_name = 'Brassleaf'`,
  )
  await page.goto('/brands?search=Brassleaf')
  const row = page.locator('tr[data-row]', { hasText: 'Brassleaf' })
  await row.getByText('E-commerce (Ended)').waitFor()
  await row.getByRole('button', { name: 'Show details' }).click()
  await page.getByRole('table', { name: 'Platforms of Brassleaf' }).getByText('Ended').waitFor()
  await shot(page, 'brand-ended')
  expect(await axeFindings(page)).toEqual([])
})

test('G13 a company and a brand beyond the first page of a picker are found by typing', async () => {
  await query(
    testApp.databaseUrl,
    `insert into companies (id, name, legal_name)
     select gen_random_uuid(), 'Many ' || lpad(n::text, 3, '0'), 'Many Limited' from generate_series(1, 130) n`,
  )
  await query(
    testApp.databaseUrl,
    `insert into brands (id, company_id, brand_name, platforms)
     select gen_random_uuid(), c.id, 'Label ' || lpad(n::text, 3, '0'), '{"domain":{}}'
     from generate_series(1, 130) n, companies c where c.name = 'Many 130'`,
  )
  await page.goto('/data-upload')
  for (const [label, name] of [
    ['Company', 'Many 130'],
    ['Brand', 'Label 130'],
  ] as const) {
    const box = page.getByRole('combobox', { name: label, exact: true })
    await box.click()
    await expect.poll(() => page.getByRole('option').count()).toBe(100)
    await box.fill(name)
    await page.getByRole('option', { name, exact: true }).click()
    await expect.poll(() => box.inputValue()).toBe(name)
  }
})
