import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, openAddEnforcement } from './enforcing.ts'
import { applyPageOptions, axeFindings, problemsOf, shot } from './harness.ts'
import { beside, openEnforcement } from './triage-steps.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney()
})
afterAll(() => testApp.end())

const rowsOf = (page: Page) => page.locator('tr[data-row]')
const file = new URL('../fixtures/pictures/bridge.jpg', import.meta.url)
const outside = 'https://pictures.example/login.png'

/** Makes the picture of a finding one that is only named by its address, and its page one of the demo web. */
async function withoutPicture(id: string, page: string) {
  await testApp.pool.query('update findings set image = $2, image_bucket = null, image_key = null where id = $1', [
    id,
    outside,
  ])
  await testApp.pool.query('update findings_website set url = $2, domain = $3 where finding_id = $1', [
    id,
    page,
    new URL(page).hostname,
  ])
}
const storedPicture = async (id: string) => {
  const { rows } = await testApp.pool.query<{ image: string; bytes: number | null }>(
    'select f.image, o.bytes::int from findings f left join files o on o.key = f.image_key where f.id = $1',
    [id],
  )
  return rows[0]!
}

test('a picture that the notice lacks is taken in the dialog, which then finds it complete', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await openAddEnforcement(page, 'Approved')
  const id = (await rowsOf(page).first().getAttribute('data-row'))!
  await withoutPicture(id, 'http://bazaar.demo.test/')
  const dialog = await openAddEnforcement(page, 'Approved')
  const gate = dialog.getByRole('alert').filter({ hasText: 'Required before a notice can be sent' })
  const take = gate.getByRole('button', { name: 'Take a picture of the page' })
  await take.scrollIntoViewIfNeeded()
  await shot(page, 'picture-missing')
  expect(await axeFindings(page)).toEqual([])
  await take.click()
  await dialog.getByText('The documents of the notice are complete').waitFor({ timeout: 60_000 })
  expect(await storedPicture(id)).toMatchObject({ image: 'bazaar.demo.test.png', bytes: expect.any(Number) })
  await shot(page, 'picture-taken')
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})

test('where the page cannot be opened the reason is said, and a file can be chosen; the open finding shows it', async () => {
  const { rows } = await testApp.pool.query<{ id: string; company: string; brand: string }>(
    `select f.id, f.company_id as company, f.brand_id as brand from findings f join brands b on b.id = f.brand_id
     where f.platform = 'website' and f.status = '33' and b.brand_name = 'Demo Brand' order by f.created_at desc offset 3 limit 1`,
  )
  const { id, company, brand } = rows[0]!
  await withoutPicture(id, 'http://nowhere.demo.test/gone')
  await testApp.pool.query('update findings set image = null where id = $1', [id])
  const page = await testApp.openAs('analyst', { home: false })
  const scope = new URLSearchParams({ company, brand, platform: 'website', status: '33', size: '10', peek: id })
  await openEnforcement(page, scope.toString())
  const take = beside(page).getByRole('button', { name: 'Take a picture of the page' })
  await take.click()
  await beside(page)
    .getByText(/^No picture: /)
    .waitFor({ timeout: 60_000 })
  await shot(page, 'peek-no-picture')
  expect(await axeFindings(page)).toEqual([])
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 760 })
  const open = page.getByRole('dialog', { name: 'Finding', exact: true })
  const takeOnPhone = open.getByRole('button', { name: 'Take a picture of the page' })
  await takeOnPhone.scrollIntoViewIfNeeded()
  await shot(page, 'peek-no-picture-phone')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await open
    .getByLabel('Picture of the page', { exact: true })
    .setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: readFileSync(file) })
  await page.getByText('Picture added', { exact: true }).waitFor()
  await expect.poll(() => takeOnPhone.count(), { timeout: 15_000 }).toBe(0)
  await expect.poll(() => open.locator('img[src*="/files/"]').count()).toBeGreaterThan(0)
  expect(await storedPicture(id)).toMatchObject({ image: 'page.jpg' })
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})
