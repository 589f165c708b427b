import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { cell, countOf, moveTo, openDashboard, platformNamed, query, rowsOf, settled, wide } from './dashboards.ts'
import { journey, type Journey, releasePage } from './harness.ts'
import { holdAnswer, holdCall } from './hold-call.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const statusOf = async (id: string) =>
  (await query<{ status: string }>(testApp.databaseUrl, 'select status from findings where id = $1', [id]))[0]!.status
const idOf = async (row: ReturnType<typeof rowsOf>) => (await row.first().getAttribute('data-row'))!

describe('approving in bulk', () => {
  test.each(platforms.map((platform) => [platform.title, platform] as const))(
    'C-006 C-103 C-104 C-105 C-201 C-321 %s: only at 33, disabled until selected and while running, 33 becomes 22',
    async (_title, platform) => {
      const page = await testApp.openAs('client', { home: false })
      await openDashboard(page, platform)
      const button = page.getByRole('button', { name: 'Approve All' })
      const all = page.getByLabel('Select all records')
      await expect.poll(async () => [await button.count(), await all.count()]).toEqual([0, 0])
      await moveTo(page, platform, `${wide}&status=33,22`)
      await expect.poll(async () => [await button.count(), await all.count()]).toEqual([0, 0])

      await moveTo(page, platform, `${wide}&status=33`)
      await expect.poll(() => button.isDisabled()).toBe(true)
      const before = await countOf(page)
      const boxes = page.getByRole('checkbox', { name: /^Select record \d+$/ })
      await boxes.nth(1).click()
      await boxes.nth(3).click({ modifiers: ['Shift'] })
      await page.getByText('3 on this page selected').waitFor()
      const ids = await page
        .locator('tr[data-selected]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')!))
      expect(ids).toHaveLength(3)

      const release = await holdCall(page, '**/update-bulk-infrigement-status')
      const [request] = await Promise.all([page.waitForRequest('**/update-bulk-infrigement-status'), button.click()])
      await expect.poll(() => button.isDisabled()).toBe(true)
      const body = request.postDataJSON() as Record<string, unknown> & { recordIds: Record<string, string>[] }
      expect(body).toMatchObject({ statusfrom: '33', status: '22', platform: platform.value, module: platform.module })
      expect(body.recordIds.map((record) => record['id']).sort()).toEqual([...ids].sort())
      for (const record of body.recordIds)
        expect(Object.keys(record).sort()).toEqual(['brand', 'company', 'id', platform.identity].sort())
      release()
      await page.getByRole('alert').getByText('Record successfully updated', { exact: true }).waitFor()
      await expect.poll(() => countOf(page)).toBe(before - 3)
      await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(['22', '22', '22'])

      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => countOf(page)).toBe(before)
      await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(['33', '33', '33'])
      await releasePage(page)
    },
  )

  test('C-322 a failure says Something went wrong, the list is reloaded, and the button is enabled again', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platformNamed('website'), `${wide}&status=33`)
    await page.route('**/update-bulk-infrigement-status', (route) =>
      route.fulfill({ status: 409, json: { message: 'Nothing was changed' } }),
    )
    await page.getByLabel('Select all records').click()
    const button = page.getByRole('button', { name: 'Approve All' })
    await Promise.all([page.waitForRequest('**/api/website?*'), button.click()])
    await page.getByRole('alert').getByText('Something went wrong', { exact: true }).waitFor()
    await expect.poll(() => button.isEnabled()).toBe(true)
    await releasePage(page)
  })
})

test('rows that were asked for before an approval do not bring back what was approved', async () => {
  const platform = platformNamed('social-media')
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platform, `${wide}&status=33&size=20`)
  const rows = await holdAnswer(page, '**/api/social-media?*perPage=40*')
  const id = await idOf(rowsOf(page))
  await Promise.all([
    page.waitForRequest('**/api/social-media?*perPage=40*'),
    page.getByRole('button', { name: 'Load more' }).click(),
  ])
  await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).click()
  await page.getByRole('button', { name: 'Approve All' }).click()
  await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' })
  await settled(page)
  rows.release()
  await page.getByText('Loading more…').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator(`[data-row="${id}"]`).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statusOf(id)).toBe('33')
  await releasePage(page)
})

