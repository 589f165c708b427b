import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyPageOptions, type Journey, journey, type Person } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/** Screens with filters or a form of choices at their top, by who uses them. */
const screens: Partial<Record<Person, readonly string[]>> = {
  client: [
    '/client-dashboard',
    '/domain-dashboard',
    '/client-request-dashboard',
    '/clusters',
    '/enforcement-clock',
    '/security',
  ],
  analyst: [
    '/data-upload',
    '/edit-bulk-data',
    '/enforcement',
    '/bulk-enforcement',
    '/my-work',
    '/clusters',
    '/review',
    '/check-duplicate',
    '/searched-domains',
    '/client-requests',
    '/next-steps',
    '/enforcement-proposals',
    '/enforcement-clock',
  ],
  admin: [
    '/companies',
    '/brands',
    '/users',
    '/logs',
    '/upload-purchase',
    '/enforcement-configuration',
    '/evidence-days',
  ],
}

/** Runs in the browser: the fields and buttons of the screen whose text does not fit. */
const cutTexts = `(() => {
  const brush = document.createElement('canvas').getContext('2d')
  const shown = (one) => one.getClientRects().length > 0
  const isCut = (input) => {
    const style = getComputedStyle(input)
    brush.font = style.fontWeight + ' ' + style.fontSize + ' ' + style.fontFamily
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    return brush.measureText(input.placeholder).width > room + 0.5
  }
  const inputs = [...document.querySelectorAll('main input[placeholder]')].filter(shown).filter(isCut)
  const labels = [...document.querySelectorAll('main :is(.mantine-Button-label, .mantine-InputWrapper-label)')]
  return [
    ...inputs.map(({ placeholder }) => placeholder),
    ...labels.filter((one) => shown(one) && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
  ]
})()`

/** Runs in the browser: the lines of a list's filters on a phone that do not reach from one side to the other. */
const raggedLines = `(() => {
  const ragged = []
  for (const row of document.querySelectorAll('main [data-field-row]')) {
    const style = getComputedStyle(row)
    const room = row.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    const lines = new Map()
    for (const one of row.children) {
      const { left, right, bottom, width } = one.getBoundingClientRect()
      // Ticks stand in line with those of the list.
      if (width === 0 || one.querySelector('[type=checkbox]')) continue
      const key = [...lines.keys()].find((other) => Math.abs(other - bottom) < 12) ?? bottom
      const line = lines.get(key) ?? { left, right }
      lines.set(key, { left: Math.min(line.left, left), right: Math.max(line.right, right) })
    }
    for (const { left, right } of lines.values()) if (Math.abs(right - left - room) > 1) ragged.push(right - left)
  }
  return ragged
})()`

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await page.locator('main h1').first().waitFor()
  await page.locator('main').locator('input:visible, button:visible').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

for (const [who, paths] of Object.entries(screens) as [Person, readonly string[]][])
  test(`no text of a field is cut and no screen scrolls sideways, for ${who}`, { timeout: 400_000 }, async () => {
    const page = await testApp.openAs(who, { home: false })
    for (const [width, height] of [
      [375, 812],
      [1440, 900],
    ] as const) {
      await applyPageOptions(page, { width, height })
      for (const path of paths) {
        await open(page, path)
        const where = { message: `${path} at ${width}` }
        await expect.poll(() => page.evaluate(cutTexts), where).toEqual([])
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'), where).toBe(true)
        if (width === 375) await expect.poll(() => page.evaluate(raggedLines), where).toEqual([])
      }
    }
  })

test('the lists of staff fill each line of their filters on a phone', async () => {
  const page = await testApp.openAs('analyst', { width: 375, height: 812, home: false })
  await open(page, '/client-requests')
  const right = async (name: string) => {
    const box = await page.getByRole('main').getByRole('combobox', { name, exact: true }).boundingBox()
    return Math.round(box!.x + box!.width)
  }
  // While fields are still coming, those that are there may stand elsewhere.
  const rights = async () => {
    const search = await page.getByRole('button', { name: 'Search', exact: true }).last().boundingBox()
    const fields = await Promise.all(['Platform', 'Owner', 'Sort by'].map(right))
    return new Set([...fields, Math.round(search!.x + search!.width)]).size
  }
  await expect.poll(rights).toBe(1)
})

test('Esc in the calendar of a filter closes the calendar, and the filter with the next one', async () => {
  const page = await testApp.openAs('client', { home: false })
  await open(page, '/domain-dashboard')
  const opener = page.getByRole('button', { name: 'Reporting Date', exact: true })
  const filter = page.getByRole('dialog').filter({ has: page.getByLabel('How Reporting Date is compared') })
  await opener.and(page.locator('[data-filter-button]')).click()
  await filter.getByLabel('How Reporting Date is compared').selectOption({ label: 'is between' })
  const calendar = page.getByRole('dialog', { name: 'Reporting Date from', exact: true })
  const calendarOpener = filter.getByRole('button', { name: 'Reporting Date from: calendar' })
  // Also before the focus is in the calendar.
  for (const isBefore of [false, true]) {
    await calendarOpener.click()
    await calendar.getByRole('button', { name: 'Next month' }).waitFor()
    if (isBefore) await calendarOpener.focus()
    else await expect.poll(() => calendar.locator(':focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    expect(await filter.count()).toBe(1)
    await calendarOpener.and(page.locator(':focus')).waitFor()
  }
  await page.keyboard.press('Escape')
  await filter.waitFor({ state: 'detached' })
})
