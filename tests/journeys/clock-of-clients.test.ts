import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { failCalls } from './fail-calls.ts'
import { goTo } from './go-to.ts'
import { applyPageOptions, axeFindings, type Journey, journey, problemsOf, releasePage, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const figures = (page: Page) => page.getByRole('table', { name: 'Done, of those that began' })
const figureTexts = async (page: Page) => {
  await figures(page).getByRole('cell').first().waitFor()
  return figures(page).getByRole('row').allInnerTexts()
}
const brandNamed = async (name: string) =>
  (
    await query<{ id: string; company: string }>(
      testApp.databaseUrl,
      'select id, company_id as company from brands where brand_name = $1',
      [name],
    )
  )[0]!

test('G34 a client reads the clock of its brand from the menu: the figures of staff, and nothing to change', async () => {
  const page = await testApp.openAs('client')
  await page.getByRole('banner').getByRole('button', { name: 'Brand' }).click()
  await page.getByRole('option', { name: 'Demo Brand', exact: true }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Enforcement Clock', exact: true }).click()
  await page.getByRole('heading', { name: 'Enforcement Clock', level: 1 }).waitFor()
  await expect.poll(() => page.locator('[data-drawn=true]').count()).toBe(2)
  expect((await figureTexts(page)).length).toBe(7)
  const { id, company } = await brandNamed('Demo Brand')
  const staff = await testApp.openAs('analyst', { home: false })
  await staff.goto(`/enforcement-clock?company=${company}&brand=${id}`)
  expect(await figureTexts(page)).toEqual(await figureTexts(staff))
  await releasePage(staff)

  const days = page.getByRole('region', { name: 'Agreed days' })
  await days.locator('[data-agreed]').first().waitFor()
  const companies = await days
    .locator('[data-agreed]')
    .evaluateAll((all) => all.map((row) => row.children[0]!.textContent))
  expect(new Set(companies)).toEqual(new Set(['Aurevia Consumer Group']))
  expect(await days.getByRole('button').count()).toBe(0)
  expect(await days.locator('input').count()).toBe(0)
  const main = page.getByRole('main')
  for (const name of ['Company', 'Brand']) expect(await main.getByRole('combobox', { name }).count()).toBe(0)
  await shot(page, 'client-clock')
  expect(await axeFindings(page)).toEqual([])

  await main.getByRole('combobox', { name: 'Platform' }).click()
  await page.getByRole('option', { name: 'Domain', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('platform')).toBe('domain')
  await main.getByRole('combobox', { name: 'Step', exact: true }).click()
  await page.getByRole('option', { name: 'Detected to approved' }).click()
  await main.getByRole('combobox', { name: 'By', exact: true }).click()
  await page.getByRole('option', { name: 'By platform' }).click()
  const byPlatform = 'Detected to approved, by platform'
  await main.getByRole('heading', { name: byPlatform }).waitFor()
  await main.getByRole('button', { name: `Show ${byPlatform} as a table` }).click()
  const groups = main.getByRole('table', { name: byPlatform }).getByRole('row')
  await expect.poll(() => groups.count()).toBe(2)
  await groups.nth(1).getByText('Domain').waitFor()

  await applyPageOptions(page, { theme: 'dark', width: 390, height: 844 })
  await goTo(page, '/enforcement-clock')
  await page.locator('[data-drawn=true]').first().waitFor()
  await days.locator('[data-agreed]').first().waitFor()
  await shot(page, 'client-clock-phone-dark')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(await axeFindings(page)).toEqual([])
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('G34 another company or brand is refused by the server, and an address that names one changes nothing', async () => {
  const page = await testApp.openAs('client', { home: false })
  await page.goto('/enforcement-clock')
  const own = await figureTexts(page)
  const foreign = (
    await query<{ id: string; company: string }>(
      testApp.databaseUrl,
      `select b.id, b.company_id as company from brands b join companies c on c.id = b.company_id
       where b.enabled and c.name <> 'Aurevia Consumer Group' and c.parent_id is null
         and exists (select from finding_clocks f where f.brand_id = b.id) limit 1`,
    )
  )[0]!
  const token = await page.evaluate(() => localStorage.getItem('session:token'))
  const headers = { authorization: `Bearer ${token}` }
  const codeOf = async (path: string) => (await page.request.get(`/api/enforcement/${path}`, { headers })).status()
  expect(await codeOf('clock')).toBe(200)
  expect(await codeOf(`clock?company=${foreign.company}`)).toBe(403)
  expect(await codeOf(`clock?brand=${foreign.id}`)).toBe(403)
  expect(await codeOf(`agreed-days?company=${foreign.company}`)).toBe(403)
  expect(await codeOf('league')).toBe(403)
  await page.goto(`/enforcement-clock?company=${foreign.company}&brand=${foreign.id}`)
  expect(await figureTexts(page)).toEqual(own)
  await releasePage(page)
})

test('the clock of a client says that it loads, that it could not be loaded, and that there is nothing', async () => {
  const page = await testApp.openAs('client', { width: 390, height: 844, home: false })
  const answer = await holdCall(page, '**/enforcement/clock?*')
  await page.goto('/enforcement-clock')
  await page.locator('[data-loader]').waitFor()
  answer()
  await figures(page).waitFor()
  const end = await failCalls(page, /\/api\/enforcement\/clock\?/)
  await page.goto('/enforcement-clock')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await shot(page, 'client-clock-failed')
  end()
  await again.click()
  await figures(page).waitFor()
  await page.goto('/enforcement-clock?startDate=2018-01-01&endDate=2018-01-02')
  await page.getByText('No enforced findings').waitFor()
  await shot(page, 'client-clock-empty')
  expect(await axeFindings(page)).toEqual([])
  await releasePage(page)
})
