import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, query, rowsOf } from './dashboards.ts'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, releasePage, shot } from './harness.ts'
import { beside, idsOf, isFocused, peeked } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const statusesOf = (ids: readonly string[]) =>
  query<{ id: string; status: string }>(
    testApp.databaseUrl,
    `select id, status from findings where id = any($1) order by id`,
    [ids],
  )
const statusOf = async (id: string) => (await statusesOf([id]))[0]!.status

/** Opens the first cluster of the list, by the menu, and waits for its findings; returns their ids. */
async function openFirst(page: Page): Promise<string[]> {
  await page.getByRole('navigation').getByRole('link', { name: 'Clusters', exact: true }).click()
  await page.getByRole('heading', { name: 'Clusters', level: 1 }).waitFor()
  await page.locator('tr[data-row]').first().getByRole('link').click()
  await page.waitForURL(/\/clusters\/.+/)
  return membersOf(page)
}

async function membersOf(page: Page): Promise<string[]> {
  await page.getByRole('region', { name: 'Findings', exact: true }).locator('tr[data-row]').first().waitFor()
  return idsOf(page)
}

test('the list of clusters is used by keys: j moves, Enter opens the cluster', async () => {
  const page = await testApp.openAs('client')
  await page.getByRole('navigation').getByRole('link', { name: 'Clusters', exact: true }).click()
  await page.locator('tr[data-row]').first().waitFor()
  const [, second] = await idsOf(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/clusters/${second}`)
  await releasePage(page)
})

test('a client goes from the menu to a cluster, opens its findings beside the list and decides on them by keys', async () => {
  const page = await testApp.openAs('client')
  const ids = await openFirst(page)
  await page.keyboard.press('j')
  await expect.poll(() => isFocused(page, ids[0]!)).toBe(true)
  await page.keyboard.press('Enter')
  await beside(page).getByRole('heading', { level: 2 }).waitFor()
  await expect.poll(() => peeked(page)).toBe(ids[0])
  await page.keyboard.press('j')
  await expect.poll(() => peeked(page)).toBe(ids[1])
  await beside(page).getByRole('region', { name: 'Activity' }).or(beside(page).getByRole('textbox')).first().waitFor()
  await shot(page, 'cluster-peek')
  expect(await axeFindings(page)).toEqual([])

  const awaiting = new Set((await statusesOf(ids)).filter(({ status }) => status === '33').map(({ id }) => id))
  const at = ids.findIndex((id, index) => awaiting.has(id) && index < ids.length - 1)
  const id = ids[at]!
  const row = page.locator(`tr[data-row="${id}"]`)
  await row.getByRole('button', { name: /^Open .* beside the list$/ }).click()
  await expect.poll(() => peeked(page)).toBe(id)
  await page.keyboard.press('a')
  await page.getByRole('alert').getByText('Moved to Approved.', { exact: true }).waitFor()
  await expect.poll(() => statusOf(id)).toBe('22')
  await row.getByText('Approved', { exact: true }).waitFor()
  await expect.poll(() => peeked(page)).toBe(ids[at + 1])
  await page.keyboard.press('u')
  await expect.poll(() => statusOf(id)).toBe('33')
  await row.getByText('Awaiting Approval').waitFor()

  await page.keyboard.press('Escape')
  await beside(page).waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(page, ids[at + 1]!)).toBe(true)

  await page.goto(`${new URL(page.url()).pathname}?peek=${id}`)
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 812 })
  await page.getByRole('dialog', { name: 'Finding', exact: true }).getByRole('heading', { level: 2 }).waitFor()
  await shot(page, 'cluster-peek-phone')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('a client sets the status of all open findings of a cluster at once, and takes it back', async () => {
  const page = await testApp.openAs('client')
  await openFirst(page)
  const cluster = new URL(page.url()).pathname.split('/').at(-1)
  const awaiting = async () =>
    (
      await query<{ n: number }>(
        testApp.databaseUrl,
        `select count(distinct f.id)::int as n from cluster_values s
         join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id
         join findings f on f.company_id = v.company_id and f.id = v.finding_id
         where s.cluster_id = $1 and f.status = '33' and f.deleted_at is null`,
        [cluster],
      )
    )[0]!.n
  const before = await awaiting()
  expect(before).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Set status', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Approved \(/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Every open finding of this cluster that you may decide on gets this status.').waitFor()
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Set status', exact: true }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).first().waitFor()
  await expect.poll(awaiting).toBeLessThan(before)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(awaiting).toBe(before)
  await releasePage(page)
})

test('staff remove findings from a cluster and join another one; the history says who and why', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const pair = await query<{ id: string; findings: number; value: string }>(
    testApp.databaseUrl,
    `select distinct on (c.company_id, c.id) c.id, c.findings, s.value from clusters c
     join cluster_values s on s.company_id = c.company_id and s.cluster_id = c.id
     where s.kind = 'seller' and c.findings between 4 and 40
     and c.company_id = (select company_id from clusters where findings between 4 and 40 group by 1 order by count(*) desc, 1 limit 1)
     order by c.company_id, c.id limit 2`,
  )
  expect(pair).toHaveLength(2)
  const [one, other] = pair
  await page.goto(`/clusters/${one!.id}`)
  const ids = await membersOf(page)
  const bar = page.getByRole('region', { name: 'Selected records' })
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.check()
  await bar.getByText(`${ids.length} findings selected`, { exact: true }).waitFor()
  await all.uncheck()
  await bar.waitFor({ state: 'detached' })
  const select = async () => {
    for (const id of ids.slice(0, 2)) await page.locator(`tr[data-row="${id}"]`).getByRole('checkbox').check()
  }
  await query(testApp.databaseUrl, `update findings set status = '33' where id in ('${ids[0]}', '${ids[1]}')`)
  await page.reload()
  await select()
  await page.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: 'No Further Action' }).click()
  // The cluster cannot be read again: the screen stays, and says so above it.
  const itself = new RegExp(`/clusters/${one!.id}$`)
  await page.route(itself, (route) =>
    route.request().resourceType() === 'fetch' ? route.fulfill({ status: 502, body: '' }) : route.fallback(),
  )
  // The alert lasts ten seconds.
  await Promise.all([
    page.getByRole('alert').getByText('2 records moved to No Further Action.').waitFor(),
    page.getByRole('button', { name: 'Move 2 records to No Further Action' }).click(),
  ])
  await page.getByText('This could not be loaded').waitFor()
  expect(await idsOf(page)).toContain(ids[0])
  await page.unroute(itself)
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const id of ids.slice(0, 2))
    await page.locator(`tr[data-row="${id}"]`).getByText('No Further Action', { exact: true }).waitFor()
  await select()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Me', exact: true }).click()
  await expect
    .poll(() => query(testApp.databaseUrl, `select from assignments where finding_id in ('${ids[0]}', '${ids[1]}')`))
    .toHaveLength(2)
  await shot(page, 'cluster-selected')
  await bar.getByRole('button', { name: 'Remove from the cluster' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Another shop with the same name')
  await shot(page, 'cluster-remove')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alert').getByText('Removed from the cluster.', { exact: true }).waitFor()
  const history = page.getByRole('region', { name: 'History', exact: true })
  await history
    .getByText(/^Findings removed: https?:\S+, https?:\S+, 2 findings · by .* · Another shop with the same name$/)
    .waitFor()
  await expect.poll(() => idsOf(page)).not.toContain(ids[0])
  await history.scrollIntoViewIfNeeded()
  await shot(page, 'cluster-put-back')
  await history.getByRole('button', { name: 'Put back', exact: true }).click()
  await page.getByRole('alert').getByText('2 findings are back in the cluster.', { exact: true }).waitFor()
  await history.getByText(/^Findings put back: 2 findings · by /).waitFor()
  expect(await history.getByRole('button', { name: 'Put back' }).count()).toBe(0)
  await expect.poll(() => idsOf(page)).toContain(ids[0])

  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await dialog.getByLabel('Cluster of the same company').fill(other!.value)
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('alert').getByText('Joined.', { exact: true }).waitFor()
  await history.getByText(/^Joined: .* · by /).waitFor()
  await shot(page, 'cluster-history')
  expect(await axeFindings(page)).toEqual([])
  await releasePage(page)
})

test('staff join clusters that say who is behind them; those of a picture have no button for it', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const join = page.getByRole('button', { name: 'Join', exact: true })
  await page.goto('/clusters?kind=picture')
  await page.locator('tr[data-row]').first().getByRole('link').click()
  await membersOf(page)
  expect(await join.count()).toBe(0)
  await page.goto('/clusters?kind=seller')
  await page.locator('tr[data-row]').first().getByRole('link').click()
  await membersOf(page)
  await join.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await dialog.getByText('Choose another cluster of the same company.', { exact: true }).waitFor()
  await releasePage(page)
})

test('a cluster that is gone or belongs to others says so and leads back to the list', async () => {
  const page = await testApp.openAs('client2')
  await page.goto('/clusters/4bd0f7db-7413-8ef6-8829-3d271b56d340')
  await page.getByText('This cluster was not found').waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'All clusters' }).click()
  await page.waitForURL('**/clusters')
  await releasePage(page)
})

test('each row of a list says how many similar findings there are, and leads to their cluster; a client counts its own only', async () => {
  const page = await testApp.openAs('client')
  await openDashboard(page, platformNamed('e-commerce'))
  const similar = /^[\d,]+\+? similar finding/
  const note = rowsOf(page).getByRole('link', { name: similar }).first()
  await note.waitFor()
  const label = (await note.getAttribute('aria-label'))!.replaceAll(',', '')
  // Of several clusters the link opens one, and says how many of the findings are in it.
  const others = Number((label.match(/(\d+) of them/) ?? label.match(/^(\d+)/))![1])
  await shot(page, 'similar-on-rows')
  expect(await axeFindings(page)).toEqual([])
  await note.click()
  await page.waitForURL(/\/clusters\/.+/)
  const answer = page.getByText(new RegExp(`^[\\d,]+ open of ${(others + 1).toLocaleString('en')} findings$`))
  await answer.waitFor()
  await page.goBack()
  await rowsOf(page).first().waitFor()

  await applyPageOptions(page, { theme: 'dark', width: 375, height: 812 })
  await rowsOf(page).getByRole('link', { name: similar }).first().waitFor()
  await shot(page, 'similar-on-rows-phone')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})
