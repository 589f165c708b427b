import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, pick, sendNoticeTo } from './enforcing.ts'
import { axeFindings, applyPageOptions, problemsOf, shot } from './harness.ts'
import { button, choose } from './upload-steps.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney()
})
afterAll(() => testApp.end())

const rowsOf = (page: Page) => page.locator('tr[data-row]')
const dialog = (page: Page) => page.getByRole('dialog').last()
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()

/** Sets an escalation of two steps, opened from the row of its configuration. */
async function configureEscalation(admin: Page): Promise<void> {
  await admin.goto('/enforcement-configuration?search=Demo%20Brand')
  await rowsOf(admin)
    .filter({ hasText: 'Website' })
    .first()
    .getByRole('link', { name: /^Escalation / })
    .click()
  await admin.getByRole('heading', { level: 1, name: 'Escalations' }).waitFor()
  await expect.poll(() => rowsOf(admin).count()).toBe(1)
  await shot(admin, 'escalations')
  await admin.getByRole('button', { name: /^Edit Aurevia/ }).click()
  for (const n of [4, 3]) await button(admin, `Remove step ${n}`).click()
  const first = admin.getByRole('region', { name: 'Step 1' })
  await first.getByLabel('Days after the previous notice').fill('0')
  await button(admin, 'Save').click()
  await dialog(admin).getByText('Step 1: Days must be between 1 and 365').waitFor()
  await first.getByLabel('Days after the previous notice').fill('3')
  await first.getByLabel('Mail Content').fill('A reminder about {{url}}, told as {{noticeId}}.')
  await shot(admin, 'escalation-edit')
  expect(await axeFindings(admin)).toEqual([])
  await button(admin, 'Save').click()
  await alert(admin, 'Escalation saved successfully')
}

/** Sends the first notice about the first website finding that awaits approval; returns its address. */
async function sendNotice(analyst: Page): Promise<string> {
  await analyst.goto('/enforcement')
  await choose(analyst, 'Company', 'Aurevia Consumer Group')
  await choose(analyst, 'Brand', 'Demo Brand')
  await pick(analyst, 'Infringement Status', 'Awaiting Approval')
  await button(analyst, 'Fetch Data').click()
  const row = rowsOf(analyst).first()
  const address = (await row.locator('[data-column=url]').textContent())!.trim()
  await row.getByRole('button', { name: 'Show details' }).click()
  await sendNoticeTo(analyst, 'takes.escalation@desk.test')
  await expect.poll(() => testApp.smtp.received.length).toBe(1)
  return address
}

/** Opens, on the Enforcement screen, the finding of the oldest escalation in that state. */
async function openFinding(page: Page, state: 'paused' | 'waiting'): Promise<void> {
  const { rows } = await testApp.pool.query<{ company: string; brand: string; domain: string }>(
    `select b.company_id as company, b.id as brand, d.domain from escalation_runs r join findings f on f.id = r.finding_id
      join findings_domain d on d.finding_id = r.finding_id join brands b on b.id = f.brand_id where r.state = $1 order by r.finding_id limit 1`,
    [state],
  )
  const { company, brand, domain } = rows[0]!
  await page.goto(`/enforcement?${new URLSearchParams({ company, brand, platform: 'domain', 'in.domain': domain })}`)
  await rowsOf(page).first().getByRole('button', { name: 'Show details' }).click()
}

