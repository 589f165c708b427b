import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, rowsOf } from './dashboards.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const banner = (page: Page) => page.locator('[data-connection="offline"]')
const typedText = 'Seen in a shop window in Lisbon as well.'

test('what was typed survives a lost connection: an alert and a banner say so, and it is sent afterwards', async () => {
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platformNamed('website'))
  await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
  const comment = page.getByLabel('Comment', { exact: true })
  await comment.fill(typedText)
  await page.context().setOffline(true)
  await banner(page).getByText('You are offline.').waitFor()
  // The first alert of this session: its code is there already.
  await page.getByRole('button', { name: 'Update comment' }).click()
  // Exactly: the row's activity, when it had not loaded before, says the same in a sentence of its own.
  const unreachable = 'The server could not be reached. Check your connection.'
  await page.getByRole('alert').getByText(unreachable, { exact: true }).waitFor()
  // At once: the alert lasts 5 s.
  const alert = (await page.locator('.mantine-Notification-root').first().boundingBox())!
  await expect.poll(() => comment.inputValue()).toBe(typedText)
  for (const name of ['User menu', /^Notifications/, /^Search/]) {
    const tool = (await page.getByRole('button', { name }).first().boundingBox())!
    const isApart = tool.y + tool.height <= alert.y || alert.x + alert.width <= tool.x
    expect(isApart, `${String(name)} is not covered by an alert`).toBe(true)
  }
  await shot(page, 'offline')
  expect(await axeFindings(page)).toEqual([])

  // Code that was not loaded yet fails where it is needed, and nowhere else.
  await page.keyboard.press('Control+k')
  await page.getByText('This could not be loaded').waitFor()
  await expect.poll(() => comment.inputValue()).toBe(typedText)

  await page.context().setOffline(false)
  await banner(page).waitFor({ state: 'detached' })
  await page.getByPlaceholder('Search screens, records and actions').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Update comment' }).click()
  await page
    .getByRole('alert')
    .getByText(/Comment up/)
    .waitFor()
  await page.getByText(typedText).waitFor()
  await expect.poll(() => comment.inputValue()).toBe('')
  await page.context().close()
})

test('every screen says that the connection is lost, the sign-in page and a phone too', async () => {
  const client = await testApp.openAs('client', { width: 375, height: 760, theme: 'dark' })
  const analyst = await testApp.openAs('analyst')
  const stranger = await testApp.open()
  await stranger.goto('/login')
  await stranger.getByLabel('Username').fill('somebody')
  for (const page of [client, analyst]) await page.getByRole('button', { name: 'User menu' }).waitFor()
  for (const page of [client, analyst, stranger]) {
    await page.context().setOffline(true)
    await banner(page).getByText('You are offline.').waitFor()
    await shot(page, `offline-${new URL(page.url()).pathname.slice(1)}`)
    await page.context().setOffline(false)
    await banner(page).waitFor({ state: 'detached' })
  }
  await expect.poll(() => stranger.getByLabel('Username').inputValue()).toBe('somebody')
  for (const page of [client, analyst, stranger]) await page.context().close()
})

test('a server that hangs is noticed, and what was waited for comes when it goes on', async () => {
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platformNamed('website'))
  const { child } = testApp.program
  child.kill('SIGSTOP')
  try {
    await page.getByRole('link', { name: 'Client Request' }).click()
    await page.getByText('Still loading.').waitFor()
    await page.locator('[data-connection="unreachable"]').getByText('The server cannot be reached.').waitFor()
    await shot(page, 'hanging')
  } finally {
    child.kill('SIGCONT')
  }
  await page.locator('[data-connection="up"]').waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: 'Your requests' }).waitFor()
  await page.context().close()
})

test('what failed while the service was away is loaded by itself once it is ready again', async () => {
  const page = await testApp.openAs('client')
  await page.getByRole('tab', { name: 'Domain' }).waitFor()
  let isAway = true
  await page.route(/\/api\/(ready|website)(\?.*)?$/, (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { message: 'The service cannot do this right now. Please try again.' } })
      : route.fallback(),
  )
  await page.goto('/website-dashboard')
  await page.getByText('This could not be loaded').waitFor()
  isAway = false
  await rowsOf(page).first().waitFor()
  await page.unrouteAll()
  await page.context().close()
})

test('a home opened without a connection says so instead of waiting, and loads by itself afterwards', async () => {
  const page = await testApp.openAs('client')
  await page.getByRole('tab', { name: 'Domain' }).waitFor()
  await page.context().setOffline(true)
  await banner(page).waitFor()
  await page.getByRole('tab', { name: 'Domain' }).click()
  await banner(page).getByText('You are offline.').waitFor()
  await page.context().setOffline(false)
  await page.locator('[data-chart="Enforcement Percentage"]').waitFor()
  await page.context().close()
})

test('after an update a screen whose file is gone offers to reload, and the rest of the page stays', async () => {
  const page = await testApp.openAs('analyst')
  await page.route(/assets\/EnforcementScreen-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Enforcement', exact: true }).click()
  await page.getByText('It may have been updated: reload the page.').waitFor()
  await page.getByRole('button', { name: 'User menu' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Enforcement' }).waitFor()
  await page.context().close()
})

test('C-347 a server error of the session check leaves the person signed in; an ended session alerts and signs out', async () => {
  const page = await testApp.openAs('analyst')
  for (const status of [500, 503, 429]) {
    await page.route('**/api/users/verify/token', (route) =>
      route.fulfill({ status, json: { message: 'Something went wrong' } }),
    )
    // Not the answer of the load before, which may still be on its way.
    const isRefused = (answer: Response) => answer.url().endsWith('/verify/token') && answer.status() === status
    await Promise.all([page.waitForResponse(isRefused), page.reload()])
    await page.getByRole('button', { name: 'User menu' }).waitFor()
    // By then the answer was read, and would have ended the session.
    await page.evaluate('fetch("/api/settings").then((answer) => answer.text())')
    await expect.poll(() => new URL(page.url()).pathname, { message: String(status) }).toBe('/data-upload')
    await page.unrouteAll()
  }
  // On a page that makes no calls: one that still does could end the session before the reload, and take the alert along.
  await page.goto('/api/health')
  await page.evaluate(`localStorage.setItem('session:token', 'ended')`)
  await page.goto('/data-upload', { waitUntil: 'commit' })
  await page.getByRole('alert').getByText('Session timed out. Please login again.').waitFor()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(`localStorage.getItem('session:token')`)).toBe(null)
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})

test('C-017 routes are exact matches, also in upper and lower case', async () => {
  const page = await testApp.openAs('client', { home: false })
  for (const path of ['/Domain-Dashboard', '/LOGIN', '/Client-dashboard']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  }
  await page.context().close()
})

test('A-155 after sign-in an Admin lands on the analyst dashboard', async () => {
  const page = await testApp.openAs('admin')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/analyst-dashboard')
  await page.context().close()
})
