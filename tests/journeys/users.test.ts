import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, hasFocus, type Journey, journey, applyPageOptions, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { confirmDeletion } from './staff-list-steps.ts'
import { sheetOf } from '../sheets.ts'

let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('admin')
  await page.goto('/users')
  await rows().first().waitFor()
})
afterAll(() => testApp.end())

const rows = () => page.locator('tbody tr[data-row]')
const rowOf = (text: string) => rows().filter({ hasText: text })
const cells = (name: string) => page.locator(`tbody td[data-column="${name}"]`).allTextContents()
const dialog = () => page.getByRole('dialog', { name: 'User Details' })
// A required field's label ends with an asterisk.
const field = (label: string) => fieldOn(page, label)
const fieldOn = (on: Page, label: string) =>
  on.getByRole('dialog', { name: 'User Details' }).getByLabel(new RegExp(`^${label}( \\*)?$`))
const alert = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const listResponse = (query: RegExp) =>
  page.waitForResponse((answer) => answer.url().includes('/api/users?') && query.test(answer.url()))

/** Reloads the list, without the alerts of earlier steps. */
async function fresh(): Promise<void> {
  await page.goto('/users')
  await rows().first().waitFor()
}

async function choose(label: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('A-020 A-021 A-022 A-024 the list: search with its button, page sizes, count, pages, columns, expanded rows', async () => {
  const heads = await page.locator('thead th[data-column]').allTextContents()
  expect(heads).toEqual([
    'Sr.',
    'Username',
    'Full Name',
    'Email',
    'Company',
    'Last Login',
    '2FA',
    'Blocked',
    'Employee Code',
    'Action',
  ])
  await expect.poll(() => page.getByTestId('record-count').textContent()).toBe('1–12 of 12')
  const admin = await rowOf('Asha Menon').locator('td[data-column]').allTextContents()
  expect(admin.slice(1, 5)).toEqual(['admin@demo.test', 'Asha Menon', 'admin@demo.test', ''])
  expect(admin[5]).toMatch(/^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2} [ap]m$/)
  expect(admin.slice(6, 9)).toEqual(['Disabled', 'No', 'BK-001'])
  await expect.poll(() => rowOf('Omar').locator('td[data-column=isBlocked]').textContent()).toBe('Yes')
  await expect.poll(() => rowOf('Noor').locator('td[data-column=twoFactorAuth]').textContent()).toBe('Enabled')
  await expect.poll(() => rowOf('Lea').locator('td[data-column=company]').textContent()).toBe('Aurevia Consumer Group')
  await rowOf('Lea').getByRole('button', { name: 'Show details' }).click()
  const details = page.locator('dl').filter({ hasText: 'Mobile' })
  await expect
    .poll(() => details.locator('dd').allTextContents())
    .toEqual([expect.stringMatching(/^\+91\d{10}$/), 'Client'])
  await shot(page, 'users-light')

  await page.getByRole('combobox', { name: 'Records per page' }).click()
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['10', '20', '50', '100'])
  await Promise.all([listResponse(/perPage=10\b/), page.getByRole('option', { name: '10', exact: true }).click()])
  await Promise.all([listResponse(/page=2/), page.getByRole('button', { name: 'Page 2' }).click()])
  await expect.poll(() => cells('id')).toEqual(['11', '12'])
  // Awaited from before the typing: a second after it the list is asked for without the button too.
  const found = listResponse(/search=TINDRAL/)
  await page.getByRole('textbox', { name: 'Search users' }).fill('TINDRAL')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await found
  await expect.poll(() => cells('company')).toEqual(['Tindral Foods', 'Tindral Foods'])
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('TINDRAL')
  await fresh()
})

test('A-023 columns sort on the server: none, ascending, descending, none; newest first by default', async () => {
  await rows().first().waitFor()
  const newest = await cells('username')
  for (const [head, name] of [
    ['Sr.', 'id'],
    ['Username', 'username'],
    ['Full Name', 'firstName'],
    ['Email', 'email'],
    ['Last Login', 'lastLoggedInAt'],
    ['2FA', 'twoFactorAuth'],
    ['Blocked', 'isBlocked'],
    ['Employee Code', 'employeeCode'],
  ] as const) {
    const button = page.locator('thead').getByRole('button', { name: head, exact: true })
    await Promise.all([listResponse(new RegExp(`sortBy=${name}&sortDirection=1`)), button.click()])
    await Promise.all([listResponse(new RegExp(`sortBy=${name}&sortDirection=-1`)), button.click()])
    await Promise.all([listResponse(/^((?!sortBy).)*$/), button.click()])
  }
  await expect.poll(() => cells('username')).toEqual(newest)
  await page.locator('thead').getByRole('button', { name: 'Sr.', exact: true }).click()
  const ends = () => cells('username').then((names) => [names.at(-1), names[0]])
  await expect.poll(ends).toEqual([newest[0], newest.at(-1)])
  await expect.poll(() => page.locator('thead').getByRole('button', { name: 'Company' }).count()).toBe(0)
  await fresh()
})

