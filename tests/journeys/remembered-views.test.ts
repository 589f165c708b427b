import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countOf,
  dashboardOf,
  listCall,
  openDashboard,
  platformNamed,
  query,
  rowsOf,
  settled,
  wide,
} from './dashboards.ts'
import { applyPageOptions, journey, type Journey, releasePage, shot } from './harness.ts'
import { stopClock } from './page-clock.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const domain = platformNamed('domain')
const website = platformNamed('website')
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const menu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()

describe('what a dashboard remembers', () => {
  test('C-346 dates followed on one dashboard change no other', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, website, 'startDate=2026-03-01&endDate=2026-03-31')
    await openDashboard(page, domain, `status=33&startDate=2018-01-01&endDate=2035-12-31`)
    await menu(page, 'Website').click()
    await page.waitForURL(/website-dashboard/)
    await settled(page)
    await expect.poll(() => searchOf(page)).toEqual({ startDate: '2026-03-01', endDate: '2026-03-31' })
    await menu(page, 'Domain').click()
    await page.waitForURL(/domain-dashboard\?.*2018/)
    await settled(page)
    await expect.poll(() => searchOf(page)).toMatchObject({ status: '33', startDate: '2018-01-01' })
    // One that was not opened yet begins with the current month, which the address leaves out.
    await menu(page, 'App Store').click()
    await page.waitForURL(/app-store-dashboard/)
    await settled(page)
    await expect.poll(() => searchOf(page)).toEqual({})
    await releasePage(page)
  })

  test('C-166 C-346 the menu entries of the open dashboard keep what it remembers', async () => {
    const page = await testApp.openAs('client', { home: false })
    const view = { priority: 'High', size: '50', startDate: '2020-01-01', endDate: '2035-12-31' }
    await openDashboard(page, domain, new URLSearchParams(view).toString())
    await menu(page, 'Domain').click()
    await expect.poll(() => searchOf(page)).toEqual(view)
    await page.reload()
    await settled(page)
    await expect.poll(() => searchOf(page)).toEqual(view)
    // A ready filter of the submenu brings its filter and leaves dates and size.
    await menu(page, 'Client Review').click()
    await expect.poll(() => searchOf(page)).toEqual({ ...view, priority: undefined, status: '88' })
    await page.goBack()
    await expect.poll(() => searchOf(page)).toEqual(view)
    await releasePage(page)
  })

  test('the seller of a row is opened with the dates of its list', async () => {
    const shop = platformNamed('e-commerce')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, shop)
    const link = rowsOf(page).locator('[data-column="username"] a').first()
    await expect.poll(() => link.getAttribute('href')).toContain(wide)
    await releasePage(page)
  })
})

describe('opening a notification', () => {
  /** The newest notification of a brand in another company than the one a Client starts with. */
  async function elsewhere() {
    const [found] = await query<{ id: string; company: string; brand: string; path: string; count: number }>(
      testApp.databaseUrl,
      `select n.id, c.name as company, b.brand_name as brand, o.platform as path, cardinality(o.finding_ids) as count
       from notifications n join notices o on o.id = n.notice_id join users u on u.id = n.user_id
         join brands b on b.id = o.brand_id join companies c on c.id = o.company_id
       where u.username = 'client@demo.test' and c.parent_id is not null order by n.created_at desc limit 1`,
    )
    return found!
  }
  const selected = (page: Page, label: string) =>
    page.getByRole('button', { name: new RegExp(`^${label}`) }).innerText()

  test('C-348 C-073 it switches to the company and brand of its records and shows exactly those', async () => {
    const one = await elsewhere()
    const page = await testApp.openAs('client', { home: false })
    await page.goto('/mynotifications')
    await page.getByRole('main').locator(`a[href*="${one.id}"]`).click()
    await page.waitForURL(/notification=/)
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(Number(one.count))
    await expect.poll(() => selected(page, 'Company')).toContain(one.company)
    await expect.poll(() => selected(page, 'Brand')).toContain(one.brand)
    await shot(page, 'notification-elsewhere')

    // Choosing a brand by hand leaves the notification.
    await page.getByRole('button', { name: /^Brand/ }).click()
    await page.getByRole('option', { name: 'All', exact: true }).click()
    await expect.poll(() => searchOf(page)['notification']).toBeUndefined()
    await expect.poll(() => selected(page, 'Brand')).toContain('All')
    await page.context().close()
  })

  test('C-348 neither a reload nor a brand without the platform is in the way', async () => {
    const one = await elsewhere()
    const page = await testApp.openAs('client', { home: false })
    // A page without the console, which would store the company and brand that it shows.
    await page.goto('/api/health')
    // A brand of the first company that lacks the platform of the notification.
    const [lacking] = await query<{ id: string; company_id: string }>(
      testApp.databaseUrl,
      `insert into brands (id, company_id, brand_name, platforms)
       select gen_random_uuid(), c.id, 'Only marks', '{"tmch": {}}' from users u join companies c on c.id = u.company_id
       where u.username = 'client@demo.test' returning id, company_id`,
    )
    await page.evaluate(
      `localStorage.setItem('session:company', '${lacking!.company_id}'), localStorage.setItem('session:brand', '${lacking!.id}')`,
    )
    const path = dashboardOf(platformNamed(one.path))
    await page.goto(`${path}?notification=${one.id}`)
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(Number(one.count))
    await page.reload()
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(Number(one.count))
    await expect.poll(() => selected(page, 'Brand')).toContain(one.brand)
    await page.context().close()
  })
})

