import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runToEnd } from '../system/program.ts'
import { writeSheet } from '../sheets.ts'
import { findInEmails } from './emails.ts'
import { type Journey, journey, problemsOf } from './harness.ts'
import { bring, button, choose, expectNoSteps, followStep, openUpload } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-nothing-'))
let testApp: Journey
beforeAll(async () => {
  testApp = await journey({ env: { BRANDKEEP_DEMO: '0' } })
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const passwords = { boss: 'Boss-Tarn-26', analyst: 'Reads-Tarn-26', client: 'Owns-Tarn-26', careful: 'Twice-Tarn-26' }
let boss: Page
let client: Page
async function enter(username: string, password: string, home: string): Promise<Page> {
  const page = await testApp.open({ width: 1600 })
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
  await page.waitForURL(`**${home}`)
  return page
}

type NewUser = { first: string; email: string; role: string; password?: string; company?: string; code?: string }

/** Adds a user on the open screen of users; without a password Google signs the person in. */
async function addUser(user: NewUser & { twoFactor?: boolean }): Promise<void> {
  const dialog = form('User Details')
  const field = (label: string) => dialog.getByLabel(new RegExp(`^${label}( \\*)?$`))
  await button(boss, 'Add User').click()
  await field('First name').fill(user.first)
  await field('Last name').fill('New')
  await field('Email').fill(user.email)
  await field('Mobile').fill('+919800000001')
  await choose(boss, 'Role', user.role)
  if (user.company) await choose(boss, 'Company', user.company, dialog)
  if (user.code) await field('Employee code').fill(user.code)
  if (user.password) await field('Password').fill(user.password)
  else await field('Google OAuth').check()
  if (user.twoFactor) await field('Two-factor authentication').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const waitForAlert = (sentence: string) => boss.getByRole('alert').filter({ hasText: sentence }).first().waitFor()
const form = (title: string) => boss.getByRole('dialog', { name: title, exact: true })

async function addCompany(name: string, parent?: string): Promise<void> {
  const details = form('Company Details')
  const fields = {
    Name: name,
    'Legal name': `${name} Limited`,
    Address: '1 Paper Street',
    City: 'Leeds',
    State: 'Yorkshire',
    Country: 'England',
    Pincode: 'LS1 1AA',
    'Contract date': '2026-01-01',
    'Start date': '2026-01-01',
    'End date': '2030-01-01',
  }
  await button(boss, 'Add Company').first().click()
  for (const [label, value] of Object.entries(fields)) await details.getByLabel(label).first().fill(value)
  if (parent) {
    await details.getByLabel('Yes').check()
    await choose(boss, 'Parent company', parent)
  }
  await details.getByRole('button', { name: 'Save' }).click()
  await details.waitFor({ state: 'hidden' })
}

async function addBrand(name: string, company: string, platforms: string[]): Promise<void> {
  const details = form('Brand Details')
  await button(boss, 'Add Brand').first().click()
  await choose(boss, 'Company', company, details)
  await details.getByLabel('Brand name').fill(name)
  await details.getByLabel('Search term').fill(name.toLowerCase())
  await details.getByLabel('Category').fill('stationery')
  for (const platform of platforms) await watch(platform)
  await saveBrand()
}

/** Adds a platform in the open form of a brand. */
async function watch(platform: string): Promise<void> {
  await form('Brand Details').getByRole('button', { name: 'Add platform' }).click()
  await choose(boss, 'Platform', platform, form('Add new platform'))
  await form('Add new platform').getByRole('textbox', { name: 'Start date' }).fill('2026-01-01')
  await form('Add new platform').getByRole('button', { name: 'Add platform' }).click()
}

/** Removes a stored platform, which is saved at once. */
async function unwatch(platform: string): Promise<void> {
  const done = boss.waitForResponse((answer) => answer.url().includes('/brand/delete-platform/'))
  const removal = form('Brand Details').getByRole('button', { name: `Remove ${platform}` })
  await removal.click()
  expect((await done).status()).toBe(200)
}

async function saveBrand(): Promise<void> {
  // The next change is made to the brand as the list has it: without its new version it would be refused.
  const listed = boss.waitForResponse((answer) => answer.url().includes('/brand/v1/allRecords'))
  await form('Brand Details').getByRole('button', { name: 'Save' }).click()
  await Promise.all([listed, form('Brand Details').waitFor({ state: 'hidden' })])
}

/** Turns the brand on or off on its form. */
async function turn(brand: string): Promise<void> {
  await button(boss, `Edit ${brand}`).click()
  await form('Brand Details').getByRole('switch', { name: 'Status' }).click()
  await saveBrand()
}

const openFindings = () => client.goto('/ecommerce-dashboard')
const finding = () => client.getByText('Forged fountain pen', { exact: false }).first()
const noAccess = () => client.getByText('You have no access to this module for selected Brand')

test('C-012 A-011 A-012 A-015 A-018 A-019 an empty installation: the first Admin sets a password and creates companies and brands', async () => {
  const { output } = await runToEnd({
    env: {
      BRANDKEEP_DEMO: '0',
      DATABASE_URL: testApp.databaseUrl,
      BRANDKEEP_DATA: testApp.dataDir,
      APP_URL: testApp.url,
    },
    script: 'src/app/create-admin.ts',
    flags: ['boss@new.test'],
  })
  const link = /http\S+\/reset-password\/\S+/.exec(output)?.[0] ?? ''
  const first = await testApp.open()
  await first.goto(link)
  await first.getByLabel('Password', { exact: true }).fill(passwords.boss)
  await first.getByLabel('Confirm password').fill(passwords.boss)
  await button(first, 'Reset password').click()
  await first.waitForURL('**/login')
  boss = await enter('boss@new.test', passwords.boss, '/analyst-dashboard')
  await followStep(boss, 'Add a company')
  await addCompany('Quill Group')
  await addCompany('Quill Paper', 'Quill Group')
  await followStep(boss, 'Add its brand')
  await addBrand('Quillmere', 'Quill Group', ['Domain', 'E-commerce', 'App Store', 'TMCH'])
  await addBrand('Inkwell', 'Quill Paper', ['Domain'])
  await button(boss, 'Edit Quillmere').click()
  await unwatch('App Store')
  await form('Brand Details').getByRole('button', { name: 'Close' }).last().click()
})

test('A-093 C-003 C-012 the Admin adds an analyst, a client, a client with Google sign-in and one with two-factor', async () => {
  await followStep(boss, 'Add a user for the client')
  await addUser({ first: 'Ana', email: 'ana@new.test', role: 'Analyst', password: passwords.analyst, code: 'N-1' })
  await addUser({
    first: 'Cleo',
    email: 'cleo@new.test',
    role: 'Client',
    password: passwords.client,
    company: 'Quill Group',
  })
  await addUser({ first: 'Gia', email: 'gia@new.test', role: 'Client', company: 'Quill Paper' })
  await addUser({
    first: 'Tove',
    email: 'tove@new.test',
    role: 'Client',
    password: passwords.careful,
    company: 'Quill Group',
    twoFactor: true,
  })
  // The list updates with every new user.
  await boss.locator('td', { hasText: 'tove@new.test' }).first().waitFor()
  await expect
    .poll(() => boss.locator('tbody td[data-column=username]').allTextContents())
    .toEqual(['tove@new.test', 'gia@new.test', 'cleo@new.test', 'ana@new.test', 'boss@new.test'])
  const careful = await testApp.open()
  await careful.goto('/login')
  await careful.getByLabel('Username').fill('tove@new.test')
  await careful.getByLabel('Password', { exact: true }).fill(passwords.careful)
  await button(careful, 'Sign in').click()
  await careful.getByRole('button', { name: 'Verify' }).waitFor()
  const code = await findInEmails(testApp, /one-time code is (\d{6})/)
  for (const [at, digit] of code.split('').entries()) await careful.getByLabel(`Digit ${at + 1}`).fill(digit)
  await careful.waitForURL('**/client-dashboard')
  await careful.context().close()
})

test('C-004 the new analyst uploads, the new client sees it', async () => {
  const sheet = await writeSheet(folder, {
    platform: 'e-commerce',
    rows: 4,
    mark: 'nothing',
    overrides: (row) => ({ title: `Forged fountain pen ${row}` }),
  })
  const analyst = await enter('ana@new.test', passwords.analyst, '/data-upload')
  await openUpload(analyst, { company: 'Quill Group', brand: 'Quillmere', platform: 'E-commerce' })
  await bring(analyst, sheet, 4)
  await button(analyst, 'Upload Data').click()
  await analyst.getByText('Data Saved Successfully').waitFor()
  await expectNoSteps(boss)
  expect(problemsOf(analyst)).toEqual([])
  await analyst.context().close()

  client = await enter('cleo@new.test', passwords.client, '/client-dashboard')
  await openFindings()
  await finding().waitFor()
  await client.goto('/app-store-dashboard')
  await noAccess().waitFor()
})

test('a platform removed from a brand disappears for the client until it is added again; so does a disabled brand', async () => {
  await boss.goto('/brands')
  await button(boss, 'Edit Quillmere').click()
  await unwatch('E-commerce')
  await openFindings()
  await noAccess().waitFor()
  await watch('E-commerce')
  await saveBrand()
  await openFindings()
  await finding().waitFor()
  await turn('Quillmere')
  await openFindings()
  await noAccess().waitFor()
  await turn('Quillmere')
  await openFindings()
  await finding().waitFor()
})

test('A-001 C-012 C-013 the Admin manages marks, white lists and notice texts, and reads the changes in the data log', async () => {
  await boss.goto('/tmch')
  await button(boss, 'Add TMCH').click()
  await choose(boss, 'Company', 'Quill Group')
  await choose(boss, 'Brand', 'Quillmere')
  await form('TMCH Details').getByLabel('Mark Name').fill('Quillmere')
  await choose(boss, 'Mark Type', 'Court Validated')
  await choose(boss, 'Sunrise Flag', 'No')
  await form('TMCH Details').getByRole('textbox', { name: 'Start Date' }).fill('2024-01-01')
  await form('TMCH Details').getByRole('textbox', { name: 'Expiry Date' }).fill('2034-01-01')
  await form('TMCH Details').getByRole('button', { name: 'Save' }).click()
  await boss.getByText('TMCH record saved successfully').waitFor()

  await boss.goto('/white-label')
  await button(boss, 'Add White Label').last().click()
  await choose(boss, 'Company', 'Quill Group')
  writeFileSync(join(folder, 'own.txt'), 'quillmere.example\nshop.quillmere.example\n')
  await form('White Label Details').locator('input[type=file]').setInputFiles(join(folder, 'own.txt'))
  await form('White Label Details').getByText('own.txt').waitFor()
  await form('White Label Details').getByRole('button', { name: 'Save' }).click()
  await waitForAlert('White label saved successfully')

  await boss.goto('/enforcement-configuration')
  await button(boss, 'Add Enforcement Configuration').last().click()
  await choose(boss, 'Company', 'Quill Group')
  await choose(boss, 'Brand', 'Quillmere')
  await choose(boss, 'Platform', 'E-commerce')
  await form('Enforcement Configuration Details').getByLabel('Mail Content').fill('Please take the listing down.')
  await form('Enforcement Configuration Details').getByRole('button', { name: 'Save' }).click()
  await waitForAlert('Enforcement configuration saved successfully')

  // The Admin has the tools of analysts too.
  await openUpload(boss, { company: 'Quill Group', brand: 'Quillmere', platform: 'Domain' })

  await boss.goto('/data-update-log')
  const entries = boss.getByRole('main').getByRole('listitem')
  for (const entry of [
    'First Admin Added a record (Company)',
    'First Admin Added a record (Brand)',
    'First Admin Updated a record (Brand)',
    'First Admin Added a record (User)',
    'Ana New Added 4 records (Ecommerce)',
    'First Admin Added a record (TMCH)',
    'First Admin Added a record (WhiteLabel)',
    'First Admin Added a record (EnforcementConfiguration)',
  ]) {
    // The list grows when its end becomes visible.
    while ((await entries.filter({ hasText: entry }).count()) === 0) await boss.mouse.wheel(0, 2000)
  }
})

test('A-093 C-012 a blocked user is signed out at the next call, and cannot sign in again', async () => {
  await boss.goto('/users?search=cleo')
  await boss.getByRole('button', { name: 'Edit Cleo New' }).click()
  await form('User Details').getByLabel('Blocked').check()
  await form('User Details').getByRole('button', { name: 'Update' }).click()
  await boss.getByRole('alert').filter({ hasText: 'User updated successfully' }).waitFor()
  await client.reload()
  await client.waitForURL('**/login')
  await client.getByLabel('Username').fill('cleo@new.test')
  await client.getByLabel('Password', { exact: true }).fill(passwords.client)
  await button(client, 'Sign in').click()
  await client.getByText('Your account is blocked. Please contact administrator.').first().waitFor()
  expect(problemsOf(boss)).toEqual([])
})
