import { Client } from 'pg'
import type { Locator, Page, Request } from 'playwright-core'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { goTo } from './go-to.ts'

/** A date range with the whole demo world, so that a journey does not depend on the day of the month. */
export const wide = 'startDate=2020-01-01&endDate=2035-12-31'

/** Path of the dashboard of a platform. */
export const dashboardOf = (platform: FindingPlatformDefinition) => `/${platform.path}-dashboard`
/** The definition of a platform by its value, which must exist. */
export const platformNamed = (value: string) => platforms.find((platform) => platform.value === value)!

/** Rows of the table or cards of the phone, without details. */
export const rowsOf = (page: Page) => page.locator('[data-row]')
/** A cell of a row by the name of its column. */
export const cell = (row: Locator, column: string) => row.locator(`[data-column="${column}"]`)

/** Opens a dashboard and waits until its list is loaded. */
export async function openDashboard(page: Page, platform: FindingPlatformDefinition, search = wide): Promise<void> {
  await page.goto(`${dashboardOf(platform)}?${search}`)
  await settled(page)
}

/** Opens another search of the same dashboard, not requested before, without reloading the console. */
export async function moveTo(page: Page, platform: FindingPlatformDefinition, search: string): Promise<void> {
  const address = `${dashboardOf(platform)}?${search}`
  const wanted = new URLSearchParams(search).get('status') ?? undefined
  // The list before may be asking for its next page just now.
  await listCall(
    page,
    platform,
    () => goTo(page, address),
    ({ status }) => status === wanted,
  )
}

/** Waits until the list is neither loading nor reloading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="false"][aria-label$=" findings"]').waitFor()
}

/** Tells the call that is meant from others that may come at the same time. */
type IsMeant = (query: Record<string, string>) => boolean

/** Query parameters of the list call that `action` causes. */
export const listCall = (
  page: Page,
  platform: FindingPlatformDefinition,
  action: () => Promise<unknown>,
  isMeant?: IsMeant,
) => callOfList(page, `/api/${platform.path}`, action, isMeant)

/** The same for a list with another path than that of its platform. */
export async function callOfList(
  page: Page,
  path: string,
  action: () => Promise<unknown>,
  isMeant: IsMeant = () => true,
) {
  const [request] = await Promise.all([
    page.waitForRequest((one) => new URL(one.url()).pathname === path && isMeant(queryOf(one))),
    action(),
  ])
  await request.response()
  await settled(page)
  return queryOf(request)
}

/** Query parameters of a request. */
export const queryOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams)

/** Number of records in the header. */
export async function countOf(page: Page): Promise<number> {
  const text = (await page.getByTestId('record-count').textContent()) ?? ''
  return Number(text.replace(/\D/g, ''))
}

/** Opens the popover of a filter, toggles values in it, and waits until they are applied, a second later. */
export async function chooseFilter(page: Page, name: string, labels: readonly string[]): Promise<void> {
  const before = page.url()
  await page.locator(`[data-filter-button="${name}"]`).click()
  const box = page.getByRole('dialog')
  for (const label of labels) await box.getByRole('checkbox', { name: label, exact: true }).click()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.href !== before)
}

/** Runs a query on the journey's database. */
export async function query<Row>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
