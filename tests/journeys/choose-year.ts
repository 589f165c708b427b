import type { Page } from 'playwright-core'

/** Chooses the last twelve months as the date range of a download. */
export async function chooseYear(page: Page): Promise<void> {
  await page.getByLabel('Date range').click()
  await page.getByRole('button', { name: 'Last 12 months' }).click()
}
