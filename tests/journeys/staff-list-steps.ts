import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings, shot } from './harness.ts'
import { button } from './upload-steps.ts'

/** Staff save, share and pin views of My Work and Clusters; the menu opens them as they are saved, and Back leaves them. */
export async function checkStaffViews(page: Page): Promise<void> {
  const search = () => new URL(page.url()).search
  const tabs = page.getByRole('navigation', { name: 'Views' })
  const current = () => tabs.locator('[aria-current]').allInnerTexts()
  await page.getByRole('checkbox', { name: 'Overdue only' }).click()
  await expect.poll(search).toBe('?overdue=true')
  await pinView(page, 'Late for me')
  await expect.poll(current).toEqual(['Late for me'])
  await shot(page, 'my-work-views')
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/clusters?kind=seller')
  await pinView(page, 'By seller')
  await expect.poll(current).toEqual(['By seller'])
  await shot(page, 'clusters-views')
  await tabs.getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(search).toBe('')
  await page.getByRole('link', { name: 'Late for me', exact: true }).click()
  await page.waitForURL('**/my-work?overdue=true')
  await page.goBack()
  await page.waitForURL('**/clusters')
}

/** Saves what a list shows as a view, shared with the team, and pins it in the menu. */
export async function pinView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('checkbox', { name: 'Share with the team' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Save this view' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: `Pin ${name} in the menu`, exact: true }).click()
  await page.getByRole('button', { name: `Remove ${name} from the menu`, exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

/** In the form of Enforcement each status says how many findings it leaves: exactly those are fetched with it. */
export async function checkFormCounts(page: Page): Promise<void> {
  const count = page.getByTestId('record-count')
  const all = (await count.textContent())!
  await page.getByRole('combobox', { name: 'Infringement Status', exact: true }).click()
  const approved = page.getByRole('option', { name: 'Approved', exact: true })
  await expect.poll(() => approved.textContent()).toMatch(/\d+ records$/)
  await shot(page, 'enforcement-form-counts')
  const left = /([\d,]+ records)$/.exec((await approved.textContent())!)![1]!
  await approved.click()
  await button(page, 'Fetch Data').click()
  await expect.poll(() => count.textContent()).toBe(left)
  await page.goBack()
  await expect.poll(() => count.textContent()).toBe(all)
}

/** The findings of Enforcement as pictures, with the selection and the keys of the table; the first three are selected. */
export async function checkPictures(page: Page): Promise<void> {
  const first = (await page.locator('tr[data-row]').first().getAttribute('data-row'))!
  await page.getByText('Pictures', { exact: true }).click()
  const cards = page.locator('li[data-row]')
  await expect.poll(() => cards.first().getAttribute('data-row')).toBe(first)
  await cards.nth(0).getByRole('checkbox').check()
  await cards.nth(1).getByRole('checkbox').check()
  // Faster than the screen renders: the second key comes before the first card has the focus.
  await page.evaluate(`for (const key of ['j', 'ArrowRight', 'ArrowRight', 'x'])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
  await page.getByText('3 records selected', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  const beside = page.getByRole('complementary', { name: 'Finding', exact: true })
  await beside.getByRole('heading', { level: 2 }).waitFor()
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  await page.getByText('L', { exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('cards')).toBe('L')
  await shot(page, 'enforcement-pictures')
  expect(await axeFindings(page, 'main')).toEqual([])
  await page.getByText('Table', { exact: true }).click()
  await expect.poll(() => page.getByLabel('Select record 2', { exact: true }).isChecked()).toBe(true)
}

/** Presses Delete in the question, which names what is deleted. */
export async function confirmDeletion(page: Page, name: string): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm Deletion' })
  await question.getByText('Are you sure you want to permanently remove this item?').waitFor()
  await question.getByText(name).waitFor()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
}
