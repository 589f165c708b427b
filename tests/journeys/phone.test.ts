import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, wide } from './dashboards.ts'
import { type Journey, journey, problemsOf, releasePage, shot } from './harness.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('client', { width: 360, height: 640, home: false })
})
afterAll(() => testApp.end())

const cards = () => page.locator('article[data-row]')
/** The addresses that are shown within a part, which have a button to copy them. */
const addressesOf = (part: Page | Locator) => part.locator('[data-cut]:has(+ * [aria-label^="Copy "])')
/** Whether a part is within the window from left to right. */
const fits = async (part: Locator) => {
  const { x, width } = (await part.boundingBox())!
  return x >= 0 && x + width <= 360
}
/** Whether nothing of a text is cut off. */
const isWhole = (text: Locator) =>
  text.evaluate((one) => one.scrollHeight <= one.clientHeight + 4 && one.scrollWidth <= one.clientWidth + 1)
/** The lines of a text as they are shown. */
const linesOf = (text: Locator) =>
  text.evaluate((one): string[] => {
    const [lines, range] = [new Map<number, string>(), one.ownerDocument.createRange()]
    // 4: texts.
    const walker = one.ownerDocument.createTreeWalker(one, 4)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (let at = 0; at < node.textContent.length; at++) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const top = Math.round(range.getBoundingClientRect().top)
        lines.set(top, (lines.get(top) ?? '') + node.textContent[at])
      }
    return [...lines.values()]
  })
/** How much more room a select has than its text needs. */
const roomOf = (select: Locator) =>
  select.evaluate((one): number => {
    const free = one.cloneNode(true)
    Object.assign(free.style, { position: 'absolute', maxWidth: 'none' })
    one.parentElement.append(free)
    const needed = free.getBoundingClientRect().width
    free.remove()
    return one.getBoundingClientRect().width - needed
  })
/** Those of a group that are lower than a finger needs. */
const low = (targets: Locator) =>
  targets.evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().height < 40).map((one) => one.textContent),
  )

test('the calendar of a date range and the latest notifications are not wider than a phone', async () => {
  await openDashboard(page, platformNamed('domain'))
  await page.getByLabel('Reporting Date', { exact: true }).first().click()
  const dates = page.getByRole('dialog', { name: 'Reporting Date' })
  await dates.getByRole('button', { name: 'Next month' }).waitFor()
  await shot(page, 'phone-dates')
  expect(await fits(dates)).toBe(true)
  for (const button of await dates.getByRole('button').all()) expect(await fits(button)).toBe(true)
  await dates.getByRole('button', { name: 'Last 7 days' }).click()
  await dates.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const latest = page.getByRole('dialog', { name: 'Notifications' })
  await latest.getByRole('link').first().waitFor()
  expect(await fits(latest)).toBe(true)
})

test.each(['domain', 'website', 'social-media'])(
  'the cards of %s show addresses as a whole and break them where their parts are joined',
  async (value) => {
    await openDashboard(page, platformNamed(value))
    await shot(page, `phone-cards-${value}`)
    const all = await addressesOf(page).all()
    expect(all.length).toBeGreaterThan(5)
    for (const address of all) {
      expect(await isWhole(address)).toBe(true)
      const lines = await linesOf(address)
      expect(lines.slice(0, -1).filter((line) => !/[-_/.?&=]$/.test(line))).toEqual([])
    }
  },
)

test('a phone that is held sideways has the cards of a phone, and an open finding has the whole screen', async () => {
  const sideways = await testApp.openAs('client', { width: 844, height: 390, home: false })
  await openDashboard(sideways, platformNamed('e-commerce'), `${wide}&status=33`)
  const first = sideways.locator('article[data-row]').first()
  await first.getByRole('button', { name: /^Open record 1/ }).click()
  const body = sideways.locator('[data-peek-body]')
  await body.getByRole('link').first().waitFor()
  await shot(sideways, 'phone-sideways')
  const { width, y } = (await body.boundingBox())!
  expect(width).toBeGreaterThan(800)
  expect(y).toBeLessThan(140)
  expect(problemsOf(sideways)).toEqual([])
  await releasePage(sideways)
})

test('the card of a phone shows its status as a whole, and its details what it cuts off', async () => {
  await openDashboard(page, platformNamed('e-commerce'), `${wide}&status=33`)
  const select = cards()
    .first()
    .getByRole('combobox', { name: /^Status of/ })
  const room = await roomOf(select)
  expect(room).toBeGreaterThanOrEqual(-0.5)
  await cards().first().getByRole('button', { name: 'Show details' }).click()
  const address = addressesOf(cards().first().locator('[data-detail]')).first()
  await address.waitFor()
  await shot(page, 'phone-details')
  expect(await isWhole(address)).toBe(true)
  await cards().first().getByRole('button', { name: 'Open record 1', exact: true }).click()
  const opened = addressesOf(page.locator('[data-peek-body]')).first()
  await opened.waitFor()
  expect(await isWhole(opened)).toBe(true)
})

