import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOfList, chooseFilter, query, settled, wide } from './dashboards.ts'
import { axeFindings, journey, type Journey, releasePage, problemsOf, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(async () => {
  await testApp.end()
})

/** The seller with the most findings of the client's company. */
async function busiest(): Promise<string> {
  const [found] = await query<{ name: string }>(
    testApp.databaseUrl,
    `select d.username as name from findings_e_commerce d join findings f on f.id = d.finding_id
      join users u on u.company_id = f.company_id where u.username = 'client@demo.test' and f.deleted_at is null
      and d.username is not null group by 1 order by count(*) desc, 1 limit 1`,
  )
  return found!.name
}

test('C-033 C-131 C-132 C-133 C-134 C-135 C-136 C-137 C-138 C-139 C-140 C-141 C-222 C-336 a Client reads, sorts, filters, comments on and downloads a seller’s findings', async () => {
  const seller = await busiest()
  const address = `/unique-seller-dashboard?sellerName=${encodeURIComponent(seller)}&${wide}`
  const page = await testApp.openAs('client')
  /**
   * Parameters of the list call that an action causes. Others may come at any moment: going back causes one, the end of
   * a short list asks for its next page, and the live stream has the list read again when it opens.
   */
  const listed = (action: () => Promise<unknown>, isMeant?: (query: Record<string, string>) => boolean) =>
    callOfList(page, '/api/ecommerce/uniqueSellerData', action, isMeant)
  const shown = async () => {
    const text = (await page.getByTestId('record-count').textContent())!
    const [, count, of] = /^Showing ([\d,]+) records of ([\d,]+)$/.exec(text)!
    return { count: Number(count!.replace(/,/g, '')), of: Number(of!.replace(/,/g, '')) }
  }

  expect(await listed(() => page.goto(address))).toMatchObject({
    sellerName: seller,
    page: '1',
    perPage: '10',
    module: 'e-commerce',
  })
  await page.getByRole('heading', { name: seller, level: 1 }).waitFor()
  // Ten a page; the next ten fill the screen.
  await expect.poll(async () => (await shown()).count).toBe(20)
  const all = await shown()
  expect(all.of).toBeGreaterThan(20)
  const heads = ['#', 'Image', 'Title', 'Site', 'Reporting Date', 'Priority', 'Status']
  await expect.poll(() => page.locator('thead th[data-column]').allInnerTexts()).toEqual(heads)
  for (const chart of ['Monthly', 'Company-wise']) {
    await page.getByRole('button', { name: `Show ${chart} as a table` }).click()
    const cells = page.locator(`[data-chart="${chart}"] tbody tr td:last-child`)
    const sum = (texts: string[]) => texts.reduce((sums, text) => sums + Number(text.replace(/\D/g, '')), 0)
    await expect.poll(async () => sum(await cells.allInnerTexts()), { message: chart }).toBe(all.of)
    await page.getByRole('button', { name: `Show ${chart} as a chart` }).click()
  }
  await shot(page, 'seller-light')
  expect(await axeFindings(page)).toEqual([])

  // Every change of the query requests page 1.
  for (const [by, label] of [
    ['title', 'Title'],
    ['site', 'Site'],
    ['reportingDate', 'Reporting Date'],
    ['priority', 'Priority'],
    ['status', 'Status'],
  ] as const) {
    const sort = page.locator('thead').getByRole('button', { name: label })
    const sorted = await listed(
      () => sort.first().click(),
      ({ sortBy }) => sortBy === by,
    )
    expect(sorted).toMatchObject({ sortBy: by, page: '1' })
  }
  const toggle = page.getByRole('radiogroup', { name: 'Brands shown' })
  // No brand is selected: all are shown, and the other side selects the brand that it names.
  await expect.poll(() => toggle.getByRole('radio', { name: 'All Brandkeep' }).isChecked()).toBe(true)
  const ofBrand = await listed(
    () => toggle.getByText('Demo Brand').click(),
    ({ brand }) => brand !== undefined,
  )
  expect([ofBrand['brand'], ofBrand['page']]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), '1'])
  await page.getByRole('button', { name: 'Brand Demo Brand', exact: true }).waitFor()
  const ofAll = await listed(
    () => toggle.getByText('All Brandkeep').click(),
    ({ allData }) => allData === 'true',
  )
  expect(ofAll).toMatchObject({ allData: 'true', page: '1' })
  await page.getByRole('button', { name: /^Brand/ }).click()
  const chosen = await listed(
    () => page.getByRole('option', { name: 'Solmira' }).click(),
    ({ brand }) => brand !== ofAll['brand'],
  )
  expect([chosen['brand'], chosen['page']]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), '1'])
  await toggle.getByText('Solmira').waitFor()
  const urgent = await listed(
    () => chooseFilter(page, 'priority', ['High']),
    ({ priority }) => priority === 'High',
  )
  expect(urgent).toMatchObject({ priority: 'High', page: '1' })
  await page.goBack()
  await settled(page)
  await page.getByLabel('Reporting Date', { exact: true }).first().click()
  const lastMonths = page.getByRole('button', { name: 'Last 12 months' })
  const dated = await listed(
    () => lastMonths.click(),
    ({ startDate = '' }) => startDate > '2020-01-01',
  )
  expect(dated['page']).toBe('1')
  await page.goBack()
  await settled(page)
  await page.getByRole('combobox', { name: 'Records per page' }).click()
  await expect
    .poll(() => page.getByRole('listbox', { name: 'Records per page' }).getByRole('option').allInnerTexts())
    .toEqual(['10', '20', '50'])
  await listed(
    () => page.getByRole('option', { name: '20', exact: true }).click(),
    ({ perPage }) => perPage === '20',
  )
  await expect.poll(async () => (await shown()).count).toBe(20)
  // Load more requests the next page.
  const more = await listed(
    () => page.getByRole('button', { name: 'Load more' }).click(),
    ({ page: n }) => n !== '1',
  )
  expect(more).toMatchObject({ page: '2', perPage: '20' })

  const row = page.locator('tr[data-row]').first()
  await row.getByRole('button', { name: 'Show details' }).click()
  const labels =
    'Reason,Reason Code,Title,Site,Price,MRP,Priority,Brand Name,Username,Seller Rating,Id,Address,City,Country'
  await expect.poll(() => page.locator('[data-detail] dt').allInnerTexts()).toEqual(labels.split(','))
  await expect
    .poll(() => page.getByRole('region', { name: 'Seller' }).locator('[data-detail="username"]').innerText())
    .toContain(seller)
  await shot(page, 'seller-details')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Seen at this seller')
  await page.getByRole('button', { name: 'Update comment' }).click()
  await page.getByText('Comment upated successfully.').waitFor()
  await page
    .locator('tr:has([data-detail])')
    .getByRole('button', { name: /^Open the picture/ })
    .click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
  await page.keyboard.press('Escape')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('unique-seller.csv')
  expect((await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)).toHaveLength((await shown()).of + 1)

  // Without a seller there is a list of sellers.
  await page.getByRole('button', { name: 'All sellers' }).click()
  await page.getByRole('heading', { name: 'Unique Seller', level: 1 }).waitFor()
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)

  for (const options of [{ theme: 'dark' as const }, { theme: 'light' as const, width: 390, height: 844 }]) {
    const other = await testApp.openAs('client', { ...options, home: false })
    await other.goto(address)
    await settled(other)
    await shot(other, `seller-${options.theme}-${options.width ?? 1440}`)
    expect(await axeFindings(other)).toEqual([])
    await expect.poll(() => other.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await releasePage(other)
  }
})
