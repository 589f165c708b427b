import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, openAddEnforcement, pick } from './enforcing.ts'
import { axeFindings, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { button } from './upload-steps.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney({ recallSeconds: 60 })
})
afterAll(() => testApp.end())

test('an Admin records that a desk accepts only its form; whoever writes to it is told so and gets the sheet', async () => {
  const admin = await testApp.openAs('admin', { home: false })
  await admin.goto('/report-forms')
  await admin.getByText('https://abuse.cloudflare.com/').first().waitFor()
  await shot(admin, 'report-forms')
  expect(await axeFindings(admin)).toEqual([])
  await button(admin, 'Add Report Form').click()
  const form = admin.getByRole('dialog', { name: 'Report Form' })
  await form.getByRole('textbox', { name: 'Desk' }).fill('Deskkeep')
  await form.getByRole('textbox', { name: 'Known as' }).fill('desk')
  await form.getByRole('textbox', { name: 'Web form' }).fill('https://deskkeep.example/report')
  await form.getByRole('textbox', { name: 'Source' }).fill('Its abuse page')
  await form.getByRole('switch', { name: 'Accepts email' }).click({ force: true })
  await shot(admin, 'report-form-dialog')
  expect(await axeFindings(admin)).toEqual([])
  await button(admin, 'Save').click()
  await admin.getByRole('alert').filter({ hasText: 'Report form saved successfully' }).first().waitFor()
  await admin.goto('/data-update-log')
  await admin.getByText('Deskkeep (Host)').first().waitFor()

  const page = await testApp.openAs('analyst', { home: false })
  const dialog = await openAddEnforcement(page)
  await dialog.getByLabel('Registrar').fill('Namekeep Registrar')
  await dialog.getByLabel('IP Address').fill('203.0.113.7')
  await dialog.getByLabel('Hosting').fill('Zonehost')
  await pick(page, 'Action Taken', 'Abuse E-mail Sent')
  await pick(page, 'Change Status to', 'In Progress')
  await pick(page, 'Abuse Email', 'Other (Enter manually)')
  await dialog.getByLabel('Other Abuse Email').fill('abuse@desk.test')
  await button(page, 'Send Enforcement').click()
  await page.getByText('Deskkeep accepts only its web form').waitFor()
  await shot(page, 'form-instead')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('alert').getByRole('button', { name: 'Fill in web form' }).click()
  const sheet = page.getByRole('dialog', { name: 'Web form: Deskkeep' })
  await button(page, 'Record as submitted').click()
  await page.getByRole('alert').filter({ hasText: 'Enforcement saved successfully' }).first().waitFor()
  await sheet.waitFor({ state: 'detached' })
  expect([...problemsOf(admin), ...problemsOf(page)]).toEqual([])
})

test('S-046 addresses that are found while the list of them is open do not move what is pressed', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  let answered = Promise.withResolvers<void>()
  await page.route('**/abuse-emails?**', async (route) => {
    await answered.promise
    await route.continue()
  })
  await openAddEnforcement(page)
  const recipient = page.getByRole('combobox', { name: 'Abuse Email', exact: true })
  await recipient.click()
  await page
    .getByRole('option', { name: 'Looking up addresses…' })
    .and(page.locator('[data-combobox-disabled]'))
    .waitFor()
  await page.getByRole('option', { name: 'Other (Enter manually)' }).hover()
  await page.mouse.down()
  answered.resolve()
  await page.getByRole('option', { name: /@/ }).first().waitFor()
  await page.mouse.up()
  await page.getByRole('dialog', { name: 'Add Enforcement' }).getByLabel('Other Abuse Email').waitFor()
  // The addresses of other names are not those of the names that are typed by now.
  answered = Promise.withResolvers()
  await page.getByRole('textbox', { name: 'Registrar', exact: true }).fill('Nobody')
  await recipient.click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['Other (Enter manually)', 'Looking up addresses…'])
})

test('S-045 Esc closes the calendar of a dialog and leaves the dialog, also before the focus is in the calendar', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const dialog = await openAddEnforcement(page)
  const opener = dialog.getByRole('button', { name: 'Date: calendar' })
  const calendar = page.getByRole('dialog', { name: 'Date', exact: true })
  for (const isBefore of [false, true]) {
    await opener.click()
    await calendar.getByRole('button', { name: 'Next month' }).waitFor()
    if (isBefore) await opener.focus()
    else await expect.poll(() => calendar.locator(':focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    expect(await dialog.count()).toBe(1)
  }
})

test('S-045 Esc while the code of a calendar is on its way cancels its opening and leaves the dialog', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const release = await holdCall(page, '**/DayCalendar-*.js')
  const dialog = await openAddEnforcement(page)
  const opener = dialog.getByRole('button', { name: 'Date: calendar' })
  const loaded = page.waitForResponse('**/DayCalendar-*.js')
  await opener.click()
  await page.keyboard.press('Escape')
  release()
  await (await loaded).finished()
  await page.waitForTimeout(500)
  expect(await page.getByRole('dialog').count()).toBe(1)
  await opener.click()
  await page.getByRole('dialog', { name: 'Date', exact: true }).waitFor()
})

test('S-045 Esc closes a calendar that could not be loaded, and leaves the dialog', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const dialog = await openAddEnforcement(page)
  await page.route('**/DayCalendar-*.js', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Date: calendar' }).click()
  const calendar = page.getByRole('dialog', { name: 'Date', exact: true })
  await calendar.getByRole('button', { name: 'Reload page' }).focus()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  expect(await dialog.count()).toBe(1)
})
