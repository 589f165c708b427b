import { countText } from '#vocabulary/numbers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { statuses } from '#vocabulary/statuses.ts'
import {
  cell,
  chooseFilter,
  countOf,
  dashboardOf,
  listCall,
  openDashboard,
  platformNamed,
  query,
  rowsOf,
  settled,
  wide,
} from './dashboards.ts'
import { journey, type Journey, releasePage, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

describe('filters', () => {
  test('C-166 C-174 filters and dates survive moving between screens and a reload, per platform', async () => {
    const page = await testApp.openAs('client', { home: false })
    const domain = platformNamed('domain')
    await openDashboard(page, domain)
    // A busy machine may tick the second one after the first was applied.
    const isBoth = ({ status }: Record<string, string>) => status?.includes(',') === true
    await listCall(page, domain, () => chooseFilter(page, 'status', ['No Action', 'Client Review']), isBoth)
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe('00,88')
    const before = await countOf(page)

    await page.getByRole('link', { name: 'Website', exact: true }).click()
    await page.waitForURL(/website-dashboard/)
    await settled(page)
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBeNull()
    // C-346: the dates of one platform are not another's.
    await expect.poll(() => new URL(page.url()).searchParams.get('startDate')).toBeNull()

    await page.getByRole('link', { name: 'Domain', exact: true }).click()
    await page.waitForURL(/status=00/)
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(before)
    await page.goto(dashboardOf(platformNamed('domain')))
    await page.waitForURL(/status=00/)
    await page.reload()
    await settled(page)
    await expect.poll(() => countOf(page)).toBe(before)
    await expect.poll(() => page.locator('[data-filter="status"]').innerText()).toContain('No Action, Client Review')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBeNull()
    await releasePage(page)
  })

  test.each([
    ['C-168', 'domain', ['domain', 'tld', 'reportingDate', 'priority', 'status', 'reasonCode']],
    ['C-167', 'website', ['url', 'reportingDate', 'priority', 'status', 'reasonCode']],
    ['C-169', 'social-media', ['platform', 'heading', 'link', 'reportingDate', 'priority', 'status', 'reasonCode']],
    [
      'C-170',
      'e-commerce',
      ['site', 'reportingDate', 'url', 'title', 'price', 'reason', 'priority', 'status', 'reasonCode'],
    ],
    [
      'C-171',
      'app-store',
      [
        'appName',
        'appStore',
        'url',
        'reportingDate',
        'developerName',
        'latestPublishedDate',
        'price',
        'priority',
        'status',
        'reasonCode',
      ],
    ],
  ])(
    '%s C-337 each filter of %s is on the screen (%j); text is searched a second after the last key',
    async (_row, value, names) => {
      const platform = platformNamed(value)
      const page = await testApp.openAs('client', { home: false })
      await openDashboard(page, platform)
      const buttons = () =>
        page
          .locator('[data-filter-button]')
          .evaluateAll((all) =>
            all.map((one) => (one as unknown as { dataset: Record<string, string> }).dataset['filterButton']),
          )
      await expect.poll(async () => (await buttons()).length).toBe(names.length - 1)
      const now = await buttons()
      const search = names.filter((name) => !now.includes(name))
      expect(now).toEqual(names.filter((name) => !search.includes(name)))
      const box = page.getByRole('textbox', { name: /^Search / })
      const began = Date.now()
      const isSearch = (query: Record<string, string>) => search[0]! in query
      const params = await listCall(page, platform, () => box.pressSequentially('a'), isSearch)
      expect(Date.now() - began).toBeGreaterThanOrEqual(950)
      expect(params).toMatchObject({ [search[0]!]: 'a' })
      await releasePage(page)
    },
  )

  test('C-181 the reason-code filter offers every name, and several choices are requested together', async () => {
    const platform = platformNamed('e-commerce')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform)
    await page.locator('[data-filter-button="reasonCode"]').click()
    const box = page.getByRole('dialog', { name: 'Reason Code' })
    await expect.poll(() => box.getByRole('checkbox').count()).toBe(reasonCodes.length)
    const tick = (name: string, isMeant: (query: Record<string, string>) => boolean) =>
      listCall(page, platform, () => box.getByRole('checkbox', { name, exact: true }).click(), isMeant)
    const params = await tick('TM_Title', (query) => 'reasonCode' in query)
    expect(params).toMatchObject({ reasonCode: '12301' })
    await page.keyboard.press('Escape')
    await settled(page)
    await expect
      .poll(async () => [...new Set(await rowsOf(page).locator('[data-column="reasonCode"]').allInnerTexts())])
      .toEqual(['TM_Title'])
    // Each choice says how many findings it would leave; ticking a group ticks its codes.
    await expect.poll(() => countOf(page)).toBeGreaterThan(0)
    const total = await countOf(page)
    await page.locator('[data-filter-button="reasonCode"]').click()
    await expect.poll(() => box.locator('[data-choice="12301"]').innerText()).toContain(countText(total))
    const ofGroup = reasonCodes.filter(({ code }) => code.startsWith('123')).map(({ code }) => code)
    const { reasonCode } = await tick('TM', (query) => query['reasonCode'] !== '12301')
    expect(reasonCode?.split(',').toSorted()).toEqual(ofGroup.toSorted())
    await shot(page, 'filter-counts')
    await releasePage(page)
  })

  test('C-192 C-193 C-194 C-195 C-197 C-199 C-015 statuses are shown by name with their colour, unknown ones as Other', async () => {
    const platform = platformNamed('e-commerce')
    const { open, pick } = await sample(platform.value, 14)
    for (const [at, { code }] of statuses.entries()) await pick(at, code)
    await pick(13, '777')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform, `${wide}&title=${open}&size=50`)
    const shown = new Map<string, string>()
    for (const row of await rowsOf(page).all()) {
      const mark = cell(row, 'status')
      const select = mark.getByRole('combobox')
      const name =
        (await select.count()) > 0 ? await select.locator('option:checked').innerText() : await mark.innerText()
      const dot = await mark
        .locator('span[aria-hidden]')
        .first()
        .evaluate((one) => one.getAttribute('style') ?? '')
      shown.set(name, dot)
    }
    for (const { name, colour } of statuses) expect(shown.get(name)).toContain(rgb(colour))
    expect(shown.get('Other')).toContain(rgb('#455a64'))
    expect(new Set(await rowsOf(page).locator('[data-column="priority"]').allInnerTexts())).toEqual(new Set(['High']))
    await releasePage(page)
  })
})

