import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings, hasFocus, shot } from './harness.ts'

/** Opens Upload Data and chooses company, brand and platform. */
export async function openUpload(
  page: Page,
  {
    company = 'Aurevia Consumer Group',
    brand = 'Demo Brand',
    platform = 'E-commerce',
  }: { company?: string; brand?: string; platform?: string } = {},
): Promise<void> {
  await page.goto('/data-upload')
  await page.getByRole('heading', { name: 'Upload Data' }).waitFor()
  await choose(page, 'Company', company)
  await choose(page, 'Brand', brand)
  await choose(page, 'Platform', platform)
}

/** Picks an option of a list by its name, by the label of the list; `within` a part of the page where labels repeat. */
export async function choose(page: Page, label: string, name: string, within: Page | Locator = page): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Puts files into the file input and waits until the sheet is shown. */
export async function bring(page: Page, files: string | string[], rows: number): Promise<void> {
  await page.getByLabel('Excel file and pictures').setInputFiles(files)
  await page
    .getByText(`${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'} read from`)
    .waitFor({ timeout: 60_000 })
  await page.getByRole('grid').waitFor()
}

/** Waits until every row is checked and returns the summary next to the sheet. */
export async function tally(page: Page): Promise<string> {
  const words = page.getByText(/^[\d,]+ rows, |· [\d,]+ rows, /)
  await words.waitFor({ timeout: 30_000 })
  return words.innerText()
}

/** A button by its exact name. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A visible cell: rows count from 1 below the header, columns from 1, which is SN. */
export function cell(page: Page, row: number, column: number) {
  return page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`)
}

/** The active cell of the sheet as 'row,column', counted as `cell` does. */
export async function activeCell(page: Page): Promise<string> {
  const id = (await page.getByRole('grid').getAttribute('aria-activedescendant')) ?? ''
  const [row, column] = id.split('-').slice(-2).map(Number)
  return `${row! + 1},${column! + 2}`
}

/** Waits until the sheet has the keyboard: a refused save gives it back to the sheet. */
export const gridFocused = (page: Page) => expect.poll(() => hasFocus(page.getByRole('grid'))).toBe(true)

/** The rows of the unsaved sheets that this browser has stored so far. Typing is stored a moment later: poll it before a reload. */
export async function draftRows(page: Page): Promise<Record<string, unknown>[]> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('brandkeep-drafts')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('parts').objectStore('parts').getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result.flatMap((part) => part.rows ?? []))
      }
    }
  })`)
}

const stepsOn = (page: Page) => page.getByRole('region', { name: 'Getting started' })

/** Follows the one step that the first screen of a new console offers, which must be this one. */
export async function followStep(page: Page, name: string): Promise<void> {
  await page.goto('/analyst-dashboard')
  await stepsOn(page).getByRole('link', { name }).waitFor()
  await expect.poll(() => stepsOn(page).getByRole('listitem').count()).toBe(4)
  await expect.poll(() => stepsOn(page).getByRole('link').count()).toBe(1)
  // Before the numbers, which are all 0.
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const numbers = page.getByText('Needs an administrator')
  await expect.poll(async () => (await topOf(stepsOn(page))) < (await topOf(numbers))).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await shot(page, `first-steps-${name.toLowerCase().replaceAll(' ', '-')}`)
  await stepsOn(page).getByRole('link', { name }).click()
}

/** Nothing leads any more once everything is there. */
export async function expectNoSteps(page: Page): Promise<void> {
  await page.goto('/analyst-dashboard')
  await page.getByTestId('count-companies').getByText(/\d/).waitFor()
  await expect.poll(() => stepsOn(page).count()).toBe(0)
}
