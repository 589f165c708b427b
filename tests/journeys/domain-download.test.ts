import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseYear } from './choose-year.ts'
import { query } from './dashboards.ts'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { button } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-domains-'))
let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('analyst')
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const row = (index: number) => page.locator('tr[data-job]').nth(index)

test('S-066 S-067 S-164 domains are read from a .txt, shown as understood, corrected and fetched', async () => {
  await page.goto('/domain-data-download')
  await page.getByRole('heading', { name: 'Domain Data Download', level: 1 }).waitFor()
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('analyst@demo.test')
  const upload = (name: string, bytes: string | Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return page.locator('input[type=file]').setInputFiles(path)
  }
  await upload('picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))
  await alert('Please upload a valid .txt file.').waitFor()
  const found = await query<{ domain: string }>(
    testApp.databaseUrl,
    `select d.domain from findings_domain d join findings f on f.company_id = d.company_id and f.id = d.finding_id
     where f.deleted_at is null and f.reporting_date between (now() at time zone 'Asia/Kolkata')::date - 364
       and (now() at time zone 'Asia/Kolkata')::date order by d.domain limit 1`,
  )
  await upload(
    'domains.txt',
    Buffer.from(`\ufeffHTTPS://WWW.${found[0]!.domain}/x\r\nnowhere.example.\r\nno domain`, 'utf16le'),
  )
  const lines = page.getByRole('textbox', { name: 'Domains', exact: true })
  await page.getByText('2 domains understood').waitFor()
  await page.getByText('2 entries are not domains and will be left out').waitFor()
  await lines.fill(`${await lines.inputValue()}\nother.example`)
  await page.getByText('3 domains understood').waitFor()
  await page.getByText('Show how they were understood').click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^nowhere\.example$/ })
    .waitFor()
  await chooseYear(page)
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Fetch Data').click()
  await alert('The download is queued.').waitFor()
  await row(0).getByText('Completed').waitFor({ timeout: 60_000 })
  const heads = await page.getByRole('table').getByRole('columnheader').allTextContents()
  expect(heads).toEqual(['Sr', 'Date & Time added', 'DateRange', 'Email', 'Status', 'Actions'])
  const shown = (await row(0).getByRole('cell').allInnerTexts()).slice(0, 4).join(' ')
  expect(shown).toMatch(/^1 [\d/]{10} \d{2}:\d{2}.* [\d/]{10} - [\d/]{10} analyst@demo.test$/)
  await row(0).getByRole('button', { name: 'Show files' }).click()
  await page.getByText('domain-data-').first().waitFor()
  await shot(page, 'domain-download')
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 812 })
  await shot(page, 'domain-download-phone-dark')
  await applyPageOptions(page, {})
})

test('S-267 a refused domain download alerts the message of the server', async () => {
  await page.route('**/queue-domains-result', (route) =>
    route.fulfill({ status: 429, json: { message: 'You already have 20 downloads waiting' } }),
  )
  await button(page, 'Fetch Data').click()
  await alert('You already have 20 downloads waiting').waitFor()
  await page.unroute('**/queue-domains-result')
  expect(problemsOf(page)).toEqual([])
})

test('S-067 the queue of domain downloads shows ten and loads more', async () => {
  await query(
    testApp.databaseUrl,
    `insert into exports (id, kind, user_id, platform, start_date, end_date, format, records, state, problem, finished_at)
     select gen_random_uuid(), 'domain', (select id from users where username = 'analyst@demo.test'), 'domain',
       '2026-01-01', '2026-01-31', 'xlsx', n, 'Failed', 'Cancelled by analyst@demo.test', now() from generate_series(1, 14) n`,
  )
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.goto('/domain-data-download')
  await row(9).waitFor()
  await expect.poll(() => page.locator('tr[data-job]').count()).toBe(10)
  await page.getByRole('button', { name: 'Load more' }).click()
  await row(14).waitFor()
  await applyPageOptions(page, {})
})
