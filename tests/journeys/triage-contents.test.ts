import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkedNames } from '#features/findings/web/finding-links.ts'
import { platforms } from '#platforms/all.ts'
import { searchedColumns, type FindingPlatformDefinition } from '#platforms/platform.ts'
import { storedName } from '#columns/stored.ts'
import { countOf, openDashboard, platformNamed, query, wide } from './dashboards.ts'
import { type Journey, journey, problemsOf, releasePage, shot } from './harness.ts'
import { beside, idsOf, openEnforcement, peeked } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const linksOf = (platform: FindingPlatformDefinition) =>
  linkedNames.filter((name) => searchedColumns(platform).includes(name))
const isOwn = (platform: FindingPlatformDefinition, name: string) => platform.columns[name]!.storedIn === 'own'
const cellOf = (platform: FindingPlatformDefinition, name: string) =>
  `${isOwn(platform, name) ? 'd' : 'f'}.${storedName(name)}`
const from = ({ table, value }: FindingPlatformDefinition) =>
  `findings f join ${table} d on d.company_id = f.company_id and d.finding_id = f.id
   where f.platform = '${value}' and f.deleted_at is null`

type Found = { id: string; company: string; brand: string }

/** The finding of Tindral for which most values are known that lead to others. */
async function richest(platform: FindingPlatformDefinition): Promise<Found> {
  const filled = linksOf(platform).map((name) => `(coalesce(${cellOf(platform, name)}, '') <> '')::int`)
  const [found] = await query<Found>(
    testApp.databaseUrl,
    `select f.id, f.company_id as company, f.brand_id as brand from ${from(platform)}
     and f.brand_id = (select id from brands where brand_name = 'Tindral') order by ${filled.join(' + ')} desc, f.id limit 1`,
  )
  return found!
}

/** How many findings of the company, or of the brand alone, have the same value as this one. */
async function alike(
  platform: FindingPlatformDefinition,
  name: string,
  { found, brand }: { found: Found; brand?: string },
) {
  const cell = cellOf(platform, name)
  const text = platform.columns[name]!.kind === 'text' ? (one: string) => `lower(${one})` : (one: string) => one
  const [counted] = await query<{ n: number }>(
    testApp.databaseUrl,
    `select count(*)::int as n from ${from(platform)} and f.company_id = $2 and ($3::uuid is null or f.brand_id = $3)
     and ${text(cell)} = (select ${text(cell)} from ${from(platform)} and f.id = $1)`,
    [found.id, found.company, brand ?? null],
  )
  return counted!.n
}

/** Unfolds the details and returns the names of the values that are links. */
async function shownLinks(page: Page): Promise<string[]> {
  await beside(page).getByRole('heading', { level: 2 }).waitFor()
  await beside(page)
    .getByText(/more details$/)
    .click()
  // The last of them, which no platform shows first.
  await beside(page).locator('details [data-detail]').first().waitFor()
  return beside(page)
    .locator('[data-all]')
    .evaluateAll((links) => links.map((link) => (link as { getAttribute(n: string): string }).getAttribute('data-all')))
}

/** Clicks each link of the open finding and compares how many findings it leads to. */
async function followLinks(page: Page, expected: (name: string) => Promise<number>): Promise<string[]> {
  const names = await shownLinks(page)
  await page.evaluate('globalThis.isStillHere = true')
  for (const name of names) {
    await beside(page).locator(`[data-all="${name}"]`).click()
    await beside(page).waitFor({ state: 'detached' })
    await expect.poll(() => countOf(page), { message: name }).toBe(await expected(name))
    expect(await page.evaluate('globalThis.isStillHere'), 'the console was not loaded again').toBe(true)
    await page.goBack()
    await shownLinks(page)
  }
  return names
}

describe('seller, host and registrar lead to all of theirs', () => {
  test.each(platforms)('for a client on $title', async (platform) => {
    const page = await testApp.openAs('client2', { home: false })
    const found = await richest(platform)
    await openDashboard(page, platform, `${wide}&peek=${found.id}`)
    const names = await followLinks(page, (name) => alike(platform, name, { found }))
    expect(names).toContain(platform.offeredBy)
    expect(names).toEqual(expect.arrayContaining([...platform.enforcedWith]))
    expect(problemsOf(page)).toEqual([])
    await releasePage(page)
  })

  test.each(['website', 'e-commerce'])('for staff on %s', async (value) => {
    const platform = platformNamed(value)
    const page = await testApp.openAs('analyst', { home: false })
    const found = await richest(platform)
    const { company, brand, id } = found
    await openEnforcement(page, new URLSearchParams({ company, brand, platform: value, peek: id }).toString())
    const names = await followLinks(page, (name) => alike(platform, name, { found, brand }))
    expect(names).toContain(platform.offeredBy)
    expect(names).toEqual(expect.arrayContaining([...platform.enforcedWith]))
    await releasePage(page)
  })
})

