import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addNoticeRequirements } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { runAndKill } from '#kit/server/testing-killed.ts'
import { type TestSmtp, testSmtp } from '#kit/server/testing-smtp.ts'
import { website } from '#platforms/website.ts'
import { deliverAll, step, takeAfter } from './testing.ts'

const { at, post, own } = setUpActionTests()
let smtp: TestSmtp
const howMany = 60

beforeAll(async () => {
  smtp = await testSmtp()
  const { companies, brands } = at.world
  const subject = { company: companies.parent, brand: brands.own, platform: 'website' }
  const saved = await post(
    'enforcement-mail-configuration',
    { ...subject, status: true, mailBody: ['{{url}}'] },
    'admin',
  )
  await addNoticeRequirements(at.testApp.app, { companyId: companies.parent, brandId: brands.own })
  const steps = [step('reminder', 3)]
  await post(`escalations/${saved.json().data.id}`, { enabled: true, stopsOnReply: true, steps }, 'admin')
})
afterAll(() => smtp.close())

/**
 * A process that runs the steps due four days from now, as the worker does, and prints a line after some of them. Eight
 * steps later it stands still: a busy machine may kill it late, and it must not have done all by then.
 */
const workerScript = `
const [url, some] = process.argv.slice(1)
const { openPool, onPool } = await import('#kit/server/db.ts')
const { takeDueSteps } = await import('#features/escalations/server/take-steps.ts')
const pool = openPool(url, { size: 3 })
const settings = { businessZone: 'Asia/Kolkata', escalationHour: 10, productName: 'B', supportAddress: 's@brandkeep.test' }
let taken = -1
const now = () => {
  if (++taken === Number(some)) console.log('some')
  if (taken === Number(some) + 8) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return new Date(Date.now() + 4 * 86_400_000)
}
await takeDueSteps({ app: { pool, db: onPool(pool), settings }, from: 'B <b@brandkeep.test>', now })
process.exit()
`

test(`${howMany} steps due at once, workers killed and two running concurrently: every email is sent exactly once`, async () => {
  const recordIds = await own(
    website,
    Array.from({ length: howMany }, () => '33'),
  )
  const noticeForm = {
    registrar: 'R',
    ipAddress: '203.0.113.7',
    hosting: 'H',
    date: '2026-03-04',
    abusiveEmailId: 'takes@desk.test',
  }
  expect((await post('website/bulk/sendEnforcementMail', { ...noticeForm, recordIds }, 'analyst')).statusCode).toBe(200)
  await rows(at.database.db, sql`update mails set sent_at = now()`)
  await takeAfter(at.testApp.app, 0)
  // Killed in the middle of a step: some milliseconds after others were done.
  for (const [some, ms] of [
    [3, 4],
    [5, 9],
    [7, 14],
  ] as const)
    await runAndKill(at.database, { script: workerScript, args: [String(some)], input: '' }, ms)
  const waiting = await rows(at.database.db, sql`select 1 from escalation_runs where state = 'waiting'`)
  expect(waiting.length).toBeGreaterThan(10)
  expect(waiting.length).toBeLessThanOrEqual(howMany - 15)
  await Promise.all([takeAfter(at.testApp.app, 4), takeAfter(at.testApp.app, 4)])
  const [posted] = await rows(
    at.database.db,
    sql`select count(*) as emails, count(distinct e.finding_id) as findings, bool_and(m.is_paced) as paced
      from mails m join enforcements e on e.id = m.id where e.action_taken = 'Reminder Sent'`,
  )
  expect(posted).toEqual({ emails: howMany, findings: howMany, paced: true })
  await Promise.all([deliverAll(at.testApp.app, smtp.url), deliverAll(at.testApp.app, smtp.url)])
  await takeAfter(at.testApp.app, 4)
  const taken = smtp.received.map(({ messageId }) => messageId)
  const [ended] = await rows(
    at.database.db,
    sql`select count(*) filter (where state = 'done') as done, count(*) as runs,
        (select count(*) from escalation_events where what = 'sent') as sent from escalation_runs`,
  )
  expect({ ...(ended as object), doubled: taken.length - new Set(taken).size, lost: howMany - taken.length }).toEqual({
    done: howMany,
    runs: howMany,
    sent: howMany,
    doubled: 0,
    lost: 0,
  })
})
