import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, query, wide } from './dashboards.ts'
import { journey, type Journey, type Person, shot } from './harness.ts'
import { openAddEnforcement } from './enforcing.ts'
import { button, cell, choose } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/** A page of a device that is used by fingers. */
async function openTouched(who: Person, viewport: { width: number; height: number }): Promise<Page> {
  const signedIn = await testApp.openAs(who, { home: false })
  const storageState = await signedIn.context().storageState()
  const touched = { hasTouch: true, isMobile: true, viewport, baseURL: testApp.url, storageState }
  const context = await testApp.browser.newContext({ ...touched, reducedMotion: 'reduce', locale: 'en-GB' })
  return context.newPage()
}

const long = `https://www.aurevia-official-store.example/summer/2026/shoes?id=1234567890&reference=${'abcdefgh'.repeat(14)}`
const shorter = 'https://www.aurevia-official-store-discount.example/products/summer/2026/shoes?id=1234567890'

test('C-125 the sheet of requested data shows addresses as a whole on a phone', async () => {
  const page = await openTouched('client', { width: 375, height: 812 })
  await page.goto('/client-request-dashboard')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Brand/ })
    .tap()
  await page.getByRole('option', { name: 'Demo Brand', exact: true }).tap()
  await choose(page, 'Platform', 'Website')
  await page.getByLabel('Domains / URLs').fill(`${shorter}\n${long}`)
  await button(page, "Upload Domain's / URLs").tap()
  const grid = page.getByRole('grid', { name: 'Requested Data' })
  const address = grid.getByRole('gridcell', { name: shorter })
  await address.waitFor()
  // Its end is reached by moving the sheet.
  expect(await address.evaluate((one): number => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  expect((await address.boundingBox())!.x).toBeLessThan(220)
  // A longer one than any column is below the sheet when it is touched.
  await cell(page, 2, 3).tap({ position: { x: 20, y: 10 } })
  const below = page.getByRole('region', { name: 'Requested Data' }).getByText(long, { exact: true }).last()
  await shot(page, 'phone-requested')
  const { x, width } = (await below.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(375)
  expect(await below.evaluate((one): number => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  await page.context().close()
})

test('the button that removes a keyword of a schedule is as large as a finger on a tablet', async () => {
  await query(testApp.databaseUrl, "update domain_schedules set keywords = array['aurevia', 'aurevia bank']")
  const page = await openTouched('admin', { width: 1024, height: 768 })
  await page.goto('/domain-search')
  await page.getByRole('button', { name: 'Show details' }).first().tap()
  const remove = button(page, 'Remove keyword aurevia bank')
  const { width, height } = (await remove.boundingBox())!
  await shot(page, 'tablet-keywords')
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
  await remove.tap()
  await page.getByRole('dialog', { name: 'Remove “aurevia bank”?' }).waitFor()
  await page.context().close()
})

const phone = { width: 375, height: 812 }
const widthOfPage = (page: Page): Promise<number> => page.locator('html').evaluate((root): number => root.scrollWidth)
const heightOf = async (what: Locator): Promise<number> => (await what.boundingBox())!.height

test('a list that opens in a dialog does not widen the page of a phone', async () => {
  const page = await openTouched('analyst', phone)
  const form = await openAddEnforcement(page, 'Approved')
  await choose(page, 'Action Taken', 'Abuse E-mail Sent', form)
  await form.getByRole('combobox', { name: 'Abuse Email', exact: true }).tap()
  const option = page.getByRole('option', { name: 'Other (Enter manually)' })
  await option.waitFor()
  await shot(page, 'phone-abuse-email')
  expect(await widthOfPage(page)).toBe(phone.width)
  const { x, width } = (await option.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(phone.width)
  await option.tap()
  // The three buttons of the form share a line.
  const tops = ['Close', 'Send Enforcement', 'Save'].map(async (name) => {
    const one = form.getByRole('button', { name, exact: true }).last()
    return Math.round((await one.boundingBox())!.y)
  })
  expect(new Set(await Promise.all(tops)).size).toBe(1)
  await page.context().close()
})

test('links of the numbers, days and entries of the search are as high as a finger on a phone', async () => {
  const page = await openTouched('analyst', phone)
  await page.goto('/data-upload')
  const part = page.getByRole('link', { name: /^Website \d/ }).first()
  await part.waitFor()
  expect(await heightOf(part)).toBeGreaterThanOrEqual(40)
  const calendar = button(page, 'Reporting Date: calendar')
  expect(await heightOf(calendar)).toBeGreaterThanOrEqual(40)
  await calendar.tap()
  const day = page.getByRole('button', { name: /^15 / })
  await day.waitFor()
  await shot(page, 'phone-calendar')
  const box = (await day.boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(40)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Search/ }).tap()
  const entry = page.locator('[data-action]').first()
  await entry.waitFor()
  expect(await heightOf(entry)).toBeGreaterThanOrEqual(40)
  await page.context().close()
})

/** Whether the browser may enlarge what two fingers, or the wheel with Ctrl, touch. */
const mayEnlarge = (what: Locator): Promise<boolean> =>
  what.evaluate((one): boolean => {
    const { WheelEvent } = globalThis as unknown as { WheelEvent: new (type: string, init: object) => Event }
    return one.dispatchEvent(
      new WheelEvent('wheel', { ctrlKey: true, deltaY: -50, bubbles: true, cancelable: true }),
    ) as boolean
  })

test('an open finding and its picture can be enlarged by two fingers on a phone, which decides nothing', async () => {
  const page = await openTouched('client', phone)
  await openDashboard(page, platformNamed('e-commerce'), `${wide}&status=33`)
  await page.getByRole('button', { name: 'Open record 1', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Finding', exact: true })
  const picture = sheet.getByRole('button', { name: /^Open the picture/ })
  await picture.waitFor()
  const caption = await sheet.getByRole('heading', { level: 2 }).textContent()
  expect(await mayEnlarge(picture)).toBe(true)
  const { x, y, width, height } = (await picture.boundingBox())!
  const fingers = (apart: number) => [-1, 1].map((side) => ({ x: x + width / 2 + side * apart, y: y + height / 2 }))
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', fingers(10).slice(0, 1))
  await send('touchStart', fingers(10))
  for (const apart of [40, 80, 110]) await send('touchMove', fingers(apart))
  await send('touchEnd', [])
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await sheet.getByRole('heading', { level: 2 }).textContent()).toBe(caption)
  await picture.tap()
  const enlarged = page
    .getByRole('dialog', { name: caption!, exact: true })
    .getByRole('img', { name: caption!, exact: true })
  await enlarged.waitFor()
  expect(await mayEnlarge(enlarged)).toBe(true)
  await page.context().close()
})
