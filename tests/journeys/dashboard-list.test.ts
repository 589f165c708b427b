import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { monthOf, showDay, today } from '#vocabulary/dates.ts'
import {
  cell,
  chooseFilter,
  countOf,
  dashboardOf,
  listCall,
  openDashboard,
  platformNamed,
  rowsOf,
  settled,
  wide,
} from './dashboards.ts'
import { holdCall } from './hold-call.ts'
import { applyPageOptions, axeFindings, journey, type Journey, releasePage, problemsOf, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/** The current month as its dates are shown; it may be another one before and after an action. */
function monthText(): string {
  const { startDate, endDate } = monthOf(today('Asia/Kolkata'))
  return `${showDay(startDate)} – ${showDay(endDate)}`
}

const screenRows: Record<string, string> = {
  domain: 'C-025',
  website: 'C-026',
  'social-media': 'C-027',
  'e-commerce': 'C-028',
  'app-store': 'C-029',
}

describe('a dashboard as a Client opens it', () => {
  test.each(platforms.map((platform) => [screenRows[platform.value]!, platform.title, platform] as const))(
    '%s C-097 C-098 C-100 C-116 C-004 %s: header, dates, downloads, the columns of its definition, and no accessibility findings',
    async (_row, title, platform) => {
      const page = await testApp.openAs('client', { home: false })
      const before = monthText()
      await page.goto(dashboardOf(platform))
      await settled(page)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
      // C-099 C-174: the current month, as DD/MM/YYYY.
      const dates = page.getByLabel('Reporting Date', { exact: true }).first()
      await expect.poll(() => dates.textContent()).toBeOneOf([before, monthText()])
      for (const name of ['CSV', 'Excel'])
        await expect.poll(() => page.getByRole('button', { name, exact: true }).isEnabled()).toBe(true)

      await openDashboard(page, platform)
      await expect.poll(() => countOf(page)).toBeGreaterThan(100)
      await expect.poll(() => page.getByRole('combobox', { name: 'Records per page' }).inputValue()).toBe('10')
      // Ten a page; the next ones fill the screen.
      await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(12)
      await expect
        .poll(() => page.locator('thead th[data-column]').allInnerTexts())
        .toEqual(platform.listed.map((name) => platform.columns[name]!.label))
      await listCall(page, platform, () => chooseFilter(page, 'status', ['Awaiting Approval']))
      await expect.poll(() => cell(rowsOf(page).first(), 'status').getByRole('combobox').inputValue()).toBe('33')
      await page.getByRole('button', { name: 'Show details' }).first().click()
      await shot(page, `dashboard-${platform.value}-light`)
      expect(await axeFindings(page)).toEqual([])
      expect(problemsOf(page)).toEqual([])
      await releasePage(page)

      const dark = await testApp.openAs('client', { theme: 'dark', home: false })
      await openDashboard(dark, platform)
      await shot(dark, `dashboard-${platform.value}-dark`)
      expect(await axeFindings(dark)).toEqual([])
      await releasePage(dark)
    },
  )

  test.each([
    ['domain', ['10', '20', '50', '100', 'All'], 'C-332'],
    ['website', ['10', '20', '50', '100', 'All'], 'C-332'],
    ['social-media', ['10', '20', '50', '100', 'All'], 'C-332'],
    ['app-store', ['10', '20', '50', '100', 'All'], 'C-332'],
    ['e-commerce', ['10', '20', '50'], 'C-333'],
  ])('C-331 C-107 C-332 C-333 %s offers its sizes (%j), and choosing one replaces the list', async (value, sizes) => {
    const platform = platformNamed(value)
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform)
    // What fills the screen was asked for: it would be taken for the call that is looked at.
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(10)
    await page.getByRole('combobox', { name: 'Records per page' }).click()
    await expect.poll(() => page.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual(sizes)
    const params = await listCall(page, platform, () =>
      page.getByRole('listbox').getByRole('option', { name: '50', exact: true }).click(),
    )
    expect(params).toMatchObject({ dropdownCount: '50', page: '1' })
    await page.getByText('Showing 50 of').waitFor()
    if (sizes.includes('All')) {
      await page.getByRole('combobox', { name: 'Records per page' }).click()
      const all = await listCall(page, platform, () =>
        page.getByRole('listbox').getByRole('option', { name: 'All' }).click(),
      )
      expect(all).toMatchObject({ dropdownCount: '20000', page: '1' })
      await expect.poll(() => page.getByText(/^Showing [\d,]+ of/).textContent()).toMatch(/^Showing ([\d,]+) of \1$/)
    }
    await releasePage(page)
  })

  test.each([
    ['domain', 'C-334', { page: '2', perPage: '20' }, 40],
    ['website', 'C-334', { page: '2', perPage: '20' }, 40],
    ['social-media', 'C-335', { page: '1', perPage: '40' }, 40],
    ['app-store', 'C-335', { page: '1', perPage: '40' }, 40],
    ['e-commerce', 'G12', { page: '2', perPage: '20' }, 40],
  ])('C-106 C-334 C-335 %s grows on scroll to the bottom (%s)', async (value, _row, expected, shown) => {
    const platform = platformNamed(value)
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform, `${wide}&size=20`)
    const params = await listCall(page, platform, async () => {
      await rowsOf(page).first().hover()
      await page.mouse.wheel(0, 4000)
    })
    expect(params).toMatchObject(expected)
    await page.getByText(`Showing ${shown} of`).waitFor()
    await releasePage(page)
  })

  test('C-101 sorting cycles none, ascending, descending, none, and is in the address', async () => {
    const platform = platformNamed('website')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform)
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(10)
    const head = page.locator('th[data-column="url"]')
    const button = head.getByRole('button')
    await expect.poll(() => head.getAttribute('aria-sort')).toBeNull()
    // The rows that fill the screen are asked for in the order of before.
    const sortAfter = (before?: string) =>
      listCall(
        page,
        platform,
        () => button.click(),
        ({ sortOrder }) => sortOrder !== before,
      )
    expect(await sortAfter()).toMatchObject({ sortBy: 'url', sortOrder: 'asc' })
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    expect(await sortAfter('asc')).toMatchObject({ sortBy: 'url', sortOrder: 'desc' })
    await expect.poll(() => new URL(page.url()).searchParams.get('sortOrder')).toBe('desc')
    await button.click()
    await expect.poll(() => new URL(page.url()).searchParams.get('sortBy')).toBeNull()
    await expect.poll(() => head.getAttribute('aria-sort')).toBeNull()
    await page.goBack()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await releasePage(page)
  })
})