describe('rows', () => {
  test('C-102 a row expands to its details in order, its picture enlarges, and the arrow keys move through the list', async () => {
    const platform = platformNamed('domain')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform)
    await page.getByRole('button', { name: 'Show details' }).first().click()
    const names = () =>
      page
        .locator('[data-detail]')
        .evaluateAll((all) =>
          all.map((one) => (one as unknown as { dataset: Record<string, string> }).dataset['detail']),
        )
    await expect.poll(names).toEqual(platform.detailed)
    await expect.poll(() => page.getByRole('button', { name: 'Update comment' }).isVisible()).toBe(true)
    await rowsOf(page).first().locator('[data-column="image"] button').click()
    const box = page.getByRole('dialog')
    await box.getByText(/^1 of \d+$/).waitFor()
    await page.keyboard.press('ArrowRight')
    await box.getByText(/^2 of \d+$/).waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await releasePage(page)
  })

  test('C-108 C-110 C-170 the seller opens a new tab only where there is a name; details show the client comment', async () => {
    const platform = platformNamed('e-commerce')
    const { open, rows } = await sample(platform.value, 2)
    await query(testApp.databaseUrl, `update findings_e_commerce set username = $2 where finding_id = $1`, [
      rows[0],
      'Om & Sons',
    ])
    await query(testApp.databaseUrl, `update findings_e_commerce set username = null where finding_id = $1`, [rows[1]])
    await query(testApp.databaseUrl, `update findings set client_comment = 'Seen by us' where id = $1`, [rows[0]])
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform, `${wide}&title=${open}`)
    const named = page.locator(`[data-row="${rows[0]}"]`)
    const nameless = page.locator(`[data-row="${rows[1]}"]`)
    await expect.poll(() => cell(nameless, 'username').getByRole('link').count()).toBe(0)
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      cell(named, 'username').getByRole('link').click(),
    ])
    await tab.waitForURL(/\/unique-seller-dashboard\?/)
    expect(new URL(tab.url()).searchParams.get('sellerName')).toBe('Om & Sons')
    await named.getByRole('button', { name: 'Show details' }).click()
    await expect.poll(() => page.locator('[data-detail="clientComment"]').innerText()).toContain('Seen by us')
    await releasePage(page)
  })

  test('C-111 a social media row has the Download Video link when there is a video, otherwise not', async () => {
    const platform = platformNamed('social-media')
    const { open, rows } = await sample(platform.value, 2)
    const set = 'update findings_social_media set video_url = $2 where finding_id = $1'
    await query(testApp.databaseUrl, set, [rows[0], 'https://video.example/1.mp4'])
    await query(testApp.databaseUrl, set, [rows[1], null])
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform, `${wide}&heading=${open}`)
    await page.locator(`[data-row="${rows[1]}"]`).getByRole('button', { name: 'Show details' }).click()
    await page.getByRole('button', { name: 'Update comment' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Download Video' }).count()).toBe(0)
    await page.locator(`[data-row="${rows[0]}"]`).getByRole('button', { name: 'Show details' }).click()
    await expect
      .poll(() => page.getByRole('link', { name: 'Download Video' }).getAttribute('href'))
      .toBe('https://video.example/1.mp4')
    await releasePage(page)
  })

  test('C-182 an unknown reason code is blank', async () => {
    const platform = platformNamed('domain')
    const [row] = await query<{ id: string; domain: string }>(
      testApp.databaseUrl,
      `select f.id, d.domain from findings f join findings_domain d on d.finding_id = f.id
       join brands b on b.id = f.brand_id where b.brand_name = 'Demo Brand' and f.deleted_at is null limit 1`,
    )
    // A code that the table in the browser does not have yet.
    await query(
      testApp.databaseUrl,
      `insert into reason_codes (code, name, level, platforms, meaning) values ('99999', 'Newer', 'top', 'all', '')`,
    )
    await query(testApp.databaseUrl, `update findings set reason_code = '99999' where id = $1`, [row!.id])
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform, `${wide}&domain=${row!.domain}`)
    await expect.poll(() => cell(page.locator(`[data-row="${row!.id}"]`), 'reasonCode').innerText()).toBe('')
    await releasePage(page)
  })

  test('a suspicious address opens only after a warning, once in a session, and without an opener', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platformNamed('website'))
    const row = rowsOf(page).first()
    await row.hover()
    await row.getByRole('button', { name: /^Open http.* in a new tab$/ }).click()
    const warning = page.getByRole('dialog', { name: 'Open a suspicious address?' })
    await warning.waitFor()
    await page.keyboard.press('Escape')
    await warning.waitFor({ state: 'detached' })
    expect(page.context().pages()).toHaveLength(1)
    await row.getByRole('button', { name: /^Open http.* in a new tab$/ }).click()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      warning.getByRole('button', { name: 'Open it' }).click(),
    ])
    await expect.poll(() => tab.evaluate('window.opener')).toBeNull()
    await releasePage(page)
  })
})

/** Findings of the demo brand made recognisable: the same word in title or heading, High, status 33. */
let samples = 0
async function sample(platform: string, count: number) {
  const word = `sample${Date.now().toString(36)}${samples++}`
  const [table, column] =
    platform === 'e-commerce' ? ['findings_e_commerce', 'title'] : ['findings_social_media', 'heading']
  const rows = await query<{ id: string }>(
    testApp.databaseUrl,
    `select f.id from findings f join brands b on b.id = f.brand_id
     where b.brand_name = 'Demo Brand' and f.platform = $1 and f.deleted_at is null order by f.id desc limit $2 offset $3`,
    [platform, count, samples * 20],
  )
  const ids = rows.map((row) => row.id)
  await query(
    testApp.databaseUrl,
    `update ${table} set ${column} = $2 || ' ' || finding_id where finding_id = any($1)`,
    [ids, word],
  )
  await query(testApp.databaseUrl, `update findings set status = '33', priority = 'High' where id = any($1)`, [ids])
  return {
    open: word,
    rows: ids,
    pick: (at: number, status: string) =>
      query(testApp.databaseUrl, 'update findings set status = $2 where id = $1', [ids[at], status]),
  }
}

function rgb(colour: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(', ')})`
}
