import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, recordAlerts, type Journey, journey, shot } from './harness.ts'

let testApp: Journey
let database: Client
beforeAll(async () => {
  testApp = await journey()
  database = new Client({ connectionString: testApp.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await testApp.end()
})

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const colourOf = (page: Page) =>
  bell(page).evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color)

describe('the bell', () => {
  test('C-052 C-053 C-210 C-211 it updates live, is red until clicked, and links to all notifications', async () => {
    const page = await testApp.openAs('client', { theme: 'light' })
    await bell(page).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => bell(page).getAttribute('data-new')).toBeNull()
    const grey = await colourOf(page)

    const admin = await testApp.openAs('admin')
    const { rows } = await database.query<{ id: string }>(
      `select f.id from findings f join brands b on b.id = f.brand_id
       where b.brand_name = 'Demo Brand' and f.platform = 'website' and f.status = '33' limit 1`,
    )
    const answer = await admin.evaluate(
      `fetch('/api/save-bulk-data/update-infrigement-status/${rows[0]?.id}', { method: 'POST', headers: {
        'content-type': 'application/json', authorization: 'Bearer ' + localStorage.getItem('session:token') },
        body: JSON.stringify({ status: '88', statusfrom: '33' }) }).then((response) => response.status)`,
    )
    expect(answer).toBe(200)
    await expect.poll(() => bell(page).getAttribute('data-new'), { timeout: 60_000 }).toBe('true')
    await expect.poll(() => colourOf(page)).toBe('rgb(192, 38, 45)')
    await expect.poll(() => colourOf(page)).not.toBe(grey)
    await page.reload()
    await expect.poll(() => bell(page).getAttribute('data-new')).toBe('true')

    await bell(page).click()
    await expect.poll(() => bell(page).getAttribute('data-new')).toBeNull()
    await page.getByRole('dialog').getByRole('link').first().waitFor()
    await shot(page, 'bell')
    expect(await axeFindings(page)).toEqual([])
    await expect
      .poll(async () => (await database.query(`select seen from users where username = 'client@demo.test'`)).rows[0])
      .toEqual({ seen: true })
    // A click before the first response counts too.
    await database.query(`update users set seen = false where username = 'client@demo.test'`)
    await page.reload({ waitUntil: 'commit' })
    await bell(page).click()
    await expect
      .poll(async () => (await database.query(`select seen from users where username = 'client@demo.test'`)).rows[0])
      .toEqual({ seen: true })
    await expect.poll(() => bell(page).getAttribute('data-new')).toBeNull()
    await page.getByRole('link', { name: 'View all Notifications' }).click()
    await page.waitForURL('**/mynotifications')

    // C-073: the newest one links to its dashboard with its id.
    await page.getByRole('main').getByRole('link').first().click()
    await page.waitForURL(/\/website-dashboard\?.*notification=[\da-f-]{36}/)
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Message Notifications' }).click()
    await page.getByText('shortly after 8 in the morning (Asia/Kolkata)', { exact: false }).waitFor()
    await shot(page, 'message-notifications')
    expect(await axeFindings(page)).toEqual([])
    await page.context().close()
    await admin.context().close()
  })
})

describe('the notifications page', () => {
  test('C-034 C-070 C-071 C-149 text, date and time, 10 more at each end, and no foreign HTML', async () => {
    // The newest three of the demo data and 23 more: three pages are enough.
    await database.query(
      `delete from notifications n using users u where u.id = n.user_id and u.username = 'client@demo.test' and n.id not in
       (select o.id from notifications o where o.user_id = u.id order by o.created_at desc, o.id desc limit 3)`,
    )
    await database.query(
      `insert into notices (id, company_id, brand_id, platform, model, text, created_at)
       select gen_random_uuid(), b.company_id, b.id, 'domain', 'Domain', '<b>' || n || '</b> <img src=x onerror="window.hurt = 1"> new', '2026-03-04T20:00:05Z'
       from brands b, generate_series(1, 23) n where b.brand_name = 'Demo Brand'`,
    )
    await database.query(
      `insert into notifications (id, user_id, notice_id, created_at)
       select gen_random_uuid(), u.id, n.id, n.created_at from notices n, users u
       where u.username = 'client@demo.test' and n.text like '%onerror%'`,
    )
    const page = await testApp.openAs('client', { width: 390, height: 844, theme: 'dark' })
    const requestedUrls: string[] = []
    page.on('request', (request) => request.url().includes('/api/notifications?') && requestedUrls.push(request.url()))
    await page.goto('/mynotifications')
    await page.getByRole('main').getByRole('link').nth(9).waitFor()
    const { rows } = await database.query<{ count: number }>(
      `select count(*) from notifications n join users u on u.id = n.user_id where u.username = 'client@demo.test'`,
    )
    const total = Number(rows[0]?.count)
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 4000)
          return page.getByRole('main').getByRole('link').count()
        },
        { timeout: 60_000 },
      )
      .toBe(total)
    expect(requestedUrls.every((url) => new URL(url).searchParams.get('perPage') === '10')).toBe(true)
    // When the live stream opens, what may have been missed is read again.
    expect(new Set(requestedUrls).size).toBe(Math.ceil(total / 10))
    await expect.poll(() => page.getByText('05/03/2026 01:30:05 am').count()).toBe(23)
    await expect.poll(() => page.evaluate('window.hurt')).toBeUndefined()
    await expect.poll(() => page.getByRole('main').locator('img').count()).toBe(0)
    await shot(page, 'notifications-phone-dark')
    expect(await axeFindings(page)).toEqual([])
    await page.context().close()
  })

  test('C-072 C-314 without notifications: No Notification.; a failure shows no alert', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    await page.goto('/mynotifications')
    await page.getByText('No Notification.', { exact: true }).waitFor()
    const list = '**/api/notifications?*'
    await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }))
    // A live stream that opens late reads the list by itself, and the button would be gone.
    await page.route('**/api/notifications/stream', (route) => route.fulfill({ status: 404 }))
    const alerts = await recordAlerts(page)
    await page.reload()
    await page.getByText('Notifications are not available right now.').waitFor()
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
    expect(await alerts()).toEqual([])
    await page.keyboard.press('Escape')
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No Notification.', { exact: true }).waitFor()
    await page.context().close()
  })
})
