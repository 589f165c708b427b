import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monthOf, showDayOnHome, today } from '#vocabulary/dates.ts'
import { countOf, query, settled } from './dashboards.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('client')
})
afterAll(() => testApp.end())

const month = () => monthOf(today('Asia/Kolkata'))
const allTime = `startDate=2018-01-01&endDate=${month().endDate}`
const chart = (title: string, on: Page = page) => on.locator(`[data-chart="${title}"]`)
// A chart is drawn when somebody comes near it.
const drawn = (card: Locator) => card.scrollIntoViewIfNeeded().then(() => card.locator('[data-drawn="true"]').waitFor())
const open = async (search: string, on: Page = page) => {
  await on.goto(`/client-dashboard?${search}`)
  await on.getByRole('tabpanel').and(on.locator('[aria-busy="false"]')).waitFor()
}
const tableRows = (card: Locator) =>
  card
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent ?? '')))

/** Number of findings of the client's own brands. */
const counted = async (where: string) =>
  (
    await query<{ n: number }>(
      testApp.databaseUrl,
      `select count(*)::int n from findings f join brands b on b.id = f.brand_id and b.enabled
       join users u on u.username = 'client@demo.test' and u.company_id = f.company_id where f.deleted_at is null and ${where}`,
    )
  )[0]!.n

