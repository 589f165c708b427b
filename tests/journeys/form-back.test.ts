import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Journey, journey, problemsOf } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('Back closes an unchanged form with the list it belongs to, and asks first when something was typed', async () => {
  const page = await testApp.openAs('admin')
  await page.goto('/companies')
  await page.getByLabel('Search companies').fill('tindral')
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=tindral/)
  const form = page.getByRole('dialog', { name: 'Company Details' })
  await page.getByRole('button', { name: 'Edit Tindral Foods' }).click()
  await form.getByLabel('City').waitFor()
  await page.goBack()
  await page.waitForURL((address) => address.search === '')
  await form.waitFor({ state: 'detached' })

  await page.goForward()
  await page.waitForURL(/search=tindral/)
  // The address changes before its list is shown.
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1)
  await page.getByRole('button', { name: 'Edit Tindral Foods' }).click()
  await form.getByLabel('City').fill('Typed')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  // The step that was not confirmed is taken back after the answer.
  await expect.poll(() => new URL(page.url()).search).toBe('?search=tindral')
  expect(await form.getByLabel('City').inputValue()).toBe('Typed')
  await page.evaluate('history.back()')
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL((address) => address.search === '')
  await form.waitFor({ state: 'detached' })
  expect(problemsOf(page)).toEqual([])
})

test('Escape closes the form of an escalation, and the button that opened it has the focus again', async () => {
  const page = await testApp.openAs('admin')
  await page.goto('/escalations')
  const edit = page.getByRole('button', { name: /^Edit / }).first()
  await edit.click()
  const form = page.getByRole('dialog', { name: 'Escalation' })
  await form.getByRole('button', { name: 'Save' }).waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => edit.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
})