describe('filters', () => {
  test('C-337 three ticks make one call, a second after the last; a sort asks at once', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, domain)
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(10)
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // Later pages fill the screen.
      if (pathname === '/api/domain' && searchParams.get('perPage') === '10') calls.push(request.url())
    })
    await page.locator('[data-filter-button="status"]').click()
    const box = page.getByRole('dialog')
    await box.getByRole('checkbox', { name: 'Approved' }).waitFor()
    // The clock of the page stands still, so that a busy machine does not matter.
    await page.clock.install()
    await stopClock(page)
    const params = await listCall(page, domain, async () => {
      for (const label of ['Awaiting Approval', 'Approved', 'Success'])
        await box.getByRole('checkbox', { name: label }).click()
      // What was ticked is shown at once.
      await expect.poll(() => page.locator('[data-filter="status"]').innerText()).toContain('Success')
      await page.clock.runFor(900)
      expect(calls).toEqual([])
      await page.clock.resume()
    })
    expect(params['status']?.split(',').toSorted()).toEqual(['22', '33', '55'])
    expect(calls).toHaveLength(1)
    // One ticked after the application of another, before the rendering that follows, is applied too.
    await stopClock(page)
    await box.getByRole('checkbox', { name: 'Client Review' }).click()
    const next = box.getByRole('checkbox', { name: 'No Action' })
    await next.evaluate((one) => void setTimeout(() => (one as unknown as { click: () => void }).click(), 1000))
    await page.clock.runFor(1000)
    await page.clock.resume()
    const applied = () => searchOf(page)['status']?.split(',').toSorted()
    await expect.poll(applied).toEqual(['00', '22', '33', '55', '88'])
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await stopClock(page)
    const isAsked = () => calls.some((url) => url.includes('sortBy='))
    await page.getByRole('button', { name: 'Domain', exact: true }).click()
    let milliseconds = 0
    for (; !isAsked() && milliseconds < 3000; milliseconds += 50) {
      await page.clock.runFor(50)
      // Whatever the page has to do by now, which takes a busy machine longer, though no time passes in the page.
      await page.evaluate(`scheduler.postTask(() => undefined, { priority: 'background' })`)
    }
    expect(milliseconds).toBeLessThan(900)
    await page.context().close()
  })

  test('conditions: none of, empty and several texts are chosen, shown as chips, and kept by a reload', async () => {
    const platform = platformNamed('e-commerce')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform)
    // The number may follow the rows.
    await expect.poll(() => countOf(page)).toBeGreaterThan(0)
    const all = await countOf(page)
    await page.locator('[data-filter-button="status"]').click()
    const box = page.getByRole('dialog', { name: 'Status' })
    const counted = box.locator('[data-choice="33"] [id]').last()
    await expect.poll(() => counted.innerText()).toMatch(/^\d+/)
    const awaiting = Number((await counted.innerText()).replace(/\D/g, ''))
    expect(awaiting).toBeGreaterThan(0)
    await box.getByRole('combobox', { name: 'How Status is compared' }).selectOption({ label: 'is none of' })
    const params = await listCall(page, platform, async () => {
      await box.getByRole('checkbox', { name: 'Awaiting Approval' }).click()
    })
    expect(params).toMatchObject({ 'status.not': '33' })
    expect(params['status']).toBeUndefined()
    await page.keyboard.press('Escape')
    await expect.poll(() => countOf(page)).toBe(all - awaiting)
    await page.getByRole('button', { name: 'More filters' }).click()
    const more = page.getByRole('dialog', { name: 'More filters' })
    await more.getByRole('button', { name: 'Seller Rating' }).click()
    await more.getByRole('combobox', { name: 'How Seller Rating is compared' }).selectOption({ label: 'is empty' })
    await expect.poll(() => new URL(page.url()).searchParams.get('sellerRating.is')).toBe('empty')
    await page.reload()
    await settled(page)
    const chips = page.locator('[data-filter]')
    await expect
      .poll(() => chips.allInnerTexts())
      .toEqual(['Status is not Awaiting Approval', 'Seller Rating is empty'])
    await shot(page, 'filter-conditions')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => countOf(page)).toBe(all)
    await releasePage(page)
  })
})

