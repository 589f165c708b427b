import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findInEmails } from './emails.ts'
import {
  axeFindings,
  demoPassword,
  hasFocus,
  type Journey,
  journey,
  people,
  problemsOf,
  recordAlerts,
  shot,
  signIn,
} from './harness.ts'
import { holdAnswer, holdCall } from './hold-call.ts'
import { runClockUntil, stopClock, visibleDuration } from './page-clock.ts'
import { alert, passwordUpdatedThenSignIn, sessionKeys, signOut, weak, withGoogle } from './sign-in-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

describe('the sign-in screen', () => {
  test('has no Google button where Google is not configured', async () => {
    const page = await testApp.open()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Forgot Password?' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Sign in with Google' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('separator').count()).toBe(0)
    await page.context().close()
  })

  for (const options of [{ theme: 'light' }, { theme: 'dark', width: 390, height: 844 }] as const) {
    test(`C-022 C-043 C-044 C-046 C-047 has its fields and buttons (${options.theme})`, async () => {
      const page = await testApp.open(options)
      await withGoogle(page)
      await page.goto('/login')
      await page.getByLabel('Username').waitFor()
      await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password')
      await expect.poll(() => page.getByRole('button', { name: 'Sign in', exact: true }).isEnabled()).toBe(true)
      await expect.poll(() => page.getByRole('button', { name: 'Forgot Password?' }).isVisible()).toBe(true)
      await expect.poll(() => page.getByRole('button', { name: 'Sign in with Google' }).isVisible()).toBe(true)
      await expect.poll(() => page.title()).toBe('Sign in · Brandkeep')
      await shot(page, `login-${options.theme}`)
      expect(await axeFindings(page)).toEqual([])
      expect(problemsOf(page)).toEqual([])
      await page.context().close()
    })
  }

  test('C-045 C-225 C-307 an error is shown below the fields and as an alert; the button is disabled during the request', async () => {
    const page = await testApp.open()
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Sign in', exact: true })
    await button.click()
    await page.getByText('Password is required').first().waitFor()
    await alert(page, 'Username is required').waitFor()
    const answer = await holdCall(page, '**/api/users/authenticate')
    await page.getByLabel('Username').fill(people.client)
    await page.getByLabel('Password', { exact: true }).fill('Wrong@2026')
    await button.click()
    await expect.poll(() => button.isDisabled()).toBe(true)
    answer()
    await page.locator('p', { hasText: 'Username or password is incorrect.' }).waitFor()
    await alert(page, 'Username or password is incorrect.').waitFor()
    await expect.poll(() => button.isEnabled()).toBe(true)
    await expect.poll(() => sessionKeys(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await page.context().close()
  })

  test('C-049 C-204 C-205 C-206 C-202 signing in redirects from /, and logging out removes everything stored', async () => {
    const page = await testApp.openAs('client')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/client-dashboard')
    await expect.poll(() => sessionKeys(page)).toEqual(expect.arrayContaining(['session:token', 'session:user']))
    await page.getByRole('button', { name: /^Brand / }).click()
    await page.getByRole('option', { name: 'Solmira' }).click()
    await page.getByRole('button', { name: 'Brand Solmira' }).waitFor()
    await page.evaluate('localStorage.setItem("session:filters.domain", "{}")')
    await signOut(page)
    await page.waitForURL('**/login')
    await expect.poll(() => sessionKeys(page)).toEqual([])
    await signIn(page, 'client')
    await page.getByRole('button', { name: 'Brand All' }).waitFor()
    await page.context().close()
  })

  test('C-260 C-309 Google opens in a popup, and an error it posts back is shown', async () => {
    const page = await testApp.open()
    await withGoogle(page)
    await page.goto('/login')
    const popup = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await popup
    await alert(page, 'Google sign-in is not configured.').waitFor()

    const known = await testApp.openAs('client', { home: false })
    const token = await known.evaluate('localStorage.getItem("session:token")')
    await known.context().close()
    const posted = JSON.stringify({ token, userRole: 'Client' })
    await page.context().route('**/api/auth/google', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>opener.postMessage(${posted}, location.origin)</script>`,
      }),
    )
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await page.waitForURL('**/client-dashboard')
    await page.context().close()
  })
})

describe('the one-time code', () => {
  test('C-048 C-203 C-207 C-208 C-226 C-227 C-228 C-229 C-230 C-231 C-308 six boxes sign in', async () => {
    const page = await testApp.open()
    await signIn(page, 'twoFactor')
    const box = (position: number) => page.getByLabel(`Digit ${position}`)
    const verify = page.getByRole('button', { name: 'Verify' })
    await expect.poll(() => page.getByLabel(/^Digit \d$/).count()).toBe(6)
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^(2:00|1:[0-5]\d)$/)
    await expect.poll(() => page.getByRole('button', { name: 'Resend code' }).isDisabled()).toBe(true)
    await shot(page, 'verify')
    expect(await axeFindings(page)).toEqual([])
    // The password alone gives no access.
    await page.goto('/client-dashboard')
    await page.waitForURL('**/login')
    await box(1).pressSequentially('x12')
    await expect.poll(async () => [await box(1).inputValue(), await box(2).inputValue()]).toEqual(['1', '2'])
    await expect.poll(() => hasFocus(box(3))).toBe(true)
    await page.keyboard.press('Backspace')
    await expect.poll(async () => [await box(2).inputValue(), await hasFocus(box(2))]).toEqual(['', true])
    for (const position of [2, 3, 4, 5]) {
      await box(position).pressSequentially('7')
      await expect.poll(() => verify.isDisabled()).toBe(true)
    }
    const code = await findInEmails(testApp, /one-time code is (\d{6})/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const wrong = code === '000000' ? '111111' : '000000'
    const entered = async () => (await Promise.all([1, 2, 3, 4, 5, 6].map((one) => box(one).inputValue()))).join('')
    const sent: string[] = []
    page.on('request', (one) => one.url().endsWith('/v2/authenticate') && sent.push(one.url()))
    const answer = await holdAnswer(page, '**/users/v2/authenticate')
    await page.evaluate(`navigator.clipboard.writeText('code ${wrong.slice(0, 3)}-${wrong.slice(3)}')`)
    await box(1).press('Control+v')
    await answer.isAnswered
    await page.keyboard.press('Enter')
    await box(1).press('Control+v')
    expect([await entered(), await verify.isDisabled()]).toEqual([wrong, true])
    answer.release()
    await alert(page, 'Wrong OTP, please enter a valid OTP.').waitFor()
    await expect.poll(() => box(1).getAttribute('aria-invalid')).toBe('true')
    await expect.poll(async () => [await entered(), await hasFocus(box(1))]).toEqual(['', true])
    for (const digit of code) {
      expect(sent).toHaveLength(1)
      await page.keyboard.type(digit)
    }
    await page.waitForURL('**/client-dashboard')
    await page.context().close()
  })

  test('C-209 a new code can be requested after 120 s', async () => {
    const page = await testApp.open()
    await page.clock.install()
    await signIn(page, 'twoFactor')
    const resend = page.getByRole('button', { name: 'Resend code' })
    // From here on only the test makes time pass: how much of it a busy machine used up does not matter.
    await stopClock(page)
    const [minutes, seconds] = (await page.getByRole('timer').innerText()).split(':').map(Number)
    await page.clock.runFor(1_000 * (60 * minutes! + seconds! - 1))
    await expect.poll(() => resend.isDisabled()).toBe(true)
    await page.clock.runFor(2_000)
    await expect.poll(() => resend.isEnabled()).toBe(true)
    await page.context().close()
  })
})

describe('a forgotten password', () => {
  test('C-050 C-051 C-312 C-313 the response is the same for everybody, and sign-in returns after 10 s', async () => {
    const page = await testApp.open()
    await page.clock.install()
    await page.goto('/login')
    for (const username of ['nobody@demo.test', people.client2]) {
      await page.getByRole('button', { name: 'Forgot Password?' }).click()
      await page.getByLabel('Username').fill(username)
      const status = page.getByRole('status')
      await stopClock(page)
      await page.getByRole('button', { name: 'Send reset link' }).click()
      await runClockUntil(page, 4, () => status.isVisible())
      expect((await status.innerText()).replace(/\s+/g, ' ')).toBe(
        'If your username is valid, a link to reset the password will be sent to the associated email address. For help, contact support@brandkeep.test.',
      )
      await shot(page, 'forgot-password')
      await page.clock.runFor(9_000)
      await expect.poll(() => status.isVisible()).toBe(true)
      await page.clock.runFor(1_500)
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      await page.clock.resume()
    }
    await page.context().close()
  })

  test('C-023 A-044 A-045 A-046 A-087 A-088 A-089 A-090 the link in the email opens the form once', async () => {
    const token = await findInEmails(testApp, /\/reset-password\/([\w-]+)/)
    const page = await testApp.open()
    await page.goto('/reset-password/not-a-token')
    await page.getByText('Incorrect URL / Broken URL').waitFor()
    await expect.poll(() => page.getByLabel('Confirm password').count()).toBe(0)
    await page.goto(`/reset-password/${token}`)
    for (const [password, confirmed, sentence] of weak()) {
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password').fill(confirmed)
      await page.getByRole('button', { name: 'Reset password' }).click()
      await page.getByText(sentence, { exact: true }).waitFor()
    }
    await shot(page, 'reset-password')
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('Changed-Tarn-26')
    await page.getByLabel('Confirm password').fill('Changed-Tarn-26')
    const duration = await visibleDuration(
      page,
      passwordUpdatedThenSignIn(page, page.getByRole('button', { name: 'Reset password' })),
    )
    expect(duration).toBeGreaterThan(500)
    expect(duration).toBeLessThan(1_600)
    await page.goto(`/reset-password/${token}`)
    await page.getByText('Incorrect URL / Broken URL').waitFor()
    await signIn(page, 'client2', 'Changed-Tarn-26')
    await page.context().close()
  })

  test('A-144 a reset that fails on the server is only logged', async () => {
    const page = await testApp.open()
    await page.route('**/api/users/verify-token', (route) =>
      route.fulfill({ json: { status: true, purpose: 'reset' } }),
    )
    await page.goto('/reset-password/stale')
    await page.getByLabel('Password', { exact: true }).fill('Changed-Tarn-27')
    await page.getByLabel('Confirm password').fill('Changed-Tarn-27')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect.poll(() => problemsOf(page).length).toBeGreaterThan(0)
    await page.getByLabel('Confirm password').fill('other')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.getByText('Passwords do not match').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/reset-password/stale')
    await page.context().close()
  })
})

describe('changing the password', () => {
  test('C-232 C-234 C-235 C-236 C-237 C-238 C-239 C-310 C-311 the dialog validates in order, then signs out', async () => {
    const page = await testApp.openAs('client3')
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Update Password' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true)
    const update = dialog.getByRole('button', { name: 'Update' })
    const type = async (current: string, next: string, confirmed: string) => {
      await dialog.getByLabel('Current password').fill(current)
      await dialog.getByLabel('New password').fill(next)
      await dialog.getByLabel('Confirm password').fill(confirmed)
      await update.click()
    }
    for (const [next, confirmed, sentence] of weak('Request failed: ')) {
      await type(demoPassword, next, confirmed)
      await dialog.getByText(sentence, { exact: true }).waitFor()
    }
    await shot(page, 'password-dialog')
    await type('Wrong@2026', 'Another-Tarn-26', 'Another-Tarn-26')
    await dialog.getByText('Current password incorrect.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByLabel('Current password').fill(demoPassword)
    const duration = await visibleDuration(page, passwordUpdatedThenSignIn(page, update))
    expect(duration).toBeGreaterThan(1_500)
    expect(duration).toBeLessThan(2_600)
    await signIn(page, 'client3', 'Another-Tarn-26')
    await page.context().close()
  })
})

describe('a session', () => {
  test('C-251 C-306 C-252 C-036 an expired session is noticed on load and shown once', async () => {
    const page = await testApp.openAs('client')
    const alerts = await recordAlerts(page)
    // On a page that makes no calls: one that still does could end the session before the load, and take the alert along.
    await page.goto('/api/health')
    await page.evaluate('localStorage.setItem("session:token", "no-such-token")')
    await page.goto('/client-dashboard', { waitUntil: 'commit' })
    await page.waitForURL('**/login')
    await expect.poll(alerts).toEqual(['Session timed out. Please login again.'])
    await expect.poll(() => sessionKeys(page)).toEqual([])
    for (const path of ['/client-dashboard', '/users', '/create-domain-record']) {
      await page.goto(path)
      await page.waitForURL('**/login')
    }
    await page.context().close()
  })
})
