import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listScreens } from '#features/views/rules.ts'
import { query } from './dashboards.ts'
import { axeFindings, journey, type Journey, releasePage, shot } from './harness.ts'
import { pinView } from './staff-list-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const current = (page: Page) => tabs(page).locator('[aria-current]').allInnerTexts()
const inMenu = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const search = (page: Page) => new URL(page.url()).search
const views = (page: Page) => page.getByRole('button', { name: 'Views', exact: true })

test('each list of staff has views: what it shows is saved, and opened from its tab and from the menu', async () => {
  const page = await testApp.openAs('admin', { home: false })
  for (const [n, list] of listScreens.entries()) {
    // Each list has a search or a filter by company.
    const text = ['my-work', 'clusters'].includes(list) ? '?overdue=true' : '?search=demo'
    const parameters = { logs: '?searchTerm=demo', 'data-update-log': '?subject=demo', clusters: '?kind=seller' }
    const saved = parameters[list as keyof typeof parameters] ?? text
    await page.goto(`/${list}${saved}`)
    const name = `View ${n}`
    await pinView(page, name)
    await expect.poll(() => current(page), { message: list }).toEqual([name])
    await tabs(page).getByRole('button', { name: 'All', exact: true }).click()
    await expect.poll(() => search(page), { message: list }).toBe('')
    await inMenu(page, name).click()
    await page.waitForURL(`**/${list}${saved}`)
    await shot(page, `views-${list}`)
  }
  await releasePage(page)
})

test('a list that is left asks for no views of the screen that comes next', async () => {
  const page = await testApp.openAs('admin', { home: false })
  await page.goto('/clusters')
  const views: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/saved-views') views.push(searchParams.get('list'))
  })
  await page.locator('tr[data-row]').first().getByRole('link').click()
  await page.waitForURL('**/clusters/*')
  await page.getByRole('region', { name: 'Findings', exact: true }).locator('tr[data-row]').first().waitFor()
  await inMenu(page, 'Users').click()
  await page.locator('tr[data-row]').first().waitFor()
  await inMenu(page, 'White Label').click()
  await page.getByRole('heading', { name: 'White Label', level: 1 }).waitFor()
  expect(views.filter((list) => list !== 'clusters' && list !== 'users')).toEqual([])
  await releasePage(page)
})

test('a view is renamed, no longer shared, and deleted; whoever has its link is told so', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const analyst = await testApp.openAs('analyst', { home: false })
  await page.goto('/next-steps?state=waiting')
  await pinView(page, 'Waiting ones')
  const [view] = await query<{ id: string }>(testApp.databaseUrl, `select id from saved_views where name = $1`, [
    'Waiting ones',
  ])
  await analyst.goto(`/next-steps?view=${view!.id}`)
  await analyst.waitForURL('**/next-steps?state=waiting')
  await expect.poll(() => current(analyst)).toEqual(['Waiting ones'])

  await views(page).click()
  await shot(page, 'views-menu')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Rename Waiting ones', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Waiting')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await inMenu(page, 'Waiting').waitFor()
  await expect.poll(() => current(page)).toEqual(['Waiting'])

  await views(page).click()
  await page.getByRole('button', { name: 'Stop sharing Waiting', exact: true }).click()
  await page.getByRole('button', { name: 'Share Waiting', exact: true }).waitFor()
  await analyst.goto(`/next-steps?view=${view!.id}`, { waitUntil: 'commit' })
  await analyst.getByRole('alert').getByText('This view no longer exists.').waitFor()
  await shot(analyst, 'views-gone')

  await page.getByRole('button', { name: 'Delete Waiting', exact: true }).click()
  const question = page.getByRole('dialog', { name: "Delete 'Waiting'?" })
  await question.getByRole('button', { name: 'Delete view' }).click()
  await expect.poll(() => inMenu(page, 'Waiting').count()).toBe(0)
  await expect.poll(() => tabs(page).getByRole('button', { name: 'Waiting', exact: true }).count()).toBe(0)
  await releasePage(page)
  await releasePage(analyst)
})

test('a view of a brand that is disabled or deleted opens and says which brand is missing', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const [brand] = await query<{ id: string; brand_name: string; company_id: string }>(
    testApp.databaseUrl,
    'select id, brand_name, company_id from brands where deleted_at is null order by brand_name limit 1',
  )
  const brandField = page.getByRole('combobox', { name: 'Brand', exact: true })
  await page.goto(`/client-requests?company=${brand!.company_id}&brand=${brand!.id}`)
  await pinView(page, 'Of the brand')
  await query(testApp.databaseUrl, 'update brands set enabled = false where id = $1', [brand!.id])
  await page.goto('/my-work')
  await inMenu(page, 'Of the brand').click()
  await page.waitForURL(/company=/)
  await expect.poll(() => brandField.inputValue()).toBe(`${brand!.brand_name} (disabled)`)
  await shot(page, 'views-brand-disabled')
  await query(testApp.databaseUrl, 'update brands set deleted_at = now() where id = $1', [brand!.id])
  await page.goto('/my-work')
  await inMenu(page, 'Of the brand').click()
  await page.waitForURL(/company=/)
  await expect.poll(() => brandField.inputValue()).toBe('Unknown brand')
  await shot(page, 'views-brand-deleted')
  await releasePage(page)
})
