import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runToEnd } from '../house/program.ts'
import { writeSheet } from '../sheets.ts'
import { fromLetter, type Journey, journey, problemsOf } from './harness.ts'
import { bring, button, choose, openUpload } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-nothing-'))
const emptyHouse = { BRANDKEEP_DEMO: '0' }
let house: Journey
beforeAll(async () => {
  house = await journey({ env: emptyHouse })
})
afterAll(async () => {
  await house.end()
  rmSync(folder, { recursive: true, force: true })
})

const passwords = { boss: 'Boss@2026x', analyst: 'Reads@2026', client: 'Owns@2026x', careful: 'Twice@2026' }
const period = { startDate: '2026-01-01', endDate: '2030-01-01', reportingPeriod: 'Weekly' }
const sixPlatforms = Object.fromEntries(
  ['domain', 'website', 'socialMedia', 'eCommerce', 'appStore', 'tmch'].map((key) => [key, period]),
)
let boss: Page
let client: Page
const made = { parent: '', child: '', brand: '', token: '' }

/** What the screens of companies and brands send, until a journey can drive those screens. */
async function send(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<Record<string, unknown>> {
  const answer = await fetch(`${house.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const told = (await answer.json()) as Record<string, unknown>
  expect(answer.status, `${path}: ${JSON.stringify(told)}`).toBe(200)
  return (told['data'] ?? {}) as Record<string, unknown>
}

async function enter(username: string, password: string, home: string): Promise<Page> {
  const page = await house.open({ width: 1600 })
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
  await page.waitForURL(`**${home}`)
  return page
}

type NewUser = { first: string; email: string; role: string; password?: string; company?: string; code?: string }

/** Adds a user on the screen of users; without a password Google signs the person in. */
async function addUser(user: NewUser & { twoFactor?: boolean }): Promise<void> {
  const dialog = boss.getByRole('dialog', { name: 'User Details' })
  const field = (label: string) => dialog.getByLabel(new RegExp(`^${label}( \\*)?$`))
  await boss.goto('/users')
  await button(boss, 'Add User').click()
  await field('First name').fill(user.first)
  await field('Last name').fill('New')
  await field('Email').fill(user.email)
  await field('Mobile').fill('+919800000001')
  await choose(boss, 'Role', user.role)
  if (user.company) await choose(boss, 'Company', user.company)
  if (user.code) await field('Employee code').fill(user.code)
  if (user.password) await field('Password').fill(user.password)
  else await field('Google OAuth').check()
  if (user.twoFactor) await field('Two-factor authentication').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await boss.getByRole('alert').filter({ hasText: 'User created successfully' }).waitFor()
}

const brandForm = () => ({
  company: made.parent,
  brandName: 'Quillmere',
  searchTerm: 'quillmere',
  category: 'stationery',
})
/** The client's list of e-commerce findings, asked anew. */
const openFindings = () => client.goto('/ecommerce-dashboard')
const finding = () => client.getByText('Forged fountain pen', { exact: false }).first()
const noAccess = () => client.getByText('You have no access to this module for selected Brand')

test('C-012 an empty house: the first Admin chooses a password and sets up companies and a brand', async () => {
  const { output } = await runToEnd({
    env: { ...emptyHouse, DATABASE_URL: house.databaseUrl, BRANDKEEP_DATA: house.dataDir, APP_URL: house.url },
    script: 'src/app/create-admin.ts',
    flags: ['boss@new.test'],
  })
  const link = /http\S+\/reset-password\/\S+/.exec(output)?.[0] ?? ''
  const first = await house.open()
  await first.goto(link)
  await first.getByLabel('Password', { exact: true }).fill(passwords.boss)
  await first.getByLabel('Confirm password').fill(passwords.boss)
  await button(first, 'Reset password').click()
  await first.waitForURL('**/login')
  boss = await enter('boss@new.test', passwords.boss, '/analyst-dashboard')
  const signedIn = await fetch(`${house.url}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'boss@new.test', password: passwords.boss }),
  })
  made.token = ((await signedIn.json()) as { jwtToken: string }).jwtToken

  const company = (name: string, more: object) =>
    send('POST', '/company', {
      name,
      legalName: `${name} Limited`,
      address: '1 Paper Street',
      city: 'Leeds',
      state: 'Yorkshire',
      country: 'England',
      pin: 'LS1 1AA',
      contractDate: '2026-01-01',
      startDate: '2026-01-01',
      endDate: '2030-01-01',
      isChild: false,
      ...more,
    })
  made.parent = String((await company('Quill Group', {}))['id'])
  made.child = String((await company('Quill Paper', { isChild: true, parentCompany: made.parent }))['id'])
  const brand = await send('POST', '/brand', { ...brandForm(), platform: sixPlatforms })
  made.brand = String(brand['id'])
  await send('POST', '/brand', {
    ...brandForm(),
    company: made.child,
    brandName: 'Inkwell',
    platform: { domain: period },
  })
  const left = await send('POST', `/brand/delete-platform/${made.brand}/appStore`)
  expect(Object.keys(left['platform'] as object).sort()).toEqual([
    'domain',
    'eCommerce',
    'socialMedia',
    'tmch',
    'website',
  ])
})

