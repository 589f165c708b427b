import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, platformNamed, query, wide } from './dashboards.ts'
import { applyPageOptions, axeFindings, journey, type Journey, releasePage, shot } from './harness.ts'
import { checkStaffViews } from './staff-list-steps.ts'
import { beside, freshRow, idsOf, isFocused, peeked } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const website = platformNamed('website')
const eCommerce = platformNamed('e-commerce')
const statusOf = async (id: string) =>
  (await query<{ status: string }>(testApp.databaseUrl, 'select status from findings where id = $1', [id]))[0]!.status
/** Runs in the page: scrolls the list to its last loaded row. */
const scrollToEnd = `document.querySelector('tr[data-row]').closest('table').parentElement.scrollBy(0, 10_000)`
/** Whether a row of the list is rendered and wholly in its box, below the header. */
const isInView = (page: Page, id: string) =>
  page.evaluate<boolean>(`(() => {
    const row = document.querySelector('tr[data-row="${id}"]')
    if (!row) return false
    const { top, bottom } = row.getBoundingClientRect()
    const table = row.closest('table')
    const box = table.parentElement.getBoundingClientRect()
    return top >= table.tHead.getBoundingClientRect().bottom - 1 && bottom <= box.bottom + 1
  })()`)
/** Runs in the page: whether the large picture of a finding in the list was loaded. */
const isPictureLoaded = (id: string) => `(() => {
  const small = document.querySelector('[data-row="${id}"] img')?.src
  return small !== undefined && performance.getEntriesByName(small.replace('size=thumb', 'size=card')).length > 0
})()`
/** Runs in the page: whether the keyboard is in the comment box of the open finding. */
const isCommentFocused = (id: string) =>
  `document.activeElement?.matches('[data-open-finding="${id}"] [data-peek-comments] textarea') === true`

describe('the open finding', () => {
  test('Enter opens, j and k walk on, a key decides and opens the next, u undoes, Esc returns to the row', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, eCommerce, `${wide}&status=33&size=50`)
    const ids = await idsOf(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await beside(page).getByRole('heading', { level: 2 }).waitFor()
    await expect.poll(() => peeked(page)).toBe(ids[0])
    await expect.poll(() => page.evaluate(isPictureLoaded(ids[1]!))).toBe(true)
    await page.keyboard.press('j')
    await expect.poll(() => peeked(page)).toBe(ids[1])
    await page.keyboard.press('k')
    await expect.poll(() => peeked(page)).toBe(ids[0])
    await beside(page).getByRole('img').or(beside(page).locator('[data-size="peek"]')).first().waitFor()
    await beside(page).getByRole('textbox', { name: 'Comment' }).waitFor()
    await shot(page, 'peek')
    expect(await axeFindings(page)).toEqual([])

    // The list was scrolled on by hand: a decision brings the next finding back into view.
    await page.evaluate(scrollToEnd)
    await expect.poll(() => isInView(page, ids[1]!)).toBe(false)

    // The comment box of the next finding comes after its facts; its key does not have to wait for that.
    await page.keyboard.press('n')
    await page.keyboard.press('c')
    await page.getByRole('alert').getByText('Moved to No Action.', { exact: true }).waitFor()
    await expect.poll(() => peeked(page)).toBe(ids[1])
    await expect.poll(() => isInView(page, ids[1]!)).toBe(true)
    await expect.poll(() => page.evaluate(isCommentFocused(ids[1]!))).toBe(true)
    await beside(page).getByRole('heading', { level: 2 }).focus()
    await expect.poll(() => statusOf(ids[0]!)).toBe('00')
    await page.keyboard.press('u')
    await page.getByRole('alert').getByText('Status returned to Awaiting Approval.').waitFor()
    // Not because its ten seconds are over.
    const moved = page.getByRole('alert').getByText('Moved to No Action.')
    await expect.poll(() => moved.count(), { timeout: 3_000 }).toBe(0)
    await expect.poll(() => statusOf(ids[0]!)).toBe('33')

    // Somebody else was faster: the screen shows what is stored, and says so.
    await query(testApp.databaseUrl, `update findings set status = '88', updated_at = now() where id = $1`, [ids[1]])
    await page.keyboard.press('a')
    await page.getByRole('alert').getByText('Somebody else has already moved this record to Client Review.').waitFor()
    await page.keyboard.press('k')
    await beside(page)
      .getByRole('list')
      .getByText('Client Review')
      .or(beside(page).getByText('Client Review'))
      .first()
      .waitFor()

    await page.keyboard.press('Escape')
    await beside(page).waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(page, ids[1]!)).toBe(true)
    await expect.poll(() => peeked(page)).toBe(null)
    await releasePage(page)
  })

  test('a link opens it, the thread undoes an own decision, dark and as a sheet on a phone', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, website, `${wide}&status=33`)
    const [id] = await idsOf(page)
    await openDashboard(page, website, `${wide}&status=33&peek=${id}`)
    await beside(page).getByRole('button', { name: 'Client Review' }).click()
    await page.getByRole('alert').getByText('Moved to Client Review.', { exact: true }).waitFor()
    await page.keyboard.press('k')
    const thread = beside(page).getByRole('region', { name: 'Activity' })
    await thread.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => statusOf(id!)).toBe('33')
    await applyPageOptions(page, { theme: 'dark' })
    await shot(page, 'peek-dark')
    expect(await axeFindings(page, 'aside')).toEqual([])
    await applyPageOptions(page, { theme: 'light', width: 375, height: 812 })
    await page.getByRole('dialog', { name: 'Finding', exact: true }).waitFor()
    await shot(page, 'peek-phone')
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await releasePage(page)
  })
})

