import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, journey, problemsOf, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const backgroundOf = (page: Page, selector: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
const grounds = { light: 'rgb(246, 247, 249)', dark: 'rgb(19, 21, 25)' }

for (const [chosen, system] of [
  ['auto', 'dark'],
  ['dark', 'light'],
  ['light', 'dark'],
] as const)
  test(`what stands while the scripts are on their way has the theme that was chosen: ${chosen} on ${system}`, async () => {
    const page = await testApp.openAs('client', { theme: system })
    if (chosen !== 'auto') {
      await page.getByRole('button', { name: 'User menu' }).click()
      await page.getByRole('menuitemradio', { name: chosen === 'dark' ? 'Dark theme' : 'Light theme' }).click()
    }
    const shown = chosen === 'auto' ? system : chosen
    await expect.poll(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toContain(shown)
    const release = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await release.promise
      await route.continue()
    })
    await page.goto('/client-dashboard', { waitUntil: 'commit' })
    await page.locator('.starting').waitFor()
    expect(await backgroundOf(page, '.starting')).toBe(grounds[shown])
    await shot(page, `starting-${chosen}-on-${system}`)
    release.resolve()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await backgroundOf(page, 'body')).toBe(grounds[shown])
    expect(problemsOf(page)).toEqual([])
    await page.context().close()
  })
