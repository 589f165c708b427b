import { fetchAnswer } from './fetch-answer.ts'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goTo, watchRequests } from './go-to.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'

let testApp: Journey
let client: Page
let analyst: Page
let admin: Page
beforeAll(async () => {
  testApp = await journey()
  client = await testApp.openAs('client')
  analyst = await testApp.openAs('analyst')
  admin = await testApp.openAs('admin')
})
afterAll(() => testApp.end())

const clientMenu = [
  '/client-dashboard',
  '/tmch-dashboard',
  '/domain-dashboard',
  '/website-dashboard',
  '/social-media-dashboard',
  '/ecommerce-dashboard',
  '/app-store-dashboard',
  '/trap-purchase-dashboard',
  '/client-request-dashboard',
  '/unique-seller-dashboard',
  '/clusters',
  '/enforcement-clock',
]
const analystMenu = [
  '/data-upload',
  '/edit-bulk-data',
  '/enforcement',
  '/bulk-enforcement',
  '/domain-data-download',
  '/check-duplicate',
  '/bulk-data-download',
  '/tools',
  '/report-enforcement',
  '/scrapper1',
  '/scrapper2',
  '/scrapper3',
  '/scrapper4',
]
const adminMenu = [
  '/analyst-dashboard',
  '/users',
  '/companies',
  '/brands',
  '/enforcement-configuration',
  '/white-label',
  '/tmch',
  '/upload-purchase',
  '/logs',
]
const afterThem = ['/staging', '/review', '/searched-domains']
const settingsOfDesks = ['/escalations', '/shared-hosts', '/abuse-contacts', '/report-forms']
const ours =
  '/my-work /workload /clusters /client-requests /next-steps /enforcement-proposals /enforcement-clock /enforcement-league /case-files'.split(
    ' ',
  )

async function menuPaths(page: Page, name: string): Promise<string[]> {
  const links = page.getByRole('navigation', { name }).getByRole('link')
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
}
const menuBegins = (page: Page, name: string, entries: readonly string[], path: string) =>
  expect.poll(async () => (await menuPaths(page, name)).slice(0, entries.length), { message: path }).toEqual(entries)
const headingOf = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).textContent()
/** The heading of a screen: its name in the menu, but for two. */
const titleOf = async (page: Page, path: string) =>
  ({ '/tmch': 'TMCH Data', '/data-update-log': 'Data Logs' })[path] ??
  page.getByRole('navigation').locator(`a[href="${path}"]`).innerText()
const headingIs = (page: Page, text: string) => expect.poll(() => headingOf(page), { message: page.url() }).toBe(text)

describe('menus and homes', () => {
  test('C-018 C-019 C-020 C-021 home redirects each role to its first screen', async () => {
    for (const [page, first] of [
      [client, '/client-dashboard'],
      [analyst, '/data-upload'],
      [admin, '/analyst-dashboard'],
    ] as const) {
      for (const home of ['/', '/dashboard']) {
        await page.goto(home)
        await page.waitForURL(`**${first}`)
      }
    }
  })

  test('C-062 C-066 C-067 C-003 S-010 A-092 each role has its menu, in order', async () => {
    await expect.poll(() => menuPaths(client, 'Client menu')).toEqual(clientMenu)
    await expect.poll(() => menuPaths(analyst, 'Analyst menu')).toEqual([...analystMenu, ...afterThem, ...ours])
    await expect
      .poll(() => menuPaths(admin, 'Admin menu'))
      .toEqual([...analystMenu, ...adminMenu, ...afterThem, '/domain-search', ...ours, ...settingsOfDesks])
  })

  test('S-003 A-006 the menu follows the role on every screen', async () => {
    for (const path of ['/data-upload', '/enforcement', '/scrapper1', '/tools', '/staging']) {
      await goTo(analyst, path)
      await menuBegins(analyst, 'Analyst menu', analystMenu, path)
      await goTo(admin, path)
      await menuBegins(admin, 'Admin menu', [...analystMenu, ...adminMenu], path)
    }
    for (const path of ['/white-label', '/enforcement-configuration', '/domain-search']) {
      await goTo(admin, path)
      await menuBegins(admin, 'Admin menu', [...analystMenu, ...adminMenu], path)
    }
  })

  test('C-038 C-039 C-040 S-009 A-003 every route of staff opens for the roles that have access', async () => {
    for (const [page, paths] of [
      [analyst, [...analystMenu, ...afterThem]],
      [admin, [...adminMenu, '/domain-search', '/data-update-log']],
    ] as const) {
      for (const path of paths) {
        await goTo(page, path)
        await headingIs(page, await titleOf(page, path))
      }
    }
    expect(problemsOf(admin)).toEqual([])
  })
})