describe('the status of a row', () => {
  test.each(platforms.map((platform) => [platform.value, platform] as const))(
    'C-005 C-114 C-115 %s: a select for the four editable statuses with their choices, read-only text for all others',
    async (value, platform) => {
      const page = await testApp.openAs('client', { home: false })
      const names = ['Awaiting Approval', 'Approved', 'No Action', 'Client Review']
      const editable = value === 'e-commerce' ? [...names, 'Purchase'] : names
      const choices = new Map<string, string[]>()
      const collectChoices = async () => {
        const shown = await page.locator('[data-row] [data-column="status"]').evaluateAll((cells) =>
          cells.map((one): [string, string[]] => {
            const select = one.querySelector('select')
            const offered = select ? [...select.options].map((option) => option.text) : []
            return [select?.selectedOptions[0]?.text ?? one.textContent.trim(), offered]
          }),
        )
        for (const [status, offered] of shown) choices.set(status, offered)
      }
      await openDashboard(page, platform, `${wide}&size=50`)
      await collectChoices()
      for (const status of platform.statuses) {
        if (choices.has(statusDisplay(status).name)) continue
        await moveTo(page, platform, `${wide}&status=${status}`)
        await collectChoices()
      }
      expect([...choices.keys()]).toEqual(expect.arrayContaining(names))
      for (const [status, offered] of choices)
        expect([status, offered]).toEqual([status, names.includes(status) ? editable : []])
      await openDashboard(page, platform, `${wide}&status=33`)
      const row = rowsOf(page).first()
      const id = await idOf(rowsOf(page))
      const [request] = await Promise.all([
        page.waitForRequest(`**/update-infrigement-status/${id}`),
        cell(row, 'status').getByRole('combobox').selectOption('88'),
      ])
      expect(request.postDataJSON()).toMatchObject({ platform: value, status: '88', statusfrom: '33', module: value })
      await expect.poll(() => statusOf(id)).toBe('88')
      await releasePage(page)
    },
  )

  test('C-320 a rejected change shows the server message as an alert, and the current row', async () => {
    const platform = platformNamed('domain')
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platform, `${wide}&status=33,55`)
    const row = page.locator('[data-row]:has(select)').first()
    const id = (await row.getAttribute('data-row'))!
    // Somebody else is faster by a moment: before that the list might show it, when its live stream opens.
    await page.route(`**/update-infrigement-status/${id}`, async (route) => {
      await query(testApp.databaseUrl, `update findings set status = '55' where id = $1`, [id])
      await route.continue()
    })
    await cell(row, 'status').getByRole('combobox').selectOption('22')
    await page.getByRole('alert').getByText('Status has already been changed. Please refresh.').waitFor()
    await cell(page.locator(`[data-row="${id}"]`), 'status')
      .getByText('Success', { exact: true })
      .waitFor()
    await releasePage(page)
  })
})

describe('comments', () => {
  test.each(platforms.map((platform) => [platform.value, platform.commentSaved, platform] as const))(
    'C-007 C-240 C-317 C-318 %s: an empty comment is not sent; a saved one says %j',
    async (value, saved, platform) => {
      const page = await testApp.openAs('client', { home: false })
      await openDashboard(page, platform)
      const id = await idOf(rowsOf(page))
      await query(testApp.databaseUrl, 'update findings set client_comment = null where id = $1', [id])
      await page.reload()
      await settled(page)
      await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
      let sent = 0
      page.on(
        'request',
        (request) => (sent += request.method() === 'POST' && request.url().includes('comment') ? 1 : 0),
      )
      await page.getByLabel('Comment', { exact: true }).fill('   ')
      await page.getByRole('button', { name: 'Update comment' }).click()
      expect(sent).toBe(0)
      await page.getByLabel('Comment', { exact: true }).fill('Please take this down')
      await page.getByRole('button', { name: 'Update comment' }).click()
      await page.getByRole('alert').getByText(saved, { exact: true }).waitFor()
      expect(sent).toBe(1)
      expect(saved).toBe(value === 'e-commerce' ? 'Comment upated successfully.' : 'Comment updated successfully.')
      const [stored] = await query<{ client_comment: string }>(
        testApp.databaseUrl,
        'select client_comment from findings where id = $1',
        [id],
      )
      expect(stored!.client_comment).toBe('Please take this down')
      await releasePage(page)
    },
  )

  test('C-319 a failed save shows the server message, and the input stays', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, platformNamed('website'))
    await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
    await page.route('**/update-comment', (route) =>
      route.fulfill({ status: 404, json: { message: 'Record not found' } }),
    )
    const comment = page.getByLabel('Comment', { exact: true })
    await comment.fill('Typed with care')
    await page.getByRole('button', { name: 'Update comment' }).click()
    await page.getByRole('alert').getByText('Record not found').waitFor()
    await expect.poll(() => comment.inputValue()).toBe('Typed with care')

    // The next comment is typed before the answer comes, and the first one is sent once.
    let answer = () => undefined as void
    const typed = new Promise<void>((resolve) => (answer = resolve))
    const sent: unknown[] = []
    await page.route('**/update-comment', async (route) => {
      sent.push((route.request().postDataJSON() as { clientComment: string }).clientComment)
      await typed
      await route.continue()
    })
    await comment.press('Control+Enter')
    await expect.poll(() => comment.inputValue()).toBe('')
    await comment.fill('The next one')
    await comment.press('Control+Enter')
    answer()
    await page
      .getByRole('alert')
      .getByText(/^Comment up/)
      .waitFor()
    await expect.poll(() => comment.inputValue()).toBe('The next one')
    expect(sent).toEqual(['Typed with care'])
    await releasePage(page)
  })
})
