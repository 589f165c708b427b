import { beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { domain } from '#platforms/domain.ts'
import { sendDueDigests } from './send-digests.ts'
import { findingSubject } from './subject.ts'
import { emailText } from '#kit/server/testing-email-text.ts'

const { at, post, one, own } = setUpActionTests()

const write = (id: string, text: string, more: object = {}) =>
  post(`activity/finding/${id}`, { text, mentions: [at.world.people.analyst], ...more }, 'admin')
const choose = (email: string) =>
  at.testApp.server.inject({
    method: 'PUT',
    url: '/api/activity-choices',
    payload: { email, bell: 'never' },
    headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
  })
const query = (text: string, values: unknown[] = []) => at.database.pool.query(text, values)
const emails = () => at.testApp.emails().filter((email) => email.includes('To: analyst@mail.test'))
/** The new emails to the analyst, without line ends of the transfer, when the daily emails are sent at this moment. */
async function digestsAt(now: string): Promise<string[]> {
  const before = emails().length
  await sendDueDigests(at.testApp.app, { finding: findingSubject }, new Date(now))
  await at.testApp.runJobs()
  return emails().slice(before).map(emailText)
}

beforeEach(async () => {
  await query('delete from activity_digests')
  await query('delete from activity_choices')
  await choose('daily')
})

describe('the daily email', () => {
  test('has what was written before eight o’clock of the business day; the rest waits for the next day', async () => {
    const [id] = await own(domain, ['33'])
    await write(id!, 'Early')
    await write(id!, 'Late')
    await at.testApp.runJobs()
    // Eight in the morning in India is 02:30 UTC.
    await query(`update activity_digests d set created_at = case l.body when 'Early' then '2030-03-04T02:29:00Z'::timestamptz
      else '2030-03-04T02:31:00Z' end from activity_lines l where l.id = d.line_id`)
    const first = await digestsAt('2030-03-04T05:00:00Z')
    expect(first).toHaveLength(1)
    expect(first[0]).toContain('Early')
    expect(first[0]).not.toContain('Late')
    expect(await digestsAt('2030-03-04T18:00:00Z')).toEqual([])
    expect((await digestsAt('2030-03-05T02:41:00Z')).join()).toContain('Late')
  })

  test('a message written after eight does not lead to an email at another hour of the day', async () => {
    const [id] = await own(domain, ['33'])
    await write(id!, 'At ten')
    await at.testApp.runJobs()
    await query("update activity_digests set created_at = '2030-03-04T04:30:00Z'")
    expect(await digestsAt('2030-03-04T04:41:00Z')).toEqual([])
  })

  test('says what else there is by the number of what may be read, however much may not', async () => {
    const findings = await own(domain, ['33', '33', '33'])
    const [gone, read, more] = findings as [string, string, string]
    await write(gone, 'Gone')
    await write(read, 'Readable')
    await write(more, 'More')
    await at.testApp.runJobs()
    // Fifty are in an email: as many come first that nobody may read any more, then 51 of which one is left.
    for (const [line, count] of [
      ['Gone', 54],
      ['More', 49],
    ] as const)
      await query(
        `with lines as (insert into activity_lines (company_id, id, subject_kind, subject_id, is_internal, body, mentions, files, user_id)
           select company_id, gen_random_uuid(), subject_kind, subject_id, is_internal, body, mentions, files, user_id
           from activity_lines, generate_series(1, $2) where body = $1 returning *)
         insert into activity_digests (user_id, company_id, line_id, subject_kind, subject_id)
           select $3, company_id, id, subject_kind, subject_id from lines`,
        [line, count, at.world.people.analyst],
      )
    await query(
      `update activity_digests d set created_at = case l.body when 'Gone' then '2026-01-01'::date when 'Readable' then '2026-01-02'::date
        else '2026-01-03'::date end from activity_lines l where l.id = d.line_id`,
    )
    await query('update findings set deleted_at = now() where id = $1', [gone])
    const [email] = await digestsAt('2030-03-04T03:00:00Z')
    expect(email).toContain('Subject: Brandkeep: 51 new messages')
    expect(email).toContain('Readable')
    expect(email).not.toContain('Gone')
    expect(email).toContain('1 more in the console.')
  })

  test('is still sent for what waited when the person chooses emails at once, and not when none', async () => {
    const [id] = await own(domain, ['33'])
    for (const [choice, count] of [
      ['at-once', 1],
      ['never', 0],
    ] as const) {
      await choose('daily')
      await write(id!, 'Waiting')
      await at.testApp.runJobs()
      await choose(choice)
      expect(await digestsAt(count === 1 ? '2030-03-04T03:00:00Z' : '2030-03-05T03:00:00Z'), choice).toHaveLength(count)
    }
  })

  test('that fails for one person does not keep those of the others back, and its job fails', async () => {
    const { analyst, client } = at.world.people
    const [id] = await own(domain, ['33'])
    const sentTo = (who: string) => at.testApp.emails().filter((email) => email.includes(`To: ${who}@mail.test`)).length
    for (const [failing, other, now] of [
      [analyst, 'client', '2030-03-04T03:00:00Z'],
      [client, 'analyst', '2030-03-05T03:00:00Z'],
    ] as const) {
      await write(id!, 'For both', { mentions: [analyst, client] })
      await at.testApp.runJobs()
      const before = sentTo(other)
      const finding: typeof findingSubject = (db, session, subject) =>
        session.userId === failing ? Promise.reject(new Error('broken')) : findingSubject(db, session, subject)
      await expect(sendDueDigests(at.testApp.app, { finding }, new Date(now))).rejects.toThrow('1 daily emails failed')
      await at.testApp.runJobs()
      expect(sentTo(other), other).toBe(before + 1)
    }
  })

  test('names each finding, so that no program makes a link of it, with who wrote and when in the business zone', async () => {
    const id = await one(domain, '33', { domain: 'fake-shop.example', url: null })
    const other = await one(domain, '33')
    await write(id, 'Please look')
    await write(other, 'Not for clients', { internal: true })
    await at.testApp.runJobs()
    await query("update activity_lines set created_at = '2026-03-04T20:00:05Z'")
    const [email] = await digestsAt('2030-03-04T03:00:00Z')
    expect(email).toContain('Hello First,')
    expect(email).toContain('fake-shop[.]example')
    expect(email).not.toContain('fake-shop.example')
    expect(email).toContain('First Last, 05/03/2026 01:30:05 am: Please look')
    expect(email).toContain('First Last, 05/03/2026 01:30:05 am: internal message')
    expect(email).not.toContain('Not for clients')
    expect(email).toContain('Asia/Kolkata')
  })
})

test('an email at once names the finding in its subject too, so that two findings are two threads in a mailbox', async () => {
  await choose('at-once')
  const id = await one(domain, '33', { domain: 'fake-shop.example', url: null })
  const before = emails().length
  await write(id, 'Please look')
  await at.testApp.runJobs()
  const email = emailText(emails()[before]!)
  expect(email).toContain('Subject: Brandkeep: First Last wrote on fake-shop[.]example')
  expect(email).toMatch(/First Last wrote on a Domain finding of .*, fake-shop\[\.\]example:/)
})
