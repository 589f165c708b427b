import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, wide } from './dashboards.ts'
import { type Journey, journey, releasePage, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/**
 * Runs in the browser: what can be pressed under the alert, by its name. On a phone no place is free of everything: there
 * it may lie over the title with its switch between table and pictures, which takes clicks through it.
 */
const covered = `(() => {
  const alert = document.querySelector('[role=alert]')
  const box = alert.getBoundingClientRect()
  return [...document.querySelectorAll('button, a, input:not([type=radio])')]
    .filter((one) => !alert.contains(one))
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top
    })
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
})()`

const decideByKey = async (page: Page) => {
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('[data-row]:focus').waitFor()
  await page.keyboard.press('a')
}

test.each([1440, 1280, 390])('C-341 an alert covers nothing that is pressed on a list of %d pixels', async (width) => {
  const page = await testApp.openAs('client', { width, height: 844, home: false })
  await openDashboard(page, platformNamed('e-commerce'), `${wide}&status=33&size=20`)
  await decideByKey(page)
  const alert = page.getByRole('alert').filter({ hasText: 'Moved to Approved.' })
  await alert.waitFor()
  // It slides in.
  await page.evaluate(
    `Promise.all(document.querySelector('[role=alert]').getAnimations().map((one) => one.finished)).then(() => true)`,
  )
  await shot(page, `alert-${width}`)
  expect(await page.evaluate(covered)).toEqual([])
  await releasePage(page)
})