test('what is chosen from is as high as a finger needs on a phone: filters, menus, sorting, columns', async () => {
  await openDashboard(page, platformNamed('e-commerce'))
  await page.getByRole('button', { name: 'Site', exact: true }).click()
  await page.locator('[data-choice]').first().waitFor()
  await shot(page, 'phone-filter')
  expect(await low(page.locator('[data-choice] label'))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('group', { name: 'Columns' }).waitFor()
  expect(await low(page.getByRole('group', { name: 'Columns' }).getByRole('button'))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await low(page.getByRole('menuitem'))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option').and(page.locator(':visible')).first().waitFor()
  expect(await low(page.getByRole('listbox').getByRole('option'))).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Columns and density' }).click()
  const moves = page.getByRole('button', { name: /^Move .* to the right$/ })
  await moves.first().waitFor()
  await shot(page, 'phone-columns')
  const tops = await moves.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(Math.min(...tops.slice(1).map((top, at) => top - tops[at]!))).toBeGreaterThanOrEqual(40)
})

test('the field of a comment and its button are above the keyboard of a phone', async () => {
  await openDashboard(page, platformNamed('domain'), `${wide}&status=33`)
  let showClusters = () => {}
  const shown = new Promise<void>((resolve) => (showClusters = resolve))
  await page.route('**/api/clusters/of-finding**', async (route) => {
    await shown
    await route.continue()
  })
  await cards().first().getByRole('button', { name: 'Open record 1', exact: true }).click()
  const body = page.locator('[data-peek-body]')
  await body.getByRole('button', { name: 'Mention someone or attach a file' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).click()
  const field = body.getByRole('textbox', { name: 'Comment' })
  await field.and(page.locator(':focus')).waitFor()
  // What is above the field may come after it and does not push it down.
  showClusters()
  await body.getByRole('region', { name: 'Similar findings' }).waitFor()
  await shot(page, 'phone-comment')
  const actions = await page.getByRole('group', { name: 'Decisions' }).first().boundingBox()
  expect((await field.boundingBox())!.y).toBeGreaterThanOrEqual(actions!.y + actions!.height)
  const button = (await body.getByRole('button', { name: 'Update comment' }).boundingBox())!
  // A keyboard takes some 280 of 640 pixels.
  expect(button.y + button.height).toBeLessThanOrEqual(360)
  await page.unroute('**/api/clusters/of-finding**')
  // The way back stays, although the finding is scrolled.
  const close = (await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).boundingBox())!
  expect(close.y).toBeGreaterThanOrEqual(0)
})

test('the status under each picture is whole, and the name of the company has the room that the brand leaves', async () => {
  await openDashboard(page, platformNamed('e-commerce'), `${wide}&status=33&cards=M`)
  const statuses = page.locator('[data-row]').getByTitle('Awaiting Approval').locator('> :last-child')
  await statuses.first().waitFor()
  await shot(page, 'phone-gallery')
  for (const status of (await statuses.all()).slice(0, 4)) expect(await isWhole(status)).toBe(true)
  const widths = await page
    .getByRole('banner')
    .locator('[aria-haspopup="listbox"] > span:nth-child(2)')
    .evaluateAll((all) => all.map((one) => one.clientWidth))
  expect(widths).toHaveLength(2)
  expect(widths[0]).toBeGreaterThanOrEqual(72)
})

test('the headings of the home of a client are level with their buttons', async () => {
  await page.goto('/client-dashboard?startDate=2020-01-01&endDate=2035-12-31')
  await page.locator('[data-platform] > header').first().waitFor()
  await page.locator('[data-chart="Brands Distribution"]').waitFor()
  // In one go: what is above may still grow.
  for (const head of [
    page.locator('[data-platform] > header').first(),
    page.locator('[data-chart="Brands Distribution"] > header'),
  ])
    await expect
      .poll(() =>
        head.evaluate((one): number => {
          const text = one.ownerDocument.createRange()
          text.selectNodeContents(one.querySelector('h2, h3'))
          // A long one has two lines.
          const { top, bottom } = text.getClientRects()[0]
          const button = one.querySelector('button').getBoundingClientRect()
          return Math.abs((top + bottom) / 2 - (button.top + button.bottom) / 2)
        }),
      )
      .toBeLessThan(3)
  await releasePage(page)
})
