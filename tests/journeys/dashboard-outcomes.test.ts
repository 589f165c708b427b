import { fetchAnswer } from './fetch-answer.ts'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { countOf, dashboardOf, openDashboard, platformNamed, query, rowsOf, settled, wide } from './dashboards.ts'
import {
  axeFindings,
  hasFocus,
  recordAlerts,
  journey,
  type Journey,
  releasePage,
  applyPageOptions,
  problemsOf,
  shot,
} from './harness.ts'
import { runClockUntil, stopClock } from './page-clock.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const tooMany = 'More than 25,000 records cannot be downloaded. Please contact administrator.'

describe('downloads', () => {
  test.each(platforms.map((platform) => [platform.value, platform] as const))(
    'C-008 C-303 %s: CSV and Excel of what the list shows, by their names',
    async (value, platform) => {
      const page = await testApp.openAs('client', { home: false })
      await openDashboard(page, platform, `${wide}&status=22`)
      const count = await countOf(page)
      const [csv] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'CSV', exact: true }).click(),
      ])
      expect(csv.suggestedFilename()).toBe(`${value}.csv`)
      const lines = readFileSync((await csv.path())!, 'utf8')
        .trimEnd()
        .split(/\r?\n/)
      expect(lines[0]).toContain(platform.downloaded.slice(1, 3).join(','))
      expect(lines.length).toBeGreaterThanOrEqual(count + 1)
      const [excel] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Excel', exact: true }).click(),
      ])
      expect(excel.suggestedFilename()).toBe(`${value}.xlsx`)
      expect(
        readFileSync((await excel.path())!)
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
      await releasePage(page)
    },
  )

  test('C-246 C-338 above 25,000 records the screen refuses without a call; exactly 25,000 are requested', async () => {
    const platform = platformNamed('website')
    const page = await testApp.openAs('client', { home: false })
    let total = 25_001
    let downloads = 0
    await page.route('**/api/website?**', async (route) => {
      const answer = await fetchAnswer(route)
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), totalDocs: total } })
    })
    await page.route('**/website/download-xls**', (route) => {
      downloads++
      return route.continue()
    })
    await openDashboard(page, platform)
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    await page.getByRole('alert').getByText(tooMany, { exact: true }).waitFor()
    expect(downloads).toBe(0)
    total = 25_000
    await page.reload()
    await settled(page)
    await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV', exact: true }).click()])
    expect(downloads).toBe(1)
    await releasePage(page)
  })

  test.each([
    ['e-commerce', 100],
    ['domain', 30],
  ])(
    'C-302 C-323 C-324 %s waits %i s; only e-commerce shows an alert, the others log the failure',
    async (value, seconds) => {
      const platform = platformNamed(value)
      const page = await testApp.openAs('client', { home: false })
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.clock.install()
      // AbortSignal.timeout does not follow the test clock; this replacement does.
      await page.addInitScript(`AbortSignal.timeout = (milliseconds) => {
      const stop = new AbortController()
      setTimeout(() => stop.abort(new DOMException('waited', 'TimeoutError')), milliseconds)
      return stop.signal
    }`)
      const alerts = await recordAlerts(page)
      await openDashboard(page, platform)
      let failed = false
      // Other requests fail as well: the bell ends a silent stream.
      page.on('requestfailed', (request) => (failed ||= request.url().includes('download-xls')))
      await page.route('**/download-xls**', () => undefined)
      // From here on only the test makes time pass: how much of it a busy machine used up does not matter.
      await stopClock(page)
      await page.getByRole('button', { name: 'Excel', exact: true }).click()
      await runClockUntil(page, 4, () => page.getByText('Preparing Excel…').isVisible())
      await page.clock.runFor((seconds - 2) * 1000)
      expect(failed).toBe(false)
      await page.clock.runFor(3000)
      await expect.poll(() => failed).toBe(true)
      await expect.poll(() => logged.some((text) => text.includes('download failed'))).toBe(true)
      await page.clock.resume()
      const failureAlert = page.getByText('Download failed. Please try again later.')
      if (value === 'e-commerce') await failureAlert.waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Excel', exact: true }).isEnabled()).toBe(true)
      // The alert comes a moment after the log entry.
      await page.getByRole('button', { name: 'User menu' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
      expect(await alerts()).toEqual(value === 'e-commerce' ? ['Download failed. Please try again later.'] : [])
      await page.context().close()
    },
  )
})

