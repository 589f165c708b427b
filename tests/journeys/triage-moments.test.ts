import { fetchAnswer } from './fetch-answer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, query, wide } from './dashboards.ts'
import { type Journey, journey, problemsOf, releasePage } from './harness.ts'
import { beside, freshRow, idsOf, isFocused, peeked } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const statusOf = async (id: string) =>
  (await query<{ status: string }>(testApp.databaseUrl, 'select status from findings where id = $1', [id]))[0]!.status

test('an answer that was on its way during the own decision does not say that somebody else moved the record', async () => {
  const reader = await testApp.openAs('client2', { home: false })
  const other = await testApp.openAs('client4', { home: false })
  await reader.mouse.move(0, 0)
  // All rows are read again when the stream of events opens.
  const opened = reader.waitForResponse((response) => response.url().endsWith('/stream'))
  for (const page of [reader, other]) await openDashboard(page, platformNamed('social-media'), `${wide}&status=33`)
  await opened
  const [first] = await idsOf(reader)
  await reader.keyboard.press('j')
  await expect.poll(() => isFocused(reader, first!)).toBe(true)
  // The row as it is before the decision is on its way until after it.
  const { promise: decided, resolve: goOn } = Promise.withResolvers<void>()
  let [read, answered] = [0, 0]
  let isCommented = false
  await reader.route('**/social-media/rows?ids=*', async (route) => {
    if (!isCommented) return route.fallback()
    read++
    const response = await fetchAnswer(route)
    if (read === 1) await decided
    await route.fulfill({ response })
    answered++
  })
  await other.keyboard.press('j')
  await expect.poll(() => isFocused(other, first!)).toBe(true)
  await other.keyboard.press('Enter')
  const comment = beside(other).locator('[data-peek-comments] textarea')
  await comment.fill('Please enforce soon')
  isCommented = true
  await comment.press('Control+Enter')
  await expect.poll(() => read).toBe(1)
  await reader.keyboard.press('a')
  await reader.getByRole('alert').getByText('Moved to Approved.', { exact: true }).waitFor()
  // It is read again, and shows what the other one wrote, marked for 2.5 s.
  const marked = freshRow(reader, first!).waitFor()
  goOn()
  await Promise.all([marked, expect.poll(() => answered).toBeGreaterThan(1)])
  expect(await reader.getByText('has meanwhile been moved').count()).toBe(0)
  expect(await reader.locator(`tr[data-row="${first}"] [data-column=status]`).textContent()).toContain('Approved')
  const stored = await query<{ status: string }>(testApp.databaseUrl, 'select status from findings where id = $1', [
    first,
  ])
  expect(stored).toEqual([{ status: '22' }])
  expect(problemsOf(reader)).toEqual([])
  await releasePage(reader)
  await releasePage(other)
})

test.each(['reduce', 'no-preference'] as const)(
  'keys that follow Esc at once reach the list, and do not open the filter again (motion: %s)',
  async (reducedMotion) => {
    const page = await testApp.openAs('client', { home: false })
    await page.emulateMedia({ reducedMotion })
    await openDashboard(page, platformNamed('social-media'), `${wide}&size=20`)
    const filter = page.locator('[data-filter-button]').first()
    for (let n = 0; n < 5; n++) {
      await filter.click()
      await page.getByRole('dialog').waitFor()
      // The focus comes a moment after the dropdown is shown: Esc may still come from its button.
      if (n === 0) await filter.focus()
      await Promise.all(['Escape', 'j', 'Enter'].map((key) => page.keyboard.press(key)))
      await beside(page).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.keyboard.press('Escape')
      await beside(page).waitFor({ state: 'detached' })
    }
    await releasePage(page)
  },
)

test('decisions made one after the other are undone so too, the last one first', async () => {
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platformNamed('social-media'), `${wide}&status=33&size=50`)
  const ids = (await idsOf(page)).slice(0, 4) as string[]
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (const [index, id] of ids.entries()) {
    await expect.poll(() => peeked(page)).toBe(id)
    await page.keyboard.press(index === 1 ? 'n' : 'a')
  }
  const statuses = () => Promise.all(ids.map(statusOf))
  await expect.poll(statuses).toEqual(['22', '00', '22', '22'])
  await page.keyboard.press('u')
  await page.keyboard.press('u')
  await expect.poll(statuses).toEqual(['22', '00', '33', '33'])
  // What is offered next is the one before these.
  await page.getByRole('alert').filter({ hasText: 'Moved to No Action.' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(statuses).toEqual(['22', '33', '33', '33'])
  await page.keyboard.press('u')
  await expect.poll(statuses).toEqual(['33', '33', '33', '33'])
  await releasePage(page)
})

test('keys decide on the row or card whose button was used last, not on the one that they were moved to before', async () => {
  const page = await testApp.openAs('client2', { home: false })
  const row = (id: string) => page.locator(`[data-row="${id}"]`)
  await openDashboard(page, platformNamed('domain'), `${wide}&status=33`)
  const [first, second, third, fourth] = await idsOf(page)
  await page.keyboard.press('j')
  await expect.poll(() => isFocused(page, first!)).toBe(true)
  await row(third!).getByRole('button', { name: 'Show details' }).click()
  await page.keyboard.press('a')
  await expect.poll(() => statusOf(third!)).toBe('22')
  await row(second!).getByRole('checkbox').focus()
  await page.keyboard.press('n')
  await expect.poll(() => statusOf(second!)).toBe('00')
  expect(await statusOf(first!)).toBe('33')

  await page.getByText('Pictures', { exact: true }).click()
  await page.locator(`li[data-row="${first}"]`).waitFor()
  await page.keyboard.press('j')
  await row(fourth!).getByRole('button').first().focus()
  await page.keyboard.press('a')
  await expect.poll(() => statusOf(fourth!)).toBe('22')
  expect(await statusOf(first!)).toBe('33')
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})
