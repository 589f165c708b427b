import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { type Journey, journey, shot } from './harness.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('admin', { width: 375, height: 800, home: false })
})
afterAll(() => testApp.end())

/** The texts of cells, and of the page itself, that begin or end outside of the screen. */
const outside = (on: Page) =>
  on.locator('html').evaluate((root): string[] => {
    const { scrollWidth, clientWidth } = root
    const beyond: string[] = scrollWidth > clientWidth ? ['the page'] : []
    for (const cell of root.querySelectorAll('td')) {
      const { left, right, width } = cell.getBoundingClientRect()
      if (width > 1 && (left < 0 || right > clientWidth)) beyond.push(cell.textContent)
    }
    return beyond
  })

const openRow = async (path: string, name: string) => {
  await page.goto(path)
  await page.getByRole('button', { name }).first().click()
}

test('on a phone every cell of a table is on the screen', async () => {
  await page.goto('/domain-search')
  await page.getByRole('region', { name: 'Feeds' }).getByRole('cell').first().waitFor()
  await shot(page, 'phone-feeds')
  expect(await outside(page)).toEqual([])

  await openRow('/companies', 'Show details')
  await page.getByRole('table', { name: /^Contacts of/ }).waitFor()
  await shot(page, 'phone-contacts')
  expect(await outside(page)).toEqual([])

  await openRow('/brands', 'Edit')
  await page.getByRole('dialog').getByRole('cell', { name: 'Weekly' }).first().waitFor()
  expect(await outside(page)).toEqual([])

  await page.goto('/logs')
  await page.locator('td a[href*="finding="]').first().waitFor()
  await shot(page, 'phone-log')
  expect(await outside(page)).toEqual([])

  await page.goto('/enforcement-clock')
  await page.getByRole('table', { name: 'Done, of those that began' }).getByRole('cell').first().waitFor()
  await shot(page, 'phone-clock')
  expect(await outside(page)).toEqual([])

  await page.goto('/sign-in-security')
  await page.getByRole('cell', { name: 'Signed in' }).first().waitFor()
  expect(await outside(page)).toEqual([])
})

test('on a phone a look-alike is decided on in the list, too, without scrolling sideways', async () => {
  await page.goto('/searched-domains')
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('cell').getByRole('button', { name: 'High' }).first().waitFor()
  await shot(page, 'phone-domain-list')
  expect(await outside(page)).toEqual([])
})

test('on a phone the findings of a cluster are cards, and all of a page are selected above them', async () => {
  await page.goto('/clusters')
  await page.locator('main a[href*="/clusters/"]').first().click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('20 findings selected').waitFor()
  await shot(page, 'phone-cluster')
  expect(await outside(page)).toEqual([])

  // The names of the decisions are whole: what of 'In Progress' reaches below its line, too.
  await page
    .getByRole('button', { name: /^Open .* beside the list$/ })
    .first()
    .click()
  const decisions = page.locator('[data-decision]')
  await decisions.first().waitFor()
  await shot(page, 'phone-decisions')
  const cutOff = await decisions.evaluateAll((all) =>
    all.map((one) => {
      const name = one.querySelector('[class*="cut"]')!
      const range = one.ownerDocument.createRange()
      range.selectNodeContents(name)
      return Math.max(0, Math.floor(range.getBoundingClientRect().bottom - name.getBoundingClientRect().bottom))
    }),
  )
  expect(new Set(cutOff)).toEqual(new Set([0]))
})

test('on a phone the log is sorted without the headers of its columns', async () => {
  await page.goto('/logs')
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Company, ascending' }).click()
  await expect.poll(() => new URL(page.url()).search).toContain('company')
  await expect.poll(() => page.locator('td[data-head="Company"]').first().innerText()).toBe('Aurevia Consumer Group')
})

test('on a phone a Client reads which brand is chosen, and the names of what the search finds', async () => {
  const client = await testApp.openAs('client', { width: 375, height: 800 })
  const brand = client.getByRole('button', { name: /^Brand/ })
  await brand.click()
  await client.getByRole('option', { name: 'Solmira' }).click()
  const name = brand.getByText('Solmira')
  await name.waitFor()
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  // A domain of the demo data, which has others on each day.
  const [one] = await query<{ domain: string }>(
    testApp.databaseUrl,
    `select d.domain from findings_domain d join findings f on f.company_id = d.company_id and f.id = d.finding_id
       join brands b on b.id = f.brand_id where b.brand_name = 'Demo Brand' and f.deleted_at is null limit 1`,
  )
  await client.getByRole('button', { name: /^Search/ }).click()
  await client.getByPlaceholder('Search screens, records and actions').fill(one!.domain)
  const found = client.locator('[data-action]').filter({ hasText: 'Domain ·' }).first()
  await found.waitFor()
  const share = await found.evaluate((one) => {
    const label = one.querySelector('[class*="actionLabel"]')
    return (label?.parentElement.getBoundingClientRect().width ?? 0) / one.getBoundingClientRect().width
  })
  expect(share).toBeGreaterThan(0.7)
  await client.context().close()
})
