import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoOrigins } from '../../src/features/demo/server/small-web/addresses.ts'
import { demoProducts } from '../../src/features/demo/server/small-web/sites.ts'
import { query } from './dashboards.ts'
import { applyPageOptions, axeFindings, demoPassword, journey, type Journey, problemsOf, shot } from './harness.ts'
import { button, choose } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  // The pages are of this machine: no host has to be spared.
  testApp = await journey({ env: { HOST_REQUESTS_PER_MINUTE: '600' } })
})
afterAll(() => testApp.end())

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const job = (page: Page, at = 0) => page.locator('tr[data-job]').nth(at)
const retry = (page: Page, at = 0) => job(page, at).getByRole('button', { name: 'Retry failed rows' })
const textFile = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(lines.join('\n')),
})
const [bazaar] = demoOrigins.shops
const productOf = (at: number) => `${bazaar}/product/${demoProducts[at]!.sku}`

test('G86 the failed rows of a finished quick tool are queued again alone, once', async () => {
  const page = await testApp.openAs('analyst')
  await page.goto('/tools')
  await choose(page, 'Report', 'Web Screenshot')
  const lines = [productOf(0), 'not a web address', productOf(1)]
  await page.locator('input[type=file]').setInputFiles(textFile('pages.txt', lines))
  await button(page, 'Start Processing').click()
  await page
    .getByRole('dialog', { name: 'Enter your password' })
    .getByLabel('Password', { exact: true })
    .fill(demoPassword)
  await button(page, 'Continue').click()
  await button(page, 'Accept').click()
  await job(page).getByText('Completed').waitFor({ timeout: 120_000 })
  await job(page).getByText('1 line failed').waitFor()
  await retry(page).click()
  await alert(page, '1 failed row has been queued again').waitFor()
  // A retry whose only row fails again has failed, and goes on itself.
  await job(page).getByText('not a web address (retry)').waitFor()
  await job(page).getByText('Failed', { exact: true }).waitFor({ timeout: 60_000 })
  await expect.poll(() => retry(page, 1).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'retry-quick-tool')
  expect(problemsOf(page)).toEqual([])
})

test('G88 the failed rows of a scrapper are read again, and its details name the rows of the file', async () => {
  const page = await testApp.openAs('analyst')
  await page.goto('/scrapper1')
  await choose(page, 'Platform', 'E-commerce')
  await page.getByLabel('Filename').fill('Shoes')
  const lines = [productOf(0), `${bazaar}/product/none`, productOf(1)]
  await page.locator('input[type=file]').setInputFiles(textFile('list.txt', lines))
  await button(page, 'Submit').click()
  await job(page).getByText('processed').waitFor({ timeout: 120_000 })
  await query(
    testApp.databaseUrl,
    `update tool_job_rows r set input = jsonb_set(input, '{address}', to_jsonb($1::text))
      from tool_jobs j where j.id = r.job_id and j.kind = 'scraper-1' and r.state = 'Failed'`,
    [productOf(2)],
  )
  await retry(page).click()
  await alert(page, '1 failed row has been queued again').waitFor()
  await job(page).getByText('Shoes (retry)').waitFor()
  await job(page).getByText('processed').waitFor({ timeout: 120_000 })
  await expect.poll(() => page.getByRole('button', { name: 'Retry failed rows' }).count()).toBe(0)
  await job(page).getByRole('button', { name: 'Show details' }).click()
  await page.getByText('Shoes-retry.xlsx', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'retry-scrapper')
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 812 })
  await shot(page, 'retry-scrapper-phone-dark')
  expect(problemsOf(page)).toEqual([])
})

test('an Admin dismisses a damaged file of names; of a list of addresses, the hosts are read', async () => {
  const page = await testApp.openAs('admin')
  await page.goto('/domain-search')
  const panel = page.getByRole('region', { name: 'New domain feeds' })
  const row = (name: string) => panel.getByRole('row').filter({ hasText: name })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel.getByRole('button', { name: 'Upload files of names' }).click(),
  ])
  const packed = gzipSync('aurevia-one.example\n'.repeat(5000))
  await chooser.setFiles([
    textFile('links.txt', ['https://aurevia-link.example/sign-in', 'http://other.example:8080/']),
    { name: 'broken.gz', mimeType: 'application/gzip', buffer: packed.subarray(0, 40) },
  ])
  await row('broken.gz').getByText('It is damaged').waitFor({ timeout: 60_000 })
  await expect.poll(() => row('links.txt').getByRole('cell').nth(3).innerText(), { timeout: 60_000 }).toBe('2')
  await row('broken.gz').scrollIntoViewIfNeeded()
  await shot(page, 'name-files-dismiss')
  expect(await axeFindings(page)).toEqual([])
  await row('broken.gz')
    .getByRole('button', { name: /^Dismiss broken\.gz/ })
    .click()
  await alert(page, 'The file was removed from the list.').waitFor()
  await row('broken.gz').waitFor({ state: 'detached' })
  await row('links.txt').waitFor()
  expect(problemsOf(page)).toEqual([])
})