test('A-025 A-026 A-074 A-075 A-076 A-093 A-139 a user is created with the form, which shows the fields the choices need', async () => {
  await page.getByRole('button', { name: 'Add User' }).click()
  await dialog().waitFor()
  await expect.poll(() => field('Company').count()).toBe(0)
  await expect.poll(() => field('Employee code').count()).toBe(0)
  await field('Email').fill('new.client@demo.test')
  await expect.poll(() => field('Username').inputValue()).toBe('new.client@demo.test')
  await choose('Role', 'Analyst')
  await expect.poll(() => field('Employee code').count()).toBe(1)
  await choose('Role', 'Client')
  await expect.poll(() => field('Employee code').count()).toBe(0)

  await field('Two-factor authentication').check()
  await field('Google OAuth').check()
  for (const hidden of ['Username', 'Password', 'Two-factor authentication'])
    await expect.poll(() => field(hidden).count()).toBe(0)
  await shot(page, 'users-google')
  await field('Google OAuth').uncheck()
  await expect.poll(() => field('Two-factor authentication').isChecked()).toBe(false)

  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('First name is required').waitFor()
  for (const sentence of ['Last name is required', 'Mobile is required', 'Company is required', 'Password is required'])
    await dialog().getByText(sentence).waitFor()
  await alert('First name is required').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'users-form-refused')

  await field('First name').fill('Nila')
  await field('Last name').fill('Raman')
  await field('Mobile').fill('+919800000001')
  await choose('Company', 'Tindral Foods')
  await field('Password').fill('Fresh-Tarn-26')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await alert('User created successfully').waitFor()
  await dialog().waitFor({ state: 'hidden' })
  await rowOf('Nila Raman').waitFor()
  await expect.poll(() => page.getByTestId('record-count').textContent()).toBe('1–13 of 13')

  const nila = await testApp.open()
  await nila.goto('/login')
  await nila.getByLabel('Username').fill('New.Client@demo.test')
  await nila.getByLabel('Password', { exact: true }).fill('Fresh-Tarn-26')
  await nila.getByRole('button', { name: 'Sign in', exact: true }).click()
  await nila.waitForURL('**/client-dashboard')
})

test('A-139 the server’s message is shown for 401, 400 and 500; a 422 without one has its own text', async () => {
  await rowOf('Nila Raman').getByRole('button', { name: 'Edit Nila Raman' }).click()
  await field('Last name').fill('Rao')
  for (const [status, body, expected] of [
    [400, { message: 'This is the sentence of 400' }, 'This is the sentence of 400'],
    [401, { message: 'This is the sentence of 401' }, 'This is the sentence of 401'],
    [500, { message: 'This is the sentence of 500' }, 'This is the sentence of 500'],
    [422, { errors: [{ mobile: 'Mobile is odd' }] }, 'Something wrong wrong!'],
  ] as const) {
    await page.route('**/api/users/update/*', (route) => route.fulfill({ status, json: body }), { times: 1 })
    await dialog().getByRole('button', { name: 'Update' }).click()
    await alert(expected).waitFor()
  }
  await dialog().getByText('Mobile is odd').waitFor()
  await closeDialog()
})

test('A-025 A-093 two Admins edit the same user: the later one sees both versions and overwrites the newer one', async () => {
  await fresh()
  // Another tab of the same person: the server cannot tell it from a colleague's.
  const other = await page.context().newPage()
  await other.goto('/users?search=Nila')
  for (const on of [page, other]) await on.getByRole('button', { name: 'Edit Nila Raman' }).click()
  await fieldOn(other, 'Last name').fill('Theirs')
  await other.getByRole('button', { name: 'Update' }).click()
  await other.getByRole('alert').filter({ hasText: 'User updated successfully' }).waitFor()

  await field('Last name').fill('Min')
  const answerFirst = await holdCall(page, '**/api/users/update/*')
  await field('Last name').press('Enter')
  // Nothing can be typed while the answer is awaited: it would be lost when the form closes.
  await dialog().locator('[inert]').waitFor()
  await page.keyboard.type(' lost')
  answerFirst()
  const both = dialog().getByRole('table', { name: 'Both versions' })
  await both.waitFor()
  // The field has the focus again, and what was typed in it.
  await expect.poll(() => hasFocus(field('Last name'))).toBe(true)
  await page.keyboard.press('End')
  await page.keyboard.type('e')
  await expect.poll(() => both.locator('tbody tr').allTextContents()).toEqual(['Last nameTheirsMineUse theirs'])
  const answerSecond = await holdCall(page, '**/api/users/update/*')
  await dialog().getByRole('button', { name: 'Update' }).click()
  // Left before the answer: the form that is open by then stays, with what was typed in it.
  await closeDialog()
  await rowOf('Kiran Desai').getByRole('button', { name: 'Edit Kiran Desai' }).click()
  await field('Last name').fill('Half typ')
  answerSecond()
  await alert('User updated successfully').waitFor()
  await rowOf('Nila Mine').waitFor()
  await expect.poll(() => field('Last name').inputValue()).toBe('Half typ')
  await closeDialog()
})

