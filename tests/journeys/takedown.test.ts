import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportProblem } from '../../src/features/notices/server/xarf-schema.ts'
import { pngPicture, writeSheet } from '../sheets.ts'
import { cell, openDashboard, platformNamed, rowsOf, settled, wide } from './dashboards.ts'
import { type EnforcingJourney, enforcingJourney, pick, sendNoticeTo } from './enforcing.ts'
import { axeFindings, problemsOf, shot } from './harness.ts'
import { bring, button, choose, openUpload } from './upload-steps.ts'

const address = 'https://fake.shop.example/takedown/item/0'
const website = platformNamed('website')
let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney({ recallSeconds: 60 })
})
afterAll(() => testApp.end())

/** Opens the finding on the analyst's Enforcement screen. */
async function openForEnforcement(page: Page): Promise<void> {
  await page.goto('/enforcement')
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await button(page, 'Fetch Data').click()
  await page.getByRole('textbox', { name: 'Search URL' }).fill(address)
  await expect.poll(() => page.getByTestId('record-count').textContent()).toBe('1 record')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
}

/** A desk that takes reports by its web form only: the fields are there to copy, and the report is recorded. */
async function reportByForm(page: Page): Promise<void> {
  await testApp.pool.query(
    `insert into shared_hosts (suffix, name, form, source, checked_on)
      values ('shop.example', 'Shopkeep', 'https://shopkeep.example/report', 'Its help page', '2026-11-01')`,
  )
  await openForEnforcement(page)
  await button(page, 'Add Enforcement').click()
  await button(page, 'Fill in web form').click()
  const form = page.getByRole('dialog', { name: 'Web form: Shopkeep' })
  await form.getByRole('row', { name: 'Reported address' }).getByText(address, { exact: true }).waitFor()
  await form.getByRole('row', { name: 'Description' }).getByText(address).waitFor()
  await expect.poll(() => button(page, 'Copy Description').count()).toBe(1)
  await shot(page, 'takedown-form')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Record as submitted').click()
  await page.getByRole('alert').filter({ hasText: 'Enforcement saved successfully' }).first().waitFor()
  await expect.poll(() => statuses()).toEqual(['33', '22', '11', '55', '11'])
}

async function send(page: Page, to: string): Promise<void> {
  await sendNoticeTo(page, to)
  await expect
    .poll(async () => {
      await leaveNow()
      return testApp.smtp.received.filter((one) => one.to[0] === to).length
    })
    .toBe(1)
}

/** Ends the time in which the notices that wait can be taken back, which is as long as a busy machine needs. */
const leaveNow = () =>
  testApp.pool.query(
    `with ended as (update mails set recallable_until = now() where recallable_until > now())
     update pgboss.job set start_after = now() where name = 'send-mail' and state = 'created' and start_after > now()`,
  )

const newest = async (): Promise<Email> => PostalMime.parse(testApp.smtp.received.at(-1)!.text)

