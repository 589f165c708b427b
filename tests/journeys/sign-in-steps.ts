import type { Locator, Page } from 'playwright-core'
import { fetchAnswer } from './fetch-answer.ts'

/** Alerts of the page that have the text. */
export const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** Waits for the alert with the text and closes it, so that the same text can be waited for again. */
export async function closeAlert(page: Page, text: string | RegExp): Promise<void> {
  await alert(page, text).waitFor()
  // It may go by itself meanwhile.
  await alert(page, text)
    .locator('button')
    .evaluateAll((all) => (all as unknown as { click: () => void }[])[0]?.click())
  await alert(page, text).waitFor({ state: 'detached' })
}

/** Signs out through the user's menu; unsaved rows are asked about. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

/** What the console has stored in the browser of the person signed in. */
export const sessionKeys = (page: Page) =>
  page.evaluate('Object.keys(localStorage).filter((name) => name.startsWith("session:"))')

/** Password, confirmation and the first error of each. */
export const weak = (before = ''): [string, string, string][] => [
  ['short', 'other', `${before}Password must be at least 8 characters long`],
  ['lowercase', 'other', 'Passwords do not match'],
  ['lowercase1!', 'lowercase1!', 'Password must contain at least one uppercase letter'],
  ['UPPERCASE1!', 'UPPERCASE1!', 'Password must contain at least one lowercase letter'],
  ['NoDigits!!', 'NoDigits!!', 'Password must contain at least one digit'],
  ['NoSpecial1', 'NoSpecial1', 'Password must contain at least one special character'],
]

/** For visibleDuration: from the success alert of a password change to the sign-in screen. */
export const passwordUpdatedThenSignIn = (page: Page, button: Locator) => ({
  action: () => button.click(),
  shown: () => alert(page, 'Password updated successfully').isVisible(),
  isOver: () => Promise.resolve(new URL(page.url()).pathname === '/login'),
})

/** The page believes that Google is configured, and so shows its button. */
export const withGoogle = (page: Page) =>
  page.route('**/api/settings', async (route) => {
    const answer = await fetchAnswer(route)
    await route.fulfill({ response: answer, json: { ...(await answer.json()), google: true } })
  })
