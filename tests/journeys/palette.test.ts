import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { journey, type Journey, releasePage } from './harness.ts'
import { holdCall } from './hold-call.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const calls = '**/api/search?*'

test('the palette searches at the first key, one text at a time, and keeps what a longer text names too', async () => {
  const [seller] = await query<{ name: string }>(
    testApp.databaseUrl,
    // Of a name that few begin as, so that it is among the five sellers that are shown.
    `select min(username) as name from findings_e_commerce where length(username) > 8
     group by left(username, 6) having count(distinct username) = 1 order by 1 limit 1`,
  )
  const name = seller!.name.slice(0, 8)
  const page = await testApp.openAs('analyst', { home: false })
  const searched: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') searched.push(searchParams.get('text') ?? '')
  })
  await page.goto('/data-upload')
  await page.getByRole('button', { name: 'User menu' }).waitFor()
  const recent = page.waitForResponse('**/api/search/recent')
  await page.keyboard.press('Control+k')
  await recent
  const field = page.getByPlaceholder('Search screens, records and actions')
  const dialog = page.getByRole('dialog')
  const found = dialog.getByRole('button', { name }).first()

  const release = await holdCall(page, calls)
  await field.fill(name.slice(0, 2))
  await expect.poll(() => searched).toEqual([name.slice(0, 2)])
  // Key by key but in one task: a newer text is searched beside an earlier one after a second, which a slow machine needs.
  await page.evaluate(
    `for (const letter of ${JSON.stringify(name.slice(2, 6))}) document.execCommand('insertText', false, letter)`,
  )
  release()
  await found.waitFor()
  await expect.poll(() => searched).toEqual([name.slice(0, 2), name.slice(0, 6)])

  // What is found already stays while the longer text is searched, and goes as soon as the text names something else.
  const releaseLonger = await holdCall(page, calls)
  await field.fill(name)
  await expect.poll(() => searched.at(-1)).toBe(name)
  expect(await found.isVisible()).toBe(true)
  await field.fill('staging')
  await dialog.getByRole('button', { name: 'Staging', exact: true }).waitFor()
  expect(await found.count()).toBe(0)
  releaseLonger()
  await expect.poll(() => searched.at(-1)).toBe('staging')
  await expect.poll(() => dialog.getByRole('status').textContent()).not.toMatch(/Searching/)
  expect(await found.count()).toBe(0)
  await releasePage(page)
})