describe('the home of a client', () => {
  test('C-024 C-074 C-075 C-076 C-342 the header, the dates of the current month, and a spinner while it loads', async () => {
    const release = await holdCall(page, '**/chart/home**')
    await page.reload()
    await page.locator('[data-loader="shown"]').waitFor()
    release()
    await page.locator('[data-loader]').waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard')
    await expect
      .poll(() => page.getByLabel('Reporting Date', { exact: true }).textContent())
      .toBe(`${showDayOnHome(month().startDate)} – ${showDayOnHome(month().endDate)}`)
  })

  test('it says what its numbers count, and a month is shown by days', async () => {
    await open('')
    const first = page.getByRole('tabpanel').locator('section').first()
    await expect.poll(() => first.textContent()).toContain('of all time, regardless of the dates chosen')
    await page.getByText('The charts count what was reported this month.').waitFor()
    await expect
      .poll(() => page.locator('[data-platform="domain"] > header').textContent())
      .toMatch(/^Domain[\d,]+ infringements? reported this month/)
    await drawn(chart('Domain: Daily'))
    const dates = page.locator('[data-chart="Domain: Daily"] svg text', { hasText: /-\d{4}$/ })
    const boxes = await dates.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    expect(boxes.length > 1 && boxes.slice(1).every(({ x }, at) => x > boxes[at]!.x + boxes[at]!.width + 2)).toBe(true)
    await chart('Domain: Daily').getByRole('button', { name: 'Show Domain: Daily as a table' }).click()
    const days = async () => (await tableRows(chart('Domain: Daily'))).slice(1).map(([day]) => day)
    await expect.poll(days).toHaveLength(Number(month().endDate.slice(8)))
    expect((await days())[0]).toBe(showDayOnHome(month().startDate))
    await shot(page, 'client-home-month-light')
    await open(allTime)
    await page.getByText('The charts count what was reported to date.').waitFor()
  })

  test('it starts with the findings that await this person and links to exactly those', async () => {
    const total = await counted(`f.status = '33'`)
    const high = await counted(`f.status = '33' and f.priority = 'High'`)
    const says = (n: number) => n.toLocaleString('en-GB')
    const first = page.getByRole('tabpanel').locator('section').first()
    await expect
      .poll(() => first.textContent())
      .toContain(`${says(total)} findings await your approval, ${says(high)} of them High · of all time`)
    const domains = await counted(`f.status = '33' and f.platform = 'domain' and f.priority = 'High'`)
    await first.getByRole('listitem').filter({ hasText: 'Domain' }).getByRole('link', { name: /High/ }).click()
    await page.waitForURL('**/domain-dashboard?status=33&priority=High**')
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(domains)
    await page.goBack()
    await first.waitFor()
  })

  test('a first visit is not said to follow another one; the next says since when', async () => {
    const takenDown = page.locator('[data-number="takenDown"]')
    const ofClient = `user_id = (select id from users where username = 'client@demo.test')`
    await query(testApp.databaseUrl, `delete from home_visits where ${ofClient}`)
    await open('')
    await takenDown.getByText('In the last 31 days', { exact: true }).waitFor()
    await query(testApp.databaseUrl, `update home_visits set opened_at = now() - interval '5 hours' where ${ofClient}`)
    await open('')
    await takenDown.getByText(/^Since your last visit on \d/).waitFor()
  })

  test('C-078 C-079 C-080 C-082 C-083 C-084 tabs and cards: bars of each platform, trap purchase only here, folding', async () => {
    await open(allTime)
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual(['Home', 'Domain', 'Website', 'Social Media', 'E Commerce', 'App Store'])
    const cards = page.locator('[data-platform]')
    const names = ['Domain', 'Website', 'Social Media', 'E-commerce', 'App Store', 'Trap Purchase']
    await expect.poll(() => cards.getByRole('heading', { level: 2 }).allTextContents()).toEqual(names)
    for (const name of names) for (const kind of ['Monthly', 'Company-wise']) await drawn(chart(`${name}: ${kind}`))
    const domain = cards.first()
    await domain.getByRole('button', { name: 'Collapse Domain' }).click()
    await chart('Domain: Monthly').waitFor({ state: 'hidden' })
    await domain.getByRole('button', { name: 'Expand Domain' }).click()
    await chart('Domain: Monthly').waitFor()
    await expect.poll(() => domain.getByRole('link', { name: 'Domain' }).getAttribute('href')).toBe('/domain-dashboard')
    await shot(page, 'client-home-wide-light')
    expect(await axeFindings(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
  })

  test('C-093 C-094 A-052 each chart is enlarged, printed and downloaded; its table has its numbers', async () => {
    for (const title of ['Brands Distribution', 'Webpage Distribution']) {
      await page.getByRole('button', { name: `Enlarge ${title}` }).click()
      const large = page.getByRole('dialog', { name: title })
      await drawn(large)
      const box = (await large.boundingBox())!
      expect(box.width).toBeGreaterThan(1100)
      expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThan(12)
      await page.keyboard.press('Escape')
      await large.waitFor({ state: 'detached' })
    }
    const card = chart('Brands Distribution')
    await drawn(card)
    for (const [kind, ending] of [
      ['PNG', 'png'],
      ['CSV', 'csv'],
    ] as const) {
      await card.getByRole('button', { name: 'Download Brands Distribution' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: kind }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(new RegExp(`^brands-distribution-[a-z-]+-2018.*\\.${ending}$`))
      const bytes = readFileSync((await file.path())!)
      if (kind === 'PNG') expect([bytes.subarray(1, 4).toString(), bytes.length > 20_000]).toEqual(['PNG', true])
      else expect(bytes.toString()).toContain(`Demo Brand,${await counted(`b.brand_name = 'Demo Brand'`)},`)
    }
    await page.evaluate('window.print = () => { window.printed = document.body.lastElementChild.textContent }')
    await card.getByRole('button', { name: 'Print Brands Distribution' }).click()
    await expect.poll(() => page.evaluate('window.printed')).toContain('Demo Brand')
    await card.getByRole('button', { name: 'Show Brands Distribution as a table' }).click()
    await expect.poll(async () => (await tableRows(card)).map(([name]) => name)).toContain('Demo Brand')
    const entry = chart('Infringements by Status').getByRole('button', { name: /^Success/ })
    await entry.click()
    await expect.poll(() => entry.getAttribute('aria-pressed')).toBe('false')
    await expect
      .poll(() => chart('Infringements by Status').locator('[role=img]').getAttribute('aria-label'))
      .not.toContain('Success')
  })

  test('a click on a part of a chart or of its table opens the list with as many records', async () => {
    await open(`tab=domain&${allTime}`)
    const status = chart('Infringements by Status')
    await drawn(status)
    const ring = status.locator('[role=img]')
    const { width, height } = (await ring.boundingBox())!
    // To the right of the middle, on the ring: the first and largest part. Of the element: what is above it may still load.
    await ring.click({ position: { x: width / 2 + Math.min(width, height) * 0.38, y: height / 2 - 8 } })
    await page.waitForURL('**/domain-dashboard?status=**')
    await settled(page)
    const code = new URL(page.url()).searchParams.get('status')!
    await expect.poll(() => countOf(page)).toBe(await counted(`f.platform = 'domain' and f.status = '${code}'`))
    await page.goBack()
    const monthly = chart('Domain: Monthly')
    await monthly.getByRole('button', { name: 'Show Domain: Monthly as a table' }).click()
    const link = monthly.getByRole('row').last().getByRole('link').first()
    const number = Number((await link.textContent())!.replace(/\D/g, ''))
    await link.click()
    await page.waitForURL('**/domain-dashboard?status=**')
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(number)
  })

  test('C-085 C-086 C-087 C-089 C-090 C-092 A-047 A-048 A-049 A-050 A-051 every platform has its charts', async () => {
    const own: Record<string, string[]> = {
      domain: ['TLD Distribution', 'Domain Infringement by Reporting Date'],
      website: ['Website Infringement by Reporting Date'],
      socialMedia: ['Social Media Infringement by Reporting Date'],
      eCommerce: ['Platform Distribution', 'E-Commerce Infringement by Reporting Date', 'Platform Seller Distribution'],
      appStore: ['App store Infringement by Reporting Date'],
    }
    for (const [tab, titles] of Object.entries(own)) {
      await open(`tab=${tab}&${allTime}`)
      for (const title of [...titles, 'Enforcement Percentage', 'Infringements by Status']) await drawn(chart(title))
      await expect.poll(() => page.getByRole('button', { name: /^(Collapse|Expand)/ }).count()).toBe(0)
      await expect.poll(() => page.locator('[data-platform]').count()).toBe(1)
      await chart('Enforcement Percentage')
        .getByText('(All infringements - Awaiting approval - No Action) / All infringements', { exact: true })
        .waitFor()
      if (tab !== 'eCommerce') continue
      await expect
        .poll(() => chart('Platform Distribution').locator('[role=img]').getAttribute('aria-label'))
        .toContain(`${await counted(`f.platform = 'e-commerce'`)} in total`)
      expect(await axeFindings(page)).toEqual([])
      await shot(page, 'client-home-ecommerce-wide-light')
    }
  })

  test('C-077 C-316 A-053 brand and dates reload all charts; empty charts say so', async () => {
    await open(allTime)
    const brand = (
      await query<{ id: string }>(testApp.databaseUrl, `select id from brands where brand_name = 'Demo Brand'`)
    )[0]!.id
    await page.getByRole('button', { name: /^Brand/ }).click()
    const [request] = await Promise.all([
      page.waitForRequest(`**/chart/home?**brand=${brand}**`),
      page.getByRole('option', { name: 'Demo Brand' }).click(),
    ])
    await request.response()
    await expect.poll(() => chart('Brands Distribution').getByText('Demo Brand').count()).toBeGreaterThan(0)
    const total = await counted(`b.brand_name = 'Demo Brand'`)
    await expect
      .poll(() => chart('Infringements by Status').locator('[role=img]').getAttribute('aria-label'))
      .toContain(`${total} in total`)
    await open('startDate=2018-01-01&endDate=2018-01-31')
    await expect.poll(() => chart('Infringements by Status').textContent()).toContain('No data available')
    await expect.poll(() => page.getByText('No data available', { exact: true }).count()).toBeGreaterThan(8)
  })

  test('C-315 charts that cannot be loaded are logged without an alert, and can be retried', async () => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route('**/chart/website**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong' } }),
    )
    await page.goto('/client-dashboard?tab=website')
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await expect.poll(() => logged.some((text) => text.includes('could not be loaded'))).toBe(true)
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
    await page.unroute('**/chart/website**')
    await again.click()
    await chart('Enforcement Percentage').waitFor()
  })
})

