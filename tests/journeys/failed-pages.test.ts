import { fetchAnswer } from './fetch-answer.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failCalls } from './fail-calls.ts'
import { axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { alert } from './sign-in-steps.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('admin', { home: false })
})
afterAll(() => testApp.end())

const tryAgain = () => page.getByRole('button', { name: 'Try again' })
const failed = (what: string) => page.getByRole('alert').filter({ hasText: `${what} could not be loaded.` })

const isFurtherPage = (query: URLSearchParams) => query.get('page') !== '1'

test('two quick ticks of the two-factor rule are stored in their order', async () => {
  await page.goto('/sign-in-security')
  const box = (role: string) => page.getByRole('checkbox', { name: role, exact: true })
  await box('Client').waitFor()
  const release = await holdCall(page, '**/api/two-factor-roles')
  await box('Client').check()
  await box('Analyst').check()
  // Long enough for the second one to be stored before the first.
  const last = page.waitForResponse((one) => one.request().postData()?.includes('Analyst') ?? false)
  await page.waitForTimeout(500)
  release()
  await last
  await alert(page, 'Saved. It applies from the next sign-in.').first().waitFor()
  await expect.poll(() => Promise.all(['Client', 'Analyst'].map((one) => box(one).isChecked()))).toEqual([true, true])
  await page.reload()
  await box('Client').waitFor()
  expect(await Promise.all(['Client', 'Analyst'].map((one) => box(one).isChecked()))).toEqual([true, true])
})

test('A-042 the data log says that older lines could not be loaded, and loads them again', async () => {
  const end = await failCalls(page, '**/api/data-log?*', isFurtherPage)
  await page.goto('/data-update-log')
  const lines = page.locator('li:has(time)')
  await lines.first().waitFor()
  await lines.last().scrollIntoViewIfNeeded()
  await failed('More rows').waitFor()
  const before = await lines.count()
  await shot(page, 'failed-data-log-light')
  expect(await axeFindings(page)).toEqual([])
  end()
  await tryAgain().click()
  await expect.poll(() => lines.count()).toBeGreaterThan(before)
  await expect.poll(() => failed('More rows').count()).toBe(0)
})

test('the sign-in log says that older lines could not be loaded, and loads them again', async () => {
  await page.route('**/api/sign-in-events?*', async (route) => {
    const response = await fetchAnswer(route)
    return route.fulfill({ response, json: { ...(await response.json()), hasNextPage: true } })
  })
  const end = await failCalls(page, '**/api/sign-in-events?*', isFurtherPage)
  await page.goto('/sign-in-security')
  await failed('More rows').waitFor()
  await page.unroute('**/api/sign-in-events?*')
  end()
  await tryAgain().click()
  await expect.poll(() => failed('More rows').count()).toBe(0)
  await page.getByRole('table', { name: 'Sign-in log' }).waitFor()
})

const log = '**/api/data-log/searchLogRecord?*'

test('A-038 Log Search says what it could not load or count, and tries again', async () => {
  const isCount = (query: URLSearchParams) => query.has('exact')
  await page.route(log, async (route) => {
    const response = await fetchAnswer(route)
    const answer = await response.json()
    const isPage = !isCount(new URL(route.request().url()).searchParams)
    return route.fulfill({ response, json: { ...answer, ...(isPage ? { totalIsExact: false } : {}) } })
  })
  const endCount = await failCalls(page, log, isCount)
  await page.goto('/logs')
  const count = page.getByTestId('log-count')
  await failed('The number of all').waitFor()
  await expect.poll(() => count.textContent()).toBe('Showing 10')
  endCount()
  await tryAgain().click()
  await expect.poll(() => count.textContent()).toMatch(/^Showing 10 of [\d,]+$/)

  const endMore = await failCalls(page, log, isFurtherPage)
  await page.getByRole('button', { name: 'Load more' }).click()
  await failed('More rows').waitFor()
  endMore()
  await tryAgain().click()
  await expect.poll(() => count.textContent()).toMatch(/^Showing 20 of [\d,]+$/)

  const endNew = await failCalls(page, log)
  await page.getByRole('button', { name: 'Fetch Log' }).click()
  await failed('New changes').waitFor()
  await shot(page, 'failed-log-light')
  expect(await axeFindings(page)).toEqual([])
  expect(await page.locator('tbody tr:has(time)').count()).toBeGreaterThanOrEqual(20)
  endNew()
  await tryAgain().click()
  await expect.poll(() => failed('New changes').count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