describe('failures and empty lists', () => {
  test('C-329 a failed list call leaves the list unchanged, shows no alert, and can be retried', async () => {
    const platform = platformNamed('social-media')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform)
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(12)
    const before = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
    await page.route('**/api/social-media?**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong' } }),
    )
    await page.locator('th[data-column="link"]').getByRole('button').click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    // G59: said in its place, below the rows, which stay.
    await page.getByText('The list could not be loaded. Something went wrong').waitFor()
    await expect
      .poll(() => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row'))))
      .toEqual(before)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.unroute('**/api/social-media?**')
    await again.click()
    await again.waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    await releasePage(page)
  })

  test('C-095 C-016 C-014 a brand without the platform shows the fallback, the brand with it the dashboard', async () => {
    const page = await testApp.openAs('client')
    await page.getByRole('button', { name: /^Brand/ }).click()
    await page.getByRole('option', { name: 'Solmira' }).click()
    const flags = { domain: false, website: true, 'social-media': true, 'e-commerce': true, 'app-store': false }
    for (const platform of platforms) {
      await page.goto(dashboardOf(platform))
      const fallback = page.getByText('You have no access to this module for selected Brand', { exact: true })
      if (flags[platform.value]) {
        await settled(page)
        expect(await fallback.count()).toBe(0)
      } else {
        await fallback.waitFor()
        await expect.poll(() => page.locator('table').count()).toBe(0)
      }
    }
    await releasePage(page)
  })

  test.each(['analyst', 'admin'] as const)(
    'C-096 the %s sees the access-restricted page in place of each',
    async (who) => {
      const page = await testApp.openAs(who, { home: false })
      for (const platform of platforms) {
        await page.goto(dashboardOf(platform))
        await page.getByText('Access restricted. This module is available to Client users only.').waitFor()
        await expect.poll(() => page.locator('table').count()).toBe(0)
      }
      await releasePage(page)
    },
  )

  test('a month without findings shows what to do next', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platformNamed('domain'), 'startDate=2019-01-01&endDate=2019-01-31')
    await page.getByText('No Domain findings').waitFor()
    await page.getByText('Nothing was reported from 01/01/2019 to 31/01/2019.', { exact: false }).waitFor()
    await shot(page, 'dashboard-empty')
    await releasePage(page)
  })

  test('a notification shows only its records, with a way back', async () => {
    const [notice] = await query<{ id: string; platform: string; n: number }>(
      testApp.databaseUrl,
      `select n.id, f.platform, count(*)::int as n from notifications n
       join users u on u.id = n.user_id join notices o on o.id = n.notice_id
       join findings f on f.id = any(o.finding_ids) and f.deleted_at is null
       where u.username = 'client@demo.test' group by n.id, f.platform limit 1`,
    )
    const platform = platformNamed(notice!.platform)
    const page = await testApp.openAs('client', { home: false })
    await page.goto(`${dashboardOf(platform)}?notification=${notice!.id}`)
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(notice!.n)
    await page.getByRole('button', { name: 'Show all records' }).click()
    await page.getByRole('textbox', { name: /^Search / }).waitFor()
    await releasePage(page)
  })
})

describe('keys and phone', () => {
  test('j and k move, Enter opens, x selects, Esc closes, / goes to the search', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platformNamed('website'), `${wide}&status=33`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const second = rowsOf(page).nth(1)
    await expect.poll(() => hasFocus(second)).toBe(true)
    await page.keyboard.press('x')
    await page.getByText('1 on this page selected').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Update comment' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Update comment' }).waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Search URL' }))).toBe(true)
    await releasePage(page)
  })

  test.each(platforms.map((platform) => [platform.value, platform] as const))(
    'C-004 %s on a phone of 390 pixels: cards, filters, details and comment, nothing wider than the screen',
    async (value, platform) => {
      const page = await testApp.openAs('client', { width: 390, height: 844, home: false })
      await openDashboard(page, platform, `${wide}&status=33`)
      await expect.poll(() => page.locator('table').count()).toBe(0)
      await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(3)
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      await shot(page, `dashboard-${value}-phone`)
      // The page itself scrolls, and reaching its end loads more records.
      const shown = await page.getByText(/^Showing \d+ of/).textContent()
      if ((await countOf(page)) > 10) {
        await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
        await expect.poll(() => page.getByText(/^Showing \d+ of/).textContent()).not.toBe(shown)
        await page.evaluate('window.scrollTo(0, 0)')
      }
      await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
      await page.getByRole('button', { name: 'Update comment' }).first().waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await applyPageOptions(page, { theme, width: 390, height: 844 })
        await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
        await shot(page, `dashboard-${value}-phone-open-${theme}`)
        expect(await axeFindings(page)).toEqual([])
      }
      expect(problemsOf(page)).toEqual([])
      await releasePage(page)
    },
  )
})
