import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, openAddEnforcement, pick } from './enforcing.ts'
import { applyPageOptions, axeFindings, problemsOf, shot } from './harness.ts'
import { button } from './upload-steps.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney()
  await testApp.pool.query(
    "update findings set reason_code = '234' where platform = 'website' and status in ('22', '33')",
  )
})
afterAll(() => testApp.end())

const rowsOf = (page: Page) => page.locator('tr[data-row]')
const instrument = /^No registrar acts on this: there is no DNS abuse/

/** Up to the review of a notice about a counterfeit to an address that is the registrar's. */
async function reviewToRegistrar(page: Page) {
  const dialog = await openAddEnforcement(page, 'Approved')
  const id = await rowsOf(page).first().getAttribute('data-row')
  const { rows } = await testApp.pool.query('select url from findings_website where finding_id = $1', [id])
  await dialog.getByText(rows[0].url, { exact: true }).waitFor()
  for (const [label, text] of [
    ['Registrar', 'Namekeep Registrar'],
    ['IP Address', '203.0.113.7'],
    ['Hosting', 'Cloudmoor'],
  ] as const)
    await dialog.getByRole('textbox', { name: label }).fill(text)
  await pick(page, 'Action Taken', 'Abuse E-mail Sent')
  await pick(page, 'Abuse Email', 'Other (Enter manually)')
  await dialog.getByLabel('Other Abuse Email').fill('abuse@somewhere.test')
  await pick(page, 'Whose address is it?', 'The registrar’s')
  // In a low window the button is far below: the review begins with what stands against sending it.
  await page.setViewportSize({ width: 1440, height: 480 })
  await button(page, 'Send Enforcement').click()
  const review = page.getByRole('dialog', { name: 'Review and send' })
  await review.getByText(instrument).waitFor()
  await expect.poll(async () => (await review.getByText(instrument).boundingBox())!.y).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Nothing is required here: nobody acts on it.
  await review.getByText('Why a notice cannot be sent', { exact: true }).waitFor()
  return review
}

test('a notice that the desk would not act on is stopped in the review; it offers the filing sheet', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const review = await reviewToRegistrar(page)
  await expect.poll(() => review.getByRole('button', { name: 'Send Now' }).isDisabled()).toBe(true)
  expect(await review.getByLabel('Reason for sending it anyway').count()).toBe(0)
  await shot(page, 'review-gate')
  expect(await axeFindings(page)).toEqual([])
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 760 })
  await review.getByText(instrument).scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await shot(page, 'review-gate-phone')
  expect(await axeFindings(page)).toEqual([])
  await review.getByRole('button', { name: 'Filing sheet for a domain name dispute' }).click()
  await page.getByRole('dialog', { name: 'Filing sheet' }).waitFor()
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})

test('an Admin gives a reason there, and the notice goes with it', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const review = await reviewToRegistrar(page)
  const send = review.getByRole('button', { name: 'Send Now' })
  await expect.poll(() => send.isDisabled()).toBe(true)
  await review.getByLabel('Reason for sending it anyway').fill('The registrar asked for it in writing')
  const sent = testApp.smtp.received.length
  await send.click()
  await expect.poll(() => testApp.smtp.received.length, { timeout: 60_000 }).toBe(sent + 1)
  const { rows } = await testApp.pool.query<{ reason: string; missing: string[] }>(
    'select reason, missing from notice_overrides',
  )
  expect(rows).toEqual([{ reason: 'The registrar asked for it in writing', missing: ['instrument'] }])
  expect(problemsOf(page)).toEqual([])
})

test('A-017 an Admin names the original works of a brand, which notices about copies need', async () => {
  const page = await testApp.openAs('admin', { home: false })
  await page.goto('/brands')
  await button(page, 'Edit Demo Brand').click()
  const form = page.getByRole('dialog').filter({ hasText: 'Brand Details' })
  const works = form.getByRole('group', { name: 'Original works', exact: true })
  await works.getByRole('group', { name: 'Work 1' }).getByLabel('Title').fill('Tea at home')
  await works.getByRole('button', { name: 'Add work' }).click()
  const second = works.getByRole('group', { name: 'Work 2' })
  await second.getByLabel('Title').fill('The film')
  await second.getByLabel('Published at').fill('not an address')
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await works.getByText('Address of the work is not valid').waitFor()
  await second.getByLabel('Published at').fill('https://www.aurevia.example/film')
  await second.scrollIntoViewIfNeeded()
  await shot(page, 'brand-works')
  expect(await axeFindings(page)).toEqual([])
  await save.click()
  await expect.poll(() => form.count()).toBe(0)
  const { rows } = await testApp.pool.query<{ works: { title: string }[] }>(
    "select works from brands where brand_name = 'Demo Brand'",
  )
  expect(rows[0]!.works.map(({ title }) => title)).toEqual(['Tea at home', 'The film'])
})
