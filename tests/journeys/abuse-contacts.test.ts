import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, openAddEnforcement, pick } from './enforcing.ts'
import { failCalls } from './fail-calls.ts'
import { axeFindings, problemsOf, releasePage, shot } from './harness.ts'
import { button } from './upload-steps.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney()
})
afterAll(() => testApp.end())

const email = 'takes.zonekeep@desk.test'

test('G74 an Admin adds an address; it is not confirmed until its desk has answered from it, in the list and where it is suggested', async () => {
  const admin = await testApp.openAs('admin')
  await admin.getByRole('navigation').getByRole('link', { name: 'Abuse Contacts', exact: true }).click()
  const rows = admin.locator('tr[data-row]')
  await rows.first().waitFor()
  await shot(admin, 'abuse-contacts')
  expect(await axeFindings(admin)).toEqual([])
  const search = admin.getByRole('searchbox').or(admin.getByLabel('Search abuse contacts')).first()
  await search.fill('godaddy')
  await admin.keyboard.press('Enter')
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(1)
  expect(await rows.first().innerText()).toMatch(/Supplied with the product\s+21\/11\/2026\s+Not confirmed/)

  await button(admin, 'Add Abuse Contact').click()
  const form = admin.getByRole('dialog', { name: 'Abuse Contact' })
  await form.getByRole('textbox', { name: 'Registrar or host' }).fill('Zonekeep')
  await form.getByRole('textbox', { name: 'Abuse email' }).fill(email)
  await form.getByRole('textbox', { name: 'Source' }).fill('Its abuse page')
  await shot(admin, 'abuse-contact-dialog')
  expect(await axeFindings(admin)).toEqual([])
  await button(admin, 'Save').click()
  await admin.getByRole('alert').filter({ hasText: 'Abuse contact saved successfully' }).first().waitFor()

  await testApp.pool.query(
    "update findings_website set hosting = 'Zonekeep', registrar = null, ip_address = '203.0.113.7'",
  )
  await testApp.pool.query('delete from registrations')
  const analyst = await testApp.openAs('analyst', { home: false })
  const dialog = await openAddEnforcement(analyst, 'Approved')
  const desk = dialog.locator('[data-desk=host]')
  await desk.getByText(/· Its abuse page, \d\d\/\d\d\/\d{4}, not confirmed$/).waitFor()
  await shot(analyst, 'desk-not-confirmed')
  await desk.getByRole('button', { name: /^Use this address/ }).click()
  await dialog.getByRole('textbox', { name: 'Registrar' }).fill('Namekeep Registrar')
  await pick(analyst, 'Action Taken', 'Abuse E-mail Sent')
  await pick(analyst, 'Change Status to', 'In Progress')
  await button(analyst, 'Send Enforcement').click()
  await button(analyst, 'Send Now').waitFor()
  await analyst.getByRole('cell', { name: /^Its abuse page, .*, not confirmed$/ }).waitFor()
  await shot(analyst, 'review-not-confirmed')
  await button(analyst, 'Send Now').click()
  await expect.poll(() => testApp.smtp.received.length, { timeout: 20_000 }).toBe(1)
  const sent = await PostalMime.parse(testApp.smtp.received[0]!.text)
  await testApp.deliverReply('1.reply.desk', [
    `From: Zonekeep <${email}>`,
    `To: ${sent.replyTo![0]!.address!}`,
    `In-Reply-To: ${sent.messageId}`,
    'Subject: Re: Infringement notice',
    'Content-Type: text/plain',
    '',
    'We have suspended the customer.',
  ])
  const isConfirmed = async () =>
    (await testApp.pool.query('select 1 from answered_addresses where email = $1', [email])).rowCount === 1
  await expect.poll(isConfirmed, { timeout: 20_000 }).toBe(true)

  const again = await openAddEnforcement(analyst, 'Approved')
  await again
    .locator('[data-desk=host]')
    .getByText(/· Its abuse page, .*, confirmed, last answer \d\d\/\d\d\/\d{4}$/)
    .waitFor()
  await admin.goto('/abuse-contacts?search=zonekeep')
  await rows
    .first()
    .getByText(/^Confirmed, \d/)
    .waitFor()
  await shot(admin, 'abuse-contact-confirmed')
  expect([...problemsOf(admin), ...problemsOf(analyst)]).toEqual([])
  await releasePage(analyst)

  // What changed is in the log, which leads back; the entry is deleted after a question.
  await rows
    .first()
    .getByRole('button', { name: /^Edit / })
    .click()
  await form.getByRole('textbox', { name: 'Source' }).fill('Asked them')
  await button(admin, 'Save').click()
  await rows.first().getByText('Asked them').waitFor()
  await admin.goto('/data-update-log')
  await admin
    .getByRole('link', { name: `${email}, Zonekeep` })
    .first()
    .click()
  await rows.first().getByText('Asked them').waitFor()
  await rows
    .first()
    .getByRole('button', { name: /^Delete / })
    .click()
  await admin.getByRole('dialog').getByText(email).first().waitFor()
  await shot(admin, 'abuse-contact-delete')
  await button(admin, 'Delete').click()
  await admin.getByText('No abuse contacts').waitFor()
  await releasePage(admin)
})

test('on a phone the contacts are cards; what could not be loaded is said in its place', async () => {
  const page = await testApp.openAs('admin', { theme: 'dark', width: 390, height: 844, home: false })
  await page.goto('/abuse-contacts')
  await page.getByText('Not confirmed').first().waitFor()
  await shot(page, 'abuse-contacts-phone-dark')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Add Abuse Contact').click()
  await page.getByRole('dialog', { name: 'Abuse Contact' }).waitFor()
  await shot(page, 'abuse-contact-dialog-phone-dark')
  const end = await failCalls(page, /\/api\/abuse-contacts\?/)
  await page.goto('/abuse-contacts')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  end()
  await again.click()
  await page.getByText('Not confirmed').first().waitFor()
  await releasePage(page)
})
