import { fetchAnswer } from './fetch-answer.ts'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { query } from './dashboards.ts'
import { axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { picture, whiteList } from './staging-steps.ts'
import { activeCell, button, cell, choose, draftRows } from './upload-steps.ts'

const company = 'Aurevia Consumer Group'
let testApp: Journey
/** The analyst and a colleague. */
let page: Page
let other: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('analyst')
  other = await testApp.openAs('admin')
})
// What a failed test left would fail the next ones too.
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
afterAll(async () => {
  await testApp.end()
})

const grid = (on: Page) => on.getByRole('grid')
const alert = (on: Page, text: string | RegExp) => on.getByRole('alert').filter({ hasText: text })
const state = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
/** Columns of the website sheet: 1 SN, 2 image, 3 status, 4 URL, 5 domain, 6 priority, 7 advertiser, 8 IP, 9 reason. */
async function type(on: Page, row: number, column: number, text: string): Promise<void> {
  await cell(on, row, column).click()
  await on.keyboard.type(text)
  await on.keyboard.press('Enter')
}
test('S-053 S-054 S-055 S-056 S-057 the pickers, the columns of the platform, five blank rows an add, and the buttons of a row', async () => {
  await page.goto('/staging')
  await page.getByRole('heading', { name: 'Staging', level: 1 }).waitFor()
  for (const name of ['Company', 'Brand', 'Platform', 'Draft'])
    await expect.poll(() => page.getByRole('combobox', { name, exact: true }).count(), { message: name }).toBe(1)
  await choose(page, 'Company', company)
  await choose(page, 'Brand', 'Demo Brand')
  await choose(page, 'Platform', 'Website')
  await button(page, 'Add 5 records').click()
  await grid(page).waitFor()
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.replace(/\s*\*/, ''))).toEqual([
    'SN',
    'Image',
    'Status',
    'URL',
    'Domain',
    'Priority',
    'Advertiser',
    'IP Address',
    'Reason',
    'Reason Code',
    'Action',
  ])
  await button(page, 'Add 5 records').click()
  await page.getByText('10 rows, no errors found').waitFor()
  for (const name of ['Choose the picture of row 1', 'Save row 1 as draft', 'Remove row 1'])
    await button(page, name).waitFor()
  await cell(page, 1, 3).dblclick()
  await expect
    .poll(() =>
      page
        .locator('datalist option')
        .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
    )
    .toEqual(['Awaiting Approval', 'Approved', 'No Action', 'Client Review'])
  await page.keyboard.press('Escape')
})

test('S-128 S-129 the first row that is saved begins a draft; others find it there and see the rows at once', async () => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/api/v1/') && !pathname.includes('presence'))
      calls.push(pathname.split('/')[3]!)
  })
  await type(page, 1, 4, 'https://staged.example/1')
  await type(page, 1, 9, 'Uses the name')
  await state('1 row not saved yet, kept in this browser').waitFor()
  const typed = Promise.withResolvers<void>()
  const named = Promise.withResolvers<void>()
  onTestFinished(() => (typed.resolve(), named.resolve()))
  await page.route('**/v1/fetch-drafts?**', (route) => named.promise.then(() => route.continue()))
  await page.route('**/fetch-draft-data/**', async (route) => {
    const answer = await fetchAnswer(route)
    await typed.promise
    await route.fulfill({ response: answer })
  })
  const rereads = page.waitForRequest((request) => request.url().includes('/fetch-draft-data/'))
  await button(page, 'Save row 1 as draft').click()
  await state(/^Saved$/).waitFor()
  // A draft has its name as soon as it is saved, whenever the list of drafts comes.
  const draft = page.getByRole('combobox', { name: 'Draft' })
  await expect.poll(() => draft.inputValue()).toMatch(/^Demo Brand_website_\d{8}-\d{6}$/)
  const name = await draft.inputValue()
  named.resolve()
  // What is typed while the saved rows are read again stays.
  await rereads
  await type(page, 1, 9, 'Uses the mark')
  const isRead = page.waitForResponse((answer) => answer.url().includes('/fetch-draft-data/'))
  typed.resolve()
  await isRead
  await button(page, 'Save row 1 as draft').click()
  await state(/^Saved$/).waitFor()
  expect(calls).toEqual(['create-a-new-draft', 'save-single-infrigement', 'update-single-infrigement'])
  await page.unrouteAll({ behavior: 'wait' })

  await other.goto('/staging')
  await choose(other, 'Company', company)
  await choose(other, 'Brand', 'Demo Brand')
  await choose(other, 'Platform', 'Website')
  await other.getByRole('combobox', { name: 'Draft' }).click()
  await other.getByRole('option', { name: `${name} 1 row` }).click()
  await cell(other, 1, 4).getByText('https://staged.example/1').waitFor()
  await type(page, 2, 4, 'https://staged.example/2')
  await button(page, 'Save row 2 as draft').click()
  await cell(other, 2, 4).getByText('https://staged.example/2').waitFor()
})

