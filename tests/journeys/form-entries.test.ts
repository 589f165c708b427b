import { afterAll, beforeAll, expect, test } from 'vitest'
import { journey, type Journey, releasePage } from './harness.ts'
import { button } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

/** The form of a brand that is added. */
async function brandForm() {
  const page = await testApp.openAs('admin', { home: false })
  await page.goto('/brands')
  await button(page, 'Add Brand').first().click()
  const form = page.getByRole('dialog', { name: 'Brand Details' })
  const save = form.getByRole('button', { name: 'Save' })
  await save.waitFor()
  return { page, form, save }
}

test('a removed mark takes its unreadable date with it, and Save is free', async () => {
  const { page, form, save } = await brandForm()
  const mark = (n: number) => form.getByRole('group', { name: `Mark ${n}`, exact: true })
  const day = (n: number) => mark(n).getByRole('textbox', { name: 'Expiry date' })
  for (let n = 1; n <= 2; n++) await form.getByRole('button', { name: 'Add mark' }).click()
  await day(1).fill('31/31/2026')
  await expect.poll(() => save.isDisabled()).toBe(true)
  await mark(1).getByRole('button', { name: 'Remove mark 1' }).press('Enter')
  await expect.poll(() => form.getByRole('group', { name: /^Mark \d/ }).count()).toBe(1)
  await expect.poll(() => day(1).inputValue()).toBe('')
  await expect.poll(() => save.isDisabled()).toBe(false)
  await releasePage(page)
})

test('both dates of a platform that is added hold its button while one cannot be read', async () => {
  const { page, form } = await brandForm()
  await form.getByRole('button', { name: 'Add platform' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add new platform' })
  const day = (label: string) => dialog.getByRole('textbox', { name: label })
  const add = dialog.getByRole('button', { name: 'Add platform' })
  await day('Start date').fill('31/31/2026')
  await day('End date').fill('1/2/2027')
  await day('End date').blur()
  await expect.poll(() => add.isDisabled()).toBe(true)
  await day('Start date').fill('1/2/2026')
  await expect.poll(() => add.isDisabled()).toBe(false)
  await day('End date').fill('never')
  await expect.poll(() => add.isDisabled()).toBe(true)
  await day('End date').fill('')
  await expect.poll(() => add.isDisabled()).toBe(false)
  await releasePage(page)
})