describe('what cannot be loaded', () => {
  test('G59 more rows that cannot be loaded are said below the list, and the rows stay', async () => {
    const page = await testApp.openAs('client', { home: false, height: 700 })
    await openDashboard(page, website)
    await expect.poll(() => rowsOf(page).count()).toBe(20)
    const before = 20
    await page.route('**/api/website?*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('More rows could not be loaded. Broken').waitFor()
    await expect.poll(() => rowsOf(page).count()).toBe(before)
    await page.unroute('**/api/website?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByText('More rows could not be loaded').count()).toBe(0)
    await releasePage(page)
  })

  test('G59 the charts of a seller say so in their place', async () => {
    const page = await testApp.openAs('client', { home: false })
    await page.route('**/api/ecommerce/uniqueSellerData?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'Broken' } }),
    )
    await page.goto('/unique-seller-dashboard?sellerName=Nobody')
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(2)
    await releasePage(page)
  })
})

test('C-331 a large screen is filled: more rows follow the first ten until the list ends at the bottom', async () => {
  const page = await testApp.openAs('client', { home: false, width: 1920, height: 1080 })
  const sizes: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/ecommerce') sizes.push(searchParams.get('perPage') ?? '')
  })
  await openDashboard(page, platformNamed('e-commerce'))
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThanOrEqual(20)
  expect(new Set(sizes)).toEqual(new Set(['10']))
  await shot(page, 'dashboard-filled')
  await releasePage(page)
})

test('C-017 an address in other letter case is none', async () => {
  const page = await testApp.openAs('client', { home: false })
  await page.goto('/Domain-Dashboard')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await releasePage(page)
})

test.each(['', '&status=33', '&status=33&cards=M'])(
  'on a small phone the first card begins in the first third of the screen %j',
  async (filter) => {
    const page = await testApp.openAs('client', { home: false, width: 375, height: 740 })
    await openDashboard(page, platformNamed('e-commerce'), `${wide}${filter}`)
    if (filter.includes('cards')) await page.getByRole('region', { name: 'Genuine' }).locator('img').first().waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await applyPageOptions(page, { theme, width: 375, height: 740 })
      await shot(page, `dashboard-phone${filter.replaceAll(/\W/g, '-')}-${theme}`)
    }
    await expect.poll(async () => (await rowsOf(page).first().boundingBox())?.y).toBeLessThan(740 / 3)
    // Without scrolling sideways.
    for (const name of ['CSV', 'Excel', 'More actions'])
      await expect.poll(() => rightEdge(page.getByRole('button', { name, exact: true }))).toBeLessThanOrEqual(375)
    await releasePage(page)
  },
)

const rightEdge = async (part: Locator) => {
  const box = await part.boundingBox()
  return box ? box.x + box.width : Infinity
}
