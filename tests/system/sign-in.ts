import type { Page } from 'playwright-core'

/** Signs in with the form. Playwright's actions wait for what they need; what comes after the form, the caller waits for. */
export async function submitSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in with the form and waits until the sign-in screen is gone. */
export async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  await submitSignIn(page, username, password)
  await page.waitForURL((address) => !['/login', '/'].includes(address.pathname))
}
