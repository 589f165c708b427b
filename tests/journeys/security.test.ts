import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeAt } from '../../src/features/sessions/server/authenticator-secret.ts'
import { query } from './dashboards.ts'
import { findInEmails } from './emails.ts'
import {
  applyPageOptions,
  axeFindings,
  demoPassword,
  type Journey,
  journey,
  people,
  problemsOf,
  shot,
} from './harness.ts'
import { alert } from './sign-in-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const STEP = 30_000
/** Codes hold for 30 s: waits for the next when less than 15 s of the present one are left, which a busy machine may need. */
async function earlyInStep(): Promise<number> {
  const passed = Date.now() % STEP
  if (passed > STEP / 2) await sleep(STEP - passed)
  return Date.now()
}

async function menu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
async function givePassword(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const enterCode = (page: Page, code: string) => page.getByLabel('Digit 1').pressSequentially(code)
/** The contrast of a field's line with its ground (WCAG 2.2, 1.4.11). */
const borderContrast = (field: Locator): Promise<number> =>
  field.evaluate((element) => {
    const { borderTopColor, backgroundColor } = element.ownerDocument.defaultView!.getComputedStyle(element)
    const [light, dark] = [borderTopColor, backgroundColor]
      .map((colour: string) => {
        const [r, g, b] = colour.match(/\d+/g)!.map((level: string) => {
          const part = Number(level) / 255
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
      })
      .toSorted((a, b) => b - a)
    return (light! + 0.05) / (dark! + 0.05)
  })
/** Pictures of the page as it is in both themes and on a phone, and no finding of axe in any. */
async function look(page: Page, name: string): Promise<void> {
  for (const [view, options] of Object.entries({
    light: { theme: 'light', width: 1280, height: 800 },
    dark: { theme: 'dark', width: 1280, height: 800 },
    phone: { theme: 'light', width: 375, height: 812 },
  } as const)) {
    await applyPageOptions(page, options)
    await shot(page, `${name}-${view}`)
    expect(await axeFindings(page), `${name} ${view}`).toEqual([])
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: `${name} ${view}` })
      .toBeLessThanOrEqual(options.width)
  }
  await applyPageOptions(page, { theme: 'light' })
}

test('an authenticator app is set up, asked for, replaced by a recovery code, and turned off', async () => {
  const page = await testApp.openAs('client2')
  await menu(page, 'Security')
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  await look(page, 'security')
  await page.getByRole('region', { name: 'Password' }).getByRole('button', { name: 'Update Password' }).click()
  await page.getByRole('dialog').getByLabel('Current password').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password, to make sure it is you').fill('Wrong@2026')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Current password incorrect.').waitFor()
  await dialog.getByLabel('Your password, to make sure it is you').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await look(page, 'set-up')
  await dialog.getByLabel('Code that the app shows now').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('Wrong OTP, please enter a valid OTP.').waitFor()
  await expect.poll(() => dialog.getByLabel('Code that the app shows now').inputValue()).toBe('')
  // The code of before is accepted as long as this one holds.
  const began = await earlyInStep()
  await dialog.getByLabel('Code that the app shows now').fill(await codeAt(secret, began - STEP))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await dialog.locator('li code').allTextContents()
  expect(codes).toHaveLength(10)
  // 'Done' alone closes the dialog.
  await expect.poll(() => dialog.locator('header').getByRole('button').count()).toBe(0)
  await look(page, 'recovery-codes')
  const done = dialog.getByRole('button', { name: 'Done' })
  await expect.poll(() => done.isDisabled()).toBe(true)
  await dialog.getByLabel('I have stored the codes').check()
  await done.click()
  await page.getByText('10 of 10 recovery codes are left.').waitFor()

  await menu(page, 'Logout')
  await page.waitForURL('**/login')
  await givePassword(page, people.client2)
  await page.getByText('Enter the six-digit code that your authenticator app shows.').waitFor()
  await look(page, 'app-code')
  for (const theme of ['light', 'dark'] as const) {
    await applyPageOptions(page, { theme })
    expect(await borderContrast(page.getByLabel('Digit 2')), theme).toBeGreaterThanOrEqual(3)
  }
  // The password alone opens nothing.
  await page.goto('/security')
  await page.waitForURL('**/login')
  const code = await codeAt(secret, Date.now())
  await enterCode(page, code)
  // To the screen that asked to sign in.
  await page.waitForURL('**/security')

  await menu(page, 'Logout')
  await page.waitForURL('**/login')
  await givePassword(page, people.client2)
  // The code of before is not accepted a second time.
  await enterCode(page, code)
  await alert(page, 'Wrong OTP, please enter a valid OTP.').waitFor()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await look(page, 'recovery-step')
  await page.getByLabel('Recovery code').fill('abcd-efgh-jkmn')
  await page.getByRole('button', { name: 'Verify' }).click()
  await alert(page, 'This recovery code is wrong or has already been used.').waitFor()
  await page.getByLabel('Recovery code').fill(codes[0]!.toUpperCase())
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL('**/client-dashboard')
  await menu(page, 'Security')
  await page.getByText('9 of 10 recovery codes are left.').waitFor()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Your password, to make sure it is you').fill(demoPassword)
  await dialog.getByLabel('Code from the app, or a recovery code').fill(codes[1]!)
  await look(page, 'turn-off')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor()
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})