test('on a phone in the dark theme everything fits, and cards expand one by one', async () => {
  const phone = await testApp.openAs('client', { width: 390, height: 844, theme: 'dark', home: false })
  await open(allTime, phone)
  await drawn(chart('Enforcement Percentage', phone))
  const isWide = () => phone.evaluate('document.documentElement.scrollWidth > innerWidth')
  await expect.poll(() => isWide()).toBe(false)
  await phone.getByRole('button', { name: 'Expand E-commerce' }).click()
  await drawn(chart('E-commerce: Monthly', phone))
  await shot(phone, 'client-home-narrow-dark')
  expect(await axeFindings(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Enlarge E-commerce: Monthly' }).click()
  const large = phone.getByRole('dialog')
  await drawn(large)
  await expect.poll(async () => (await large.boundingBox())?.width).toBe(390)
  await phone.keyboard.press('Escape')
  await phone.getByRole('tab', { name: 'Website' }).click()
  await drawn(chart('Website Infringement by Reporting Date', phone))
  await expect.poll(() => isWide()).toBe(false)
  expect(problemsOf(phone)).toEqual([])
  await phone.context().close()
})

test('with nothing left to decide the home says so as good news, without an empty list to open', async () => {
  await query(
    testApp.databaseUrl,
    `update findings f set status = '22' from users u
      where u.username = 'client2@demo.test' and f.company_id = u.company_id and f.status in ('33', '88')`,
  )
  const other = await testApp.openAs('client2')
  const notice = other.getByRole('region', { name: 'All caught up. Nothing awaits your approval.' })
  await notice.waitFor()
  await expect.poll(() => notice.textContent()).toBe('All caught up. Nothing awaits your approval.')
  expect(await notice.getByRole('link').count()).toBe(0)
  await shot(other, 'client-home-caught-up-light')
  const look = (element: Locator) =>
    element.evaluate((one) => {
      const { color, borderTopColor, backgroundColor } = (
        globalThis as unknown as { getComputedStyle: (of: unknown) => Record<string, string> }
      ).getComputedStyle(one)
      return { color, borderTopColor, backgroundColor }
    })
  const calm = await look(notice)
  const [, red, green] = /rgb\((\d+), (\d+), \d+\)/.exec((await look(notice.locator('svg'))).color!)!
  expect(Number(green)).toBeGreaterThan(Number(red))
  // Not in the colours of what waits for a decision, which another client has.
  const first = await testApp.openAs('client')
  const waiting = first.getByRole('region', { name: /await your approval$/ })
  await waiting.waitFor()
  const urgent = await look(waiting)
  expect(urgent.backgroundColor).not.toBe(calm.backgroundColor)
  expect(urgent.borderTopColor).not.toBe(calm.borderTopColor)
})
