import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, openDashboard, platformNamed, query, rowsOf, wide } from './dashboards.ts'
import { type Journey, journey, problemsOf, shot } from './harness.ts'

let house: Journey
beforeAll(async () => {
  house = await journey()
})
afterAll(() => house.end())

const statusesOf = async (ids: readonly string[]) =>
  (
    await query<{ status: string; n: number }>(
      house.databaseUrl,
      'select status, count(*)::int as n from findings where id = any($1::uuid[]) group by 1 order by 1',
      [ids],
    )
  ).map(({ status, n }) => [status, n])

const logged = async () =>
  (
    await query<{ n: number }>(
      house.databaseUrl,
      `select count(*)::int as n from status_log where module = 'bulk-approve'`,
    )
  )[0]!.n

test('all that match are approved by their number, asked again when it has changed, and taken back', async () => {
  const platform = platformNamed('e-commerce')
  const page = await house.openAs('client')
  await openDashboard(page, platform, `${wide}&status=33`)
  const before = await countOf(page)
  const loggedBefore = await logged()
  expect(before).toBeGreaterThan(20)
  await page.getByLabel('Select all records').click()
  await page.getByRole('button', { name: `Select all ${before.toLocaleString('en')} that match` }).click()
  await page.getByText(`All ${before.toLocaleString('en')} that match selected`).waitFor()

  // Somebody else decides on one meanwhile: the number that was said is no longer true.
  const id = (await rowsOf(page).first().getAttribute('data-row'))!
  await query(house.databaseUrl, `update findings set status = '88' where id = $1`, [id])
  await page.getByRole('button', { name: 'Approve All' }).click()
  await page.getByRole('button', { name: `Approve ${before.toLocaleString('en')}`, exact: true }).click()
  await page.getByText('The list has changed meanwhile').waitFor()
  await shot(page, 'approve-matching-light')
  const now = before - 1
  await page.getByRole('button', { name: `Approve ${now.toLocaleString('en')}`, exact: true }).click()
  await page.getByText(`${now.toLocaleString('en')} records approved.`).waitFor()
  await expect.poll(() => countOf(page)).toBe(0)
  expect((await logged()) - loggedBefore).toBe(now)
  expect(await statusesOf([id])).toEqual([['88', 1]])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => countOf(page)).toBe(now)
  expect((await logged()) - loggedBefore).toBe(2 * now)
  expect(problemsOf(page)).toEqual([])
  await page.context().close()
})

test('twenty findings are approved without a mouse', async () => {
  const platform = platformNamed('domain')
  const page = await house.openAs('client')
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
  await page.keyboard.press('a')
  await page.getByText('20 records approved.').waitFor()
  await expect.poll(() => statusesOf(ids)).toEqual([['22', 20]])
  await expect.poll(() => countOf(page)).toBe(before - 20)
  await page.keyboard.press('u')
  await expect.poll(() => statusesOf(ids)).toEqual([['33', 20]])
  await page.context().close()
})
