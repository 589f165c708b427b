import { Workbook } from '@cj-tech-master/excelts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, listCall, openDashboard, platformNamed, query, rowsOf, settled, wide } from './dashboards.ts'
import { axeFindings, journey, type Journey, releasePage, problemsOf, shot } from './harness.ts'
import { holdAnswer } from './hold-call.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const statusesOf = async (ids: readonly string[]) =>
  (
    await query<{ status: string; n: number }>(
      testApp.databaseUrl,
      'select status, count(*)::int as n from findings where id = any($1::uuid[]) group by 1 order by 1',
      [ids],
    )
  ).map(({ status, n }) => [status, n])

const logged = async () =>
  (
    await query<{ n: number }>(
      testApp.databaseUrl,
      `select count(*)::int as n from status_log where module = 'bulk-approve'`,
    )
  )[0]!.n

test('all matching findings are approved by their count, confirmed again when it has changed, and undone', async () => {
  const platform = platformNamed('e-commerce')
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platform, `${wide}&status=33`)
  const before = await countOf(page)
  const loggedBefore = await logged()
  expect(before).toBeGreaterThan(20)
  await page.getByLabel('Select all records').click()
  await page.getByRole('button', { name: `Select all ${before.toLocaleString('en')} matching records` }).click()
  await page.getByText(`All ${before.toLocaleString('en')} matching records selected`).waitFor()

  // Somebody else decides on one of them: the confirmed count is out of date.
  const id = (await rowsOf(page).first().getAttribute('data-row'))!
  await query(testApp.databaseUrl, `update findings set status = '88' where id = $1`, [id])
  await page.getByRole('button', { name: 'Approve All' }).click()
  await page.getByRole('button', { name: `Approve ${before.toLocaleString('en')}`, exact: true }).click()
  await page.getByText('The list has changed:').waitFor()
  await shot(page, 'approve-matching-light')
  const now = before - 1
  await page.getByRole('button', { name: `Approve ${now.toLocaleString('en')}`, exact: true }).click()
  await page.getByText(`${now.toLocaleString('en')} records approved.`).waitFor()
  await expect.poll(() => countOf(page)).toBe(0)
  expect((await logged()) - loggedBefore).toBe(now)
  await expect.poll(() => statusesOf([id])).toEqual([['88', 1]])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => countOf(page)).toBe(now)
  await expect.poll(async () => (await logged()) - loggedBefore).toBe(2 * now)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('twenty findings are approved without a mouse; one that a colleague approved meanwhile is not counted', async () => {
  const platform = platformNamed('domain')
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platform, `${wide}&status=33&size=50`)
  const before = await countOf(page)
  await page.keyboard.press('Escape')
  const ids: string[] = []
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press('j')
    await page.locator('[data-row][data-active]').nth(0).waitFor()
    await page.keyboard.press('x')
    await expect.poll(() => page.locator('[data-row][data-active][data-selected]').count()).toBe(1)
    ids.push((await page.locator('[data-row][data-active]').getAttribute('data-row'))!)
  }
  expect(new Set(ids).size).toBe(20)
  await query(testApp.databaseUrl, `update findings set status = '22' where id = $1`, [ids[0]])
  await page.keyboard.press('a')
  await page.getByText('19 records approved.').waitFor()
  await expect.poll(() => statusesOf(ids)).toEqual([['22', 20]])
  await expect.poll(() => countOf(page)).toBe(before - 20)
  await page.keyboard.press('u')
  await expect.poll(() => statusesOf(ids.slice(1))).toEqual([['33', 19]])
  await releasePage(page)
})

