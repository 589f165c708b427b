import { beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { sendDueDigests } from '#features/activity/server/send-digests.ts'
import { assignedWorkHandler } from '#features/work/server/email-assigned.ts'
import { emailText } from '#kit/server/testing-email-text.ts'
import { domain } from '#platforms/domain.ts'
import { activitySubjects } from './activity-subjects.ts'

const { at, post, own, one } = setUpActionTests()

const query = (text: string, values: unknown[] = []) => at.database.pool.query(text, values)
const choose = (email: string, who = 'analyst') =>
  at.testApp.server.inject({
    method: 'PUT',
    url: '/api/activity-choices',
    payload: { email, bell: 'at-once' },
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })
const assign = (ids: string[], who = 'admin') => post('work/assign', { ids, to: at.world.people.analyst }, who)
/** The emails to the analyst that `act` and the jobs after it send. */
async function emailsOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent = () => at.testApp.emails().filter((email) => email.includes('To: analyst@mail.test'))
  const before = new Set(sent())
  await act()
  await at.testApp.runJobs()
  return sent()
    .filter((email) => !before.has(email))
    .map(emailText)
}
const dailyEmails = (now: string) => emailsOf(() => sendDueDigests(at.testApp.app, activitySubjects, new Date(now)))

beforeEach(async () => {
  await query('delete from assignments')
  await query('delete from activity_choices')
})

describe('assigned work is emailed as the person has chosen', () => {
  test('at once: who assigned how much; one finding is named so that no program makes a link of it', async () => {
    await choose('at-once')
    const id = await one(domain, '22', { domain: 'fake-shop.example', url: null })
    const [first] = await emailsOf(() => assign([id]))
    expect(first).toContain('Subject: Brandkeep: First Last assigned fake-shop[.]example to you')
    expect(first).not.toContain('fake-shop.example')
    expect(first).toMatch(/^Open your work:\r\n.*\/my-work\r$/m)
    expect(first).toContain('/activity-settings')
    const more = await own(domain, ['22', '22'])
    expect((await emailsOf(() => assign(more)))[0]).toContain('First Last assigned 2 findings to you.')
  })

  test('never by email, and never what a person assigned to himself', async () => {
    await choose('never')
    const ids = await own(domain, ['22', '22'])
    expect(await emailsOf(() => assign([ids[0]!]))).toEqual([])
    expect(await dailyEmails('2030-03-04T05:00:00Z')).toEqual([])
    await choose('at-once')
    expect(await emailsOf(() => assign([ids[1]!], 'analyst'))).toEqual([])
  })

  test('daily, as it is for whoever chose nothing: what is still his, once, with who assigned it', async () => {
    const ids = await own(domain, ['22', '22', '22', '22'])
    expect(await emailsOf(() => assign(ids.slice(0, 3)))).toEqual([])
    await assign(ids.slice(3), 'analyst')
    await post('work/assign', { ids: [ids[0]], to: null }, 'admin')
    // Eight in the morning in India is 02:30 UTC.
    await query("update assignments set assigned_at = '2030-03-04T02:29:00Z'")
    expect(await dailyEmails('2030-03-04T02:00:00Z')).toEqual([])
    const [email, ...others] = await dailyEmails('2030-03-04T02:41:00Z')
    expect(others).toEqual([])
    expect(email).toContain('Subject: Brandkeep: 2 findings assigned to you')
    expect(email).toContain('2 findings by First Last')
    expect(email).not.toContain('message')
    expect(await dailyEmails('2030-03-04T18:00:00Z')).toEqual([])
    expect(await dailyEmails('2030-03-05T02:41:00Z')).toEqual([])
  })

  test('with the messages of the day in one email; what comes after eight is in the next', async () => {
    const [early, late] = await own(domain, ['22', '22'])
    const { analyst } = at.world.people
    await post(`activity/finding/${early}`, { text: 'Please look', mentions: [analyst] }, 'admin')
    await assign([early!, late!])
    await at.testApp.runJobs()
    await query("update activity_digests set created_at = '2030-03-04T02:00:00Z'")
    await query(
      `update assignments set assigned_at = case finding_id when $1 then '2030-03-04T02:29:00Z'::timestamptz
      else '2030-03-04T02:31:00Z' end`,
      [early],
    )
    const [email] = await dailyEmails('2030-03-04T05:00:00Z')
    expect(email).toContain('Subject: Brandkeep: 1 new message, 1 finding assigned to you')
    expect(email).toContain('Please look')
    expect((await dailyEmails('2030-03-05T05:00:00Z')).join()).toContain(
      'Subject: Brandkeep: 1 finding assigned to you',
    )
  })

  test('the job, run again, sends no second email', async () => {
    await choose('at-once')
    const { run } = assignedWorkHandler(at.testApp.app)
    const payload = { to: at.world.people.analyst, by: 'First Last', count: 2 }
    const emails = await emailsOf(async () => {
      await run(payload, { jobId: '0198a000-0000-7000-8000-000000000001' })
      await run(payload, { jobId: '0198a000-0000-7000-8000-000000000001' })
    })
    expect(emails).toHaveLength(1)
  })
})
