import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { query } from './dashboards.ts'
import { applyPageOptions, type Journey, journey, problemsOf, releasePage, shot } from './harness.ts'
import { openEnforcement } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('a reply that names no notice is added to the one that a person finds', async () => {
  const [sent] = await query<{ id: string; subject: string; to: string; platform: string }>(
    testApp.databaseUrl,
    `select e.id, m.subject, e.abuse_email as "to", f.platform from enforcements e join mails m on m.id = e.id
     join findings f on f.company_id = e.company_id and f.id = e.finding_id and f.deleted_at is null
     where m.sent_at is not null and m.sent_with is null order by e.id limit 1`,
  )
  const id = randomUUID()
  await query(
    testApp.databaseUrl,
    `insert into inbound_mails (id, name, kind, sender, subject, body, doubt)
     values ($1::uuid, $1::text, 'reply', $2, 'Your report of Tuesday', 'We have closed the page.', 'It does not match any notice.')`,
    [id, `robot@tickets.${sent!.to.split('@')[1]}`],
  )
  const page = await testApp.openAs('analyst', { home: false })
  await openEnforcement(page, `platform=${sent!.platform}`)
  await page.getByRole('button', { name: /^Replies to review/ }).click()
  const reply = page.getByRole('article').filter({ hasText: 'Your report of Tuesday' })
  await reply.getByRole('button', { name: 'Choose its notice' }).click()
  const field = reply.getByRole('combobox', { name: 'Notice that the reply answers' })
  await field.fill(sent!.id.slice(-8))
  await page.getByRole('option').filter({ hasText: sent!.subject }).waitFor()
  await shot(page, 'choose-notice')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('option').filter({ hasText: sent!.subject }).click()
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 740 })
  await shot(page, 'choose-notice-phone-dark')
  await reply.getByRole('button', { name: 'Add to this notice' }).click()
  await page.getByRole('alert').getByText('The reply was added to its notice').waitFor()
  await reply.waitFor({ state: 'detached' })
  const stored = await query(
    testApp.databaseUrl,
    'select enforcement_id as id, doubt from inbound_mails where id = $1',
    [id],
  )
  expect(stored).toEqual([{ id: sent!.id, doubt: null }])
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})
