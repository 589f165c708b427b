import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('A-018 G113 the contract of the only platform of a brand goes on: its dates are changed, and nothing is removed', async () => {
  const admin = await testApp.openAs('admin', { home: false })
  await admin.goto('/brands?search=Ferndock')
  const form = admin.getByRole('dialog', { name: 'Brand Details' })
  const change = admin.getByRole('dialog', { name: 'Change platform' })
  const openForm = async () => {
    await admin.getByRole('button', { name: 'Edit Ferndock' }).click()
    await form.getByRole('button', { name: 'Change E-commerce' }).click()
  }
  await openForm()
  await expect.poll(() => change.getByRole('combobox', { name: 'Platform' }).isDisabled()).toBe(true)
  const before = await change.getByRole('textbox', { name: 'Start date' }).inputValue()
  expect(before).toMatch(/^\d{4}-\d\d-\d\d$/)
  await change.getByRole('textbox', { name: 'End date' }).fill('2031-12-31')
  await shot(admin, 'brand-platform-light')
  await change.getByRole('button', { name: 'Change platform' }).click()
  await form.getByRole('cell', { name: '31/12/2031' }).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'hidden' })
  await applyPageOptions(admin, { width: 375, height: 740, theme: 'dark' })
  await admin.reload()
  await openForm()
  await expect.poll(() => change.getByRole('textbox', { name: 'End date' }).inputValue()).toBe('2031-12-31')
  expect(await change.getByRole('textbox', { name: 'Start date' }).inputValue()).toBe(before)
  expect(await axeFindings(admin, '[role=dialog]')).toEqual([])
  await change.getByRole('button', { name: 'Close' }).last().click()
  await change.waitFor({ state: 'hidden' })
  await shot(admin, 'brand-platforms-phone-dark')
  expect(problemsOf(admin)).toEqual([])
})
