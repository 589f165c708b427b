import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Esc closes the dropdown of a button, also before the focus is in it, and gives the focus back to the button. */
export async function checkEscapeCloses(page: Page, opener: Locator): Promise<void> {
  const contents = page.getByRole('dialog')
  for (const isBefore of [true, false]) {
    await opener.click()
    await contents.waitFor()
    // The focus comes a moment after the dropdown is shown: Esc may still come from its button.
    if (isBefore) await opener.focus()
    else await expect.poll(() => contents.locator(':focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await contents.waitFor({ state: 'detached', timeout: 5000 })
    await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true)
  }
}
