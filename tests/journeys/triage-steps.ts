import type { Page } from 'playwright-core'
import { rowsOf } from './dashboards.ts'

/** The finding that is open beside a list. */
export const beside = (page: Page) => page.getByRole('complementary', { name: 'Finding', exact: true })

/** The id of the open finding, as the address has it. */
export const peeked = (page: Page) => new URL(page.url()).searchParams.get('peek')

/** The ids of the rendered rows or cards, in their order. */
export const idsOf = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => (row as { getAttribute(n: string): string }).getAttribute('data-row')),
  )

/** Whether a row has the keyboard. */
export const isFocused = (page: Page, id: string) =>
  page.evaluate(`document.activeElement?.getAttribute('data-row') === '${id}'`)

/** The row of a finding, marked because somebody else has just changed it. */
export const freshRow = (page: Page, id: string) => page.locator(`[data-row="${id}"][data-fresh]`)

/** Opens Enforcement with these parameters, and waits until its list is loaded. */
export async function openEnforcement(page: Page, search: string): Promise<void> {
  await page.goto(`/enforcement?${search}`)
  await enforcementSettled(page)
}

/** Waits until the list of Enforcement is neither loading nor reloading. */
export async function enforcementSettled(page: Page): Promise<void> {
  await page.locator('[aria-busy="false"][aria-label^="Findings to enforce"]').waitFor()
  await rowsOf(page).first().waitFor()
}