describe('many findings', () => {
  test('everything that matches is moved after a preview of what is left out, and undone; as pictures too', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, eCommerce, `${wide}&status=33,00&size=20`)
    const count = async (status: string) =>
      (
        await query<{ n: number }>(
          testApp.databaseUrl,
          `select count(*)::int as n from findings f where platform = 'e-commerce' and status = $1 and deleted_at is null`,
          [status],
        )
      )[0]!.n
    const before = await count('33')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Select records' }).click()
    await page.getByLabel('Select all records').click()
    await page.getByRole('button', { name: /^Select all [\d,]+ matching records$/ }).click()
    await page.getByRole('button', { name: 'Move to…' }).click()
    await page.getByRole('menuitem', { name: /^No Action/ }).click()
    await page.getByRole('table', { name: 'Left out' }).getByText('Already in this status').waitFor()
    await shot(page, 'many-preview')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    const move = page.getByRole('button', { name: /^Move [\d,]+ records to No Action$/ })
    const moving = Number((await move.innerText()).replace(/\D/g, ''))
    await move.click()
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click({ timeout: 60_000 })
    await expect.poll(() => count('33'), { timeout: 60_000 }).toBe(before)
    expect(moving).toBeGreaterThan(100)

    await openDashboard(page, eCommerce, `${wide}&status=33,00&cards=S`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Select records' }).click()
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .click()
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.getByText('2 on this page selected').waitFor()
    await shot(page, 'pictures')
    await applyPageOptions(page, { theme: 'dark' })
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await beside(page).getByRole('heading', { level: 2 }).waitFor()
    await shot(page, 'pictures-dark')
    await releasePage(page)
  })

  test('what somebody else changes is marked in the row, also for staff, and never under the pointer', async () => {
    const client = await testApp.openAs('client', { home: false })
    const analyst = await testApp.openAs('analyst', { home: false })
    await openDashboard(client, website, `${wide}&status=33`)
    const [id, second] = await idsOf(client)
    await analyst.goto(`/enforcement?platform=website&status=33&peek=${id}`)
    const row = analyst.locator(`tr[data-row="${id}"]`)
    await row.waitFor()
    await beside(analyst).getByText('In Progress').first().waitFor()
    await shot(analyst, 'staff-peek')
    // The open finding keeps the status that was read, and says who moved it where.
    await client.keyboard.press('j')
    // The mark lasts 2.5 s.
    await Promise.all([freshRow(analyst, id!).waitFor(), client.keyboard.press('r')])
    await beside(analyst).getByRole('status').filter({ hasText: 'Meanwhile moved to Client Review' }).waitFor()
    expect(await row.getByText('Awaiting Approval').count()).toBe(1)
    await analyst.keyboard.press('Escape')
    await row.getByText('Client Review').waitFor()

    const under = analyst.locator(`tr[data-row="${second}"]`)
    await under.hover()
    await client.keyboard.press('j')
    await Promise.all([freshRow(analyst, second!).waitFor(), client.keyboard.press('n')])
    expect(await under.getByText('Awaiting Approval').count()).toBe(1)
    await analyst.mouse.move(0, 0)
    await under.getByText('No Action').waitFor()
    await releasePage(client)
    await releasePage(analyst)
  })
})