test('A-093 C-003 C-012 the Admin adds an analyst, a client, one whom Google signs in and one with two-factor', async () => {
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
  await boss.goto('/users')
  await expect
    .poll(() => boss.locator('tbody td[data-column=username]').allTextContents())
    .toEqual(['tove@new.test', 'gia@new.test', 'cleo@new.test', 'ana@new.test', 'boss@new.test'])
  const careful = await house.open()
  await careful.goto('/login')
  await careful.getByLabel('Username').fill('tove@new.test')
  await careful.getByLabel('Password', { exact: true }).fill(passwords.careful)
  await button(careful, 'Sign in').click()
  await careful.getByRole('button', { name: 'Verify' }).waitFor()
  const code = await fromLetter(house, /one-time code is (\d{6})/)
  for (const [at, digit] of code.split('').entries()) await careful.getByLabel(`Digit ${at + 1}`).fill(digit)
  await careful.getByRole('button', { name: 'Verify' }).click()
  await careful.waitForURL('**/client-dashboard')
  await careful.context().close()
})

test('C-004 the new analyst uploads, the new client sees it', async () => {
  const sheet = await writeSheet(folder, {
    platform: 'e-commerce',
    rows: 4,
    mark: 'nothing',
    odd: (row) => ({ title: `Forged fountain pen ${row}` }),
  })
  const analyst = await enter('ana@new.test', passwords.analyst, '/data-upload')
  await openUpload(analyst, { company: 'Quill Group', brand: 'Quillmere', platform: 'E-commerce' })
  await bring(analyst, sheet, 4)
  await button(analyst, 'Upload Data').click()
  await analyst.getByText('Data Saved Successfully').waitFor()
  expect(problemsOf(analyst)).toEqual([])
  await analyst.context().close()

  client = await enter('cleo@new.test', passwords.client, '/client-dashboard')
  await openFindings()
  await finding().waitFor()
  await client.goto('/app-store-dashboard')
  await noAccess().waitFor()
})

test('a platform taken off a brand is gone for the client and back when it is added again; so is a brand', async () => {
  await send('POST', `/brand/delete-platform/${made.brand}/eCommerce`)
  await client.goto('/ecommerce-dashboard')
  await noAccess().waitFor()
  const { appStore: _removed, ...five } = sixPlatforms
  await send('POST', '/brand/edit', { ...brandForm(), brandId: made.brand, platform: five })
  await openFindings()
  await finding().waitFor()
  const edit = (status: boolean) =>
    send('POST', '/brand/edit', { ...brandForm(), brandId: made.brand, platform: five, status })
  await edit(false)
  await openFindings()
  await noAccess().waitFor()
  await edit(true)
  await openFindings()
  await finding().waitFor()
})

