import { Pool } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldClusters } from '../../src/features/clusters/server/fold-clusters.ts'
import { onPool } from '../../src/kit/server/db.ts'
import { axeFindings, type Journey, journey, applyPageOptions, problemsOf, shot } from './harness.ts'

let testApp: Journey
let pool: Pool
beforeAll(async () => {
  testApp = await journey()
  pool = new Pool({ connectionString: testApp.databaseUrl, max: 4 })
  await pool.query(
    `update findings_e_commerce d set username = case when n <= 3 then 'Night Bazaar' else 'Moonlight Deals' end,
       store_id = case when n <= 3 then 'NB-1' else 'MD-1' end, site = 'Kartholm',
       contact_number = case when n in (3, 4) then '+91 98200 98200' end, address = null
     from (select f.company_id, f.id, row_number() over (order by f.id desc) as n from findings f
       join brands b on b.id = f.brand_id
       where b.brand_name = 'Demo Brand' and f.platform = 'e-commerce' and f.status = '33' and f.deleted_at is null limit 6) m
     where d.company_id = m.company_id and d.finding_id = m.id`,
  )
  await readClusters()
})
afterAll(async () => {
  await pool.end()
  await testApp.end()
})

/** What the worker does every two seconds. */
async function readClusters(): Promise<void> {
  while ((await foldClusters({ pool, db: onPool(pool) })) > 0);
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('staff find the cluster, see why it is one, take a phone number out and join the halves again', async () => {
  const page = await testApp.openAs('analyst')
  await page.goto(`${testApp.url}/clusters`)
  await page.getByRole('searchbox', { name: 'Search clusters' }).fill('98200 98200')
  await page.keyboard.press('Enter')
  const row = page.locator('tr[data-row]')
  await row.getByRole('link', { name: /Night Bazaar|Moonlight Deals/ }).waitFor()
  expect(await row.count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'clusters')
  await row.getByRole('link').click()
  await page.getByText('6 open of 6 findings', { exact: true }).first().waitFor()
  await page
    .getByRole('table', { name: 'Findings' })
    .getByText(/Same phone \+91 98200 98200/)
    .first()
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'cluster')
  await page.getByRole('checkbox', { name: 'Select Same phone +91 98200 98200' }).check()
  await button(page, 'Take out').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The number of a call centre')
  await button(page, 'Take out').last().click()
  await page.getByText('3 open of 3 findings', { exact: true }).first().waitFor()
  await page.getByText(/Taken out: phone: \+91 98200 98200.*The number of a call centre/).waitFor()

  await button(page, 'Join').click()
  await dialog
    .getByRole('combobox')
    .fill(/Night/.test(await page.getByRole('heading', { level: 1 }).innerText()) ? 'Moonlight' : 'Night')
  await page.getByRole('option').first().click()
  await button(page, 'Join').last().click()
  await page.getByText('6 open of 6 findings', { exact: true }).first().waitFor()
  await applyPageOptions(page, { theme: 'dark' })
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'cluster-dark')
  expect(problemsOf(page)).toEqual([])
})

test('a client sees how many are alike in the opened finding, and decides on all of them at once', async () => {
  const page = await testApp.openAs('client')
  await page.goto(`${testApp.url}/ecommerce-dashboard?search=&status=33`)
  const { rows } = await pool.query<{ id: string }>(
    `select cluster_id as id from cluster_values where kind = 'store' and value like 'NB-1%'`,
  )
  await page.goto(`${testApp.url}/clusters/${rows[0]!.id}`)
  await page.getByRole('heading', { name: /Night Bazaar|Moonlight Deals/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Story' }).count()).toBe(0)
  await button(page, 'Set status').click()
  await page.getByRole('menuitem', { name: 'Approved (6)' }).click()
  await page.getByText('Set 6 findings to Approved?').waitFor()
  await button(page, 'Set status').last().click()
  await page.getByText('6 findings updated.').waitFor()
  const decided = await pool.query(
    `select from findings f join findings_e_commerce d on d.company_id = f.company_id and d.finding_id = f.id
     where d.store_id in ('NB-1', 'MD-1') and f.status = '22'`,
  )
  expect(decided.rowCount).toBe(6)
  await button(page, 'Undo').click()
  await page.getByText('6 findings restored.').waitFor()
  await applyPageOptions(page, { width: 375, height: 800 })
  await shot(page, 'cluster-phone')
  expect(problemsOf(page)).toEqual([])
})