test('a list is exported to Excel and imported with decisions, with a preview of the changes row by row', async () => {
  const platform = platformNamed('website')
  const page = await testApp.openAs('client', { theme: 'dark', home: false })
  await openDashboard(page, platform, `${wide}&status=33`)
  await page.getByRole('button', { name: 'More actions' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download this list to decide' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${platform.downloadName}-decisions.xlsx`)
  const book = new Workbook()
  await book.xlsx.readFile(await file.path())
  const sheet = book.worksheets[0]!
  const header = (sheet.getRow(1).values as unknown[]).map(String)
  const at = (row: number, name: string) => sheet.getRow(row).getCell(header.indexOf(name))
  const id = (row: number) => String(at(row, 'Record ID').value)
  expect(at(2, 'Decision').dataValidation).toMatchObject({ formulae: ['"Approve,No Action,Client Review"'] })
  at(2, 'Decision').value = 'Approve'
  at(3, 'Decision').value = 'No Action'
  at(4, 'Decision').value = 'Take it down'
  at(5, 'Decision').value = 'Approve'
  await query(testApp.databaseUrl, `update findings set status = '88', version = version + 1 where id = $1`, [id(5)])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Upload decisions…' }).click()
  const buffer = Buffer.from(await book.xlsx.writeBuffer())
  await page.locator('input[type=file]').setInputFiles({ name: 'decisions.xlsx', mimeType: '', buffer })
  await page.getByText('2 records would change. 2 rows were rejected and left unchanged.').waitFor()
  const outcomes = await page.getByRole('table', { name: 'What each row does' }).locator('tbody tr').allInnerTexts()
  expect(outcomes.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    '4 Rejected Decision is not valid. Allowed: Awaiting Approval, Approve, No Action, Client Review.',
    '5 Rejected This record has changed since the sheet was downloaded. It is now in Client Review.',
    '2 Change Awaiting Approval → Approved',
    '3 Change Awaiting Approval → No Action',
  ])
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await shot(page, 'decisions-dark')
  // While the server works, the dialog cannot be closed: what it did would not be seen, nor could it be undone.
  const applying = await holdAnswer(page, '**/decide**', 'POST')
  await page.getByRole('button', { name: 'Change 2 records' }).click()
  await applying.isAnswered
  await page.keyboard.press('Escape')
  applying.release()
  await page.getByRole('alert').getByText('2 records changed. 2 rows were rejected and left unchanged.').waitFor()
  const now = () => Promise.all([2, 3, 4, 5].map(async (row) => (await statusesOf([id(row)]))[0]![0]))
  await expect.poll(now).toEqual(['22', '00', '33', '88'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 records restored.').waitFor()
  await expect.poll(now).toEqual(['33', '33', '33', '88'])
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

test('a view is saved by name and opened again; an expanded row is in the address, also for somebody else', async () => {
  const platform = platformNamed('domain')
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platform, `${wide}&priority=High&sortBy=domain&sortOrder=asc&columns=domain,status`)
  await expect.poll(() => page.getByRole('columnheader', { name: 'TLD' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('High, by name')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('View saved.').waitFor()

  await openDashboard(page, platform, `${wide}&status=33`)
  await page.getByRole('columnheader', { name: 'TLD' }).waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await shot(page, 'views-light')
  // The list before may be asking for the rows that fill the screen.
  const isView = (query: Record<string, string>) => 'priority' in query
  const open = () => page.getByRole('button', { name: 'High, by name', exact: true }).click()
  const params = await listCall(page, platform, open, isView)
  expect(params).toMatchObject({ priority: 'High', sortBy: 'domain', sortOrder: 'asc', startDate: '2020-01-01' })
  expect(params).not.toHaveProperty('status')
  await expect.poll(() => page.getByRole('columnheader', { name: 'TLD' }).count()).toBe(0)
  await settled(page)

  const id = (await rowsOf(page).nth(2).getAttribute('data-row'))!
  const details = page.locator('[data-detail="domain"]')
  await rowsOf(page).nth(2).getByRole('button', { name: 'Show details' }).click()
  await details.waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe(id)
  await page.goBack()
  await details.waitFor({ state: 'detached' })
  await page.goForward()
  await details.waitFor()
  const colleague = await testApp.openAs('client', { home: false })
  await colleague.goto(page.url())
  await colleague.locator(`[data-row="${id}"][data-open]`).waitFor()
  await releasePage(colleague)

  // The palette knows the view, and the ready filters of all dashboards.
  const palette = page.getByPlaceholder('Search screens, records and actions')
  await page.keyboard.press('Control+k')
  await palette.fill('awaiting website')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Awaiting Approval/ })
    .click()
  await page.waitForURL(/website-dashboard\?.*status=33/)
  await page.keyboard.press('Control+k')
  await palette.fill('high, by')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^High, by name/ })
    .click()
  await page.waitForURL(/domain-dashboard\?.*priority=High/)
  // The address is there before its screen, and the one before has the same buttons.
  await page.getByRole('heading', { level: 1, name: platform.title, exact: true }).waitFor()
  await settled(page)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Rename High, by name' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('High')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('View renamed.').waitFor()

  // Shared it is a tab above the list, pinned it is in the menu; what it names that is gone is left out.
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Share High', exact: true }).click()
  await page.getByRole('button', { name: 'Pin High in the menu', exact: true }).click()
  await page.keyboard.press('Escape')
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await expect.poll(() => tabs.locator('[aria-current]').allInnerTexts()).toEqual(['High'])
  // The tab is there once it is shared; the screen is loaded again below, which may be before it is pinned.
  const pinnedLink = page.getByRole('link', { name: 'High', exact: true })
  await pinnedLink.waitFor()
  const showAll = () => tabs.getByRole('button', { name: 'All', exact: true }).click()
  await listCall(page, platform, showAll, (query) => !isView(query))
  await query(
    testApp.databaseUrl,
    `update saved_views set search = search || '{"colour.any": "red", "columns": "domain,colour"}' where name = 'High'`,
  )
  await page.reload()
  await settled(page)
  await shot(page, 'view-tabs')
  const gone =
    "'High' refers to columns or filters that no longer exist and opened without them: column colour, colour."
  const follow = () => pinnedLink.click()
  // The alert does not last, and the list may take as long.
  const [pinned] = await Promise.all([
    listCall(page, platform, follow, isView),
    page.getByRole('alert').getByText(gone, { exact: true }).waitFor(),
  ])
  expect(pinned).toMatchObject({ priority: 'High', sortBy: 'domain' })
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBeNull()
  const views = page.getByRole('button', { name: 'Views' }).first()
  const question = page.getByRole('dialog', { name: "Delete 'High'?" })
  for (const [answer, left] of [
    ['Cancel', 'My views'],
    ['Delete view', 'No saved views.'],
  ] as const) {
    await views.click()
    await page.getByRole('button', { name: 'Delete High', exact: true }).click()
    await question.getByText('everybody who uses it loses it').waitFor()
    await question.getByRole('button', { name: answer }).click()
    await question.waitFor({ state: 'detached' })
    await views.click()
    await page.getByText(left).waitFor()
    await page.keyboard.press('Escape')
  }
  await releasePage(page)
})

test('on a phone a finding is expanded, commented on and approved', async () => {
  const platform = platformNamed('app-store')
  const page = await testApp.openAs('client', { width: 390, height: 844, theme: 'dark', home: false })
  // An address can be told from others although similar findings are counted beside it.
  await openDashboard(page, platformNamed('website'), wide)
  const address = page.locator('article[data-row]:has([data-count]) header [data-cut]').first()
  await expect.poll(() => address.evaluate((one) => one.clientWidth)).toBeGreaterThan(100)
  await openDashboard(page, platform, `${wide}&status=33`)
  const before = await countOf(page)
  const card = page.locator('article[data-row]').first()
  const id = (await card.getAttribute('data-row'))!
  await card.getByRole('button', { name: 'Show details' }).click()
  await card.getByLabel('Comment', { exact: true }).fill('Please take this down')
  await card.getByRole('button', { name: 'Update comment' }).click()
  await page.getByRole('alert').getByText(platform.commentSaved, { exact: true }).waitFor()
  await card.getByRole('checkbox').click()
  await shot(page, 'phone-dark')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.getByRole('button', { name: 'Approve All' }).click()
  await expect.poll(() => countOf(page)).toBe(before - 1)
  await expect.poll(() => statusesOf([id])).toEqual([['22', 1]])
  await releasePage(page)
})
