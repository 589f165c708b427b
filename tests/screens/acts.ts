import type { Page } from 'playwright-core'

/** The password of everybody in the demo data, and of its actions. */
export const password = 'Demo@2026'

/** Waits until pictures and fonts are rendered. The live stream never ends, so the network is never idle. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.locator('[aria-busy=true], .mantine-Skeleton-root[data-visible]').first().waitFor({ state: 'hidden' })
  await page.waitForTimeout(700)
  await page.evaluate(
    'Promise.allSettled([...document.images].filter((one) => one.loading !== "lazy").map((one) => one.decode()))',
  )
}

const demoBrand = { company: 'Aurevia Consumer Group', brand: 'Demo Brand' }
/** The brand of the demo data that has a draft. */
const draftBrand = { company: 'Aurevia Home', brand: 'Castelune' }

/** Selects a brand on a platform, on a screen for staff. */
async function chooseScope(page: Page, platform: string, { company, brand } = demoBrand): Promise<void> {
  for (const [label, option] of [
    ['Company', company],
    ['Brand', brand],
    ['Platform', platform],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).last().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
}

export async function fetchDomains(page: Page): Promise<void> {
  await chooseScope(page, 'Domain')
  await page.getByRole('button', { name: 'Fetch Data', exact: true }).click()
  await waitUntilLoaded(page)
  await openFirstRow(page)
}

export async function fetchDay(page: Page): Promise<void> {
  await chooseScope(page, 'E-commerce')
  await page.getByRole('combobox', { name: 'Reporting Date', exact: true }).click()
  await page
    .getByRole('option')
    .filter({ hasText: /^\d\d\/\d\d\/\d{4}$/ })
    .nth(1)
    .click()
  await page.getByRole('button', { name: 'Fetch Data', exact: true }).click()
  await page.getByRole('grid').waitFor()
}

export async function openBeside(page: Page): Promise<void> {
  const first = page.locator('[data-row]').first()
  await first
    .getByRole('button', { name: /^Open record/ })
    .first()
    .click()
  await page.locator('[data-peek-body] [data-peek-comments]').waitFor()
}

/** Takes findings once; later pictures show the same ones. */
export async function takeWork(page: Page): Promise<void> {
  if ((await page.locator('tbody input[type=checkbox]').count()) > 0) return
  await page.getByRole('button', { name: 'Take 10 from the queue', exact: true }).click()
  await page.locator('tbody input[type=checkbox]').first().waitFor()
  await page.reload()
}

export async function openFilter(page: Page): Promise<void> {
  await chooseScope(page, 'Domain')
  await page.getByRole('button', { name: 'Fetch Data', exact: true }).click()
  await waitUntilLoaded(page)
  await page.getByRole('button', { name: 'Reason Code', exact: true }).first().click()
}

/** The review of a notice about an approved finding; it is not sent. */
export async function reviewNotice(page: Page): Promise<void> {
  await chooseScope(page, 'Domain')
  await page.getByRole('combobox', { name: 'Infringement Status', exact: true }).click()
  await page.getByRole('option', { name: 'Approved', exact: true }).click()
  await page.getByRole('button', { name: 'Fetch Data', exact: true }).click()
  await waitUntilLoaded(page)
  await openFirstRow(page)
  await page.getByRole('button', { name: 'Add Enforcement', exact: true }).first().click()
  // Its code is loaded when it opens.
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Action Taken', exact: true }).waitFor()
  for (const [label, option] of [
    ['Action Taken', 'Abuse E-mail Sent'],
    ['Abuse Email', 'Other (Enter manually)'],
  ] as const) {
    await form.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.getByLabel('Other Abuse Email').fill('abuse@registrar.example')
  await page.getByRole('button', { name: 'Send Enforcement', exact: true }).click()
  await page.getByRole('button', { name: 'Send Now', exact: true }).waitFor()
}

/** The draft of the demo data. */
export async function openDraft(page: Page): Promise<void> {
  await chooseScope(page, 'E-commerce', draftBrand)
  await page.getByRole('combobox', { name: 'Draft', exact: true }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('grid').waitFor()
}

export async function fetchStaged(page: Page): Promise<void> {
  await chooseScope(page, 'E-commerce', draftBrand)
  await page.getByRole('button', { name: 'Fetch Data', exact: true }).click()
  await page.getByRole('grid').waitFor()
}

/** Addresses of stored findings, repeated ones and new ones. */
export async function checkDuplicates(page: Page): Promise<void> {
  await page.goto('/enforcement')
  await waitUntilLoaded(page)
  await chooseScope(page, 'E-commerce')
  const [fetched] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('/fetch-data-for-enforcement')),
    page.getByRole('button', { name: 'Fetch Data', exact: true }).click(),
  ])
  const { data } = (await fetched.json()) as { data: readonly { url: string }[] }
  const stored = data.slice(0, 3).map(({ url }) => url)
  await page.goto('/check-duplicate')
  await waitUntilLoaded(page)
  for (const [label, option] of [
    ['Company', 'Aurevia Consumer Group'],
    ['Platform', 'E-commerce'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).last().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const fresh = ['https://shop-aurevia.example/p/1', 'https://shop-aurevia.example/p/2']
  const lines = [...stored, ...fresh, 'http://www.shop-aurevia.example/p/1/']
  await page.getByLabel('Paste .txt Content').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Check Duplicate', exact: true }).click()
  await page.getByText('Repeats line').first().waitFor()
}

/** Requests a file once; later pictures show the same queue. */
export async function downloadYear(page: Page): Promise<void> {
  if ((await page.locator('tr[data-job]').count()) > 0) return
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await choose('Company', 'Aurevia Consumer Group')
  await choose('Brand', 'All')
  await choose('Platform', 'E-commerce')
  await page.getByLabel('Date range').click()
  await page.getByRole('button', { name: 'Last 12 months' }).click()
  await page.getByRole('button', { name: 'Fetch Data', exact: true }).click()
  await enterPassword(page)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.locator('tr[data-job]').getByText('Completed').waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Show files', exact: true }).first().click()
}

export async function downloadDomains(page: Page): Promise<void> {
  await page.getByLabel('Domains').fill('HTTPS://WWW.Aurevia-Login.example/x\nпример.рф\nno domain')
  if ((await page.locator('tr[data-job]').count()) > 0) return
  await page.getByRole('button', { name: 'Fetch Data', exact: true }).click()
  await page.locator('tr[data-job]').getByText('Completed').waitFor({ timeout: 120_000 })
}

export async function searchPosts(page: Page): Promise<void> {
  if ((await page.locator('tr[data-job]').count()) > 0) return
  await page.getByRole('combobox', { name: 'Report', exact: true }).click()
  await page.getByRole('option', { name: 'Twitter Search' }).click()
  await page.getByLabel('Search terms').fill('aurevia')
  await page.getByRole('button', { name: 'Start Processing', exact: true }).click()
  await enterPassword(page)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.locator('tr[data-job]').getByText('Completed').waitFor({ timeout: 120_000 })
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

export async function searchEverything(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill('aurevia')
  await page.getByText('Aurevia Home', { exact: true }).last().waitFor()
}

export async function openFirstCluster(page: Page): Promise<void> {
  await page.locator('main a[href*="/clusters/"]').first().click()
  await page.getByRole('heading', { name: 'What they share' }).waitFor()
}

export async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody button, [role="row"] button[aria-expanded]').first().click()
}