test('from a sheet to success: uploaded, approved, a notice that bounces, another with a reply, and the client sees the result', async () => {
  const sheet = await writeSheet(testApp.folder, {
    platform: 'website',
    rows: 1,
    mark: 'takedown',
    overrides: () => ({ url: address, reasonCode: '12201', image: 'sign-in.png' }),
  })
  const picture = join(testApp.folder, 'sign-in.png')
  writeFileSync(picture, pngPicture(1))
  const analyst = await testApp.openAs('analyst')
  await openUpload(analyst, { platform: 'Website' })
  await bring(analyst, [sheet, picture], 1)
  await button(analyst, 'Upload Data').click()
  await analyst.getByText('Data Saved Successfully').waitFor()

  const client = await testApp.openAs('client')
  const search = `${wide}&url=${encodeURIComponent(address)}`
  await openDashboard(client, website, search)
  await cell(rowsOf(client).first(), 'status').getByRole('combobox').selectOption('22')
  await expect.poll(async () => (await statuses()).at(-1)).toBe('22')

  await openForEnforcement(analyst)
  await send(analyst, 'takes.gone@desk.test')
  const first = await newest()
  const reports = first.attachments.filter((one) => one.filename?.endsWith('.json'))
  expect(reports).toHaveLength(1)
  const report = JSON.parse(new TextDecoder().decode(reports[0]!.content as ArrayBuffer)) as {
    category: string
    type: string
  }
  expect(await reportProblem(report)).toBeUndefined()
  expect(JSON.stringify(report)).toContain(address)
  expect(first.attachments.filter((one) => one.mimeType === 'application/pdf').length).toBeGreaterThan(0)
  expect(first.text).toContain(address)
  expect(first.attachments.some((one) => one.filename === 'picture.png')).toBe(true)

  await testApp.deliverReply('1.bounce.desk', [
    'From: MAILER-DAEMON@desk.test',
    `To: ${first.replyTo![0]!.address!}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The box is gone.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed',
    'Status: 5.1.1',
    '--b--',
  ])
  await expect.poll(() => answers()).toEqual(['bounce'])
  await openForEnforcement(analyst)
  await analyst.locator('[data-answer=bounce]').waitFor()

  await send(analyst, 'takes.desk@desk.test')
  const second = await newest()
  expect(second.messageId).not.toBe(first.messageId)
  await testApp.deliverReply('2.reply.desk', [
    'From: desk@desk.test',
    `To: ${second.replyTo![0]!.address!}`,
    `In-Reply-To: ${second.messageId}`,
    'Subject: Re: Infringement notice',
    'Content-Type: text/plain',
    '',
    'We have suspended the customer. The site itself is hosted by Nordkeep (abuse@nordkeep.test).',
  ])
  await expect.poll(() => answers()).toEqual(['bounce', 'reply'])

  await openForEnforcement(analyst)
  await analyst.locator('[data-answer=reply]').getByText('desk@desk.test').click()
  await analyst.getByText('We have suspended the customer.').waitFor()
  await analyst.getByText('Names the host: Nordkeep, abuse@nordkeep.test').waitFor()
  await shot(analyst, 'takedown-answered')
  // The host that it names is the next to write to.
  await button(analyst, 'Send a notice to this host').click()
  const form = analyst.getByRole('dialog')
  await expect.poll(() => form.getByRole('textbox', { name: 'Hosting' }).inputValue()).toBe('Nordkeep')
  await pick(analyst, 'Action Taken', 'Abuse E-mail Sent')
  const recipient = form.getByRole('combobox', { name: 'Abuse Email', exact: true })
  await expect.poll(() => recipient.inputValue()).toBe('abuse@nordkeep.test')
  await shot(analyst, 'takedown-to-host')
  await form.getByRole('button', { name: 'Close', exact: true }).first().click()
  await button(analyst, 'Discard').click()
  // The type is corrected with one click, and back.
  await analyst.locator('[data-answer=reply]').getByText('Automatic', { exact: true }).click()
  await analyst.getByText('The type was changed to Automatic reply').waitFor()
  await analyst.locator('[data-answer=automatic]').getByText('Reply', { exact: true }).click()
  await analyst.locator('[data-answer=reply]').waitFor()
  await button(analyst, 'Add Enforcement').click()
  await pick(analyst, 'Action Taken', 'Account Suspended')
  await pick(analyst, 'Change Status to', 'Success')
  await button(analyst, 'Save').click()
  await analyst.getByRole('alert').filter({ hasText: 'Enforcement saved successfully' }).waitFor()

  await openDashboard(client, website, search)
  await settled(client)
  await expect.poll(() => cell(rowsOf(client).first(), 'status').innerText()).toBe('Success')
  await shot(client, 'takedown-client')
  await expect.poll(() => statuses()).toEqual(['33', '22', '11', '55'])
  await reportByForm(analyst)
  expect(testApp.smtp.received).toHaveLength(2)
  expect([...problemsOf(analyst), ...problemsOf(client)]).toEqual([])
})

test('a desk that takes lists gets one email about two findings; it can be taken back', async () => {
  await testApp.pool.query("update findings_domain set registrar = 'Listkeep'")
  await testApp.pool.query("delete from registrations where subject like 'domain:%'")
  await testApp.pool.query(
    "insert into abuse_contacts (name, email, source) values ('Listkeep', 'list@desk.test', 'Test')",
  )
  const admin = await testApp.openAs('admin', { home: false })
  await admin.goto('/shared-hosts')
  await admin.getByText('Every desk gets one email for each finding.').waitFor()
  await admin.getByLabel('Abuse email of the desk').fill('list@desk.test')
  // The list cannot be read again: what is typed for the next desk stays, and what went wrong is said beside it.
  await admin.route('**/list-desks', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 502, body: '' }) : route.fallback(),
  )
  await button(admin, 'Add desk').click()
  await admin.getByText('This could not be loaded').waitFor()
  expect(await admin.getByLabel('Abuse email of the desk').count()).toBe(1)
  await admin.unroute('**/list-desks')
  await button(admin, 'Try again').click()
  await admin.locator('[data-list-desk]').getByText('up to 100 findings').waitFor()
  await shot(admin, 'shared-hosts-lists')
  expect(await axeFindings(admin)).toEqual([])
  const page = await testApp.openAs('analyst', { home: false })
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()
  const sendTwo = async () => {
    await page.goto('/enforcement')
    await choose(page, 'Company', 'Aurevia Consumer Group')
    await choose(page, 'Brand', 'Demo Brand')
    await pick(page, 'Platform', 'Domain')
    await pick(page, 'Infringement Status', 'Approved')
    await button(page, 'Fetch Data').click()
    await rowsOf(page).first().waitFor()
    // Which findings come first depends on the time of the day; those on a shop platform go to another desk.
    const records = await rowsOf(page).evaluateAll((all: { textContent: string }[]) =>
      all.flatMap(({ textContent }, at) => (textContent.includes('.shop.example') ? [] : [at + 1])),
    )
    for (const record of records.slice(0, 2)) await page.getByLabel(`Select record ${record}`, { exact: true }).check()
    await button(page, 'Bulk EmailSender').click()
    const group = page.getByRole('dialog').locator('[data-send-group]')
    await group.first().waitFor()
    await expect.poll(() => group.getByLabel('One email with a list').isChecked()).toBe(true)
    return group
  }
  const group = await sendTwo()
  await group.getByRole('button', { name: 'Details' }).click()
  await group.getByRole('button', { name: 'Preview the first email' }).click()
  await group.getByTitle('Email preview').waitFor()
  const most = group.getByLabel('Findings in one email, at most')
  await most.fill('')
  await most.pressSequentially('12')
  await most.blur()
  expect(await most.inputValue()).toBe('12')
  await shot(page, 'enforcement-bulk-list')
  // A refusal is said beside the button, and the first field with an error has the focus.
  const recipient = group.getByRole('combobox', { name: 'Abuse Email' })
  await expect.poll(() => recipient.inputValue()).not.toBe('')
  const known = await recipient.inputValue()
  await recipient.click()
  await page.getByRole('option', { name: 'Other (Enter manually)' }).click()
  await group.getByLabel('Other Abuse Email').fill('no address')
  await button(page, 'Send 2 notices').click()
  await page.getByRole('status').filter({ hasText: 'Nothing was sent. Abuse email is not valid' }).waitFor()
  await group.getByLabel('Other Abuse Email').and(page.locator(':focus')).waitFor()
  await recipient.click()
  await page.getByRole('option', { name: known }).click()
  await button(page, 'Send 2 notices').click()
  await button(page, 'Recall').click()
  await alert('The email was recalled')
  await sendTwo()
  await button(page, 'Send 2 notices').click()
  await expect
    .poll(async () => {
      await leaveNow()
      return page.getByText('1 of 1 enforcement emails sent').isVisible()
    })
    .toBe(true)
  expect(testApp.smtp.received.filter(({ to }) => to[0] === 'list@desk.test')).toHaveLength(1)
})

/** The statuses of the finding, in the order of its log. */
async function statuses(): Promise<string[]> {
  const { rows } = await testApp.pool.query<{ to: string }>(
    `select status_to as to from status_log l join findings_website w on w.company_id = l.company_id
       and w.finding_id = l.finding_id where w.url = $1 order by l.at, l.id`,
    [address],
  )
  return rows.map((row) => row.to)
}

async function answers(): Promise<string[]> {
  const { rows } = await testApp.pool.query<{ kind: string }>(
    `select m.kind from inbound_mails m join enforcements e on e.id = m.enforcement_id
       join findings_website w on w.company_id = e.company_id and w.finding_id = e.finding_id
       where w.url = $1 and m.doubt is null order by m.received_at`,
    [address],
  )
  return rows.map((row) => row.kind)
}
