import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import PostalMime from 'postal-mime'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cell, openDashboard, platformNamed, rowsOf, wide } from './dashboards.ts'
import { type EnforcingJourney, enforcingJourney, pick, sendNoticeTo } from './enforcing.ts'
import { problemsOf, shot } from './harness.ts'
import { button, cell as cellOfSheet, choose } from './upload-steps.ts'

const company = 'Aurevia Consumer Group'
const found = 'aurevia-login.example'
let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney({ env: { DOMAIN_CHECKS_PER_RUN: '100' } })
})
afterAll(() => testApp.end())

const bytesOf = (content: unknown) => Buffer.from(content as ArrayBuffer)

test('S-299 S-308 a schedule finds a look-alike; the analyst decides, the client approves, the notice has picture and page', async () => {
  const admin = await testApp.openAs('admin')
  await admin.goto('/domain-search')
  await button(admin, 'Schedule new keywords').click()
  const modal = admin.getByRole('dialog', { name: 'Schedule new keywords' })
  await choose(admin, 'Company', company)
  await choose(admin, 'Brand', 'Demo Brand')
  await modal.getByLabel('Keywords').fill('aurevia')
  await button(admin, 'Save Schedule').click()
  const row = admin.getByRole('row').filter({ hasText: company }).first()
  await row.click()
  const runs = admin.getByRole('region', { name: 'Runs' }).getByRole('row')
  await runs.filter({ hasText: 'Completed' }).first().waitFor({ timeout: 120_000 })
  await admin.getByLabel('Address of one of your pages').fill('http://aurevia.example/')
  await button(admin, 'Add page').click()
  const ownPage = admin.getByRole('listitem').filter({ hasText: 'http://aurevia.example/' })
  await ownPage.getByText('Aurevia – official store').waitFor({ timeout: 60_000 })

  const analyst = await testApp.openAs('analyst')
  await analyst.goto('/searched-domains')
  const card = analyst.getByRole('article', { name: found, exact: true })
  await card.waitFor()
  // Its page was opened in a browser: the picture of it is on the card.
  const widthOfPicture = `document.querySelector('article[aria-label="${found}"] img')?.naturalWidth`
  await expect.poll(() => analyst.evaluate(widthOfPicture)).toBe(1366)
  await card.getByText(/^It shows a logo of http:\/\/aurevia\.example/).waitFor()
  await card.getByText(/^Its title mentions/).waitFor()
  await shot(analyst, 'found-look-alike')
  await card.focus()
  await analyst.keyboard.press('h')
  await analyst.getByRole('alert').filter({ hasText: 'The domain was saved as a finding.' }).waitFor()

  const client = await testApp.openAs('client')
  const search = `${wide}&url=${encodeURIComponent(found)}`
  await openDashboard(client, platformNamed('domain'), search)
  await cell(rowsOf(client).first(), 'status').getByRole('combobox').selectOption('22')
  await expect.poll(statusOf).toBe('22')
  await analyst.goto('/enforcement')
  await choose(analyst, 'Company', company)
  await choose(analyst, 'Brand', 'Demo Brand')
  await pick(analyst, 'Platform', 'Domain')
  await button(analyst, 'Fetch Data').click()
  await analyst.getByRole('textbox', { name: 'Search Domain' }).fill(found)
  await expect.poll(() => analyst.getByTestId('record-count').textContent()).toBe('1 record')
  await rowsOf(analyst).first().getByRole('button', { name: 'Show details' }).click()
  await changeReason(analyst)
  await sendNoticeTo(analyst, 'takes.desk@desk.test')
  await expect.poll(() => testApp.smtp.received.length, { timeout: 60_000 }).toBe(1)
  const email = await PostalMime.parse(testApp.smtp.received[0]!.text)
  const attached = (name: string) => bytesOf(email.attachments.find(({ filename }) => filename === name)?.content)
  expect(email.text).toContain(found)
  const [shownPicture, page] = [attached('picture.png'), attached('page.wacz')]
  expect(shownPicture.subarray(1, 4).toString()).toBe('PNG')
  expect(email.text).toContain(createHash('sha256').update(page).digest('hex'))
  const parts = unzipSync(page)
  expect(Object.keys(parts)).toContain('datapackage.json')
  expect(Buffer.from(parts['pages/pages.jsonl']!).toString()).toContain(found)
  await expect.poll(statusOf).toBe('11')
  expect([...problemsOf(admin), ...problemsOf(analyst), ...problemsOf(client)]).toEqual([])
}, 480_000)

/** A mark in the name alone is a matter for a complaint (12307, G96); what this page does is phishing. */
async function changeReason(page: Page) {
  const finding = page.url()
  await page.getByRole('link', { name: 'Edit data', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Edit Data' }).waitFor()
  await page.getByRole('grid').waitFor()
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
  const reason = Number(await page.getByRole('columnheader', { name: 'Reason Code' }).getAttribute('aria-colindex'))
  await cellOfSheet(page, 1, reason).click()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('12201')
  await page.keyboard.press('Enter')
  await shot(page, 'edit-one-finding')
  await button(page, 'Upload Data').click()
  await page.getByRole('alert').filter({ hasText: 'Data Saved Successfully !' }).waitFor()
  await page.goto(finding)
  await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
}

async function statusOf(): Promise<string | undefined> {
  const { rows } = await testApp.pool.query<{ status: string }>(
    `select f.status from findings f join findings_domain d on d.company_id = f.company_id and d.finding_id = f.id
     where d.domain = $1`,
    [found],
  )
  return rows[0]?.status
}