describe('what the open finding shows', () => {
  test('seller, site, price and status are on a screen of 1440 by 900 without scrolling', async () => {
    const page = await testApp.openAs('client', { home: false })
    const platform = platformNamed('e-commerce')
    await openDashboard(page, platform, `${wide}&status=33&size=20`)
    const [id] = await idsOf(page)
    await openDashboard(page, platform, `${wide}&status=33&size=20&peek=${id}`)
    await beside(page).getByRole('heading', { level: 2 }).waitFor()
    const boxOf = async (part: Locator) => (await part.boundingBox())!
    const below = async (name: string) => {
      const [fact, box] = [await boxOf(beside(page).locator(`[data-detail="${name}"]`)), await boxOf(beside(page))]
      return fact.y + fact.height - box.y - box.height
    }
    for (const name of ['username', 'site', 'price'])
      await expect.poll(() => below(name), { message: name }).toBeLessThanOrEqual(0)
    const status = page.locator(`tr[data-row="${id}"] [data-column=status]`)
    const over = async () => {
      const { x, width } = await boxOf(status)
      return x + width - (await boxOf(beside(page))).x
    }
    await expect.poll(over, { message: 'the status stays in the list' }).toBeLessThanOrEqual(0)
    await expect.poll(async () => (await boxOf(status)).width).toBeGreaterThan(100)
    await shot(page, 'peek-facts')
    await releasePage(page)
  })

  test('staff open it in Edit Data, alone, by its key', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    await openEnforcement(page, 'platform=website&size=10')
    const [id] = await idsOf(page)
    await openEnforcement(page, `platform=website&size=10&peek=${id}`)
    await beside(page).getByRole('link', { name: 'Edit data', exact: true }).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('grid').waitFor()
    const [row] = await query<{ url: string }>(
      testApp.databaseUrl,
      'select url from findings_website where finding_id = $1',
      [id],
    )
    await page.getByRole('gridcell', { name: row!.url, exact: true }).first().waitFor()
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    await releasePage(page)
  })

  test('staff see the enforcement data above the thread, and each tool, cluster and change once; undo is in the thread', async () => {
    const page = await testApp.openAs('admin', { home: false })
    const [found] = await query<{ id: string; brand: string; company: string }>(
      testApp.databaseUrl,
      `select f.id, f.brand_id as brand, f.company_id as company from finding_values v
       join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id
       join clusters c on c.company_id = s.company_id and c.id = s.cluster_id and c.findings > 1
       join findings f on f.company_id = v.company_id and f.id = v.finding_id
       where f.platform = 'domain' and f.status = '33' and f.deleted_at is null order by f.id limit 1`,
    )
    const { id, brand, company } = found!
    const scope = new URLSearchParams({ company, brand, platform: 'domain', status: '33', size: '10', peek: id })
    await openEnforcement(page, scope.toString())
    await beside(page).getByRole('region', { name: 'Similar findings' }).waitFor()
    await beside(page).getByRole('region', { name: 'Enforcement Data' }).waitFor()
    await beside(page).getByRole('button', { name: 'Assign', exact: true }).first().waitFor()
    expect(await beside(page).getByRole('region', { name: 'Similar findings' }).count()).toBe(1)
    expect(await beside(page).getByRole('button', { name: 'Assign', exact: true }).count()).toBe(1)

    await page.keyboard.press('n')
    await page.getByRole('alert').getByText('Moved to No Action.', { exact: true }).waitFor()
    await openEnforcement(page, scope.toString())
    await expect.poll(() => peeked(page)).toBe(id)
    const thread = beside(page).getByRole('region', { name: 'Activity' })
    await thread.getByRole('button', { name: 'Undo' }).waitFor()
    const [logged] = await query<{ n: number }>(
      testApp.databaseUrl,
      'select count(*)::int as n from status_log where company_id = $1 and finding_id = $2',
      [company, id],
    )
    // 'to' is read between the two statuses of a change.
    await expect.poll(() => beside(page).getByLabel('to', { exact: true }).count()).toBe(logged!.n)
    await beside(page).getByRole('region', { name: 'Enforcement Data' }).waitFor()
    expect(await beside(page).getByRole('region', { name: 'History' }).count()).toBe(0)
    const order = await beside(page).evaluate((aside) =>
      [
        ...(aside as unknown as { querySelectorAll(s: string): Iterable<{ ariaLabel: string }> }).querySelectorAll(
          'section',
        ),
      ].map(({ ariaLabel }) => ariaLabel),
    )
    expect(order.indexOf('Enforcement Data')).toBeGreaterThanOrEqual(0)
    expect(order.indexOf('Enforcement Data')).toBeLessThan(order.indexOf('Activity'))
    await shot(page, 'staff-peek-once')

    // The key of a comment leads to the field of the thread, also with Caps Lock on.
    await beside(page).getByRole('heading', { level: 2 }).focus()
    await page.keyboard.press('c')
    await expect.poll(() => page.evaluate(isInThread)).toBe(true)
    await beside(page).getByRole('heading', { level: 2 }).focus()
    await page.evaluate(
      `document.dispatchEvent(new KeyboardEvent('keydown', { key: 'C', code: 'KeyC', bubbles: true }))`,
    )
    await expect.poll(() => page.evaluate(isInThread)).toBe(true)

    await thread.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alert').getByText('Status returned to Awaiting Approval.').waitFor()
    await expect.poll(() => beside(page).getByLabel('to', { exact: true }).count()).toBe(logged!.n + 1)
    await expect.poll(() => beside(page).locator('[data-peek-status="33"]').count()).toBe(1)
    await releasePage(page)
  })
})

/** Runs in the page: whether the keyboard is in the field for a message. */
const isInThread = `document.activeElement?.matches('aside [aria-label="Activity"] textarea') === true`
