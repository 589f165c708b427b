import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cell, listCall, openDashboard, platformNamed, query, rowsOf, settled, wide } from './dashboards.ts'
import {
  applyPageOptions,
  axeFindings,
  demoPassword,
  journey,
  type Journey,
  people,
  releasePage,
  shot,
} from './harness.ts'
import { holdAnswer } from './hold-call.ts'
import { signOut } from './sign-in-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const domain = platformNamed('domain')
const website = platformNamed('website')
const statusOf = async (id: string) =>
  (await query<{ status: string }>(testApp.databaseUrl, 'select status from findings where id = $1', [id]))[0]!.status
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

async function signIn(page: Page, who: keyof typeof people = 'client') {
  await page.getByLabel('Username').fill(people[who])
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('signing in', () => {
  test('a link opened while signed out leads to its list after signing in', async () => {
    const page = await testApp.open({ home: false })
    await page.goto(`/domain-dashboard?status=88&${wide}`)
    await page.waitForURL(/\/login$/)
    await signIn(page)
    await page.waitForURL(/\/domain-dashboard\?/)
    await settled(page)
    await expect.poll(() => searchOf(page)).toEqual({ status: '88', startDate: '2020-01-01', endDate: '2035-12-31' })
    // Signing out on purpose leads home again.
    await signOut(page)
    await page.waitForURL(/\/login$/)
    await signIn(page)
    await page.waitForURL(/\/client-dashboard/)
    await page.context().close()
  })

  test('signing out in another tab says so, and a half-typed comment is there after signing in again', async () => {
    const page = await testApp.open({ home: false })
    await page.goto('/login')
    await signIn(page)
    await page.waitForURL(/\/client-dashboard/)
    await openDashboard(page, domain)
    await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
    await page.getByLabel('Comment', { exact: true }).fill('Half a sent')
    const other = await page.context().newPage()
    await other.goto('/client-dashboard')
    await signOut(other)
    await other.waitForURL(/\/login$/)
    await page.waitForURL(/\/login$/)
    await page.getByText('You signed out in another tab.').waitFor()
    await shot(page, 'signed-out-elsewhere')
    await signIn(page)
    await page.waitForURL(/\/domain-dashboard\?.*open=/)
    await settled(page)
    await expect.poll(() => page.getByLabel('Comment', { exact: true }).inputValue()).toBe('Half a sent')
    await page.context().close()
  })
})

test('who signs in after somebody else gets answers of their own', async () => {
  const page = await testApp.open({ home: false })
  await page.goto('/login')
  await signIn(page)
  await page.waitForURL(/\/client-dashboard/)
  // Not the stream of events, which opens by itself.
  const notified = () => page.waitForResponse((answer) => answer.url().includes('/api/notifications?'))
  const openBell = () =>
    page
      .getByRole('banner')
      .getByRole('button', { name: /^Notifications/ })
      .click()
  await Promise.all([notified(), openBell()])
  await page.keyboard.press('Escape')
  const other = await page.context().newPage()
  await other.goto('/client-dashboard')
  await signOut(other)
  await other.waitForURL(/\/login$/)
  await signIn(other, 'client2')
  await other.waitForURL(/\/client-dashboard/)
  await page.waitForURL(/\/client-dashboard/)
  await Promise.all([notified(), openBell()])
  await page.context().close()
})

describe('what others do', () => {
  test('a changed status can be undone for ten seconds, from its alert', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, website, `${wide}&status=33`)
    const row = rowsOf(page).first()
    const id = (await row.getAttribute('data-row'))!
    const status = cell(page.locator(`[data-row="${id}"]`), 'status').getByRole('combobox')
    await status.selectOption('88')
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).waitFor()
    await shot(page, 'status-undo')
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alert').getByText('Status returned to Awaiting Approval.').waitFor()
    await expect.poll(() => status.inputValue()).toBe('33')
    const [stored] = await query<{ status: string }>(testApp.databaseUrl, 'select status from findings where id = $1', [
      id,
    ])
    expect(stored!.status).toBe('33')

    // Somebody else was faster.
    await status.selectOption('88')
    const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await query(testApp.databaseUrl, `update findings set status = '55', updated_at = now() where id = $1`, [id])
    await undo.click()
    await page.getByRole('alert').getByText('Status has already been changed. Please refresh.').waitFor()
    await releasePage(page)
  })

  test('another tab shows a changed status and a new comment in the row, without moving it', async () => {
    const mine = await testApp.openAs('client', { home: false })
    const other = await testApp.openAs('client', { home: false })
    await openDashboard(mine, website, `${wide}&status=33`)
    await openDashboard(other, website, `${wide}&status=33`)
    const row = rowsOf(mine).nth(1)
    const id = (await row.getAttribute('data-row'))!
    const before = await rowsOf(other).evaluateAll((all) => all.map((one) => one.getAttribute('data-row')))
    await cell(row, 'status').getByRole('combobox').selectOption('22')
    const otherRow = other.locator(`[data-row="${id}"]`)
    await expect.poll(() => cell(otherRow, 'status').getByRole('combobox').inputValue(), { timeout: 60_000 }).toBe('22')
    // The list may have loaded its next part meanwhile; what was on the screen stays where it was.
    const after = await rowsOf(other).evaluateAll((all) => all.map((one) => one.getAttribute('data-row')))
    expect(after.slice(0, before.length)).toEqual(before)

    await otherRow.getByRole('button', { name: 'Show details' }).click()
    await mine.locator(`[data-row="${id}"]`).getByRole('button', { name: 'Show details' }).click()
    await mine.getByLabel('Comment', { exact: true }).fill('First line\nSecond line')
    await mine.getByRole('button', { name: 'Update comment' }).click()
    const thread = other.getByRole('region', { name: 'Activity' }).getByRole('list')
    await expect.poll(() => thread.innerText(), { timeout: 60_000 }).toContain('First line\nSecond line')
    await expect
      .poll(() => thread.getByRole('listitem').first().innerText())
      .toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [ap]m/)
    await expect.poll(() => mine.getByLabel('Comment', { exact: true }).inputValue()).toBe('')
    await shot(mine, 'comments')
    expect(await axeFindings(mine)).toEqual([])
    await applyPageOptions(mine, { theme: 'dark' })
    await shot(mine, 'comments-dark')
    await releasePage(mine)
    await releasePage(other)
  })

  test('eight tabs share one stream; when its tab is closed another one opens it, and all hear what others do', async () => {
    const first = await testApp.open({ home: false })
    const streams: string[] = []
    first
      .context()
      .on('request', (request) => request.url().endsWith('/notifications/stream') && streams.push(request.url()))
    await first.goto('/login')
    await signIn(first)
    await first.waitForURL(/\/client-dashboard/)
    const tabs = [first]
    // A browser opens six connections to a server: with a stream for each tab the seventh would load for ever.
    for (let n = 1; n < 8; n++) {
      const tab = await first.context().newPage()
      await openDashboard(tab, website, `${wide}&status=33`)
      tabs.push(tab)
    }
    expect(streams).toHaveLength(1)
    await first.close()
    await expect.poll(() => streams.length).toBe(2)
    const [second, ...others] = tabs.slice(1)
    const row = rowsOf(second!).first()
    const id = (await row.getAttribute('data-row'))!
    await cell(row, 'status').getByRole('combobox').selectOption('22')
    for (const tab of others) {
      const status = cell(tab.locator(`[data-row="${id}"]`), 'status').getByRole('combobox')
      await expect.poll(() => status.inputValue()).toBe('22')
    }
    expect(streams).toHaveLength(2)
    await second!.context().close()
  })

  test('what somebody else changes before live events can be followed, or while the list is loading, is shown too', async () => {
    const client = await testApp.openAs('client', { home: false })
    const analyst = await testApp.openAs('analyst', { home: false })
    await openDashboard(client, website, `${wide}&status=33`)
    const [first, second] = await rowsOf(client).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
    const rowFor = (id: string | null | undefined) => analyst.locator(`tr[data-row="${id}"]`)
    const reviewNext = async (id: string | null | undefined) => {
      await client.keyboard.press('j')
      await client.keyboard.press('r')
      await expect.poll(() => statusOf(id!)).not.toBe('33')
    }
    let isCutOff = true
    await analyst.route('**/notifications/stream', (route) => (isCutOff ? route.abort() : route.continue()))
    await analyst.goto('/enforcement?platform=website&status=33')
    await rowFor(first).getByText('Awaiting Approval').waitFor()
    await reviewNext(first)
    isCutOff = false
    await rowFor(first).getByText('Client Review').waitFor()

    const list = await holdAnswer(analyst, '**/fetch-data-for-enforcement**')
    const opened = analyst.waitForResponse('**/notifications/stream')
    await analyst.reload()
    await Promise.all([opened, list.isAnswered])
    await reviewNext(second)
    list.release()
    await rowFor(second).getByText('Client Review').waitFor()
    await releasePage(client)
    await releasePage(analyst)
  })

  test.each([
    ['a decision', (page: Page) => page.keyboard.press('r')],
    ['a download', (page: Page) => page.getByRole('button', { name: 'CSV' }).click()],
    ['the next finding', (page: Page) => page.keyboard.press('j')],
  ])('a brand that is switched off while its findings are shown: %s says that access is lost', async (_, act) => {
    const page = await testApp.openAs('client2', { home: false })
    const scope = page.getByRole('button', { name: /^Brand/ })
    const socialMedia = platformNamed('social-media')
    await openDashboard(page, socialMedia, `${wide}&status=33`)
    await scope.click()
    // The list of all brands may stand until that of the brand is there: its active row would be gone.
    const choose = () => page.getByRole('option', { name: 'Brassleaf', exact: true }).click()
    await listCall(page, socialMedia, choose, ({ brand }) => brand !== undefined)
    await settled(page)
    // Keys are those of the list of brands until it is closed, and then those of the row once that has the focus.
    await expect.poll(() => scope.getAttribute('aria-expanded')).not.toBe('true')
    await page.keyboard.press('j')
    await page.locator('[data-row][data-active]:focus').waitFor()
    // A thread that is still being loaded would say it first.
    const thread = page.waitForResponse('**/api/activity/finding/**')
    await page.keyboard.press('Enter')
    expect((await thread).status()).toBe(200)
    await page.getByRole('textbox', { name: 'Comment' }).waitFor()
    const enable = (now: boolean) =>
      query(testApp.databaseUrl, `update brands set enabled = $1 where brand_name = 'Brassleaf'`, [now])
    await enable(false)
    try {
      await act(page)
      const lost = 'You no longer have access to Brassleaf. All brands of Tindral Foods are shown instead.'
      await page.getByRole('alert').getByText(lost, { exact: true }).waitFor()
      await expect.poll(() => scope.innerText()).toContain('All')
      await settled(page)
    } finally {
      await enable(true)
    }
    await releasePage(page)
  })
})
