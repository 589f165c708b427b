import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { cell, countOf, dashboardOf, openDashboard, platformNamed, query, rowsOf, settled, wide } from './dashboards.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'

let house: Journey
beforeAll(async () => {
  house = await journey()
})
afterAll(() => house.end())

const tooMany = 'More than 25,000 records cannot be downloaded. Please contact administrator.'
const statusOf = async (id: string) =>
  (await query<{ status: string }>(house.databaseUrl, 'select status from findings where id = $1', [id]))[0]!.status
const idOf = async (row: ReturnType<typeof rowsOf>) => (await row.first().getAttribute('data-row'))!

describe('approving in bulk', () => {
  test.each(platforms.map((platform) => [platform.title, platform] as const))(
    'C-006 C-103 C-104 C-105 C-201 C-321 %s: only at 33, disabled until selected and while running, 33 becomes 22',
    async (_title, platform) => {
      const page = await house.openAs('client')
      await openDashboard(page, platform)
      const button = page.getByRole('button', { name: 'Approve All' })
      const all = page.getByLabel('Select all records')
      expect([await button.count(), await all.count()]).toEqual([0, 0])
      await openDashboard(page, platform, `${wide}&status=33,22`)
      expect([await button.count(), await all.count()]).toEqual([0, 0])

      await openDashboard(page, platform, `${wide}&status=33`)
      expect(await button.isDisabled()).toBe(true)
      const before = await countOf(page)
      const boxes = page.getByRole('checkbox', { name: /^Select record \d+$/ })
      await boxes.nth(1).click()
      await boxes.nth(3).click({ modifiers: ['Shift'] })
      await page.getByText('3 on this page selected').waitFor()
      const ids = await page
        .locator('tr[data-selected]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')!))
      expect(ids).toHaveLength(3)

      let release = () => undefined as void
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/update-bulk-infrigement-status', async (route) => {
        await held
        await route.continue()
      })
      const [asked] = await Promise.all([page.waitForRequest('**/update-bulk-infrigement-status'), button.click()])
      expect(await button.isDisabled()).toBe(true)
      const body = asked.postDataJSON() as Record<string, unknown> & { recordIds: Record<string, string>[] }
      expect(body).toMatchObject({ statusfrom: '33', status: '22', platform: platform.value, module: platform.module })
      expect(body.recordIds.map((record) => record['id']).sort()).toEqual([...ids].sort())
      for (const record of body.recordIds)
        expect(Object.keys(record).sort()).toEqual(['brand', 'company', 'id', platform.identity].sort())
      release()
      await page.getByRole('alert').getByText('Record successfully updated', { exact: true }).waitFor()
      await expect.poll(() => countOf(page)).toBe(before - 3)
      expect(await Promise.all(ids.map(statusOf))).toEqual(['22', '22', '22'])

      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => countOf(page)).toBe(before)
      expect(await Promise.all(ids.map(statusOf))).toEqual(['33', '33', '33'])
      await page.context().close()
    },
  )

  test('C-322 a failure says Something went wrong, and the button is enabled again', async () => {
    const page = await house.openAs('client')
    await openDashboard(page, platformNamed('website'), `${wide}&status=33`)
    await page.route('**/update-bulk-infrigement-status', (route) =>
      route.fulfill({ status: 409, json: { message: 'Nothing was changed' } }),
    )
    await page.getByLabel('Select all records').click()
    const button = page.getByRole('button', { name: 'Approve All' })
    await button.click()
    await page.getByRole('alert').getByText('Something went wrong', { exact: true }).waitFor()
    expect(await button.isEnabled()).toBe(true)
    await page.context().close()
  })
})

describe('the status of a row', () => {
  test.each(platforms.map((platform) => [platform.value, platform] as const))(
    'C-005 C-114 C-115 %s: a select for the four editable statuses with their choices, read-only text for all others',
    async (value, platform) => {
      const page = await house.openAs('client')
      const names = ['Awaiting Approval', 'Approved', 'No Action', 'Client Review']
      for (const status of platform.statuses) {
        await openDashboard(page, platform, `${wide}&status=${status}`)
        if ((await rowsOf(page).count()) === 0) continue
        const select = cell(rowsOf(page).first(), 'status').getByRole('combobox')
        if (!['33', '22', '00', '88'].includes(status)) expect(await select.count()).toBe(0)
        else
          expect(await select.locator('option').allInnerTexts()).toEqual(
            value === 'e-commerce' ? [...names, 'Purchase'] : names,
          )
      }
      await openDashboard(page, platform, `${wide}&status=33`)
      const row = rowsOf(page).first()
      const id = await idOf(rowsOf(page))
      const [asked] = await Promise.all([
        page.waitForRequest(`**/update-infrigement-status/${id}`),
        cell(row, 'status').getByRole('combobox').selectOption('88'),
      ])
      expect(asked.postDataJSON()).toMatchObject({ platform: value, status: '88', statusfrom: '33', module: value })
      await expect.poll(() => statusOf(id)).toBe('88')
      await page.context().close()
    },
  )

  test('C-320 a refused change shows the server message as an alert, and the row as it is now', async () => {
    const platform = platformNamed('domain')
    const page = await house.openAs('client')
    await openDashboard(page, platform, `${wide}&status=33,55`)
    const row = page.locator('[data-row]:has(select)').first()
    const id = (await row.getAttribute('data-row'))!
    await query(house.databaseUrl, `update findings set status = '55' where id = $1`, [id])
    await cell(row, 'status').getByRole('combobox').selectOption('22')
    await page.getByRole('alert').getByText('Status has already been changed. Please refresh.').waitFor()
    await cell(page.locator(`[data-row="${id}"]`), 'status')
      .getByText('Success', { exact: true })
      .waitFor()
    await page.context().close()
  })
})

