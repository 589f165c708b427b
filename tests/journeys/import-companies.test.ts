import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'
import { sheetOf } from '../sheets.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('A-096 a sheet of companies: errors are listed row by row and nothing is saved; a valid sheet is imported', async () => {
  const row = (name: string, overrides: object = {}) => ({
    name,
    legalName: `${name} Limited`,
    address: '7 Weaver Street',
    city: 'Surat',
    state: 'Gujarat',
    country: 'India',
    pin: '395001',
    gst: '24AAPFU0939F1ZV',
    contractDate: '2025-01-01',
    startDate: '2025-01-01',
    endDate: '2027-01-01',
    ...overrides,
  })
  const admin = await testApp.openAs('admin')
  await admin.goto('/companies')
  await admin.getByRole('button', { name: 'Excel' }).click()
  await admin.getByRole('menuitem', { name: 'Import companies…' }).click()
  const form = admin.getByRole('dialog', { name: 'Import companies' })
  const bring = async (rows: ReturnType<typeof row>[]) =>
    form.locator('input[type=file]').setInputFiles(await sheetOf('companies', rows))
  const outcomes = () => form.getByRole('table').locator('tbody tr').allInnerTexts()
  await bring([row('Sheet Mills'), row('Sheet Looms', { pin: '12345', gst: 'x' }), row('Tindral Foods')])
  await form.getByText('1 of 3 rows cannot be imported. Nothing was saved.').waitFor()
  await expect
    .poll(async () => (await outcomes()).map((text) => text.split(/\s*\t\s*/)))
    .toEqual([
      ['2', 'Sheet Looms', 'Rejected', 'Pincode is not valid; GST is not valid'],
      ['1', 'Sheet Mills', 'Add', ''],
      ['3', 'Tindral Foods', 'Update', ''],
    ])
  await expect.poll(() => form.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  expect(await axeFindings(admin, '[role=dialog]')).toEqual([])
  await shot(admin, 'import-refused')
  await bring([row('Sheet Mills'), row('Sheet Looms')])
  await form.getByText('2 rows would be added, 0 rows would be updated.').waitFor()
  await form.getByRole('button', { name: 'Import', exact: true }).click()
  await admin.getByRole('alert').filter({ hasText: '2 rows were added, 0 rows were updated.' }).first().waitFor()
  await form.waitFor({ state: 'hidden' })
  for (const name of ['Sheet Mills', 'Sheet Looms'])
    await admin.locator('tr[data-row]', { hasText: name }).first().waitFor()
  expect(problemsOf(admin)).toEqual([])
})

test('A-096 a sheet without a column for the parent leaves a child company where it is, an empty cell does not', async () => {
  const admin = await testApp.openAs('admin', { home: false })
  const parentOf = (name: string) =>
    admin.locator('tr[data-row]', { hasText: name }).locator('[data-column=parentCompany]').innerText()
  const importSheet = async (cells: object) => {
    await admin.goto('/companies?search=Aurevia+Home')
    await admin.getByRole('button', { name: 'Excel' }).click()
    await admin.getByRole('menuitem', { name: 'Import companies…' }).click()
    const form = admin.getByRole('dialog', { name: 'Import companies' })
    const row = {
      name: 'Aurevia Home',
      legalName: 'Aurevia Home Living Private Limited',
      address: '7 Weaver Street',
      city: 'Surat',
      state: 'Gujarat',
      country: 'Nepal',
      pin: '395001',
      contractDate: '2025-01-01',
      startDate: '2025-01-01',
      endDate: '2027-01-01',
      ...cells,
    }
    await form.locator('input[type=file]').setInputFiles(await sheetOf('companies', [row]))
    await form.getByText('0 rows would be added, 1 row would be updated.').waitFor()
    await form.getByRole('button', { name: 'Import', exact: true }).click()
    await form.waitFor({ state: 'hidden' })
  }
  await importSheet({})
  await admin.locator('tr[data-row]', { hasText: 'Surat' }).waitFor()
  expect(await parentOf('Aurevia Home')).toBe('Aurevia Consumer Group')
  await importSheet({ city: 'Vapi', parentCompany: null })
  await admin.locator('tr[data-row]', { hasText: 'Vapi' }).waitFor()
  expect(await parentOf('Aurevia Home')).toBe('')
})