test('A-001 C-012 the Admin keeps marks, white lists and what notices say, and reads in the data log what was done', async () => {
  const told = (sentence: string) => boss.getByRole('alert').filter({ hasText: sentence }).waitFor()
  const form = (title: string) => boss.getByRole('dialog', { name: title, exact: true })
  await boss.goto('/tmch')
  await button(boss, 'Add TMCH').click()
  await choose(boss, 'Company', 'Quill Group')
  await choose(boss, 'Brand', 'Quillmere')
  await form('TMCH Details').getByLabel('Mark Name').fill('Quillmere')
  await choose(boss, 'Mark Type', 'Court Validated')
  await choose(boss, 'Sunrise Flag', 'No')
  await form('TMCH Details').getByLabel('Start Date').fill('2024-01-01')
  await form('TMCH Details').getByLabel('Expiry Date').fill('2034-01-01')
  await form('TMCH Details').getByRole('button', { name: 'Save' }).click()
  await boss.getByText('TMCH record saved successfully').waitFor()

  await boss.goto('/white-label')
  await button(boss, 'Add White Label').click()
  await choose(boss, 'Company', 'Quill Group')
  writeFileSync(join(folder, 'own.txt'), 'quillmere.example\nshop.quillmere.example\n')
  await form('White Label Details').locator('input[type=file]').setInputFiles(join(folder, 'own.txt'))
  await form('White Label Details').getByText('own.txt').waitFor()
  await form('White Label Details').getByRole('button', { name: 'Save' }).click()
  await told('White label saved successfully')

  await boss.goto('/enforcement-configuration')
  await button(boss, 'Add Enforcement Configuration').click()
  await choose(boss, 'Company', 'Quill Group')
  await choose(boss, 'Brand', 'Quillmere')
  await choose(boss, 'Platform', 'E-commerce')
  await form('Enforcement Configuration Details').getByLabel('Mail Content').fill('Please take the listing down.')
  await form('Enforcement Configuration Details').getByRole('button', { name: 'Save' }).click()
  await told('Enforcement configuration saved successfully')

  // The tools of analysts are the Admin's too.
  await openUpload(boss, { company: 'Quill Group', brand: 'Quillmere', platform: 'Domain' })

  const answer = await fetch(`${house.url}/api/data-log?page=1&perPage=50`, {
    headers: { authorization: `Bearer ${made.token}` },
  })
  const { docs } = (await answer.json()) as { docs: { model: string; type: string; updatedBy: { lastName: string } }[] }
  const done = new Set(docs.map(({ model, type }) => `${type} ${model}`))
  for (const deed of [
    'add Company',
    'add Brand',
    'update Brand',
    'add User',
    'add Ecommerce',
    'add TMCH',
    'add WhiteLabel',
    'add EnforcementConfiguration',
  ])
    expect([...done]).toContain(deed)
})

test('A-093 C-012 a blocked user is out at the next call, and cannot come back', async () => {
  await boss.goto('/users?search=cleo')
  await boss.getByRole('button', { name: 'Edit Cleo New' }).click()
  const dialog = boss.getByRole('dialog', { name: 'User Details' })
  await dialog.getByLabel('Blocked').check()
  await dialog.getByRole('button', { name: 'Update' }).click()
  await boss.getByRole('alert').filter({ hasText: 'User updated successfully' }).waitFor()
  await client.reload()
  await client.waitForURL('**/login')
  await client.getByLabel('Username').fill('cleo@new.test')
  await client.getByLabel('Password', { exact: true }).fill(passwords.client)
  await button(client, 'Sign in').click()
  await client.getByText('Your account is blocked. Please contact administrator.').first().waitFor()
  expect(problemsOf(boss)).toEqual([])
})