describe('access by role', () => {
  test('C-068 C-069 A-004 C-248 C-250 S-002 A-002 blocked roles see the Unauthorised Page and its way back', async () => {
    await client.goto('/client-dashboard')
    for (const path of [...analystMenu, ...adminMenu, ...afterThem, '/domain-search', '/data-update-log']) {
      await goTo(client, path)
      await headingIs(client, 'Unauthorised Page')
    }
    await goTo(analyst, '/data-upload')
    for (const path of [...adminMenu, '/domain-search', '/data-update-log']) {
      await goTo(analyst, path)
      await headingIs(analyst, 'Unauthorised Page')
    }
    await analyst.getByText('You are trying to access Unauthorised Page', { exact: true }).waitFor()
    expect(await axeFindings(analyst)).toEqual([])
    await shot(analyst, 'unauthorised')
    const before = analyst.url()
    await analyst.getByRole('button', { name: 'Go Back' }).click()
    await analyst.waitForURL((address) => address.href !== before)
  })

  test('staff see on client screens that these are for Clients (G33)', async () => {
    const restricted = admin.getByText('Access restricted. This module is available to Client users only.')
    const ofEveryone = { '/clusters': 'Clusters', '/enforcement-clock': 'Enforcement Clock' }
    for (const path of clientMenu.filter((one) => !(one in ofEveryone))) {
      await goTo(admin, '/no-such-screen')
      await headingIs(admin, 'Page not found')
      await goTo(admin, path)
      await restricted.waitFor()
    }
    for (const [path, title] of Object.entries(ofEveryone)) {
      await goTo(admin, path)
      await headingIs(admin, title)
      expect(await restricted.count()).toBe(0)
    }
  })

  test('C-017 an address below a screen is not found', async () => {
    for (const path of ['/client-dashboard/more', '/no-such-screen']) {
      await goTo(client, path)
      await headingIs(client, 'Page not found')
    }
    await goTo(client, '/client-dashboard/')
    await headingIs(client, 'Dashboard')
  })

  test('C-035 C-037 /create-domain-record is only a title for staff and redirects a Client to the home', async () => {
    await goTo(analyst, '/create-domain-record')
    await headingIs(analyst, 'Create Domain Record')
    expect((await analyst.getByRole('main').innerText()).replace(/©.*/, '').trim()).toBe('Create Domain Record')
    await goTo(client, '/create-domain-record')
    await client.waitForURL('**/client-dashboard')
  })

  test('C-041 C-042 the older dashboard has six fixed tables and makes no call', async () => {
    const running = watchRequests(admin)
    const callsOf = async (path: string, shown: Locator) => {
      const calls = new Set<string>()
      const note = (request: Request) => void calls.add(new URL(request.url()).pathname)
      // Those of the screen before may still be on their way, and end with its page.
      await admin.goto('/api/health')
      admin.on('request', note)
      await admin.goto(path)
      await shown.waitFor()
      await expect.poll(running).toBe(0)
      admin.off('request', note)
      return [...calls].filter((call) => call.startsWith('/api/'))
    }
    const tables = admin.getByRole('table')
    const calls = await callsOf('/static-dashboard', tables.nth(5))
    await expect
      .poll(() => tables.evaluateAll((all) => all.map((table) => table.getAttribute('aria-label'))))
      .toEqual(['TMCH', 'Domain', 'Social Media', 'Website', 'E-commerce', 'App Store'])
    await admin.getByText('Sample data').waitFor()
    await shot(admin, 'static-dashboard')
    expect(await axeFindings(admin)).toEqual([])
    const { width, height } = admin.viewportSize()!
    await admin.setViewportSize({ width: 390, height: 844 })
    const isTooWide = 'one.scrollWidth > one.clientWidth'
    const tooWide = `[...document.querySelectorAll('section:has(> table)')].filter((one) => ${isTooWide}).length`
    await expect.poll(() => admin.evaluate(tooWide)).toBe(0)
    await shot(admin, 'static-dashboard-phone')
    await admin.setViewportSize({ width, height })
    // Every page makes the same calls, some of them a moment later.
    const ofEveryPage = new Set<string>()
    admin.on('request', (request) => void ofEveryPage.add(new URL(request.url()).pathname))
    await admin.goto('/no-such-page')
    await headingIs(admin, 'Page not found')
    await expect.poll(() => calls.filter((call) => !ofEveryPage.has(call))).toEqual([])
  })
})