test('title and tools take one line at 1440 and two at 1024, the filters one, with the others behind More; the status stays in view', async () => {
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platformNamed('e-commerce'), wide)
  const middles = (names: readonly string[]) =>
    Promise.all(
      names.map(async (name) => {
        const box = await page.locator('main').getByRole('button', { name, exact: true }).first().boundingBox()
        return box && Math.round(box.y + box.height / 2)
      }),
    )
  const lines = async (names: readonly string[]) => new Set(await middles(names)).size
  const filterNames = ['Site', 'Reason', 'More filters', 'Views']
  await expect.poll(() => lines(['CSV', 'Excel', 'More actions', 'Columns and density'])).toBe(1)
  await expect.poll(() => lines(filterNames)).toBe(1)
  const first = async () => (await rowsOf(page).first().boundingBox())?.y ?? Infinity
  await expect.poll(first).toBeLessThan(200)
  // Narrower than its columns the table keeps the status, which is decided by, in view.
  await applyPageOptions(page, { width: 1280, height: 800 })
  await expect.poll(() => lines(['Site', 'More filters', 'Views'])).toBe(1)
  const right = async (selector: string) => {
    const box = await page.locator('main').locator(selector).first().boundingBox()
    return box && box.x + box.width
  }
  await expect.poll(() => right('table')).toBeGreaterThan(1280)
  await expect.poll(() => right('td[data-column="status"]')).toBeLessThan(1280)
  await applyPageOptions(page, { width: 1024, height: 768 })
  await expect.poll(() => page.locator('[data-filter-button="reasonCode"]').count()).toBe(0)
  await expect.poll(() => lines(['Site', 'More filters', 'Views'])).toBe(1)
  await expect.poll(first).toBeLessThan(240)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('dialog', { name: 'More filters' }).getByRole('button', { name: 'Reason Code' }).click()
  await page.getByRole('dialog', { name: 'More filters' }).getByText('TM_Keyword').first().waitFor()
  await releasePage(page)
})

