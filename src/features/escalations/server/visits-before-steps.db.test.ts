import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { defaultTexts } from '#features/escalations/messages.ts'
import { momentIn } from '#features/notices/server/moment-in.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { runById } from './run-state-queries.ts'
import { escalationSetup, step } from './testing.ts'

const { at } = setUpActionTests()
const setup = escalationSetup(at)
const { setEscalation, findingWithNotice, after, runOf, emailsOf, decide } = setup
const db = () => at.database.db
beforeAll(setup.open)
afterAll(setup.close)
beforeEach(async () => {
  await setup.reset()
  await setEscalation([step('reminder', 3, defaultTexts.reminder.join('\n'))])
})

/** A visit so many minutes ago; returns its moment. */
async function visited(id: string, side: 'up' | 'down' | null, minutesAgo = 0): Promise<string> {
  await rows(
    db(),
    sql`insert into finding_watches (company_id, finding_id, host, next_at)
      select company_id, id, 'x.example', now() + interval '1 day' from findings where id = ${id} on conflict do nothing`,
  )
  const [visit] = await rows<{ at: string }>(
    db(),
    sql`insert into finding_visits (id, company_id, finding_id, at, address, outcome, side, streak, reason, bytes, milliseconds)
      select ${newId()}, company_id, id, now() - make_interval(mins => ${minutesAgo}), 'https://x.example/',
        ${{ up: 'up', down: 'gone', null: 'undecided' }[String(side) as 'up']}, ${side}, 3, '', 0, 1
      from findings where id = ${id} returning at`,
  )
  return visit!.at
}
test('a run about a platform whose name is not its key in the brand finds that the brand has it', async () => {
  const id = await findingWithNotice()
  await after(0)
  const [run] = await rows<{ id: string }>(db(), sql`select id from escalation_runs where finding_id = ${id}`)
  await rows(db(), sql`update findings set platform = 'e-commerce' where id = ${id}`)
  await rows(
    db(),
    sql`update brands set platforms = platforms || '{"eCommerce": {"startDate": "2024-01-01"}}'
      where id = (select brand_id from findings where id = ${id})`,
  )
  expect((await runById(db(), run!.id)).hasPlatform).toBe(true)
  await rows(db(), sql`update findings set platform = 'domain' where id = ${id}`)
})

const down = { state: 'paused', reason: 'The last visit found it down: decide the proposal.' }

test('what the last visit found down gets no email; once a visit reaches it, the step goes out and says when', async () => {
  const id = await findingWithNotice()
  await after(0)
  await visited(id, 'up', 90)
  await visited(id, 'down', 60)
  // An inconclusive visit says nothing.
  await visited(id, null, 30)
  await after(4)
  expect(await runOf(id)).toMatchObject(down)
  expect(await emailsOf(id)).toHaveLength(1)
  const seenAt = await visited(id, 'up')
  await after(4)
  const [, email] = await emailsOf(id)
  const { businessZone } = at.testApp.app.settings
  const text = (await PostalMime.parse(email!.text)).text!
  expect(text).toContain(`It was last reached on ${momentIn(seenAt, businessZone)}.`)
  expect(text).not.toContain('still there')
  expect((await runOf(id)).events.map(({ what }: { what: string }) => what)).toEqual([
    'began',
    'paused',
    'resumed',
    'sent',
  ])
})

test('a person decides: a dismissed proposal lets it continue, and so does resuming; a later visit pauses it again', async () => {
  const [dismissed, resumed] = [await findingWithNotice(), await findingWithNotice()]
  await after(0)
  for (const id of [dismissed, resumed]) await visited(id, 'down', 5)
  await after(4)
  await rows(db(), sql`update finding_watches set dismissed = 'down' where finding_id = ${dismissed}`)
  await after(4)
  expect(await emailsOf(dismissed)).toHaveLength(2)
  expect(await runOf(resumed)).toMatchObject(down)
  await decide('resume', [await runOf(resumed)])
  await visited(resumed, 'down')
  await after(4)
  expect(await runOf(resumed), 'found down after it was resumed').toMatchObject(down)
  await decide('resume', [await runOf(resumed)])
  await after(4)
  expect(await emailsOf(resumed)).toHaveLength(2)
})

test('an email about a page that no visit reached claims nothing about now', async () => {
  const id = await findingWithNotice()
  await after(4)
  const [, email] = await emailsOf(id)
  const text = (await PostalMime.parse(email!.text)).text!
  expect(text).toContain('What is wrong with it, and what we ask, is stated above.')
  expect(text).not.toMatch(/last reached|still there/)
})
