import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, platformNamed, rowsOf, wide } from './dashboards.ts'
import { axeFindings, type Journey, journey, problemsOf, releasePage, shot } from './harness.ts'
import { bring, button, openUpload } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/** A real sheet; where it comes from is in tests/fixtures/README.md. */
const realSheet = join(import.meta.dirname, '../fixtures/sheets/ecommerce-listings.xlsx')
const eCommerce = platformNamed('e-commerce')
const phone = { width: 375, height: 812 }
const rightOf = (box: { x: number; width: number } | null) => (box ? box.x + box.width : Infinity)

/**
 * Runs in the browser: what can be tapped, but not 12 pixels above and below its middle (WCAG 2.2, 2.5.8). A label
 * belongs to its control.
 */
const smallTargets = `[...document.querySelectorAll('a, button, input, summary')].flatMap((one) => {
  const { height, width } = one.getBoundingClientRect()
  if (width === 0 || height === 0 || height >= 24) return []
  one.scrollIntoView({ block: 'center' })
  const box = one.getBoundingClientRect()
  const label = one.closest('label') ?? one.labels?.[0]
  const isHit = (y) => {
    const there = document.elementFromPoint(box.x + box.width / 2, y)
    return one.contains(there) || Boolean(label?.contains(there))
  }
  const middle = box.y + box.height / 2
  if (!isHit(middle) || (isHit(middle - 11.5) && isHit(middle + 11.5))) return []
  return [one.ariaLabel || one.textContent]
})`

describe('a client on a phone', () => {
  test('everything in cards, pictures and an opened finding is tall enough to be tapped', async () => {
    const page = await testApp.openAs('client', { ...phone, home: false })
    await openDashboard(page, eCommerce, wide)
    const similar = page.getByRole('link', { name: /similar finding/ }).first()
    await similar.waitFor()
    // The lowest card, whose texts have one line: which finding comes first depends on the hour of the demo data.
    const heights = await page
      .locator('article[data-row]')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
    expect(await page.evaluate(smallTargets)).toEqual([])
    // As tall as with the smaller targets.
    expect(Math.min(...heights)).toBeLessThanOrEqual(295)
    await page.getByRole('button', { name: 'Open record 1', exact: true }).click()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.getByText(/more details/).click()
    expect(await page.evaluate(smallTargets)).toEqual([])
    await shot(page, 'phone-opened')
    await openDashboard(page, eCommerce, `${wide}&cards=M`)
    await similar.waitFor()
    expect(await page.evaluate(smallTargets)).toEqual([])
    await page.goto('/clusters')
    await page.locator('article[data-row] a').first().waitFor()
    expect(await page.evaluate(smallTargets)).toEqual([])
    await releasePage(page)
  })

  test('pictures stay where they are when those of the genuine items come late', async () => {
    const page = await testApp.openAs('client', { ...phone, home: false })
    const release = Promise.withResolvers<void>()
    await page.route('**/assets/GenuineItem-*.js', async (route) => {
      await release.promise
      await route.continue()
    })
    await openDashboard(page, eCommerce, `${wide}&cards=M`)
    const first = rowsOf(page).first()
    await first.waitFor()
    const before = (await first.boundingBox())!.y
    release.resolve()
    await page.getByRole('region', { name: 'Genuine', exact: true }).getByRole('img').first().waitFor()
    expect((await first.boundingBox())!.y).toBe(before)
    await page.context().close()
  })

  test('the filters are on the screen beside the search, also while some are set', async () => {
    const page = await testApp.openAs('client', { ...phone, home: false })
    await openDashboard(page, eCommerce, `${wide}&status=33`)
    for (const part of [page.locator('[data-filter-button]').first(), page.locator('[data-filter="status"]')])
      await expect.poll(async () => rightOf(await part.boundingBox())).toBeLessThanOrEqual(phone.width)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
    await shot(page, 'phone-filters')
    await releasePage(page)
  })

  test('the tab that a link to the home names is in sight', async () => {
    const page = await testApp.openAs('client', { ...phone, home: false })
    await page.goto('/client-dashboard?tab=appStore')
    const tab = page.getByRole('tab', { selected: true })
    await page.getByRole('heading', { name: 'App Store', exact: true }).first().waitFor()
    await expect.poll(async () => rightOf(await tab.boundingBox())).toBeLessThanOrEqual(phone.width)
    await releasePage(page)
  })

  test('who asks for more without a chosen brand chooses one there', async () => {
    const page = await testApp.openAs('client', { ...phone, home: false })
    await page.goto('/client-request-dashboard')
    await page.getByText('Please select a brand to submit a request.').waitFor()
    await shot(page, 'phone-request')
    await page.getByRole('group', { name: 'Brand' }).getByRole('button', { name: 'Solmira' }).click()
    await page.getByLabel('Remarks').waitFor()
    expect(await axeFindings(page, 'main')).toEqual([])
    await releasePage(page)
  })

  test('an @ in the comment offers the people who can be mentioned, and nothing typed is lost', async () => {
    const page = await testApp.openAs('client', { ...phone, home: false })
    await openDashboard(page, eCommerce, wide)
    await page.getByRole('button', { name: 'Open record 1', exact: true }).click()
    const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
    await comment.fill('Write to a@b.test, ')
    expect(await page.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
    await comment.pressSequentially('please @')
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    const message = page.locator('[data-message-field] textarea')
    await expect.poll(() => message.inputValue()).toBe('Write to a@b.test, please @')
    await page.keyboard.type('Le')
    await page.getByRole('option', { name: /Lea Fernandes/ }).click()
    await expect.poll(() => message.inputValue()).toBe('Write to a@b.test, please @Lea Fernandes ')
    await shot(page, 'phone-mention')
    expect(problemsOf(page)).toEqual([])
    await releasePage(page)
  })
})

describe('an analyst', () => {
  test('an old link to a page of Enforcement that is no longer there shows the last one', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    await page.goto('/enforcement?platform=domain&page=9999')
    await rowsOf(page).first().waitFor()
    const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')
    await expect.poll(() => current.innerText()).not.toBe('9999')
    expect(Number(await current.innerText())).toBeGreaterThan(10)
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe(await current.innerText())
    await releasePage(page)
  })

  test('a sheet of another platform is read for that one by a click', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    await openUpload(page, { platform: 'Website' })
    await bring(page, realSheet, 9_960)
    await button(page, 'Read it as E-commerce').click()
    await page.getByRole('columnheader', { name: 'Comparative Link' }).waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Platform' }).inputValue()).toBe('E-commerce')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await shot(page, 'upload-read-as')
    await releasePage(page)
  })
})
