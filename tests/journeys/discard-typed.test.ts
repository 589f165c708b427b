import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pick } from './enforcing.ts'
import { type Journey, journey, problemsOf } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const question = (page: Page) => dialog(page, 'Discard what you have typed?')
const answer = async (page: Page, name: string) => {
  await question(page).getByRole('button', { name, exact: true }).click()
  await question(page).waitFor({ state: 'detached' })
}

test('Escape, the cross, Close and Back ask before what was typed for an enforcement is discarded', async () => {
  const page = await testApp.openAs('analyst')
  await page.goto('/enforcement')
  await pick(page, 'Company', 'Aurevia Consumer Group')
  await pick(page, 'Brand', 'Demo Brand')
  await pick(page, 'Platform', 'Website')
  await page.getByRole('button', { name: 'Fetch Data' }).click()
  await page.getByRole('button', { name: 'Show details' }).first().click()
  const add = page.getByRole('button', { name: 'Add Enforcement', exact: true })
  const form = dialog(page, 'Add Enforcement')
  const registrar = form.getByRole('textbox', { name: 'Registrar' })

  await add.click()
  await registrar.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })

  await add.click()
  await registrar.fill('Typed by hand')
  await page.keyboard.press('Escape')
  await answer(page, 'Keep editing')
  await page.keyboard.press('Escape')
  await question(page).waitFor()
  // Escape in the question keeps what was typed.
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Close', exact: true }).last().click()
  await answer(page, 'Keep editing')
  await page.evaluate('history.back()')
  await answer(page, 'Keep editing')
  expect(await registrar.inputValue()).toBe('Typed by hand')
  await page.keyboard.press('Escape')
  await answer(page, 'Discard')
  await form.waitFor({ state: 'detached' })
  expect(problemsOf(page)).toEqual([])
})

test('the name of a view is not discarded by a click outside, and nothing is asked once it is saved', async () => {
  const page = await testApp.openAs('analyst')
  await page.goto('/enforcement')
  await pick(page, 'Company', 'Aurevia Consumer Group')
  await pick(page, 'Brand', 'Demo Brand')
  await pick(page, 'Platform', 'Website')
  await page.getByRole('button', { name: 'Fetch Data' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  const form = dialog(page, 'Save this view')
  await form.getByLabel('Name').fill('Phishing of this week')
  await page.mouse.click(5, 400)
  await answer(page, 'Keep editing')
  expect(await form.getByLabel('Name').inputValue()).toBe('Phishing of this week')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  expect(await question(page).count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
})
