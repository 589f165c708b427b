import { afterEach, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { deliver, type MailDriver } from '#kit/server/mail-out.ts'
import { domain } from '#platforms/domain.ts'
import { configureNotices, noticeFacts } from './testing.ts'
import { withholdNotice } from './withhold-notice.ts'

const { at, post, get, one, stored } = setUpActionTests()
const reason = 'Not sent: the sender no longer has access'
const change = (to: ReturnType<typeof sql>) =>
  rows(at.database.db, sql`update users set ${to} where id = ${at.world.people.analyst}`)
const giveBack = async () =>
  void (await change(sql`is_blocked = false, deleted_at = null, role = 'Analyst', company_id = null`))
const recordOf = async (finding: string) => (await get(`domain/${finding}/enforcement`, 'admin')).json().data[0]

/** A notice that waits in its ten seconds. */
async function waitingNotice(): Promise<{ finding: string; recordId: string }> {
  const finding = await one(domain, '33')
  const sent = await post(`domain/${finding}/sendEnforcementMail`, noticeFacts, 'analyst')
  expect(sent.statusCode, sent.body).toBe(200)
  return { finding, recordId: sent.json().data[0].id }
}

beforeAll(async () => {
  Object.assign(at.testApp.app.settings, { recallSeconds: 1 })
  await configureNotices({ at, post }, ['About {{url}}.'])
})

afterEach(giveBack)

test.each([
  ['blocked', sql`is_blocked = true`],
  ['deleted', sql`deleted_at = now()`],
  ['a client', sql`role = 'Client', company_id = (select id from companies limit 1)`],
])('a notice that waits does not leave when its sender is %s meanwhile, and its record says why', async (_, to) => {
  const { finding, recordId } = await waitingNotice()
  await change(to)
  const before = at.testApp.emails().length
  await at.testApp.runJobs()
  expect(
    at.testApp
      .emails()
      .slice(before)
      .filter((text) => text.includes(recordId)),
  ).toEqual([])
  expect((await recordOf(finding)).mail).toMatchObject({ state: 'failed', reason })
  expect((await stored(finding)).status, 'a colleague finds it among what is to be enforced').toBe('33')
  await giveBack()
  const again = await post(`domain/${finding}/sendEnforcementMail`, noticeFacts, 'analyst')
  expect(again.statusCode, 'it can be sent again').toBe(200)
  await at.testApp.runJobs()
  expect((await recordOf(finding)).mail).toMatchObject({ state: 'sent' })
})

test('nor when access ends while the mail server is being connected; an email of the system itself leaves', async () => {
  const { finding, recordId } = await waitingNotice()
  await rows(at.database.db, sql`update mails set recallable_until = now(), not_before = now() where id = ${recordId}`)
  const accepted: string[] = []
  const driver: MailDriver = async (id, _email, onSending) => {
    await change(sql`is_blocked = true`)
    await onSending(Buffer.from('content'))
    accepted.push(id)
    return 'accepted'
  }
  const { pool, files } = at.testApp.app
  const withhold = (id: string) => withholdNotice(at.testApp.app, id)
  const deps = { pool, files, driver, from: 'b@brandkeep.test', perMinute: 6000, withhold }
  await deliver(deps, recordId)
  expect(accepted).toEqual([])
  expect((await recordOf(finding)).mail).toMatchObject({ state: 'failed', reason })
  await rows(
    at.database.db,
    sql`update mails set failed_at = null, error = null, claim = null, claimed_at = null where id = ${recordId}`,
  )
  await rows(at.database.db, sql`update enforcements set created_by = null where id = ${recordId}`)
  await deliver(deps, recordId)
  expect(accepted).toEqual([recordId])
})