describe('comments', () => {
  test.each(platforms.map((platform) => [platform.value, platform.commentSaved, platform] as const))(
    'C-007 C-240 C-317 C-318 %s: an empty comment is not sent; a saved one says %j',
    async (value, saved, platform) => {
      const page = await house.openAs('client')
      await openDashboard(page, platform)
      const id = await idOf(rowsOf(page))
      await query(house.databaseUrl, 'update findings set client_comment = null where id = $1', [id])
      await page.reload()
      await settled(page)
      await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
      let sent = 0
      page.on('request', (request) => (sent += request.url().includes('comment') ? 1 : 0))
      await page.getByLabel('Comment', { exact: true }).fill('   ')
      await page.getByRole('button', { name: 'Update comment' }).click()
      expect(sent).toBe(0)
      await page.getByLabel('Comment', { exact: true }).fill('Please take this down')
      await page.getByRole('button', { name: 'Update comment' }).click()
      await page.getByRole('alert').getByText(saved, { exact: true }).waitFor()
      expect(saved).toBe(value === 'e-commerce' ? 'Comment upated successfully.' : 'Comment updated successfully.')
      const [stored] = await query<{ client_comment: string }>(
        house.databaseUrl,
        'select client_comment from findings where id = $1',
        [id],
      )
      expect(stored!.client_comment).toBe('Please take this down')
      await page.context().close()
    },
  )

  test('C-319 a failed save shows the server message, and what was typed stays', async () => {
    const page = await house.openAs('client')
    await openDashboard(page, platformNamed('website'))
    await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
    await page.route('**/update-comment', (route) =>
      route.fulfill({ status: 404, json: { message: 'Record not found' } }),
    )
    await page.getByLabel('Comment', { exact: true }).fill('Typed with care')
    await page.getByRole('button', { name: 'Update comment' }).click()
    await page.getByRole('alert').getByText('Record not found').waitFor()
    expect(await page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Typed with care')
    await page.context().close()
  })
})

describe('downloads', () => {
  test.each(platforms.map((platform) => [platform.value, platform] as const))(
    'C-008 C-303 %s: CSV and Excel of what the list shows, by their names',
    async (value, platform) => {
      const page = await house.openAs('client')
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
      await page.context().close()
    },
  )

  test('C-246 C-338 above 25,000 records the screen refuses without a call; exactly 25,000 are asked', async () => {
    const platform = platformNamed('website')
    const page = await house.openAs('client')
    let total = 25_001
    let downloads = 0
    await page.route('**/api/website?**', async (route) => {
      const answer = await route.fetch()
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
    await page.context().close()
  })

  test.each([
    ['e-commerce', 100],
    ['domain', 30],
  ])(
    'C-302 C-323 C-324 %s waits %i s; only e-commerce says that it failed, the others log it',
    async (value, seconds) => {
      const platform = platformNamed(value)
      const page = await house.openAs('client')
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.clock.install()
      // The browser's own timer cannot be moved by the clock: it is told to this one.
      await page.addInitScript(`AbortSignal.timeout = (milliseconds) => {
      const stop = new AbortController()
      setTimeout(() => stop.abort(new DOMException('waited', 'TimeoutError')), milliseconds)
      return stop.signal
    }`)
      await openDashboard(page, platform)
      let failed = false
      page.on('requestfailed', () => (failed = true))
      await page.route('**/download-xls**', () => undefined)
      await page.getByRole('button', { name: 'Excel', exact: true }).click()
      await page.getByText('Preparing Excel…').waitFor()
      await page.clock.runFor((seconds - 1) * 1000)
      expect(failed).toBe(false)
      await page.clock.runFor(2000)
      await expect.poll(() => failed).toBe(true)
      await expect.poll(() => logged.some((text) => text.includes('download failed'))).toBe(true)
      const said = page.getByText('Download failed. Please try again later.')
      if (value === 'e-commerce') await said.waitFor()
      else expect(await said.count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Excel', exact: true }).isEnabled()).toBe(true)
      await page.context().close()
    },
  )
})

describe('when something is not as wished', () => {
  test('C-329 a failing list call leaves the list as it was, says nothing, and can be tried again', async () => {
    const platform = platformNamed('social-media')
    const page = await house.openAs('client')
    await openDashboard(page, platform)
    const before = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
    await page.route('**/api/social-media?**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong' } }),
    )
    await page.locator('th[data-column="link"]').getByRole('button').click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))).toEqual(before)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.unroute('**/api/social-media?**')
    await again.click()
    await again.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('C-095 C-016 C-014 a brand without the platform shows the fallback, the brand with it the dashboard', async () => {
    const page = await house.openAs('client')
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
        expect(await page.locator('table').count()).toBe(0)
      }
    }
    await page.context().close()
  })

  test.each(['analyst', 'admin'] as const)(
    'C-096 the %s sees the access-restricted page in place of each',
    async (who) => {
      const page = await house.openAs(who)
      for (const platform of platforms) {
        await page.goto(dashboardOf(platform))
        await page.getByText('Access restricted. This module is available to Client users only.').waitFor()
        expect(await page.locator('table').count()).toBe(0)
      }
      await page.context().close()
    },
  )

  test('a month without findings says what to do next', async () => {
    const page = await house.openAs('client')
    await openDashboard(page, platformNamed('domain'), 'startDate=2019-01-01&endDate=2019-01-31')
    await page.getByText('No Domain findings').waitFor()
    await page.getByText('Nothing was reported from 01/01/2019 to 31/01/2019.', { exact: false }).waitFor()
    await shot(page, 'dashboard-empty')
    await page.context().close()
  })

  test('a notification shows only its records, with a way back', async () => {
    const [notice] = await query<{ id: string; platform: string; n: number }>(
      house.databaseUrl,
      `select n.id, f.platform, count(*)::int as n from notifications n
       join users u on u.id = n.user_id join notices o on o.id = n.notice_id
       join findings f on f.id = any(o.finding_ids) and f.deleted_at is null
       where u.username = 'client@demo.test' group by n.id, f.platform limit 1`,
    )
    const platform = platformNamed(notice!.platform)
    const page = await house.openAs('client')
    await page.goto(`${dashboardOf(platform)}?notification=${notice!.id}`)
    await settled(page)
    expect(await countOf(page)).toBe(notice!.n)
    await page.getByRole('button', { name: 'Show all records' }).click()
    await page.getByRole('textbox', { name: /^Search / }).waitFor()
    await page.context().close()
  })
})