/** Runs in the browser: of the first ten rows the columns with a text that is cut, and those with more than 30 pixels free in each. */
const cutAndFree = `(names) => {
  const rows = [...document.querySelectorAll('tr[data-row]')].slice(0, 10)
  const range = document.createRange()
  const endOf = (cell) => {
    range.selectNodeContents(cell)
    return Math.max(...[...cell.querySelectorAll('[data-cut], svg')].map((one) => {
      if (one.tagName === 'svg') return one.getBoundingClientRect().right
      range.selectNodeContents(one.firstChild ?? one)
      return range.getBoundingClientRect().right
    }), 0)
  }
  const cellsOf = (name) => rows.map((row) => row.querySelector('[data-column="' + name + '"]'))
  const isCut = (cell) => [...cell.querySelectorAll('[data-cut]')].some((one) => one.scrollWidth > one.clientWidth)
  const freeIn = (cell) => cell.getBoundingClientRect().right - endOf(cell)
  return {
    cut: names.filter((name) => cellsOf(name).some(isCut)),
    free: names.filter((name) => cellsOf(name).every((cell) => freeIn(cell) > 30)),
  }
}`

test('a large screen cuts no text of a list while another column has room for it', async () => {
  const page = await testApp.openAs('client', { home: false, width: 1920, height: 1080 })
  for (const platform of platforms) {
    const names = platform.listed.filter((name) =>
      ['text', 'link', 'domain', 'choice', 'reasonCode'].includes(platform.columns[name]!.kind),
    )
    await openDashboard(page, platform)
    await expect.poll(() => rowsOf(page).count(), { message: platform.value }).toBeGreaterThan(10)
    const isGivenAway = async () => {
      const { cut, free } = await page.evaluate<{ cut: string[]; free: string[] }>(
        `(${cutAndFree})(${JSON.stringify(names)})`,
      )
      return cut.length === 0 || free.length === 0 ? 'all of it' : `cut: ${cut}, free: ${free}`
    }
    await expect.poll(isGivenAway, { message: platform.value }).toBe('all of it')
  }
  await releasePage(page)
})

test('the rows of a search are there before all of them are counted; their number follows, once', async () => {
  const page = await testApp.openAs('client', { home: false })
  const counts: string[] = []
  page.on('request', (request) => request.url().includes('/api/ecommerce/total?') && counts.push(request.url()))
  const release = await holdCall(page, '**/api/ecommerce/total?**')
  const search = `${wide}&title=aurevia`
  await openDashboard(page, platformNamed('e-commerce'), search)
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(9)
  const foot = page.getByRole('status').filter({ hasText: /^Showing/ })
  await expect.poll(() => foot.textContent()).toMatch(/^Showing \d+$/)
  await expect.poll(async () => (await page.getByTestId('record-count').textContent())?.trim()).toBe('')
  await shot(page, 'dashboard-counting-light')
  // More rows come meanwhile, and neither ask for the number again.
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.poll(() => foot.textContent()).toMatch(/^Showing (3|4)\d$/)
  release()
  await expect.poll(() => countOf(page)).toBeGreaterThan(1000)
  await expect.poll(() => foot.textContent()).toMatch(/^Showing \d+ of [\d,]+$/)
  expect(counts).toHaveLength(1)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})
