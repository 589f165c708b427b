import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe.ts'
import { hasFocus, type Journey, journey } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const wholeYears = 'startDate=2020-01-01&endDate=2035-12-31'
const home = `/client-dashboard?${wholeYears}`
const dashboard = `/ecommerce-dashboard?${wholeYears}`

test('a screen needs no script before it is shown that its page does not name', async () => {
  const page = await testApp.openAs('client', { home: false })
  // In the page: on a slow machine scripts of parts that come later are requested before this test sees the heading.
  await page.addInitScript(`new MutationObserver((_, observer) => {
      if (!document.querySelector('h1')) return
      window.shownAt = performance.now()
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })`)
  for (const path of ['/client-dashboard', '/ecommerce-dashboard', '/mynotifications']) {
    const html = await (await page.request.get(path)).text()
    const named = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, script]) => script)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const requested = await page.evaluate<string[]>(`performance.getEntriesByType('resource')
      .filter(({ startTime }) => startTime < window.shownAt).map(({ name }) => new URL(name).pathname)
      .filter((name) => name.endsWith('.js'))`)
    expect(requested.length, path).toBeGreaterThan(0)
    expect(
      requested.filter((script) => !named.includes(script)),
      path,
    ).toEqual([])
    // Few: a browser asks for six at once where the server has HTTP/1.1.
    expect(named.length, path).toBeLessThanOrEqual(12)
  }
  await page.context().close()
})

test('on the home of a client what awaits them is shown before the charts, and nothing moves for these', async () => {
  const page = await testApp.openAs('client', { home: false })
  await page.addInitScript(`window.seen = []
    new MutationObserver(() => {
      for (const what of ['[data-chart]', '[class*="_sentence_"]'])
        if (!window.seen.includes(what) && document.querySelector(what)) window.seen.push(what)
    }).observe(document, { subtree: true, childList: true })`)
  await watchShifts(page)
  await page.goto(home)
  await page.locator('[data-drawn="true"]').first().waitFor()
  expect(await page.evaluate('window.seen')).toEqual(['[class*="_sentence_"]', '[data-chart]'])
  expect(await shiftOf(page)).toBeLessThan(0.01)
  await page.context().close()
})

test('the list of a dashboard does not move while its filters find their room', async () => {
  // Between these widths the buttons that do not fit are behind 'More'.
  const page = await testApp.openAs('client', { home: false, width: 1100, height: 800 })
  await watchShifts(page)
  await page.goto(dashboard)
  await page.locator('[data-row]').first().waitFor()
  expect(await page.locator('[data-filter-button]').count()).toBeGreaterThan(0)
  await expect.poll(() => page.locator('[data-measured="false"]').count()).toBe(0)
  const line = page.locator('[data-measured="true"]')
  expect((await line.boundingBox())!.height).toBeLessThan(40)
  expect(await shiftOf(page)).toBeLessThan(0.1)
  await page.context().close()
})

test('forms do not move on a phone while the numbers above them and the buttons of their head are fetched', async () => {
  const page = await testApp.openAs('analyst', { home: false, width: 412, height: 823 })
  await watchShifts(page)
  for (const [path, last] of [
    ['/data-upload', '[aria-busy="false"] [data-number="approved"] a'],
    ['/enforcement', 'main a[href="/case-files"]'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('combobox', { name: 'Platform', exact: true }).waitFor()
    await page.locator(last).first().waitFor()
    expect(await shiftOf(page), path).toBeLessThan(0.02)
  }
  await page.context().close()
})

test('menus and filters that are rendered when they are needed open by keyboard and give the focus back', async () => {
  const page = await testApp.openAs('client', { home: false })
  await page.goto(home)
  const download = page.getByRole('button', { name: 'Download Infringements by Status' })
  await download.focus()
  expect(await download.getAttribute('aria-haspopup')).toBe('menu')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'PNG' }).waitFor()
  expect(await download.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: 'PNG' }).waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(download)).toBe(true)
  // At its button, and by a click without a pointer, as assistive software makes it.
  await download.dispatchEvent('click')
  const distance = async () => {
    const entry = (await page.getByRole('menuitem', { name: 'CSV' }).boundingBox())!
    const button = (await download.boundingBox())!
    return [Math.abs(entry.x - button.x) < 250, Math.abs(entry.y - button.y) < 150]
  }
  await expect.poll(distance).toEqual([true, true])
  await page.keyboard.press('Escape')

  const enlarge = page.getByRole('button', { name: 'Enlarge Infringements by Status' })
  await enlarge.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(enlarge)).toBe(true)

  await page.goto(dashboard)
  await page.locator('[data-row]').first().waitFor()
  expect(await page.locator('[role=option], [role=menuitem], [role=listbox]').count()).toBe(0)
  const brand = page.getByRole('button', { name: /^Brand/ })
  await brand.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Search brand' }))).toBe(true)
  await page.getByRole('option', { name: 'All', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(brand)).toBe(true)
  const size = page.getByRole('combobox', { name: 'Records per page' })
  await size.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: '50', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: '50', exact: true }).waitFor({ state: 'hidden' })

  const filter = page.locator('[data-filter-button]').first()
  await filter.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(filter)).toBe(true)
  await page.context().close()
})

test('each column of a list has a name that is text, also the ones of its buttons', async () => {
  const page = await testApp.openAs('client', { home: false })
  await page.goto(`${dashboard}&status=33`)
  await page.getByRole('checkbox', { name: 'Select all records' }).waitFor()
  expect(await axeViolations(page, 'html', { rules: ['empty-table-header'] })).toEqual([])
  await page.context().close()
})

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`window.shifted = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })`)
}

const shiftOf = async (page: Page) => (await page.evaluate('window.shifted')) as number