test('the palette opens a finding in its own company and brand, a key assigns it, and the home counts it', async () => {
  const [finding] = await query<{ id: string; url: string; brand: string }>(
    testApp.databaseUrl,
    `select f.id, d.url, f.brand_id as brand from findings f join findings_website d on d.company_id = f.company_id and d.finding_id = f.id
     where f.status = '22' and f.deleted_at is null order by f.id limit 1`,
  )
  const { id, url, brand } = finding!
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto('/data-upload')
  const day = page.getByRole('region', { name: 'Your day' })
  const approved = day.locator('[data-number="approved"]')
  const part = approved.getByRole('link', { name: 'Website' })
  const counted = (await part.locator('b').textContent())!
  // Two full rows.
  const numbers = day.locator('[data-number]')
  const rightsOfRows = async () => {
    const boxes = await numbers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    const rights = new Map(boxes.map(({ top, right }) => [Math.round(top), Math.round(right)]))
    return [rights.size, new Set(rights.values()).size]
  }
  await expect.poll(rightsOfRows).toEqual([2, 1])
  await shot(page, 'home-analyst')
  expect(await axeFindings(page)).toEqual([])
  await part.click()
  await page.waitForURL('**/enforcement?**status=22**')
  await expect.poll(() => page.locator('main').textContent()).toContain(`${counted} `)

  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Search screens, records and actions')
  await field.fill(url)
  await page.getByRole('dialog').getByRole('button', { name: url }).first().waitFor()
  await shot(page, 'palette-records')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => peeked(page)).toBe(id)
  await expect.poll(() => new URL(page.url()).searchParams.get('brand')).toBe(brand)
  await beside(page).getByRole('heading', { level: 2 }).waitFor()
  await beside(page).getByRole('button', { name: 'Assign', exact: true }).first().waitFor()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Me', exact: true }).click()
  await page.getByRole('alert').getByText('1 finding assigned', { exact: true }).waitFor()

  await page.goto('/data-upload')
  await day.getByRole('link', { name: /Assigned to you/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('button', { name: url }).first().waitFor()
  await page.keyboard.press('Escape')
  await day.getByRole('link', { name: /Assigned to you/ }).click()
  await page.waitForURL('**/my-work')
  await page.locator(`[data-row="${id}"]`).waitFor()

  await checkStaffViews(page)
  await releasePage(page)
})

test('on a phone a client decides by a swipe, takes it back, and cancels one by moving back', async () => {
  const page = await testApp.openAs('client', { width: 375, height: 812, home: false })
  await openDashboard(page, eCommerce, `${wide}&status=33&size=20&cards=M`)
  await page.getByText('Swipe right: Approve, left: No Action').waitFor()
  const [first, second] = await idsOf(page)
  const touch = await page.context().newCDPSession(page)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const swipe = async (selector: string, ...steps: number[]) => {
    const box = (await page.locator(selector).boundingBox())!
    const at = (dx: number) => [{ x: box.x + box.width / 2 + dx, y: box.y + Math.min(60, box.height / 2) }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const dx of steps) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(dx) })
    return () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const release = await swipe(`[data-row="${first}"]`, 30, 60, 110)
  await page.locator('[data-decides]').getByText('Approve', { exact: true }).waitFor()
  await shot(page, 'swipe-card')
  await release()
  await page.getByRole('alert').getByText('Moved to Approved.', { exact: true }).waitFor()
  await expect.poll(() => statusOf(first!)).toBe('22')
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => statusOf(first!)).toBe('33')

  const cancel = await swipe(`[data-row="${second}"]`, -40, -110, -30)
  await cancel()
  await expect.poll(() => page.locator('[data-swiping]').count()).toBe(0)
  await expect.poll(() => statusOf(second!)).toBe('33')
  expect(peeked(page)).toBe(null)

  await page.locator(`[data-row="${second}"]`).getByRole('button').first().click()
  await page.getByRole('dialog', { name: 'Finding', exact: true }).waitFor()
  const leave = await swipe('[data-peek-body]', -40, -80, -120)
  await page.locator('[data-decides]').getByText('No Action', { exact: true }).waitFor()
  await shot(page, 'swipe-peek')
  await leave()
  await page.getByRole('alert').getByText('Moved to No Action.', { exact: true }).waitFor()
  await expect.poll(() => statusOf(second!)).toBe('00')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  // Nobody scrolled: only what fills the screen was loaded.
  const loaded = await page.getByText(/^Select from [\d,]+ on this page$/).textContent()
  expect(Number(loaded!.replace(/\D/g, ''))).toBeLessThanOrEqual(40)
  await releasePage(page)
})
