import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, journey, type Journey, applyPageOptions, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'

let testApp: Journey
let admin: Page
beforeAll(async () => {
  testApp = await journey()
  admin = await testApp.openAs('admin')
})
afterAll(() => testApp.end())

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, text: string) => page.locator('tr[data-row]', { hasText: text })
const confirmDeletion = async (page: Page) => {
  const question = dialog(page, 'Confirm Deletion')
  await question.getByText('Are you sure you want to permanently remove this item?').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
}
const pick = async (page: Page, box: ReturnType<Page['getByRole']>, name: string) => {
  await box.fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}

test('A-007 three cards count users, companies and brands and link to their lists', async () => {
  await admin.goto('/analyst-dashboard')
  for (const [name, path] of [
    ['Users', '/users'],
    ['Companies', '/companies'],
    ['Brands', '/brands'],
  ] as const) {
    const card = admin.getByRole('region', { name })
    await expect.poll(async () => Number(await card.getByTestId(/count-/).textContent())).toBeGreaterThan(2)
    await expect.poll(() => card.getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe(path)
  }
  expect(await axeFindings(admin)).toEqual([])
  await shot(admin, 'analyst-dashboard-light')
  await admin.getByRole('region', { name: 'Companies' }).getByRole('link').click()
  await row(admin, 'Tindral Foods').waitFor()
})

test('A-008 A-009 A-010 A-014 A-146 companies are searched, sorted, filtered and expanded; the state is in the address', async () => {
  await admin.goto('/companies')
  await admin.getByLabel('Search companies').fill('aurevia')
  await admin.keyboard.press('Enter')
  await admin.waitForURL(/search=aurevia/)
  await admin.getByRole('button', { name: 'Name', exact: true }).click()
  await admin.waitForURL(/sortBy=name.*sortDirection=1|sortDirection=1.*sortBy=name/)
  await expect.poll(() => admin.locator('tr[data-row]').count()).toBe(2)
  await expect.poll(() => admin.getByTestId('record-count').textContent()).toContain('1–2 of 2')
  await expect.poll(() => admin.getByRole('combobox', { name: 'Records per page' }).inputValue()).toBe('20')
  await row(admin, 'Jaipur').getByRole('button', { name: 'Show details' }).click()
  await admin.getByRole('table', { name: 'Contacts of Aurevia Home' }).getByText('Kavya Mehta').waitFor()
  for (const label of ['Contract date', 'GST', 'Start date', 'Pincode'])
    await admin.locator('dt', { hasText: label }).waitFor()
  await shot(admin, 'companies-light')
  expect(await axeFindings(admin)).toEqual([])
  await pick(admin, admin.getByRole('combobox', { name: 'City', exact: true }), 'Jaipur')
  await admin.waitForURL(/city=Jaipur/)
  await admin.reload()
  await expect.poll(() => admin.locator('tr[data-row]').count()).toBe(1)
  await admin.goBack()
  await expect.poll(() => admin.locator('tr[data-row]').count()).toBe(2)
})

const company = {
  Name: 'Journey Mills',
  'Legal name': 'Journey Mills Limited',
  Address: '7 Weaver Street',
  City: 'Surat',
  State: 'Gujarat',
  Country: 'India',
  Pincode: '395001',
  GST: '24AAPFU0939F1ZV',
  'Contract date': '2025-01-01',
  'Start date': '2025-01-01',
  'End date': '2025-01-01',
}

test('A-011 A-012 A-013 A-072 A-134 a company is added; errors of the server are shown next to the field and as an alert', async () => {
  await admin.goto('/companies')
  await admin.getByRole('button', { name: 'Add Company' }).first().click()
  const form = dialog(admin, 'Company Details')
  // The first save shows every error, those of GST and parent too.
  await form.getByLabel('Yes').check()
  await form.getByRole('button', { name: 'Save' }).click()
  for (const text of ['Name is required', 'GST is required', 'End date is required', 'Parent company is required'])
    await form.getByText(text, { exact: true }).waitFor()
  // The button is below the fields: the first of them with an error comes back into view.
  const first = form.getByText('Name is required', { exact: true })
  await expect.poll(() => first.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(0)
  await form.getByLabel('No', { exact: true }).check()
  for (const [label, value] of Object.entries(company)) await form.getByLabel(label).first().fill(value)
  const parent = form.getByRole('combobox', { name: 'Parent company' })
  await expect.poll(() => parent.isDisabled()).toBe(true)
  await form.getByLabel('Yes').check()
  await expect.poll(() => parent.isDisabled()).toBe(false)
  await form.getByRole('button', { name: 'Save' }).click()
  await alert(admin, 'End date is not valid')
  await form.getByText('Parent company is required').waitFor()
  await expect.poll(() => form.getByLabel('Name').first().inputValue()).toBe('Journey Mills')
  await shot(admin, 'company-details-light')
  expect(await axeFindings(admin)).toEqual([])

  await admin.keyboard.press('Escape')
  const leaving = dialog(admin, 'Leave without saving?')
  const focused = () => admin.evaluate('document.activeElement.textContent')
  await expect.poll(focused).toBe('Keep editing')
  await shot(admin, 'leave-without-saving-light')
  // A careless Enter loses nothing.
  await admin.keyboard.press('Enter')
  await leaving.waitFor({ state: 'detached' })
  await expect.poll(() => form.getByLabel('Name').first().inputValue()).toBe('Journey Mills')
  await pick(admin, parent, 'Tindral Foods')
  await form.getByRole('textbox', { name: 'End date' }).fill('2027-01-01')
  await form.getByRole('button', { name: 'Add contact' }).click()
  await form.getByLabel('Contact person').fill('Ila Shah')
  await form.getByLabel('Mobile number').fill('+919876543210')
  await form.getByLabel('Email address').fill('ila@mills.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await alert(admin, 'Company saved successfully')
  await row(admin, 'Journey Mills').getByText('Tindral Foods').waitFor()
})

test('A-134 G109 a company that cannot be saved keeps the dialog and its values, and says so without an alert', async () => {
  // A page of its own: it may log that the company could not be saved.
  const other = await admin.context().newPage()
  await other.goto('/companies')
  await other.getByRole('button', { name: 'Edit Journey Mills' }).click()
  const form = dialog(other, 'Company Details')
  await form.getByLabel('City').first().fill('Anand')
  for (const [act, text] of [
    ['abort', 'The company was not saved. The server could not be reached. Check your connection.'],
    ['fulfill', 'The company was not saved. Please try again in a minute.'],
  ] as const) {
    await other.route(/company/, (route) => {
      if (route.request().method() === 'GET') return route.continue()
      const json = { message: 'Please try again in a minute.' }
      return act === 'abort' ? route.abort() : route.fulfill({ status: 503, json })
    })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('status').getByText(text).waitFor()
    await shot(other, `company-not-saved-${act}`)
    expect(await other.getByRole('alert').count()).toBe(0)
    await expect.poll(() => form.getByLabel('City').first().inputValue()).toBe('Anand')
    await other.unrouteAll()
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await alert(other, 'Company updated successfully')
  await other.close()
})

test('two people who edit the same company see both versions, and no input is lost', async () => {
  // Another tab of the same person: the server cannot tell it from a colleague's.
  const other = await admin.context().newPage()
  await other.goto('/companies')
  for (const page of [admin, other]) await page.getByRole('button', { name: 'Edit Journey Mills' }).click()
  const mine = dialog(admin, 'Company Details')
  const theirs = dialog(other, 'Company Details')
  await theirs.getByLabel('City').first().fill('Rajkot')
  await theirs.getByLabel('Address').first().fill('9 Dyer Street')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await alert(other, 'Company updated successfully')
  await mine.getByLabel('City').first().fill('Bhuj')
  await mine.getByRole('button', { name: 'Save' }).click()
  const both = mine.getByRole('table', { name: 'Both versions' })
  await both.getByRole('row', { name: /City Rajkot Bhuj/ }).waitFor()
  await expect.poll(() => mine.getByLabel('Address').first().inputValue()).toBe('9 Dyer Street')
  await shot(admin, 'company-conflict-light')
  await mine.getByRole('button', { name: 'Save' }).click()
  await row(admin, 'Bhuj').waitFor()
  await other.close()
})

test('A-014 A-135 A-143 a company with brands cannot be deleted, another is deleted after a confirmation', async () => {
  await admin.getByRole('button', { name: 'Delete Tindral Foods' }).click()
  await confirmDeletion(admin)
  await alert(admin, 'Delete brand first')
  await admin.getByRole('button', { name: 'Delete Journey Mills' }).click()
  await confirmDeletion(admin)
  await alert(admin, 'Deleted! Your record has been deleted.')
  await alert(admin, 'Company deleted successfully')
  await expect.poll(() => row(admin, 'Journey Mills').count()).toBe(0)
})

test('A-015 A-016 A-018 A-070 A-136 a brand is added with its platforms, each once', async () => {
  await admin.goto('/brands')
  await admin.getByRole('button', { name: 'Add Brand' }).first().click()
  const form = dialog(admin, 'Brand Details')
  await expect.poll(() => form.getByRole('switch', { name: 'Status' }).isChecked()).toBe(true)
  await form.getByRole('button', { name: 'Save' }).click()
  await alert(admin, 'Oops Company is required')
  await pick(admin, form.getByRole('combobox', { name: 'Company' }), 'Tindral Foods')
  await form.getByLabel('Brand name').fill('Journey Tea')
  await form.getByLabel('Search term').fill('journey tea')
  await form.getByLabel('Category').fill('Beverages')
  const add = dialog(admin, 'Add new platform')
  for (const [at, name] of ['Domain', 'Domain', 'Website'].entries()) {
    await form.getByRole('button', { name: 'Add platform' }).click()
    await add.getByRole('button', { name: 'Add platform' }).click()
    await alert(admin, 'please select platform')
    await add.getByRole('combobox', { name: 'Platform' }).click()
    await admin.getByRole('option', { name, exact: true }).click()
    await add.getByRole('textbox', { name: 'Start date' }).fill('2025-01-01')
    await add.getByRole('button', { name: 'Add platform' }).click()
    if (at === 1) {
      await alert(admin, 'platform added already')
      for (const name of ['Close', 'Discard']) await admin.getByRole('button', { name, exact: true }).last().click()
    }
    await add.waitFor({ state: 'hidden' })
    await expect.poll(() => form.getByRole('cell', { name, exact: true }).count()).toBe(1)
  }
  await shot(admin, 'brand-details-light')
  expect(await axeFindings(admin)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await alert(admin, 'Brand saved successfully')
  await row(admin, 'Journey Tea').getByRole('button', { name: 'Show details' }).click()
  await admin.getByRole('table', { name: 'Platforms of Journey Tea' }).getByText('01/01/2025').first().waitFor()
})

test('A-017 A-019 A-137 A-143 a stored platform is removed at once, the last one never; a brand is disabled and deleted', async () => {
  await admin.getByRole('button', { name: 'Edit Journey Tea' }).click()
  const form = dialog(admin, 'Brand Details')
  await form.getByLabel('Category').fill('Tea')
  const removed = admin.waitForResponse((answer) => answer.url().includes('/brand/delete-platform/'))
  await form.getByRole('button', { name: 'Remove Website' }).click()
  expect((await removed).status()).toBe(200)
  await form.getByRole('button', { name: 'Remove Domain' }).click()
  await alert(admin, 'The last platform of a brand cannot be removed.')
  await form.getByRole('switch', { name: 'Status' }).click()
  // The input is still there, and saving after the version change of the removal is no conflict.
  await expect.poll(() => form.getByLabel('Category').inputValue()).toBe('Tea')
  // Before the list is there again, the brand opens as it was saved, and can be saved again.
  const answerList = await holdCall(admin, '**/api/brand/v1/allRecords**')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'hidden' })
  await admin.getByRole('button', { name: 'Edit Journey Tea' }).click()
  await expect.poll(() => form.getByLabel('Category').inputValue()).toBe('Tea')
  answerList()
  const saved = alert(admin, 'Brand updated successfully') // It may be over before the form is gone.
  await form.getByRole('button', { name: 'Save' }).click()
  await Promise.all([saved, form.waitFor({ state: 'hidden' })])
  await admin.locator('[aria-busy="false"] tr[data-row]', { hasText: 'Journey Tea' }).getByText('Disabled').waitFor()
  await shot(admin, 'brands-light')
  expect(await axeFindings(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Delete Journey Tea' }).click()
  await confirmDeletion(admin)
  await alert(admin, 'Brand deleted successfully')
  const busy = row(admin, 'Aurevia').first()
  await busy.getByRole('button', { name: /^Delete / }).click()
  await confirmDeletion(admin)
  await alert(admin, 'Brand has records and cannot be deleted. Disable it instead.')
  expect(problemsOf(admin)).toEqual([])
})

test('A-145 filter options, lists and counts that cannot be loaded are only logged; the screen stays usable', async () => {
  const before = problemsOf(admin).length
  await admin.route(/fetch-unique-cities|company.v1.allRecords/, (route) => route.fulfill({ status: 500, json: {} }))
  await admin.goto('/companies')
  await expect
    .poll(() => problemsOf(admin).slice(before).toSorted(), { timeout: 60_000 })
    .toEqual([
      expect.stringContaining('A list could not be loaded'),
      expect.stringContaining('The options of City could not be loaded'),
    ])
  // The only alert is the one in place of the list.
  const ofList = admin.getByRole('region', { name: 'Companies' }).getByRole('alert')
  await expect.poll(async () => [await admin.getByRole('alert').count(), await ofList.count()]).toEqual([1, 1])
  await admin.unrouteAll()
  await admin.getByRole('button', { name: 'Try again' }).click()
  await row(admin, 'Tindral Foods').first().waitFor()
  await pick(admin, admin.getByRole('combobox', { name: 'State', exact: true }), 'Rajasthan')
  await admin.waitForURL(/state=Rajasthan/)
  await admin.route(/dashboard_v2/, (route) => route.fulfill({ status: 500, json: {} }))
  await admin.goto('/analyst-dashboard')
  await expect.poll(() => problemsOf(admin).at(-1), { timeout: 60_000 }).toContain('The counts could not be loaded')
  await expect.poll(() => admin.getByTestId('count-users').textContent()).toBe('–')
  expect(await admin.getByRole('alert').count()).toBe(0)
  await admin.getByRole('region', { name: 'Brands' }).getByRole('link').click()
  await admin.waitForURL('**/brands')
  await admin.unrouteAll()
})

test('A-094 other roles see the Unauthorised Page, and a phone shows the lists', async () => {
  const analyst = await testApp.openAs('analyst', { home: false })
  for (const path of ['/companies', '/brands', '/analyst-dashboard']) {
    await analyst.goto(path)
    await analyst.getByText('Unauthorised Page').first().waitFor()
  }
  await applyPageOptions(admin, { width: 390, height: 844, theme: 'dark' })
  for (const path of ['companies', 'brands', 'analyst-dashboard']) {
    await admin.goto(`/${path}`)
    await admin.getByRole('main').getByText('Companies').or(admin.locator('[data-row]')).first().waitFor()
    await expect.poll(() => admin.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(await axeFindings(admin)).toEqual([])
    await shot(admin, `${path}-phone-dark`)
  }
})
