import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkEscapeCloses } from './close-dropdown.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'
import { activeCell, button, cell, choose, draftRows } from './upload-steps.ts'

let testApp: Journey
let page: Page
const problems: string[] = []
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('analyst')
  page.on('dialog', (dialog) => void dialog.accept())
})
afterAll(() => testApp.end())

const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).first()
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).first()
const rowCount = async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
const heading = (name: string) => page.getByRole('columnheader', { name }).first()

/** Number of a column, as `cell` counts. */
async function columnIndexOf(label: string): Promise<number> {
  return Number(await heading(label).getAttribute('aria-colindex'))
}
async function type(row: number, column: number, text: string) {
  await cell(page, row, column).click()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
async function open() {
  await page.goto('/edit-bulk-data')
  await page.getByRole('heading', { name: 'Edit Data' }).waitFor()
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await choose(page, 'Platform', 'E-commerce')
}
async function fetchFirstDay() {
  await page.getByRole('combobox', { name: 'Reporting Date', exact: true }).click()
  const days = page.getByRole('option').filter({ hasText: /^\d\d\/\d\d\/\d{4}$/ })
  await days.first().waitFor()
  await expect.poll(() => days.count()).toBeGreaterThan(1)
  const day = await days.nth(1).innerText()
  await days.nth(1).click()
  await button(page, 'Fetch Data').click()
  await page.getByRole('grid').waitFor()
  return day
}

test('C-011 S-303 S-027 S-028 S-029 S-032 S-034 S-122 S-151 fetch a day, edit cells, save only the edited rows', async () => {
  await open()
  await shot(page, 'edit-empty')
  const day = await fetchFirstDay()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Duplicate LID check' }).isChecked()).toBe(true)
  const all = await rowCount()
  expect(all).toBeGreaterThan(3)
  const [title, reason] = [await columnIndexOf('Title'), await columnIndexOf('Reason Code')]
  await type(1, title, 'Edited lamp')
  await type(3, title, 'Edited towel')
  await status(`${all.toLocaleString('en')} rows, 2 edited`).waitFor()
  await shot(page, 'edit-light')
  expect(await axeFindings(page, 'main')).toEqual([])

  await type(2, reason, 'Nonsense')
  await button(page, 'Upload Data').click()
  await alert('Invalid Reason Code').waitFor()
  await expect.poll(() => activeCell(page)).toBe(`2,${reason}`)
  await page.keyboard.press('Control+z')
  await status('2 edited').waitFor()

  const sending = page.waitForRequest((request) => request.url().endsWith('/bulk-update'))
  await button(page, 'Upload Data').click()
  const { data, reportingDate } = (await sending).postDataJSON() as { data: object[]; reportingDate: string }
  expect(data.map((row) => Object.keys(row))).toEqual([
    ['sn', 'id', 'rowVersion', 'title'],
    ['sn', 'id', 'rowVersion', 'title'],
  ])
  expect(reportingDate.split('-').toReversed().join('/')).toBe(day)
  await alert('Data Saved Successfully !').waitFor()
  await status(new RegExp(`^${all.toLocaleString('en')} rows$`)).waitFor()
  await expect.poll(() => cell(page, 3, title).innerText()).toBe('Edited towel')
  await page.getByText('2 rows saved: 2 findings changed, none new.').waitFor()
  await shot(page, 'edit-saved')
  const address = await page.getByRole('link', { name: 'Show them' }).getAttribute('href')
  const other = await page.context().newPage()
  await other.goto(address!)
  await other.getByText('2 records').first().waitFor()
  await other.close()
})

test('Brand and Date Added are shown and cannot be typed into or cleared', async () => {
  await cell(page, 1, 3).click()
  for (const [label, column, keys] of [
    ['Date Added', 4, ['ArrowRight']],
    ['Brand', 29, ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key)
    await expect.poll(() => activeCell(page)).toBe(`1,${column}`)
    const locked = cell(page, 1, column)
    const before = await locked.innerText()
    await expect.poll(() => locked.getAttribute('aria-readonly')).toBe('true')
    await page.getByText(`${label} cannot be changed here.`).waitFor()
    await locked.dblclick()
    await page.keyboard.press('S')
    await page.keyboard.press('F2')
    await page.keyboard.press('Delete')
    await expect.poll(() => page.getByRole('textbox', { name: `${label}, row 1` }).count()).toBe(0)
    await expect.poll(() => locked.innerText()).toBe(before)
  }
  await status(/^[\d,]+ rows$/).waitFor()
  await page.keyboard.press('Home')
})

test('S-033 S-252 a rejected save marks the cells and counts duplicates; edits survive a reload, and leaving asks for confirmation', async () => {
  const url = await columnIndexOf('URL')
  const first = await cell(page, 1, url).innerText()
  const storedUrl = await cell(page, 2, url).innerText()
  await type(2, url, first)
  await button(page, 'Upload Data').click()
  await alert('1 Duplicate URL present.').waitFor()
  await alert('URL or lid duplicates!').waitFor()
  await expect.poll(() => cell(page, 2, url).getAttribute('aria-invalid')).toBe('true')
  await shot(page, 'edit-refused')
  await expect.poll(async () => (await draftRows(page)).some((row) => Object.values(row).includes(first))).toBe(true)
  // Its rows cannot be fetched: the kept edits are not thrown away for another query without a question.
  await page.route('**/fetch-bulk-data', (route) => route.fulfill({ status: 500, json: { message: 'Failed' } }))
  await page.reload()
  await page.getByText('This could not be loaded').waitFor()
  await choose(page, 'Platform', 'Domain')
  await page.getByText('1 row was edited and not saved.').waitFor()
  await page.getByRole('button', { name: 'Keep working' }).click()
  await page.unroute('**/fetch-bulk-data')
  await button(page, 'Try again').click()
  await expect.poll(() => cell(page, 2, url).innerText()).toBe(first)
  await choose(page, 'Platform', 'Domain')
  const question = page.getByRole('dialog', { name: 'Discard the unsaved edits?' })
  await question.getByRole('button', { name: 'Keep working' }).click()
  await page.getByRole('grid').focus()
  await cell(page, 2, url).click()
  await type(2, url, `${first}-other`)
  // Somebody else saves the row in between.
  const database = new Client(testApp.databaseUrl)
  await database.connect()
  const stored = await database.query<{ id: string }>(
    `update findings f set version = version + 1 from findings_e_commerce d where d.finding_id = f.id
       and d.url = $1 and f.deleted_at is null returning f.id`,
    [storedUrl],
  )
  expect(stored.rows).toHaveLength(1)
  await database.query(`update findings_e_commerce set title = 'Theirs' where finding_id = $1`, [stored.rows[0]!.id])
  await database.end()
  await button(page, 'Upload Data').click()
  await alert('1 row you edited was changed by somebody else, so nothing was saved.').waitFor()
  const title = await columnIndexOf('Title')
  await expect.poll(() => cell(page, 2, title).innerText()).toBe('Theirs')
  await expect.poll(() => cell(page, 2, url).innerText()).toBe(`${first}-other`)
  await button(page, 'Upload Data').click()
  await alert('Data Saved Successfully !').waitFor()
})

test('S-031 Esc closes the filter of a column, also before the focus is in it', async () => {
  await checkEscapeCloses(page, heading('Title').getByRole('button', { name: 'Filter Title' }))
})

test('S-030 S-031 S-200 S-261 S-285 filter a column, delete the chosen rows a second after the last click, undo', async () => {
  const all = await rowCount()
  await heading('Title').getByRole('button', { name: 'Filter Title' }).click()
  await page.getByLabel('Title contains').fill('edited')
  await shot(page, 'edit-filter')
  await button(page, 'Apply Filter').click()
  await expect.poll(rowCount).toBe(2)
  await page.getByRole('checkbox', { name: 'ALL' }).check()
  await status('2 records selected').waitFor()
  const deletions: number[] = []
  page.on('request', (request) => request.url().endsWith('/delete-multiple') && deletions.push(performance.now()))
  const trash = button(page, 'Delete selected rows')
  // Without an answer of the server the deletion can still be undone. It can for ten seconds, so this is prepared before.
  await page.route('**/undo-delete-multiple', (route) => route.abort())
  const clicked = performance.now()
  await trash.click()
  await page.getByText('2 records deleted.').waitFor()
  expect(deletions).toHaveLength(1)
  expect(deletions[0]! - clicked).toBeGreaterThanOrEqual(1000)
  await page.getByText('No findings match these filters').waitFor()
  await button(page, 'Undo').click()
  await alert('could not be reached').waitFor()
  await page.unroute('**/undo-delete-multiple')
  await button(page, 'Undo').click()
  await expect.poll(rowCount).toBe(2)
  // One after the other: Undo brings both back.
  for (const [left, text] of [
    [2, '1 record deleted.'],
    [1, '2 records deleted.'],
  ] as const) {
    await expect.poll(rowCount).toBe(left)
    await cell(page, 1, 2).click()
    await page.keyboard.press('Control+ ')
    await status('1 record selected').waitFor()
    await trash.click()
    await page.getByText(text).waitFor()
  }
  // Soon: the first deletion can be undone for ten seconds. The sheet, which has an Undo of its own, is gone by then.
  await page.getByText('No findings match these filters').waitFor()
  await button(page, 'Undo').click()
  await expect.poll(rowCount).toBe(2)
  await heading('Title')
    .getByRole('button', { name: /^Filter Title, now/ })
    .click()
  await button(page, 'Clear').click()
  await expect.poll(rowCount).toBe(all)

  // Rows can be selected by keyboard too, and messages of the server are shown.
  const fail = (path: string, message: string) =>
    page.route(`**/save-bulk-data/${path}`, (route) => route.fulfill({ status: 500, json: { message } }))
  await fail('delete-multiple', 'No deleting today')
  await fail('fetch-bulk-data', 'No rows today')
  await fail('fetch-available-reporting-dates', 'No dates today')
  await cell(page, 1, 2).click()
  await page.keyboard.press('Control+ ')
  await status('1 record selected').waitFor()
  await trash.click()
  await alert('No deleting today').waitFor()
  await button(page, 'Fetch Data').click()
  await alert('No rows today').waitFor()
  await button(page, 'Try again').waitFor()
  await choose(page, 'Platform', 'Domain')
  await alert('No dates today').waitFor()
  problems.push(...problemsOf(page))
  expect(problems).toEqual([])
})

test('the sheet in the dark theme and on a phone', async () => {
  for (const [name, options] of [
    ['edit-dark', { theme: 'dark' as const }],
    ['edit-phone', { width: 390, height: 844 }],
  ] as const) {
    page = await testApp.openAs('analyst', { ...options, home: false })
    page.on('dialog', (dialog) => void dialog.accept())
    await open()
    await fetchFirstDay()
    await type(1, 2, 'jar-001.png')
    await shot(page, name)
    expect(await axeFindings(page, 'main')).toEqual([])
    await page.context().close()
  }
})
