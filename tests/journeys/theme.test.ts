import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, watchRequests } from './go-to.ts'
import { axeFindings, type Journey, journey, type Person, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const wide = 'startDate=2020-01-01&endDate=2035-12-31'

/** Goes to an address without reloading the page, and waits until its screen is there. */
async function go(page: Page, path: string, running: () => number): Promise<void> {
  await goTo(page, path)
  await page.locator('main h1').first().waitFor()
  // A screen that waits for a choice keeps its placeholder, which has no text: then nothing is under way any more.
  const placeholder = page.locator('main [aria-busy=true], main .mantine-Skeleton-root')
  await expect.poll(async () => (await placeholder.count()) === 0 || running() === 0).toBe(true)
}

for (const [chosen, system] of [
  ['dark', 'light'],
  ['light', 'dark'],
] as const)
  for (const [who, others] of [
    ['client', ['/mynotifications', '/email-reports']],
    ['admin', ['/data-update-log', '/static-dashboard', '/mynotifications']],
  ] as const satisfies readonly (readonly [Person, readonly string[]])[])
    test(`${chosen} chosen on a system that is ${system} is ${chosen} everywhere, on every screen of ${who}`, {
      timeout: 400_000,
    }, async () => {
      const page = await testApp.openAs(who, { theme: system, home: false })
      const running = watchRequests(page)
      await page.goto('/')
      await page.waitForURL((address) => address.pathname !== '/')
      await page.getByRole('button', { name: 'User menu' }).click()
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('menuitemradio', { name: chosen === 'dark' ? 'Dark theme' : 'Light theme' }).click()
      expect((await saved).status()).toBe(200)
      await page.keyboard.press('Escape')
      const links = page.getByRole('navigation', { name: /menu$/ }).getByRole('link')
      await links.first().waitFor()
      const inMenu = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
      const paths = [...inMenu.map((path) => (who === 'client' ? `${path}?${wide}` : path)), ...others]
      expect(paths.length).toBeGreaterThan(10)
      await expect.poll(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(chosen)
      const found: string[] = []
      for (const path of paths) {
        await go(page, path, running)
        const unreadable = await axeFindings(page, 'html', { rules: ['color-contrast'] })
        found.push(...unreadable.map((one) => `${path}: ${one}`))
        if (path.startsWith('/client-dashboard') || path.startsWith('/ecommerce') || path === '/users')
          await shot(page, `theme-${chosen}-${path.slice(1).split('?')[0]}`)
      }
      expect(found).toEqual([])
      // The theme belongs to the person: another browser shows it too.
      const other = await testApp.openAs(who, { theme: system, home: false })
      await other.goto(paths.at(-1)!)
      await expect.poll(() => other.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(chosen)
      await other.context().close()
      await page.context().close()
    })
