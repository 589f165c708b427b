import { Client } from 'pg'
import type { Locator, Page, Request } from 'playwright-core'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** Dates that take in the whole demo world, so that a journey does not depend on the day of the month. */
export const wide = 'startDate=2020-01-01&endDate=2035-12-31'

export const dashboardOf = (platform: FindingPlatformDefinition) => `/${platform.path}-dashboard`
export const platformNamed = (value: string) => platforms.find((platform) => platform.value === value)!

/** Rows of the table or cards of the phone, without details. */
export const rowsOf = (page: Page) => page.locator('[data-row]')
export const cell = (row: Locator, column: string) => row.locator(`[data-column="${column}"]`)

/** Opens a dashboard and waits until its list has come. */
export async function openDashboard(page: Page, platform: FindingPlatformDefinition, search = wide): Promise<void> {
  await page.goto(`${dashboardOf(platform)}?${search}`)
  await settled(page)
}

/** Goes from a dashboard to another search of it that was not asked yet, without loading the console anew. */
export async function moveTo(page: Page, platform: FindingPlatformDefinition, search: string): Promise<void> {
  const address = `${dashboardOf(platform)}?${search}`
  const asked = await listCall(page, platform, () =>
    page.evaluate(`history.pushState({}, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`),
  )
  const wanted = new URLSearchParams(search).get('status')
  if (asked['status'] !== wanted) throw new Error(`Asked for the statuses ${asked['status']} in place of ${wanted}`)
}

/** Waits until the list is neither loading nor reloading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="false"][aria-label$=" findings"]').waitFor()
}

/** The list call that `deed` causes. */
export async function listCall(page: Page, platform: FindingPlatformDefinition, deed: () => Promise<unknown>) {
  const [request] = await Promise.all([
    page.waitForRequest((asked) => new URL(asked.url()).pathname === `/api/${platform.path}`),
    deed(),
  ])
  await request.response()
  await settled(page)
  return queryOf(request)
}

export const queryOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams)

/** Number of records the header says. */
export async function countOf(page: Page): Promise<number> {
  const text = (await page.getByTestId('record-count').textContent()) ?? ''
  return Number(text.replace(/\D/g, ''))
}

/** Opens a filter's button and switches values in it. */
export async function chooseFilter(page: Page, name: string, labels: readonly string[]): Promise<void> {
  await page.locator(`[data-filter-button="${name}"]`).click()
  const box = page.getByRole('dialog')
  for (const label of labels) await box.getByRole('checkbox', { name: label, exact: true }).click()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
}

/** Asks the journey's database. */
export async function query<Row>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