describe('the top bar', () => {
  test('C-054 C-055 C-056 C-147 C-146 a Client picks company and brand by part of a name; staff do not', async () => {
    await client.goto('/client-dashboard')
    await client.getByRole('button', { name: 'Brand All' }).click()
    await client.getByLabel('Search brand').fill('sOLm')
    await expect.poll(() => client.getByRole('option').allTextContents()).toEqual(['Solmira'])
    await shot(client, 'brand-picker')
    await client.keyboard.press('Escape')
    await client.getByRole('button', { name: /^Company / }).click()
    await client.getByLabel('Search company').fill('HOME')
    await expect.poll(() => client.getByRole('option').allTextContents()).toEqual(['Aurevia Home'])
    await client.keyboard.press('Escape')
    for (const page of [analyst, admin])
      await expect.poll(() => page.getByRole('button', { name: /^(Company|Brand) / }).count()).toBe(0)
  })

  test('C-219 C-220 C-221 C-247 the first company with all brands; another one reloads the page', async () => {
    await client.getByRole('button', { name: 'Company Aurevia Consumer Group' }).click()
    const loaded = client.waitForEvent('load')
    await client.getByRole('option', { name: 'Aurevia Home' }).click()
    await loaded
    await client.getByRole('button', { name: 'Company Aurevia Home' }).waitFor()
    await client.getByRole('button', { name: 'Brand All' }).click()
    // Ferndock, of the same company, is disabled.
    await expect.poll(() => client.getByRole('option').allTextContents()).toEqual(['All', 'Castelune'])
    await client.getByRole('option', { name: 'Castelune' }).click()
  })

  test('C-063 C-064 C-065 entries without the platform are grey and not clickable; the others have preset filters', async () => {
    const menu = client.getByRole('navigation', { name: 'Client menu' })
    const grey = (name: string) => menu.getByRole('link', { name }).getAttribute('aria-disabled')
    await expect
      .poll(() => Promise.all(['TMCH', 'Social Media', 'App Store', 'Trap Purchase', 'Domain'].map(grey)))
      .toEqual(['true', 'true', 'true', null, null])
    await menu.getByRole('link', { name: 'Social Media' }).click({ force: true })
    await expect.poll(() => new URL(client.url()).pathname).toBe('/client-dashboard')
    // Also without a mouse it says why.
    await menu.getByRole('link', { name: 'Dashboard', exact: true }).focus()
    await client.keyboard.press('Tab')
    await client.getByRole('tooltip', { name: 'You have no access to this module for selected Brand' }).waitFor()
    await goTo(client, '/social-media-dashboard')
    await client.getByText('You have no access to this module for selected Brand').first().waitFor()
    await client.getByRole('button', { name: 'Domain filters' }).click()
    await shot(client, 'menu-filters')
    await menu.getByRole('link', { name: 'Awaiting Approval' }).click()
    await client.waitForURL('**/domain-dashboard?*status=33*')
    await menu.getByRole('link', { name: 'High priority' }).click()
    await client.waitForURL('**/domain-dashboard?*priority=High*')
  })

  test('C-057 C-058 C-059 C-060 C-061 user menu and footer', async () => {
    const items = async (page: Page) => {
      await page.getByRole('button', { name: 'User menu' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
      // The mailbox exists in the demo data only.
      const names = (await page.getByRole('menuitem').allTextContents()).filter((name) => name !== 'Mailbox')
      await page.keyboard.press('Escape')
      await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
      return names
    }
    const own = ['Update Password', 'Security', 'Message Notifications']
    const adminItems = ['Data Logs', 'Sign-in Security', 'API documentation', 'Logout']
    expect(await items(client)).toEqual([...own, 'Logout'])
    expect(await items(analyst)).toEqual([...own, 'Logout'])
    expect(await items(admin)).toEqual([...own, ...adminItems])
    await admin.getByRole('button', { name: 'User menu' }).click()
    await admin.getByRole('menuitem', { name: 'Data Logs' }).click()
    await admin.waitForURL('**/data-update-log')
    await expect
      .poll(() => admin.getByRole('contentinfo').or(admin.locator('footer')).first().textContent())
      .toContain(`© ${String(await admin.evaluate('new Date().getFullYear()'))}`)
    await admin.route('**/api/users/verify/token', async (route) => {
      const answer = await fetchAnswer(route)
      await route.fulfill({ response: answer, json: { ...(await answer.json()), isGoogleAuth: 1 } })
    })
    await admin.reload()
    await expect.poll(() => items(admin)).toEqual([...own.slice(1), ...adminItems])
    await admin.unroute('**/api/users/verify/token')
  })
})