test('own sessions are listed and ended; the ended one is signed out', async () => {
  const page = await testApp.open()
  await givePassword(page, people.client3)
  await page.waitForURL('**/client-dashboard')
  const other = await testApp.open()
  await givePassword(other, people.client3)
  await other.waitForURL('**/client-dashboard')
  const third = await testApp.open()
  await givePassword(third, people.client3)
  await third.waitForURL('**/client-dashboard')
  // All in the same second, as a machine signs in.
  await query(testApp.databaseUrl, "update sessions set created_at = date_trunc('second', now())")
  await menu(page, 'Security')
  const items = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect.poll(() => items.count()).toBe(3)
  await expect.poll(() => items.filter({ hasText: 'This session' }).count()).toBe(1)
  // Browsers of one kind are told apart by when they signed in.
  const ends = items.getByRole('button', { name: /^End the session of Chrome on .*, signed in \d\d\/\d\d\/\d{4}/ })
  const names = await ends.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(2)
  await ends.last().click()
  await expect.poll(() => items.count()).toBe(2)
  await ends.click()
  await expect.poll(() => items.count()).toBe(1)
  await third.context().close()
  await other.goto('/domain-dashboard')
  await other.waitForURL('**/login')
  await page.context().close()
  await other.context().close()
})

test('a reset link that ends while its form is open is said to be broken, with the way to a new one', async () => {
  const page = await testApp.open()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await page.getByLabel('Username').fill(people.client3)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.goto(`/reset-password/${await findInEmails(testApp, /\/reset-password\/([\w-]+)/)}`)
  await page.getByLabel('Password', { exact: true }).fill('Heron-Tarn-41!')
  await query(testApp.databaseUrl, "update reset_links set expires_at = now() - interval '1 second'")
  await page.getByLabel('Confirm password').fill('Heron-Tarn-41!')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByText('Incorrect URL / Broken URL').waitFor()
  await page.getByText('A link works once and for one hour.', { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.context().close()
})

test('an Admin requires two-factor sign-in of a role, sees sign-ins, and removes a lost app', async () => {
  const admin = await testApp.openAs('admin')
  await menu(admin, 'Sign-in Security')
  await admin.getByRole('checkbox', { name: 'Analyst' }).check()
  await alert(admin, 'Saved. It applies from the next sign-in.').waitFor()

  const analyst = await testApp.open()
  await givePassword(analyst, people.analyst)
  await analyst.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
  await analyst.goto('/data-upload')
  await analyst.waitForURL('**/login')
  const secret = ((await analyst.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await look(analyst, 'required-set-up')
  await analyst.getByLabel('Code that the app shows now').fill(await codeAt(secret, Date.now()))
  await analyst.getByRole('button', { name: 'Confirm' }).click()
  await analyst.getByLabel('I have stored the codes').check()
  await analyst.getByRole('button', { name: 'Continue' }).click()
  await analyst.waitForURL('**/data-upload')

  await admin.reload()
  await admin.getByLabel('Person').fill(people.analyst)
  const rows = admin.getByRole('table', { name: 'Sign-in log' }).getByRole('row')
  // Of the analyst alone: the other person who set one up is filtered out.
  const setUps = rows.filter({ hasText: 'Authenticator app set up' })
  await expect.poll(() => setUps.allInnerTexts()).toEqual([expect.stringContaining(people.analyst)])
  await look(admin, 'sign-in-security')
  await admin.getByRole('checkbox', { name: 'Analyst' }).uncheck()
  await alert(admin, 'Saved. It applies from the next sign-in.').first().waitFor()

  await admin.goto('/users')
  await admin.getByRole('textbox', { name: 'Search' }).first().fill(people.analyst)
  // The list is faded until the search is answered.
  await expect.poll(() => admin.locator('tr[data-row]').count()).toBe(1)
  await admin.getByRole('row').filter({ hasText: people.analyst }).getByRole('button').first().click()
  await admin.getByRole('button', { name: 'Remove app' }).click()
  // On a phone the list is another one, and the dialog belongs to its row.
  await shot(admin, 'remove-app')
  expect(await axeFindings(admin)).toEqual([])
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click()
  await alert(admin, 'The authenticator app was removed').waitFor()
  await analyst.goto('/edit-bulk-data')
  await analyst.waitForURL('**/login')

  await admin.getByRole('textbox', { name: 'Search' }).first().fill(people.admin)
  await admin.getByRole('button', { name: 'Edit Asha Menon' }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('First Name').fill('Ashwini')
  await form.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(() => form.count()).toBe(0)
  await admin.getByRole('button', { name: 'User menu' }).click()
  await admin.getByText('Ashwini Menon', { exact: true }).last().waitFor()
  expect(problemsOf(admin)).toEqual([])
  await admin.context().close()
  await analyst.context().close()
})

test('the documentation of the API works without inline scripts and eval', async () => {
  const page = await testApp.openAs('admin')
  await menu(page, 'API documentation')
  // The page loads a large script: what it shows is waited for, not the end of loading.
  await page.waitForURL('**/api/docs', { waitUntil: 'commit', timeout: 60_000 })
  await page.getByText('Product name, support address').first().waitFor({ state: 'attached', timeout: 60_000 })
  await shot(page, 'api-docs')
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})
