import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSheet } from '../sheets.ts'
import { axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { bring, button, draftRows, openUpload } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-sheets-'))
let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const setFailing = (page: Page, isFailing: boolean) => page.evaluate(`window.draftReadsFail = ${isFailing}`)

const note = 'Unsaved rows of this browser could not be read.'

test('S-018 unsaved rows that the browser could not read stay in it, and are read again', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  page.on('dialog', (dialog) => void dialog.accept())
  await openUpload(page)
  await bring(page, await writeSheet(folder, { platform: 'e-commerce', rows: 3, mark: 'kept' }), 3)
  await expect.poll(async () => (await draftRows(page)).length).toBe(3)
  await page.addInitScript(`{
    window.draftReadsFail = true
    const { getAll } = IDBObjectStore.prototype
    IDBObjectStore.prototype.getAll = function (...given) {
      if (window.draftReadsFail) throw new DOMException('Internal error', 'UnknownError')
      return getAll.apply(this, given)
    }
  }`)
  await page.reload()
  await page.getByText(note).waitFor()
  expect(await axeFindings(page, 'main')).toEqual([])
  await shot(page, 'unread-draft-light')

  await button(page, 'Continue without them').click()
  await button(page, 'Add a record').click()
  await page.getByRole('grid').waitFor()
  // A draft is stored 0.8 seconds after the last edit.
  await page.waitForTimeout(1_200)
  await setFailing(page, false)
  expect(await draftRows(page)).toHaveLength(3)

  await page.reload()
  await page.getByText(note).waitFor()
  await button(page, 'Try again').click()
  await page.getByText(note).waitFor()
  await setFailing(page, false)
  await button(page, 'Try again').click()
  await page.getByText('Restored 3 unsaved rows.').waitFor()
  await expect.poll(() => page.getByText(note).count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})

test('S-018 a draft that is being written when the page ends is the one of before, not half of each', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  page.on('dialog', (dialog) => void dialog.accept())
  await openUpload(page)
  const sheetOf = (mark: string) =>
    writeSheet(folder, { platform: 'e-commerce', rows: 600, mark, name: `${mark}.xlsx` })
  await bring(page, await sheetOf('former'), 600)
  const marks = async () =>
    Map.groupBy(await draftRows(page), (row) => (JSON.stringify(row).includes('former') ? 'former' : 'later'))
  await expect.poll(async () => (await marks()).get('former')?.length).toBe(600)
  // The head and the first rows are written, and then the page ends.
  await page.evaluate(`{
    let writes = 0
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...given) {
      if (++writes > 2) throw new DOMException('The page ends here', 'AbortError')
      return put.apply(this, given)
    }
  }`)
  await page.getByLabel('Excel file and pictures').setInputFiles(await sheetOf('later'))
  await button(page, 'Discard').click()
  await page.getByText('This browser cannot store drafts.').waitFor()
  expect([...(await marks())].map(([mark, rows]) => [mark, rows.length])).toEqual([['former', 600]])
  await page.context().close()
})