test('an escalation of two steps: the notice is sent, the reminder follows in the same thread, a reply stops it', async () => {
  const admin = await testApp.openAs('admin')
  await configureEscalation(admin)
  const analyst = await testApp.openAs('analyst')
  const address = await sendNotice(analyst)
  const left = "select 1 from mails where recipient = 'takes.escalation@desk.test' and sent_at is not null"
  await expect.poll(async () => (await testApp.pool.query(left)).rowCount).toBe(1)
  await testApp.runStepsNow()
  const begun =
    "state = 'waiting' and notice_id in (select id from enforcements where abuse_email = 'takes.escalation@desk.test')"
  await expect
    .poll(async () => (await testApp.pool.query(`select 1 from escalation_runs where ${begun}`)).rowCount)
    .toBe(1)
  await analyst.goto(`/next-steps?search=${encodeURIComponent(address)}`)
  await rowsOf(analyst).first().getByText('Reminder').waitFor()
  await rowsOf(analyst).first().getByRole('button', { name: 'Show details' }).click()
  await analyst.getByText(/^Next step on \d\d\/\d\d\/\d{4}: Reminder$/).waitFor()

  // Three days pass.
  await testApp.pool.query(`update escalation_runs set next_at = now() where ${begun}`)
  await testApp.runStepsNow()
  await expect.poll(() => testApp.smtp.received.length).toBe(2)
  const [first, reminder] = await Promise.all(testApp.smtp.received.map(({ text }) => PostalMime.parse(text)))
  expect(reminder!.references).toBe(first!.messageId)
  expect(reminder!.subject).toBe(`Re: ${first!.subject}`)
  expect(reminder!.text).toContain(`told as ${first!.messageId}`)
  expect(testApp.smtp.received[1]!.to).toEqual(['takes.escalation@desk.test'])

  const lines = [
    'From: desk@desk.test',
    `To: ${reminder!.replyTo![0]!.address!}`,
    `In-Reply-To: ${reminder!.messageId}`,
    `Subject: Re: ${first!.subject}`,
    'Content-Type: text/plain',
    '',
    'We are looking at it.',
  ]
  await testApp.deliverReply('1.reply.desk', lines)
  const replied = "select 1 from inbound_mails where sender = 'desk@desk.test' and doubt is null"
  await expect.poll(async () => (await testApp.pool.query(replied)).rowCount).toBe(1)
  await testApp.runStepsNow()
  await expect
    .poll(
      async () =>
        (await testApp.pool.query("select 1 from escalation_runs where reason = 'desk@desk.test replied.'")).rowCount,
    )
    .toBe(1)
  await analyst.reload()
  await rowsOf(analyst).first().getByText('desk@desk.test replied.').waitFor()

  // The demo data in both themes; several escalations are stopped at once.
  await analyst.goto('/next-steps')
  await rowsOf(analyst).nth(3).waitFor()
  expect(await axeFindings(analyst)).toEqual([])
  await shot(analyst, 'next-steps')
  await rowsOf(analyst).first().getByRole('button', { name: 'Show details' }).click()
  await applyPageOptions(analyst, { theme: 'dark' })
  await shot(analyst, 'next-steps-dark')
  await applyPageOptions(analyst, { width: 390, height: 844 })
  // A phone shows cards, with all of a step visible.
  const card = analyst.getByRole('list', { name: 'Next Steps' }).getByRole('listitem').first()
  await card.getByText('Next step on').waitFor()
  await expect.poll(() => analyst.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await shot(analyst, 'next-steps-phone')
  await applyPageOptions(analyst, {})
  await analyst.goto('/next-steps?state=waiting')
  for (const n of [0, 1]) await rowsOf(analyst).nth(n).getByRole('checkbox').check()
  await button(analyst, 'Stop').click()
  await dialog(analyst).getByLabel('Reason').fill('Settled by phone')
  await dialog(analyst).getByRole('button', { name: 'Stop', exact: true }).click()
  await alert(analyst, '2 escalations stopped')

  // The expanded finding on the Enforcement screen shows the same, and its escalation can be stopped there.
  await openFinding(analyst, 'paused')
  const section = analyst.getByRole('region', { name: 'Next step' })
  await section.getByText(/^Paused before: Host's abuse desk – No address for the host is known/).waitFor()
  await openFinding(analyst, 'waiting')
  await section.getByText(/^Next step on \d\d\/\d\d\/\d{4}: \w/).waitFor()
  await section.getByRole('button', { name: 'History' }).click()
  await dialog(analyst).getByText('Started with a notice').waitFor()
  // Esc closes the dialog and not also the row below it.
  await analyst.keyboard.press('Escape')
  await section.getByRole('button', { name: /^Stop: / }).click()
  const stopping = analyst.getByRole('dialog', { name: 'Stop the escalation' })
  await stopping.getByLabel('Reason').fill('Sold to its owner')
  await stopping.getByRole('button', { name: 'Stop', exact: true }).click()
  await section.getByText(/^Stopped.* – Sold to its owner$/).waitFor()
  await expect.poll(() => section.getByRole('button', { name: /^(Do now|Skip step|Stop): / }).count()).toBe(0)
  await shot(analyst, 'escalation-of-finding')
  await applyPageOptions(analyst, { theme: 'dark', width: 390, height: 844 })
  await section.scrollIntoViewIfNeeded()
  await shot(analyst, 'escalation-of-finding-phone')
  expect(await axeFindings(analyst, '[aria-label="Next step"]')).toEqual([])
  expect([...problemsOf(analyst), ...problemsOf(admin)]).toEqual([])
})
