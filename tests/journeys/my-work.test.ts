import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#features/sessions/contract.ts'
import { checkEscapeCloses } from './close-dropdown.ts'
import { query, rowsOf } from './dashboards.ts'
import {
  applyPageOptions,
  axeFindings,
  demoPassword,
  journey,
  type Journey,
  people,
  type Person,
  problemsOf,
  releasePage,
  shot,
} from './harness.ts'
import { beside, freshRow, idsOf, isFocused, peeked } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const rows = <Row extends object>(text: string, values: unknown[] = []) => query<Row>(testApp.databaseUrl, text, values)
const statusOf = async (id: string) =>
  (await rows<{ status: string }>('select status from findings where id = $1', [id]))[0]!.status
const userId = async (who: Person) =>
  (await rows<{ id: string }>('select id from users where lower(email) = $1', [people[who]]))[0]!.id

/** Makes calls as somebody who sits elsewhere. */
async function elsewhere(who: Person): Promise<(path: string, body: object) => Promise<void>> {
  const post = (path: string, body: object, token?: string) =>
    fetch(`${testApp.url}/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
  const answer = await post(sessions.authenticate.path, { username: people[who], password: demoPassword })
  const { jwtToken } = (await answer.json()) as { jwtToken: string }
  return async (path, body) => expect((await post(path, body, jwtToken)).status).toBe(200)
}

/** Gives the analyst these e-commerce findings, approved, and nothing else. */
async function assignToAnalyst(count: number): Promise<string[]> {
  const admin = await elsewhere('admin')
  const analyst = await userId('analyst')
  const admins = await userId('admin')
  const before = await rows<{ id: string }>('select finding_id as id from assignments')
  if (before.length > 0) await admin('/work/assign', { ids: before.map(({ id }) => id), to: null })
  const found = await rows<{ id: string }>(
    `select f.id from findings f join companies c on c.id = f.company_id
     where f.platform = 'e-commerce' and f.status = '22' and f.deleted_at is null and not c.approval_required
     order by f.id limit $1`,
    [count],
  )
  const ids = found.map(({ id }) => id)
  expect(ids).toHaveLength(count)
  await admin('/work/assign', { ids, to: analyst })
  expect(admins).not.toBe(analyst)
  return ids
}

async function openMyWork(page: Page, count: number): Promise<string[]> {
  await page.goto('/my-work')
  await page.locator('[aria-busy="false"][aria-label="Findings"]').waitFor()
  await page.getByRole('textbox', { name: 'Search findings' }).waitFor()
  await expect.poll(() => rowsOf(page).count()).toBe(count)
  return (await idsOf(page)) as string[]
}

test('assigned findings open beside the list, are walked through and decided on by keys', async () => {
  await assignToAnalyst(5)
  const page = await testApp.openAs('analyst')
  const ids = await openMyWork(page, 5)
  await page.keyboard.press('j')
  await expect.poll(() => isFocused(page, ids[0]!)).toBe(true)
  await page.keyboard.press('Enter')
  await beside(page).getByRole('heading', { level: 2 }).waitFor()
  await expect.poll(() => peeked(page)).toBe(ids[0])
  await page.keyboard.press('j')
  await expect.poll(() => peeked(page)).toBe(ids[1])
  await page.keyboard.press('k')
  await expect.poll(() => peeked(page)).toBe(ids[0])
  await beside(page).getByRole('region', { name: 'Activity' }).waitFor()
  await shot(page, 'my-work-peek')
  expect(await axeFindings(page)).toEqual([])

  await page.keyboard.press('p')
  await expect.poll(() => statusOf(ids[0]!)).toBe('11')
  await page.locator(`tr[data-row="${ids[0]}"]`).getByText('In Progress', { exact: true }).waitFor()
  await expect.poll(() => peeked(page)).toBe(ids[1])
  await page.keyboard.press('u')
  await expect.poll(() => statusOf(ids[0]!)).toBe('22')
  await page.locator(`tr[data-row="${ids[0]}"]`).getByText('Approved', { exact: true }).waitFor()

  await page.keyboard.press('Escape')
  await beside(page).waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(page, ids[1]!)).toBe(true)

  await page.goto(`/my-work?peek=${ids[1]}`)
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 812 })
  await page.getByRole('dialog', { name: 'Finding', exact: true }).getByRole('heading', { level: 2 }).waitFor()
  await shot(page, 'my-work-peek-phone')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('what somebody else decides on assigned findings changes in the list, and what is assigned meanwhile is offered', async () => {
  const assigned = await assignToAnalyst(4)
  // Not from the home, which opens a stream of its own.
  const page = await testApp.openAs('analyst', { home: false })
  // A change before the stream of events is open would come with the list, unmarked.
  const opened = page.waitForResponse((response) => response.url().endsWith('/stream'))
  const ids = await openMyWork(page, 4)
  await opened
  const admin = await elsewhere('admin')
  const id = ids[2]!
  // The mark lasts 2.5 s.
  const marked = freshRow(page, id).waitFor()
  await admin(`/decisions/one/${id}`, { platform: 'e-commerce', statusfrom: '22', status: '11' })
  await marked
  await page.locator(`tr[data-row="${id}"]`).getByText('In Progress', { exact: true }).waitFor()
  expect(await idsOf(page)).toEqual(ids)

  await admin('/work/assign', { ids: [assigned[0]!], to: await userId('admin') })
  await page.getByText('Somebody has changed what is assigned.').waitFor()
  expect(await idsOf(page)).toEqual(ids)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  await page.getByText('Somebody has changed what is assigned.').waitFor({ state: 'detached' })
  await admin(`/decisions/one/${id}`, { platform: 'e-commerce', statusfrom: '11', status: '22' })
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('moving all work of a person is confirmed with the number, and undone from its alert', async () => {
  await assignToAnalyst(4)
  const page = await testApp.openAs('admin')
  const analyst = await userId('analyst')
  const assigneeOf = async (id: string) =>
    (await rows<{ n: number }>('select count(*)::int as n from assignments where user_id = $1', [id]))[0]!.n
  await page.goto('/workload')
  const name = await page
    .locator('tbody tr', { has: page.getByText('4', { exact: true }) })
    .getByRole('link')
    .first()
    .innerText()
  const row = page.getByRole('row').filter({ hasText: name })
  const askToMove = async () => {
    await row.getByRole('button', { name: 'Move all work' }).click()
    await page.getByRole('menuitem', { name: 'Return to the queue' }).click()
  }
  await askToMove()
  const dialog = page.getByRole('dialog', { name: 'Move all work?' })
  await dialog.getByText(`4 open findings of ${name} will be returned to the queue.`).waitFor()
  await shot(page, 'move-all-work')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await assigneeOf(analyst)).toBe(4)
  await askToMove()
  await dialog.getByRole('button', { name: 'Move 4 findings' }).click()
  const alert = page.getByRole('alert').filter({ hasText: '4 findings returned to the queue' })
  await alert.waitFor()
  await expect.poll(() => assigneeOf(analyst)).toBe(0)
  await alert.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alert').getByText('4 findings moved back').waitFor()
  await expect.poll(() => assigneeOf(analyst)).toBe(4)
  await applyPageOptions(page, { width: 375, height: 812 })
  await shot(page, 'workload-phone')
  const right = async () => {
    const box = await row.getByRole('button', { name: 'Move all work' }).boundingBox()
    return box && box.x + box.width
  }
  await expect.poll(right).toBeLessThanOrEqual(375)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('columns, order and density of a list with page numbers belong to the person, in every browser', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto('/clusters')
  await page.locator('tr[data-row]').first().waitFor()
  const heads = (one: Page) => one.getByRole('columnheader').allInnerTexts()
  const height = (one: Page) =>
    one
      .locator('tr[data-row]')
      .first()
      .evaluate((row) => (row as { offsetHeight: number }).offsetHeight)
  expect(await heads(page)).toContain('Brands')
  const tall = await height(page)
  const opener = page.getByRole('button', { name: 'Columns and density' })
  await checkEscapeCloses(page, opener)
  await opener.click()
  await page.getByText('Compact', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Brands' }).click()
  await page.getByRole('button', { name: 'Move Company to the left' }).click()
  await shot(page, 'clusters-columns')
  await page.keyboard.press('Escape')
  await expect.poll(() => heads(page)).not.toContain('Brands')
  const stored = async () => {
    const [found] = await rows<{ value: { hidden: string[]; density: string; order: string[] } }>(
      `select value from user_settings where name = 'table.list.clusters'`,
    )
    const { hidden = [], density = '', order = [] } = found?.value ?? {}
    return { hidden, density, isMoved: order.indexOf('company') < order.indexOf('kind') }
  }
  // All three: a busy machine makes one change after another was stored.
  await expect.poll(stored).toEqual({ hidden: ['brands'], density: 'compact', isMoved: true })

  const other = await testApp.open()
  await other.goto('/login')
  await other.getByLabel('Username').fill(people.analyst)
  await other.getByLabel('Password', { exact: true }).fill(demoPassword)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL((address) => address.pathname !== '/login' && address.pathname !== '/')
  await other.goto('/clusters')
  await other.locator('tr[data-row]').first().waitFor()
  await expect.poll(() => heads(other)).toEqual(await heads(page))
  const found = await heads(other)
  expect(found).not.toContain('Brands')
  expect(found.indexOf('Company')).toBeLessThan(found.indexOf('Shared'))
  expect(await height(other)).toBeLessThan(tall)
  expect(await axeFindings(other)).toEqual([])
  await other.context().close()
  await page.context().close()
})

test('My Work is narrowed by platform and company; the address keeps both, and they are cleared again', async () => {
  const shops = await assignToAnalyst(3)
  const [ofOther] = await rows<{ id: string; company: string; name: string }>(
    `select f.id, f.company_id as company, c.name from findings f join companies c on c.id = f.company_id
     where f.platform = 'domain' and f.deleted_at is null and f.status in ('22', '33')
       and f.company_id <> all (select company_id from findings where id = any($1)) order by f.id limit 1`,
    [shops],
  )
  const { id, company, name } = ofOther!
  await (await elsewhere('admin'))('/work/assign', { ids: [id], to: await userId('analyst') })
  const page = await testApp.openAs('analyst')
  await openMyWork(page, 4)
  await page.getByRole('combobox', { name: 'Platform', exact: true }).click()
  await page.getByRole('option', { name: 'E-commerce', exact: true }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  await page.reload()
  await expect.poll(() => rowsOf(page).count()).toBe(3)
  expect(new URL(page.url()).searchParams.get('platform')).toBe('e-commerce')
  await shot(page, 'my-work-filters')
  expect(await axeFindings(page)).toEqual([])

  await page.goto(`/my-work?company=${company}`)
  await expect.poll(() => idsOf(page)).toEqual([id])
  await expect.poll(() => page.getByRole('combobox', { name: 'Company' }).inputValue()).toBe(name)
  await page.goto(`/my-work?company=${company}&platform=e-commerce`)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(4)
  // A colleague's list stays theirs.
  const other = await userId('admin')
  await page.goto(`/my-work?person=${other}&overdue=true`)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByText('Nothing is assigned to this person').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe(`?person=${other}`)
  await openMyWork(page, 4)
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 812 })
  await shot(page, 'my-work-filters-phone')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})
