import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failCalls } from './fail-calls.ts'
import { axeFindings, journey, type Journey, releasePage, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('a picker that could not be loaded says so, not that nothing was found, and is loaded when it is opened again', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const end = await failCalls(page, /\/api\/company\?/)
  await page.goto('/brands')
  const picker = page.getByRole('combobox', { name: 'Company' }).first()
  await picker.click()
  await page.getByText('Could not be loaded').first().waitFor()
  const wrong = page.getByText('Nothing found')
  expect(await wrong.evaluateAll((found) => found.map((one) => one.parentElement!.outerHTML))).toEqual([])
  await page.keyboard.press('Escape')
  end()
  await picker.click()
  await page.getByRole('option').first().waitFor()
  await picker.fill('no such company')
  await page.getByText('Nothing found').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await releasePage(page)
})

test('C-118 the first screen of a client without brands says that none is set up yet, and so do its other screens', async () => {
  const database = new Client({ connectionString: testApp.databaseUrl })
  await database.connect()
  await database.query('update brands set enabled = false')
  await database.end()
  const page = await testApp.openAs('client', { width: 375, height: 812, home: false })
  await page.goto('/client-dashboard')
  await page.getByText('No brand has been set up for you yet.').waitFor()
  await shot(page, 'client-without-brands')
  expect(await axeFindings(page)).toEqual([])
  for (const path of ['/client-request-dashboard', '/enforcement-clock']) {
    await page.goto(path)
    await page.getByText('No brand has been set up for you yet.').waitFor()
  }
  await releasePage(page)
})