test('S-057 a picture is stored by choosing, pasting and dropping', async () => {
  await page
    .getByLabel('Picture of row 1', { exact: true })
    .setInputFiles({ name: 'shot one.png', mimeType: 'image/png', buffer: picture })
  await cell(page, 1, 2).getByText('shot one.png').waitFor()
  const give = (kind: 'paste' | 'drop', target: string) =>
    page.evaluate(
      `(() => { const data = new DataTransfer()
        const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0))
        data.items.add(new File([bytes], '${kind}.png', { type: 'image/png' }))
        const event = '${kind}' === 'paste' ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
        ;(${target}).dispatchEvent(event) })()`,
    )
  await cell(page, 2, 4).click()
  await give('paste', 'document.activeElement')
  await cell(page, 2, 2).getByText('paste.png').waitFor()
  await give('drop', `document.querySelector('[role=row][aria-rowindex="2"] [aria-colindex="5"]')`)
  await cell(page, 1, 2).getByText('drop.png').waitFor()
  await button(page, 'Save all').click()
  await state(/^Saved$/).waitFor()
  await button(page, 'Show the picture of row 1').click()
  await page.getByRole('dialog').getByRole('img', { name: 'drop.png' }).waitFor()
  await page.keyboard.press('Escape')
})

test('who is in the draft is shown with the row; a row that somebody else saved is named and never overwritten', async () => {
  await cell(other, 2, 4).click()
  await page.getByText(/Also in this draft: .+ \(row 2\)/).waitFor()
  await other.getByText(/Also in this draft:/).waitFor()
  await cell(page, 1, 9).click()
  await shot(page, 'staging')
  expect(await axeFindings(page)).toEqual([])

  await type(page, 2, 9, 'Mine')
  await type(other, 2, 9, 'Theirs')
  await button(other, 'Save row 2 as draft').click()
  await alert(page, /Row 2: .+ saved it at .+, while you were changing it\./).waitFor()
  await shot(page, 'staging-conflict')
  await button(page, 'Submit draft').click()
  await state('Not submitted: First choose which version to keep of the rows that somebody else changed.').waitFor()
  await button(page, 'Take theirs').click()
  await cell(page, 2, 9).getByText('Theirs').waitFor()
  await type(page, 2, 9, 'Mine')
  await button(page, 'Save row 2 as draft').click()
  await cell(other, 2, 9).getByText('Mine').waitFor()
  await button(other, 'Add 5 records').click()
  await type(other, 5, 4, 'https://staged.example/5')
  await button(other, 'Save row 5 as draft').click()
  await cell(page, 5, 4).getByText('https://staged.example/5').waitFor()
  await type(other, 6, 4, 'https://staged.example/6')
  await button(other, 'Save row 6 as draft').click()
  await cell(page, 6, 4).getByText('https://staged.example/6').waitFor()
  await cell(page, 6, 9).click()
  await page.keyboard.type('For six')
  await button(other, 'Remove row 5').click()
  await cell(page, 5, 4).getByText('https://staged.example/6').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 5, 9).textContent(), { message: 'the row that was typed into' }).toBe('For six')
  await button(page, 'Remove row 6').click()
  await cell(other, 5, 4).getByText('https://staged.example/6').waitFor({ state: 'detached' })
})