/** Closes the form, which has changes. */
async function closeDialog(): Promise<void> {
  await dialog().locator('form').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'hidden' })
}

test('A-093 A-140 a user is deleted after a confirmation; a rejection shows the server’s message', async () => {
  await fresh()
  const remove = async (name: string) => {
    await rowOf(name)
      .getByRole('button', { name: `Delete ${name}` })
      .click()
    await confirmDeletion(page, `${name} (`)
  }
  await remove('Asha Menon')
  await alert('You cannot delete yourself.').waitFor()
  await page.route(/\/api\/users\/[\da-f-]{36}$/, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await remove('Nila Mine')
  await alert('Something went wrong!').waitFor()
  await remove('Nila Mine')
  await alert('Deleted! Your record has been deleted.').waitFor()
  await alert('User deleted successfully').waitFor()
  await rowOf('Nila Mine').waitFor({ state: 'hidden' })
  expect(problemsOf(page)).toEqual([])
})

test('a sheet of users: each rejected row has its reason and nothing is saved; a valid sheet is imported, and they sign in', async () => {
  await fresh()
  const one = (email: string, overrides: object = {}) => ({
    email,
    firstName: 'Sheet',
    lastName: 'Person',
    mobile: '+919800000077',
    role: 'Client',
    company: 'Tindral Foods',
    employeeCode: '',
    firstPassword: 'Fresh-Tarn-26',
    ...overrides,
  })
  const form = page.getByRole('dialog', { name: 'Import users' })
  const bring = async (people: ReturnType<typeof one>[]) =>
    form.locator('input[type=file]').setInputFiles(await sheetOf('users', people))
  await page.getByRole('button', { name: 'Excel' }).click()
  await page.getByRole('menuitem', { name: 'Import users…' }).click()
  await bring([
    one('sheet.one@demo.test'),
    one('sheet.two@demo.test', { company: 'Nobody Limited', mobile: 'x' }),
    one('admin@demo.test', { role: 'Admin', company: '', employeeCode: 'BK-001', firstPassword: '' }),
  ])
  await form.getByText('1 of 3 rows cannot be imported. Nothing was saved.').waitFor()
  const outcomes = async () =>
    (await form.getByRole('table').locator('tbody tr').allInnerTexts()).map((text) => text.split(/\s*\t\s*/))
  await expect.poll(outcomes).toEqual([
    ['2', 'sheet.two@demo.test', 'Rejected', expect.stringMatching(/Company is not valid|Mobile is not valid/)],
    ['1', 'sheet.one@demo.test', 'Add', ''],
    ['3', 'admin@demo.test', 'Update', ''],
  ])
  await expect.poll(() => form.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await bring([
    one('sheet.one@demo.test'),
    one('sheet.two@demo.test', { role: 'Analyst', company: '', employeeCode: 'S-2' }),
  ])
  await form.getByText('2 rows would be added, 0 rows would be updated.').waitFor()
  await form.getByRole('button', { name: 'Import', exact: true }).click()
  await alert('2 rows were added, 0 rows were updated.').waitFor()
  await form.waitFor({ state: 'hidden' })
  for (const email of ['sheet.one@demo.test', 'sheet.two@demo.test']) await rowOf(email).waitFor()
  const person = await testApp.open()
  await person.goto('/login')
  await person.getByLabel('Username').fill('sheet.one@demo.test')
  await person.getByLabel('Password', { exact: true }).fill('Fresh-Tarn-26')
  await person.getByRole('button', { name: 'Sign in', exact: true }).click()
  await person.waitForURL('**/client-dashboard')
  expect(problemsOf(page)).toEqual([])
})

test('the dark theme has no accessibility findings either', async () => {
  const dark = page
  await applyPageOptions(dark, { theme: 'dark' })
  await dark.goto('/users')
  await rowOf('Kiran').getByRole('button', { name: 'Show details' }).click()
  await shot(dark, 'users-dark')
  await dark.getByRole('button', { name: 'Edit Kiran Desai' }).click()
  await dark.getByRole('dialog', { name: 'User Details' }).waitFor()
  await shot(dark, 'users-form-dark')
  expect(await axeFindings(dark)).toEqual([])
})
