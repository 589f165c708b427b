import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { cell, countOf, openDashboard, platformNamed, query, rowsOf, wide } from './dashboards.ts'
import { pick } from './enforcing.ts'
import { axeFindings, journey, type Journey, problemsOf, releasePage, shot } from './harness.ts'
import { beside, idsOf, isFocused, openEnforcement, peeked } from './triage-steps.ts'
import { button } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const eCommerce = platformNamed('e-commerce')
const rows = <Row extends object>(text: string, values: unknown[] = []) => query<Row>(testApp.databaseUrl, text, values)
const statusOf = async (id: string) =>
  (await rows<{ status: string }>('select status from findings where id = $1', [id]))[0]!.status
const addressOf = async (link: { getAttribute: (name: string) => Promise<string | null> }) =>
  new URL((await link.getAttribute('href'))!, 'https://console.test')
const fact = (page: Page, name: string) => beside(page).locator(`[data-detail="${name}"]`)

type Seller = { name: string; company: string; brand: string; n: number }

/** The seller of the most findings of one brand of the client's company that are in a cluster. */
async function busiest(): Promise<Seller & { cluster: string }> {
  const [found] = await rows<Seller & { cluster: string }>(
    `select min(d.username) as name, f.company_id as company, f.brand_id as brand, count(*)::int as n,
       min(s.cluster_id::text) as cluster
     from findings f join findings_e_commerce d on d.company_id = f.company_id and d.finding_id = f.id
     join users u on u.company_id = f.company_id and u.username = 'client@demo.test'
     join finding_values v on v.company_id = f.company_id and v.finding_id = f.id and not v.is_parted
     join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id and s.kind = 'seller'
     where f.deleted_at is null and f.reporting_date < date_trunc('month', now()) - interval '1 month'
     group by f.company_id, f.brand_id, f.seller having count(distinct d.username) = 1 order by n desc limit 1`,
  )
  return found!
}

describe('a seller', () => {
  test('leads staff to all of theirs in Enforcement, from the table and from the open finding', async () => {
    const { name, company, brand } = await busiest()
    const [all] = await rows<{ n: number }>(
      `select count(*)::int as n from findings where seller = lower($1) and company_id = $2 and brand_id = $3 and deleted_at is null`,
      [name, company, brand],
    )
    const page = await testApp.openAs('analyst', { home: false })
    const list = new URLSearchParams({ company, brand, platform: 'e-commerce', 'in.username': name })
    await openEnforcement(page, list.toString())
    const seller = cell(rowsOf(page).first(), 'username')
    const { pathname, searchParams } = await addressOf(seller.getByRole('link'))
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/enforcement',
      { company, brand, platform: 'e-commerce', 'in.username.any': `"${name}"` },
    ])
    expect(await seller.getByLabel('opens a new tab').count()).toBe(0)
    await seller.getByRole('link').click()
    await page.waitForURL(/in\.username\.any=/)
    await expect.poll(() => countOf(page)).toBe(all!.n)
    const [id] = await idsOf(page)
    await openEnforcement(page, `${list.toString()}&peek=${id}`)
    await fact(page, 'username').getByRole('link').first().waitFor()
    expect(await fact(page, 'username').getByRole('link').count(), 'no link to the page of Clients').toBe(1)
    expect(problemsOf(page)).toEqual([])
    await releasePage(page)
  })

  test('leads a Client from a cluster to all of theirs, whatever the date, also on the seller’s page', async () => {
    const { name, company, cluster } = await busiest()
    const [all] = await rows<{ n: number }>(
      `select count(*)::int as n from findings f join brands b on b.id = f.brand_id
       where f.seller = lower($1) and f.company_id = $2 and f.deleted_at is null`,
      [name, company],
    )
    const page = await testApp.openAs('client', { home: false })
    await page.goto(`/clusters/${cluster}`)
    await rowsOf(page).first().waitFor()
    await page.getByRole('button', { name: 'Set status', exact: true }).click()
    await page.getByRole('menuitem', { name: /^Purchase \(\d+\)$/ }).waitFor()
    await page.keyboard.press('Escape')
    // Of the cluster's findings the first with this name: sellers with other names may be joined.
    const ids = await idsOf(page)
    const [own] = await rows<{ id: string }>(
      'select id from findings where id = any($1) and seller = lower($2) order by id desc limit 1',
      [ids, name],
    )
    await page.goto(`/clusters/${cluster}?peek=${own!.id}`)
    await fact(page, 'username').locator('[data-all]').waitFor()
    const { searchParams } = await addressOf(fact(page, 'username').locator('a:not([data-all])'))
    expect(searchParams.get('sellerName')).toBe(name)
    expect(searchParams.get('startDate')).toBe(earliestReportingDate)
    await shot(page, 'cluster-peek-links')
    expect(await axeFindings(page)).toEqual([])
    await fact(page, 'username').locator('[data-all]').click()
    await page.waitForURL(/\/ecommerce-dashboard\?|-dashboard\?.*username\.any/)
    await expect.poll(() => countOf(page)).toBe(all!.n)
    // On a dashboard without dates in its address the page has those of the dashboard, as before.
    await openDashboard(page, eCommerce, `${wide}&username=${encodeURIComponent(name)}`)
    await expect
      .poll(async () =>
        (await addressOf(cell(rowsOf(page).first(), 'username').getByRole('link'))).searchParams.get('startDate'),
      )
      .toBe('2020-01-01')
    expect(problemsOf(page)).toEqual([])
    await releasePage(page)
  })
})

