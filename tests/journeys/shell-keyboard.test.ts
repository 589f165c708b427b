import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, hasFocus, type Journey, journey, releasePage, shot } from './harness.ts'
import { runClockUntil, stopClock } from './page-clock.ts'

let testApp: Journey
let analyst: Page
beforeAll(async () => {
  testApp = await journey()
  analyst = await testApp.openAs('analyst')
})
afterAll(() => testApp.end())

describe('keyboard, theme and size', () => {
  test('Ctrl+K goes to a screen the role may open, ? lists the keys, the first Tab skips to the content', async () => {
    await analyst.goto('/data-upload')
    await analyst.getByRole('button', { name: 'User menu' }).waitFor()
    await analyst.keyboard.press('Tab')
    await analyst.keyboard.press('Enter')
    await expect.poll(() => analyst.evaluate('document.activeElement.id')).toBe('content')
    // Its code is not loaded yet; no letter may be lost, or decide on a finding.
    await analyst.keyboard.press('Control+k')
    await analyst.keyboard.type('staging')
    await expect
      .poll(() => analyst.getByPlaceholder('Search screens, records and actions').inputValue())
      .toBe('staging')
    await analyst.keyboard.press('Enter')
    await analyst.waitForURL('**/staging')
    await analyst.keyboard.press('Control+k')
    await analyst.getByPlaceholder('Search screens, records and actions').fill('white label')
    await analyst.getByRole('dialog').getByText('Nothing found').waitFor()
    expect(await axeFindings(analyst)).toEqual([])
    await analyst.keyboard.press('Escape')
    await analyst.getByPlaceholder('Search screens, records and actions').waitFor({ state: 'detached' })
    await analyst.keyboard.press('?')
    await analyst.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await analyst.keyboard.press('Escape')
  })

  test('a closed dialog gives the keyboard back to the button that opened it', async () => {
    const admin = await testApp.openAs('admin', { home: false })
    const dialog = admin.getByRole('dialog')
    const opens = async (name: string, first: string) => {
      const opener = admin.getByRole('button', { name, exact: true })
      await opener.press('Enter')
      await expect.poll(() => hasFocus(dialog.getByLabel(first).first())).toBe(true)
      return opener
    }
    const isGivenBack = async (opener: Locator) => {
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => hasFocus(opener)).toBe(true)
    }
    for (const [path, name, first] of [
      ['/users', 'Add User', 'First name'],
      ['/users', 'Edit Mira Kapoor', 'First name'],
      ['/brands', 'Add Brand', 'Company'],
      ['/tmch', 'Add TMCH', 'Company'],
    ] as const) {
      await admin.goto(path)
      const opener = await opens(name, first)
      await admin.keyboard.press('Escape')
      await isGivenBack(opener)
    }
    const remove = admin.getByRole('button', { name: /^Delete / }).first()
    await remove.press('Enter')
    await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true)
    await admin.keyboard.press('Escape')
    await isGivenBack(remove)
    // The question about unsaved changes is a dialog of its own.
    const opener = await opens('Add TMCH', 'Company')
    await dialog.getByLabel('Mark Name').fill('Half a name')
    await dialog.getByLabel('Mark Name').press('Escape')
    await admin.getByRole('button', { name: 'Discard' }).press('Enter')
    await isGivenBack(opener)
    await releasePage(admin)
  })

  test('the key of the search box leaves the keyboard in a dialog', async () => {
    const admin = await testApp.openAs('admin', { home: false })
    await admin.goto('/users')
    await admin.getByRole('button', { name: 'Add User', exact: true }).click()
    const save = admin.getByRole('dialog').getByRole('button', { name: 'Save' })
    await save.focus()
    await admin.keyboard.press('/')
    expect(await hasFocus(save)).toBe(true)
    await admin.keyboard.press('Escape')
    await admin.getByRole('dialog').waitFor({ state: 'detached' })
    await admin.keyboard.press('/')
    await expect.poll(() => hasFocus(admin.getByRole('textbox', { name: /^Search/ }))).toBe(true)
    await releasePage(admin)
  })

  test('a column is made wider and narrower by the arrow keys, and stays so', async () => {
    const admin = await testApp.openAs('admin', { home: false })
    await admin.goto('/users')
    const head = admin.getByRole('columnheader', { name: 'Username' })
    const width = async () => Math.round((await head.boundingBox())!.width)
    // The columns have their widths with the rows.
    await admin.locator('tr[data-row]').first().waitFor()
    await head.getByRole('separator', { name: 'Column width' }).focus()
    const before = await width()
    for (let n = 0; n < 3; n++) await admin.keyboard.press('ArrowRight')
    await expect.poll(width).toBe(before + 48)
    await admin.keyboard.press('ArrowLeft')
    await expect.poll(width).toBe(before + 32)
    await shot(admin, 'column-edge-focused')
    expect(await axeFindings(admin)).toEqual([])
    await expect.poll(() => head.getByRole('separator').getAttribute('aria-valuenow')).toBe(String(before + 32))
    // All edges are one stop of the Tab key; the arrow keys lead on.
    expect(await admin.locator('thead [role="separator"][tabindex="0"]').count()).toBe(1)
    await admin.keyboard.press('ArrowDown')
    const next = head.locator('xpath=following-sibling::th[1]').getByRole('separator')
    await expect.poll(() => hasFocus(next)).toBe(true)
    await admin.keyboard.press('ArrowUp')
    await expect.poll(() => hasFocus(head.getByRole('separator'))).toBe(true)
    await releasePage(admin)
  })

  test('the theme is switched and stored', async () => {
    await analyst.goto('/staging')
    await analyst.getByRole('button', { name: 'User menu' }).click()
    await analyst.getByRole('menuitemradio', { name: 'Dark theme' }).click()
    await analyst.reload()
    await analyst.getByRole('button', { name: 'User menu' }).waitFor()
    await expect.poll(() => analyst.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark')
    await shot(analyst, 'analyst-dark')
    expect(await axeFindings(analyst)).toEqual([])
  })

  test('a phone shows the menu as a drawer, and nothing is wider than the screen', async () => {
    const page = await testApp.openAs('client', { width: 375, height: 812 })
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    const menu = page.getByRole('navigation', { name: 'Client menu' })
    await opener.waitFor()
    // Closed, it is nowhere that Tab or a screen reader gets to.
    expect(await menu.count()).toBe(0)
    await opener.click()
    await menu.getByRole('link', { name: 'Domain' }).waitFor()
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    await shot(page, 'phone-menu')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Close menu' }).press('Enter')
    await expect.poll(() => hasFocus(opener)).toBe(true)
    await expect.poll(() => menu.count()).toBe(0)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(375)
    await shot(page, 'phone-home')
    await page.context().close()
  })

  test('C-341 S-290 C-339 an alert is shown top right for 5 seconds, the page loader hides after 5', async () => {
    const page = await testApp.open()
    await page.clock.install()
    await page.goto('/login')
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
    await signIn.waitFor()
    await stopClock(page)
    await signIn.click()
    const alert = page.getByRole('alert').filter({ hasText: 'Username is required' })
    await runClockUntil(page, 4, () => alert.isVisible())
    await page.clock.runFor(3_000)
    await expect.poll(() => alert.isVisible()).toBe(true)
    const box = await alert.boundingBox()
    expect(box && box.x > 720 && box.y < 120).toBe(true)
    await page.clock.runFor(3_000)
    await alert.waitFor({ state: 'detached' })

    await page.route('**/api/users/verify-token', () => undefined)
    await page.goto('/reset-password/waiting')
    await runClockUntil(page, 4, () => page.locator('[data-loader="early"]').isVisible())
    await page.clock.runFor(200)
    await expect.poll(() => page.locator('[data-loader]').getAttribute('data-loader')).toBe('shown')
    await page.clock.runFor(5_000)
    await expect.poll(() => page.locator('[data-loader]').getAttribute('data-loader')).toBe('over')
    await page.context().close()
  })
})
