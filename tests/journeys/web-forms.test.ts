import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, pick } from './enforcing.ts'
import { axeFindings, applyPageOptions, problemsOf, shot } from './harness.ts'
import { button, choose } from './upload-steps.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney()
  // Counterfeits behind a CDN that takes forms only, whose registrar has an address.
  await testApp.pool.query(
    `update findings_website set hosting = 'Cloudflare, Inc.', registrar = 'Namekeep Registrar', ip_address = '104.16.9.9'`,
  )
  await testApp.pool.query(
    "update findings set reason_code = '234' where platform = 'website' and status in ('22', '33')",
  )
})
afterAll(() => testApp.end())

const rowsOf = (page: Page) => page.locator('tr[data-row]')
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Web form: ${name}` })

async function openApproved(page: Page, platform = 'Website'): Promise<void> {
  await page.goto('/enforcement')
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await pick(page, 'Platform', platform)
  await pick(page, 'Infringement Status', 'Approved')
  await button(page, 'Fetch Data').click()
  await rowsOf(page).first().waitFor()
}
const addressOf = async (page: Page, n: number) =>
  (await rowsOf(page).nth(n).locator('[data-column=url]').textContent())!.trim()
const setReason = (address: string, code: string) =>
  testApp.pool.query(
    `update findings f set reason_code = $2 from findings_website w
      where w.company_id = f.company_id and w.finding_id = f.id and w.url = $1`,
    [address, code],
  )
const formRecords = async (address: string) =>
  (
    await testApp.pool.query<{ ticket: string | null; kind: string }>(
      `select e.ticket, e.desk_kind as kind from enforcements e join findings_website w
        on w.company_id = e.company_id and w.finding_id = e.finding_id where w.url = $1 and e.form is not null`,
      [address],
    )
  ).rows

test('content behind a CDN: its form comes first; what is no abuse is refused in the sheet; the record has the ticket', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await openApproved(page)
  const address = await addressOf(page, 0)
  await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
  await button(page, 'Add Enforcement').click()
  const dialog = page.getByRole('dialog', { name: 'Add Enforcement' })
  await dialog.locator('[data-desk=host]').getByText('Contact first: Cloudflare, Inc. (host)').waitFor()
  await dialog.locator('[data-desk=registrar]').getByText('Does not act on this kind of harm').waitFor()
  // The address of a desk replaces a typed one, and whose that was.
  await dialog.getByRole('combobox', { name: 'Abuse Email' }).click()
  await page.getByRole('option', { name: 'Other (Enter manually)' }).click()
  await dialog.getByLabel('Other Abuse Email').fill('mine@desk.test')
  await dialog
    .getByRole('button', { name: /^Use this address/ })
    .first()
    .click()
  await expect.poll(() => dialog.getByLabel('Other Abuse Email').count()).toBe(0)
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Abuse Email' }).inputValue()).toContain('@')
  await shot(page, 'desks-of-content')
  expect(await axeFindings(page)).toEqual([])

  // Meanwhile somebody corrects the reason: a discount is no abuse, also by a form.
  await setReason(address, '56703')
  await dialog.getByRole('button', { name: 'Fill in web form', exact: true }).click()
  const sheet = sheetOf(page, 'Cloudflare, Inc.')
  await sheet.getByText('This is not reported').waitFor()
  await sheet.getByText('is not abuse that a registrar or host acts on').waitFor()
  await shot(page, 'form-refused')
  expect(await axeFindings(page)).toEqual([])
  expect(await sheet.getByRole('button', { name: 'Record as submitted' }).count()).toBe(0)
  await sheet.getByRole('button', { name: 'Close' }).first().click()

  await setReason(address, '234')
  await dialog.getByRole('button', { name: 'Fill in web form', exact: true }).click()
  await sheet.getByRole('row', { name: 'Reported address' }).getByText(address, { exact: true }).waitFor()
  await sheet.getByRole('row', { name: 'Category' }).getByText('Counterfeit goods').waitFor()
  const documents = sheet.getByRole('group', { name: 'Files to attach' }).getByRole('link')
  const saved = page.waitForEvent('download')
  await documents.filter({ hasText: 'Power of attorney.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('Power of attorney.pdf')
  await sheet.getByLabel('Ticket number').fill('CF-4711')
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 760 })
  await sheet.getByLabel('Ticket number').scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  await shot(page, 'form-sheet-phone')
  expect(await axeFindings(page)).toEqual([])
  await applyPageOptions(page, {})
  await sheet.getByRole('button', { name: 'Record as submitted' }).click()
  await alert(page, 'Enforcement saved successfully')
  await page.getByText('To: Cloudflare, Inc. (host), through its web form, ticket CF-4711').waitFor()
  expect(await formRecords(address)).toEqual([{ ticket: 'CF-4711', kind: 'host' }])
  expect(problemsOf(page)).toEqual([])
})

test('an Admin goes on with a reason where a target is on the white list', async () => {
  const page = await testApp.openAs('admin', { home: false })
  await openApproved(page)
  const address = await addressOf(page, 0)
  await testApp.pool.query(
    `with b as (select company_id from brands where brand_name = 'Demo Brand' limit 1),
      w as (insert into white_lists (id, company_id, enabled, urls) select gen_random_uuid(), company_id, true, 1 from b
        returning id, company_id)
      insert into white_list_entries (list_id, company_id, position, normalised) select id, company_id, 0, $1 from w`,
    [new URL(address).host.replace(/^www\./, '')],
  )
  await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
  await button(page, 'Add Enforcement').click()
  await page.getByRole('button', { name: 'Fill in web form', exact: true }).click()
  const sheet = sheetOf(page, 'Cloudflare, Inc.')
  await sheet.getByText('The target is on the white list').waitFor()
  await sheet.getByLabel('Reason for reporting it anyway').fill('The client confirmed that it is no partner')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await sheet.getByRole('button', { name: 'Record as submitted' }).click()
  await alert(page, 'Enforcement saved successfully')
  expect(await formRecords(address)).toHaveLength(1)
  expect(problemsOf(page)).toEqual([])
})

test('several findings behind the CDN: one group without an address, each finding with its form', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await openApproved(page)
  const address = await addressOf(page, 0)
  await testApp.pool.query(
    `insert into desk_scores (desk, harm, action_taken, text_id, sent, bounced, answered, down_1, down_7, down_30, down)
      values ('https://abuse.cloudflare.com/', 'counterfeit', 'Platform Form Submitted', 0, 4, 0, 1, 1, 2, 3, 3)
      on conflict do nothing`,
  )
  for (const n of [1, 2]) await page.getByLabel(`Select record ${n}`, { exact: true }).check()
  await button(page, 'Bulk EmailSender').click()
  const group = page.getByRole('dialog').locator('[data-send-group]')
  await expect.poll(() => group.count()).toBe(1)
  await group.getByPlaceholder('Accepts reports through its web form only.').waitFor()
  await group
    .getByRole('button', { name: /^Fill in web form/ })
    .first()
    .waitFor()
  await group.locator('summary').waitFor()
  await shot(page, 'forms-in-bulk')
  expect(await axeFindings(page)).toEqual([])
  await group.getByRole('button', { name: `Fill in web form: Cloudflare, Inc., ${address}` }).click()
  await sheetOf(page, 'Cloudflare, Inc.').getByRole('button', { name: 'Record as submitted' }).click()
  await group.getByText('Recorded: Cloudflare, Inc.').waitFor()
  expect(await formRecords(address)).toHaveLength(1)
  expect(problemsOf(page)).toEqual([])
})

test('a listing of a marketplace is reported through its form, where no email is offered', async () => {
  await testApp.pool.query(
    `with f as (update findings set reason_code = '234' where platform = 'e-commerce' and status = '22' and brand_id in
        (select id from brands where brand_name = 'Demo Brand') returning company_id, id)
      update findings_e_commerce e set url = 'https://www.amazon.in/dp/B0CX23V2ZK?item=' || f.id, site = 'Amazon',
        title = 'Genuine jar, half price'
      from f where f.company_id = e.company_id and f.id = e.finding_id`,
  )
  await testApp.pool.query(
    `insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      select gen_random_uuid(), b.id, 'picture', 'Genuine jar 200 ml', (select f.image_key from findings f
          where f.platform = 'e-commerce' and f.image_key is not null and f.status <> '22' limit 1), u.id
        from brands b, users u where b.brand_name = 'Demo Brand' and u.role = 'Admin' limit 1`,
  )
  await testApp.pool.query(
    `insert into purchases (id, company_id, finding_id, seller_name, order_number, fault)
      select gen_random_uuid(), f.company_id, f.id, 'Kiran Traders', '404-77', 'No hologram on the lid'
        from findings f join findings_e_commerce e on e.finding_id = f.id where e.url like 'https://www.amazon.in/dp/B0CX23V2ZK?item=%'`,
  )
  const page = await testApp.openAs('analyst', { home: false })
  await openApproved(page, 'E-commerce')
  const listing = rowsOf(page).filter({ hasText: 'Amazon' }).first()
  await listing.getByRole('button', { name: 'Show details' }).click()
  await button(page, 'Add Enforcement').click()
  const dialog = page.getByRole('dialog', { name: 'Add Enforcement' })
  await dialog.locator('[data-desk=platform]').getByText('Contact first: Amazon (platform)').waitFor()
  expect(await dialog.getByLabel('Abuse Email').count()).toBe(0)
  expect(await dialog.getByRole('button', { name: 'Send Enforcement' }).count()).toBe(0)
  await shot(page, 'desk-of-listing')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Fill in web form', exact: true }).click()
  const sheet = sheetOf(page, 'Amazon')
  await sheet.getByRole('row', { name: 'ASIN' }).getByText('B0CX23V2ZK', { exact: true }).waitFor()
  for (const label of ['Username', 'Brand', 'What is wrong', 'Registration number', 'Your phone', 'Postal address'])
    await sheet.getByRole('row', { name: label }).first().waitFor()
  await sheet
    .getByRole('row', { name: 'Test purchase' })
    .getByText(/^bought from Kiran Traders; .*what was wrong: No hologram on the lid$/)
    .waitFor()
  await sheet.getByRole('row', { name: 'Order number' }).getByText('404-77', { exact: true }).waitFor()
  const compared = sheet.getByRole('figure').getByRole('img')
  await expect.poll(() => compared.count()).toBe(2)
  await expect
    .poll(() =>
      compared.evaluateAll((all) => all.every((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0)),
    )
    .toBe(true)
  await compared.last().scrollIntoViewIfNeeded()
  await shot(page, 'pictures-of-listing')
  await shot(page, 'form-of-listing')
  expect(await axeFindings(page)).toEqual([])
  const address = await sheet.getByRole('row', { name: 'Reported address' }).getByText('https://').textContent()
  await sheet.getByLabel('Ticket number').fill('AMZ-12')
  await sheet.getByRole('button', { name: 'Record as submitted' }).click()
  await alert(page, 'Enforcement saved successfully')
  await page.getByText('To: Amazon (platform), through its web form, ticket AMZ-12').waitFor()
  await shot(page, 'record-of-listing')
  const { rows } = await testApp.pool.query(
    `select e.ticket, e.desk_kind as kind, e.form, f.status from enforcements e
      join findings f on f.company_id = e.company_id and f.id = e.finding_id
      join findings_e_commerce c on c.company_id = f.company_id and c.finding_id = f.id
      where c.url = $1 and e.form is not null`,
    [address],
  )
  expect(rows).toEqual([
    { ticket: 'AMZ-12', kind: 'platform', form: 'https://www.amazon.in/report/infringement', status: '11' },
  ])
  expect(problemsOf(page)).toEqual([])
})

test('a step whose desk takes forms only is filled in from Next Steps, and the escalation continues', async () => {
  const { rows } = await testApp.pool.query<{ id: string; domain: string }>(
    `update escalation_runs r set state = 'task', form = 'https://abuse.cloudflare.com/',
        reason = 'Cloudflare takes reports through its web form.', version = version + 1
      from findings_domain d where d.finding_id = r.finding_id and r.id =
        (select id from escalation_runs where state = 'waiting' and finding_id in (select finding_id from findings_domain)
          order by id limit 1)
      returning r.id, d.domain`,
  )
  const { id, domain } = rows[0]!
  await testApp.pool.query(
    `update enforcements e set hosting = 'Cloudflare' from escalation_runs r where r.id = $1 and e.id = r.notice_id`,
    [id],
  )
  await testApp.pool.query(
    `update findings f set reason_code = '12201', image = 'https://img.example/picture.png', image_key = null
      from escalation_runs r where r.id = $1 and f.company_id = r.company_id and f.id = r.finding_id`,
    [id],
  )
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto(`/next-steps?search=${encodeURIComponent(domain)}`)
  await rowsOf(page).first().getByText('To do').waitFor()
  await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
  await page.getByRole('link', { name: 'https://abuse.cloudflare.com/' }).waitFor()
  expect(await page.getByRole('button', { name: /^Mark as done/ }).count()).toBe(0)
  await shot(page, 'next-steps-form')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: `Fill in web form: ${domain}` }).click()
  const sheet = sheetOf(page, 'abuse.cloudflare.com')
  await sheet.getByLabel('Ticket number').fill('CF-9')
  await sheet.getByRole('button', { name: 'Record as submitted' }).click()
  await alert(page, 'The report is recorded, and the escalation continues')
  await expect.poll(() => rowsOf(page).first().getByText('To do').count()).toBe(0)
  const stored = await testApp.pool.query(
    `select e.ticket from enforcements e join escalation_runs r on r.finding_id = e.finding_id where r.id = $1 and e.form is not null`,
    [id],
  )
  expect(stored.rows).toEqual([{ ticket: 'CF-9' }])
  expect(problemsOf(page)).toEqual([])
})