test('in My Work an approved finding has its links and its enforcement, and T sends it', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto('/my-work')
  await button(page, 'Take 10 from the queue').click()
  await rowsOf(page).first().waitFor()
  await page.reload()
  await rowsOf(page).first().waitFor()
  const ids = (await idsOf(page)) as string[]
  const approved = await rows<{ id: string; platform: string; brand: string }>(
    `select f.id, f.platform, f.brand_id as brand from findings f join companies c on c.id = f.company_id
     where f.id = any($1) and f.status = '22'`,
    [ids],
  )
  const one = approved[0]!
  await page.goto(`/my-work?peek=${one.id}`)
  await beside(page).getByRole('heading', { level: 2 }).waitFor()
  const link = await addressOf(beside(page).locator('[data-all]').first())
  expect(link.pathname).toBe('/enforcement')
  expect(link.searchParams.get('brand')).toBe(one.brand)
  expect(link.searchParams.get('platform')).toBe(one.platform)
  await beside(page).getByRole('region', { name: 'Enforcement Data' }).waitFor()
  await shot(page, 'my-work-enforcement')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('t')
  const form = page.getByRole('dialog')
  for (const name of ['Registrar', 'IP Address', 'Hosting'])
    if ((await form.getByRole('textbox', { name }).count()) > 0) await form.getByRole('textbox', { name }).fill('One')
  await form.getByRole('textbox', { name: 'Date' }).fill('2026-02-03')
  await pick(page, 'Action Taken', 'UDRP Filed')
  await pick(page, 'Change Status to', 'In Progress')
  await button(page, 'Save').click()
  await page.getByRole('alert').getByText('Enforcement saved successfully', { exact: true }).waitFor()
  await expect.poll(() => statusOf(one.id)).toBe('11')
  await beside(page).getByRole('cell', { name: 'UDRP Filed' }).waitFor()
  await expect.poll(() => beside(page).locator('[data-peek-status]').textContent()).toBe('In Progress')
  await page.locator(`tr[data-row="${one.id}"]`).getByText('In Progress', { exact: true }).waitFor()
  expect(await beside(page).getByText('Meanwhile moved').count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('what stays open beside a list is recent in the palette; what is walked over is not', async () => {
  const page = await testApp.openAs('analyst2', { home: false })
  const noted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/search/recent'))
      noted.push((request.postDataJSON() as { record: string }).record)
  })
  await openEnforcement(page, 'platform=website')
  const ids = (await idsOf(page)) as string[]
  await page.keyboard.press('j')
  await expect.poll(() => isFocused(page, ids[0]!)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => peeked(page)).toBe(ids[0])
  for (const id of ids.slice(1, 4)) {
    await page.keyboard.press('j')
    await expect.poll(() => peeked(page)).toBe(id)
  }
  await expect.poll(() => noted, { timeout: 6000 }).toEqual([ids[3]])
  const [{ title }] = (await rows<{ title: string }>(
    'select url as title from findings_website where finding_id = $1',
    [ids[3]],
  )) as [{ title: string }]
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/api/search/recent'),
  )
  await page.keyboard.press('Control+k')
  await answer
  await page.getByRole('dialog').getByRole('button', { name: title }).first().waitFor()
  await releasePage(page)
})

/** The largest cluster of at most 40 findings of which some await approval, and its findings that are open. */
async function openCluster() {
  const [chosen] = await rows<{ id: string; company: string }>(
    `select c.id, c.company_id as company from clusters c where c.findings between 4 and 40 and exists (
       select from cluster_values s join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id
       join findings f on f.company_id = v.company_id and f.id = v.finding_id and f.deleted_at is null
       where s.company_id = c.company_id and s.cluster_id = c.id and f.status = '33') order by c.findings desc, c.id limit 1`,
  )
  const open = () =>
    rows<{ id: string; status: string }>(
      `select distinct f.id, f.status from cluster_values s
       join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted
       join findings f on f.company_id = v.company_id and f.id = v.finding_id and f.deleted_at is null
       where s.cluster_id = $1 and f.status in ('33', '22', '11', '88', '44', '66') order by 1`,
      [chosen!.id],
    )
  return { ...chosen!, open }
}

test('an Analyst gives all open findings of a cluster one status, by the moves of rows, and takes it back', async () => {
  const { id, open } = await openCluster()
  const before = await open()
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto(`/clusters/${id}`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Set status', exact: true }).click()
  await page.getByRole('menuitem', { name: /^In Progress \(/ }).waitFor()
  await page.getByRole('menuitem', { name: /^Success \(/ }).waitFor()
  expect(await page.getByRole('menuitem', { name: /^Approved \(/ }).count()).toBe(0)
  await page.getByRole('menuitem', { name: `No Further Action (${before.length})`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Set \d+ findings? to No Further Action\?$/ })
  await dialog.getByText('Every open finding of this cluster that you may decide on gets this status.').waitFor()
  await shot(page, 'cluster-decide-staff')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Set status', exact: true }).click()
  const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' }).first()
  await undo.waitFor()
  await expect.poll(open).toEqual([])
  await undo.click()
  await expect.poll(open).toEqual(before)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('an Admin goes on with what the client of a cluster has not approved, with a reason', async () => {
  const { id, company, open } = await openCluster()
  await rows('update companies set approval_required = true where id = $1', [company])
  const before = await open()
  const page = await testApp.openAs('admin', { home: false })
  await page.goto(`/clusters/${id}`)
  await rowsOf(page).first().waitFor()
  await page.getByRole('button', { name: 'Set status', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Success \(/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Not approved by the client, which the company requires').waitFor()
  const all = dialog.getByRole('button', { name: `Move all ${before.length} with this reason` })
  await expect.poll(() => all.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('The client approved by phone on Monday.')
  await shot(page, 'cluster-decide-reason')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await all.click()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).first().waitFor()
  await expect.poll(open).toEqual([])
  await rows('update companies set approval_required = false where id = $1', [company])
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})