describe('keys and phone', () => {
  test('j and k move, Enter opens, x selects, Esc closes, / goes to the search', async () => {
    const page = await house.openAs('client')
    await openDashboard(page, platformNamed('website'), `${wide}&status=33`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const second = rowsOf(page).nth(1)
    await expect.poll(() => second.evaluate((row) => row.ownerDocument.activeElement === row)).toBe(true)
    await page.keyboard.press('x')
    await page.getByText('1 on this page selected').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Update comment' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Update comment' }).waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    expect(
      await page
        .getByRole('textbox', { name: 'Search URL' })
        .evaluate((box) => box.ownerDocument.activeElement === box),
    ).toBe(true)
    await page.context().close()
  })

  test.each(platforms.map((platform) => [platform.value, platform] as const))(
    'C-004 %s on a phone of 390 pixels: cards, filters, details and comment, nothing wider than the screen',
    async (value, platform) => {
      for (const theme of ['light', 'dark'] as const) {
        const page = await house.openAs('client', { width: 390, height: 844, theme })
        await openDashboard(page, platform, `${wide}&status=33`)
        expect(await page.locator('table').count()).toBe(0)
        expect(await rowsOf(page).count()).toBeGreaterThan(3)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
        await shot(page, `dashboard-${value}-phone-${theme}`)
        // The page itself scrolls, and reaching its end brings the next records.
        const shown = await page.getByText(/^Showing \d+ of/).textContent()
        if ((await countOf(page)) > 10) {
          await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
          await expect.poll(() => page.getByText(/^Showing \d+ of/).textContent()).not.toBe(shown)
          await page.evaluate('window.scrollTo(0, 0)')
        }
        await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
        await page.getByRole('button', { name: 'Update comment' }).first().waitFor()
        await shot(page, `dashboard-${value}-phone-open-${theme}`)
        expect(await axeFindings(page)).toEqual([])
        expect(problemsOf(page)).toEqual([])
        await page.context().close()
      }
    },
  )
})