test('S-283 what is typed while the server does not answer shows no alert, survives a reload and is saved later', async () => {
  await page.route('**/api/v1/*infrigement*/**', (route) => route.abort())
  await page.route('**/api/v1/save-*', (route) => route.abort())
  await type(page, 3, 4, 'https://staged.example/3')
  await button(page, 'Save row 3 as draft').click()
  await state(/1 row not saved yet, kept in this browser: The server cannot be reached/).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await expect.poll(async () => (await draftRows(page)).length).toBe(1)
  // Before the server can be reached: the page tries again every few seconds and would save the row.
  await page.reload()
  await page.getByText('Restored 1 unsaved row.').waitFor()
  await page.unrouteAll()
  await cell(page, 3, 4).getByText('https://staged.example/3').waitFor()
  // A server that can be reached and is busy is asked again, without another click.
  await page.route('**/api/v1/save-*', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await button(page, 'Save all').click()
  await state('1 row not saved yet, kept in this browser: Busy').waitFor()
  expect(await page.getByRole('alert').filter({ hasNotText: 'Restored' }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await cell(other, 3, 4).getByText('https://staged.example/3').waitFor()
  await state(/^Saved$/).waitFor()
})

test('S-058 S-130 S-306 a refused submit highlights its rows and says nothing else; then the draft becomes findings', async () => {
  const refused = page.waitForResponse((answer) => answer.url().includes('/submit-draft/'))
  await button(page, 'Submit draft').click()
  expect((await refused).status()).toBe(409)
  // Row 3 has no picture: the sheet leads to it.
  await expect.poll(() => activeCell(page)).toBe('3,2')
  await expect.poll(() => page.locator('[role=row][aria-rowindex="4"] [aria-invalid=true]').count()).toBe(1)
  expect(await page.getByRole('alert').filter({ hasNotText: 'Restored' }).count()).toBe(0)
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download the rows with their errors').click(),
  ])
  const sheet = readFileSync(await errors.path(), 'utf8')
  expect(sheet).toContain('https://staged.example/3')
  expect(sheet).toContain('Missing Image for URL')
  await shot(page, 'staging-refused')
  await page
    .getByLabel('Picture of row 3', { exact: true })
    .setInputFiles({ name: 'shot three.png', mimeType: 'image/png', buffer: picture })
  await cell(page, 3, 2).getByText('shot three.png').waitFor()
  // What only the server knows: somebody white-listed the page meanwhile.
  const invalid = page.locator('[role=row][aria-rowindex="4"] [aria-invalid=true]')
  await expect.poll(() => invalid.count()).toBe(0)
  const removeList = await whiteList(testApp.databaseUrl, company, 'staged.example/3')
  await button(page, 'Submit draft').click()
  await expect.poll(() => activeCell(page)).toBe('3,4')
  await expect.poll(() => invalid.count()).toBe(1)
  await removeList()
  await type(other, 4, 4, 'https://staged.example/late')
  await button(page, 'Submit draft').click()
  await alert(page, 'Draft submitted successfully.').waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Draft' }).inputValue()).toBe('')
  await other.getByText(/submitted this draft on .+ It can only be read\./).waitFor()
  await other.getByText('1 row of yours was not saved before that.').waitFor()
  await button(other, 'Move to a new draft').click()
  await other.getByRole('gridcell', { name: 'https://staged.example/late' }).waitFor()
  await other.getByRole('status').filter({ hasText: '1 row not saved yet, kept in this browser' }).waitFor()
  const stored = await query<{ n: string }>(
    testApp.databaseUrl,
    "select count(*) n from findings_website where url like '%staged.example%'",
  )
  expect(Number(stored[0]!.n)).toBe(3)
  await page.getByRole('link', { name: 'Show them' }).click()
  await page.getByText('staged.example/3').first().waitFor()
  expect([...problemsOf(page), ...problemsOf(other)]).toEqual([])
})

test('S-058 S-130 a draft whose submission was not answered: it says so, and then that it was submitted', async () => {
  await page.goto('/staging')
  await button(page, 'Add 5 records').click()
  await type(page, 1, 4, 'https://unanswered.example/1')
  await type(page, 1, 9, 'Uses the name')
  await page
    .getByLabel('Picture of row 1', { exact: true })
    .setInputFiles({ name: 'unanswered.png', mimeType: 'image/png', buffer: picture })
  await cell(page, 1, 2).getByText('unanswered.png').waitFor()
  await button(page, 'Save all').click()
  await state(/^Saved$/).waitFor()
  // Nothing arrives: the draft stays as it is, and can be submitted again.
  await page.route('**/submit-draft/**', (route) => route.abort())
  await button(page, 'Submit draft').click()
  await state('The connection was lost, and the draft has not been submitted so far. Submit it again.').waitFor()
  await page.unroute('**/submit-draft/**')
  // It arrives, and its answer does not; while the server cannot be asked, nothing is claimed.
  await page.route('**/submit-draft/**', async (route) => {
    await fetchAnswer(route)
    await route.abort()
  })
  await page.route('**/fetch-draft-data/**', (route) => route.abort())
  await button(page, 'Submit draft').click()
  await state('Whether the draft was submitted will show here as soon as the server responds.').waitFor()
  expect(await page.getByText('Not submitted').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await alert(page, 'Draft submitted successfully.').waitFor()
  await page.getByRole('link', { name: 'Show it' }).waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Draft' }).inputValue()).toBe('')
  expect(await page.getByText(/The connection was lost|Not submitted/).count()).toBe(0)
})
