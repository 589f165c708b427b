import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Entry } from '#features/activity/contract.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import type { WorkItem } from '#features/work/contract.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { inTransaction } from '#kit/server/db.ts'
import { locksWaitedFor } from '#kit/server/testing.ts'
import { website } from '#platforms/website.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'
import { approved, awaitingApproval, clientReview, inProgress, statusCodes } from '#vocabulary/statuses.ts'

const { at, get, post, own, one } = setUpActionTests()
const now = today('Asia/Kolkata')
const query = (text: string, values: unknown[] = []) => at.database.pool.query(text, values)
const workOf = async (who: string, search = ''): Promise<WorkItem[]> => (await get(`work${search}`, who)).json().docs
const assign = (ids: string[], to: string | null, more: object = {}, who = 'admin') =>
  post('work/assign', { ids, to, ...more }, who)
const board = async () => (await get('work/board', 'admin')).json()
const loadOf = async (userId: string) => (await board()).people.find(({ id }: { id: string }) => id === userId)

describe('assigned work', () => {
  test('it is in the queue of one person, in the thread for staff only, and in the bell', async () => {
    const { analyst } = at.world.people
    const [first, second] = await own(domain, ['22', '55'])
    expect((await assign([first!, second!], analyst)).json()).toMatchObject({
      message: '2 findings assigned',
      moved: 2,
    })
    expect((await workOf('analyst')).map(({ id }) => id)).toEqual([first])
    expect((await workOf('admin', `?person=${analyst}`)).map(({ id }) => id)).toEqual([first])
    const texts = async (who: string) =>
      (await get(`activity/finding/${first}`, who)).json().entries.map((entry: Entry) => entry.text)
    expect(await texts('admin')).toContain('Assigned to First Last')
    expect((await texts('client')).join()).not.toContain('Assigned')
    expect((await get('notifications', 'analyst')).json().docs[0]).toMatchObject({
      model: 'Work',
      notificationText: '<b>First Last</b> assigned <b>2 findings</b> to you.',
    })
    expect((await assign([first!], null)).json().message).toBe('1 finding returned to the queue')
    expect(await workOf('analyst')).toEqual([])
  })

  test('one assigned finding is named in the bell', async () => {
    const id = await one(domain, '22', { domain: 'fake-<b>.example', url: null })
    await assign([id], at.world.people.analyst)
    const [newest] = (await get('notifications', 'analyst')).json().docs
    expect(newest.notificationText).toBe('<b>First Last</b> assigned <b>fake-&lt;b&gt;.example</b> to you.')
    await assign([id], null)
  })

  test('a list is narrowed by company, brand, platform and text, each with the others', async () => {
    const { people, companies, brands } = at.world
    await query('delete from assignments')
    const [web] = await own(website, ['22'])
    const [dom] = await own(domain, ['22'])
    const [other] = await addFindings(at.database.db, domain, [
      { companyId: companies.child, brandId: brands.child, status: '22' },
    ])
    await assign([web!, dom!, other!], people.analyst)
    const listed = async (search: string) => (await workOf('analyst', search)).map(({ id }) => id).toSorted()
    expect(await listed('?platform=domain')).toEqual([dom, other].toSorted())
    expect(await listed(`?company=${companies.parent}`)).toEqual([web, dom].toSorted())
    expect(await listed(`?brand=${brands.child}`)).toEqual([other])
    expect(await listed(`?company=${companies.parent}&platform=domain`)).toEqual([dom])
    expect(await listed(`?company=${companies.child}&platform=website`)).toEqual([])
    const { docs, totalDocs } = (await get('work?platform=domain&search=child&perPage=1', 'analyst')).json()
    expect([docs.map(({ id }: WorkItem) => id), totalDocs]).toEqual([[other], 1])
    for (const search of ['?platform=fax', '?company=acme', '?brand=acme'])
      expect((await get(`work${search}`, 'analyst')).statusCode).toBe(422)
    await query('delete from assignments')
  })

  test('a finding that has ended in any way is nobody’s open work, neither in the queue nor on the board', async () => {
    const { analyst } = at.world.people
    await query('delete from assignments')
    const ids = await own(eCommerce, [...statusCodes])
    await assign(ids, analyst)
    const open = [approved, awaitingApproval, inProgress, clientReview, '44', '66']
    const statuses = (await workOf('analyst')).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(open.toSorted())
    expect(await loadOf(analyst)).toMatchObject({ open: open.length })
    await query('delete from assignments')
  })

  test('only staff who can sign in are assigned work, at most 1,000 findings at once', async () => {
    const id = await one(domain, '22')
    for (const to of [at.world.people.client, at.world.people.blocked, id])
      expect((await assign([id], to)).statusCode).toBe(422)
    expect(
      (
        await assign(
          Array.from({ length: 1001 }, () => id),
          null,
        )
      ).statusCode,
    ).toBe(422)
    expect((await assign([id], null, {}, 'client')).statusCode).toBe(403)
  })

  test('two people who assign the same finding as nobody’s: one is first, the other is told', async () => {
    const { analyst, admin } = at.world.people
    const ids = await own(
      domain,
      Array.from({ length: 20 }, () => '22'),
    )
    const answers = await Promise.all([
      assign(ids, analyst, { from: null }, 'analyst'),
      assign(ids.toReversed(), admin, { from: null }, 'admin'),
    ])
    const counts = answers.map((answer) => answer.json())
    expect(counts.map(({ moved }) => moved).toSorted((a, b) => a - b)).toEqual([0, 20])
    expect(counts.map(({ skipped }) => skipped).toSorted((a, b) => a - b)).toEqual([0, 20])
    const { rows } = await query(
      'select count(distinct user_id)::int people, count(*)::int n from assignments where finding_id = any($1)',
      [ids],
    )
    expect(rows).toEqual([{ people: 1, n: 20 }])
    const logged = await query('select count(*)::int n from assignment_log where finding_id = any($1)', [ids])
    expect(logged.rows).toEqual([{ n: 20 }])
    await assign(ids, null)
  })

  test('two people who take from one queue at once get different findings, none is lost or taken twice', async () => {
    await query("update findings set status = '55' where platform = 'website'")
    const ids = await own(
      website,
      Array.from({ length: 200 }, () => '22'),
    )
    const takes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        post('work/take', { platform: 'website', count: 20 }, n % 2 === 0 ? 'analyst' : 'admin'),
      ),
    )
    const taken = takes.flatMap((answer) => answer.json().ids as string[])
    // Whoever met what a colleague had just taken looked again: nobody hears of an empty queue that is not.
    expect(taken.toSorted()).toEqual(ids.toSorted())
    expect((await post('work/take', { platform: 'website', count: 3 }, 'admin')).json().message).toBe(
      'The queue is empty',
    )
  })

  test('all work of a person moves in one step', async () => {
    const { analyst, admin } = at.world.people
    await query('delete from assignments')
    const ids = await own(domain, ['22', '11', '55'])
    await assign(ids, analyst)
    expect((await post('work/move', { person: analyst, to: admin }, 'admin')).json()).toMatchObject({ moved: 2 })
    expect((await workOf('admin')).length).toBe(2)
    expect(await workOf('analyst')).toEqual([])
    expect(await loadOf(admin)).toMatchObject({ open: 2, overdue: 0 })
  })

  test('a move of all work names the number that was confirmed, and is undone by who made it, for what is still there', async () => {
    const { analyst, admin } = at.world.people
    await query('delete from assignments')
    const ids = await own(domain, ['22', '11', '22'])
    await assign(ids, analyst)
    const move = (more: object) => post('work/move', { person: analyst, to: admin, ...more }, 'admin')
    const refused = await move({ count: 2 })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The number has changed: 3 findings would now be moved. Check it and confirm again.',
    ])
    expect((await workOf('analyst')).length).toBe(3)
    const { moment } = (await move({ count: 3 })).json()
    expect((await workOf('admin')).length).toBe(3)
    await assign([ids[0]!], null)
    const undo = (who: string) => post('work/undo-move', { person: analyst, to: admin, moment }, who)
    expect((await undo('client')).statusCode).toBe(403)
    expect((await undo('analyst')).statusCode).toBe(409)
    expect((await undo('admin')).json()).toMatchObject({ moved: 2, skipped: 1, message: '2 findings moved back' })
    expect((await workOf('analyst')).map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
    expect(await workOf('admin')).toEqual([])
    const toQueue = (await post('work/move', { person: analyst, to: null, count: 2 }, 'admin')).json()
    expect(await workOf('analyst')).toEqual([])
    const back = { person: analyst, to: null, moment: toQueue.moment }
    expect((await post('work/undo-move', back, 'admin')).json()).toMatchObject({ moved: 2, skipped: 0 })
    await query("update assignment_log set at = at - interval '25 hours'")
    expect((await post('work/undo-move', back, 'admin')).statusCode).toBe(409)
    await query('delete from assignments')
  })
})

describe('agreed days', () => {
  const due = async (id: string) => (await workOf('analyst')).find((item) => item.id === id)!

  test('they count from the approval until a notice is sent; the row for the priority wins', async () => {
    await query('delete from assignments')
    await query('delete from agreed_days')
    const [high, low] = await own(domain, ['33', '33'])
    await query("update findings set priority = 'High' where id = $1", [high])
    await query("update findings set priority = 'Low' where id = $1", [low])
    await assign([high!, low!], at.world.people.analyst)
    expect((await due(high!)).due).toBeNull()
    await query(
      `insert into agreed_days (company_id, platform, step, days, priority)
       values ($1, 'domain', 'notice', 5, ''), ($1, 'domain', 'notice', 1, 'High'), ($1, 'website', 'notice', 9, '')`,
      [at.world.companies.parent],
    )
    for (const id of [high!, low!])
      await post(`save-bulk-data/update-infrigement-status/${id}`, {
        status: '22',
        statusfrom: '33',
        platform: 'domain',
      })
    expect([(await due(high!)).due, (await due(low!)).due]).toEqual([daysAfter(now, 1), daysAfter(now, 5)])
    await query("update assignments set due_from = now() - interval '3 days'")
    expect((await workOf('analyst', '?overdue=true')).map(({ id }) => id)).toEqual([high])
    expect(await loadOf(at.world.people.analyst)).toMatchObject({ open: 2, high: 1, overdue: 1 })
    await query("update findings set status = '11' where id = $1", [high])
    expect(await due(high!)).toMatchObject({ due: null, isOverdue: false })
  })

  test('no notice is due about what is down, nor again before a new approval', async () => {
    await query('delete from assignments')
    const id = await one(domain, '22', { priority: 'High' })
    await assign([id], at.world.people.analyst)
    await query("update assignments set due_from = now() - interval '3 days'")
    await query(
      `insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at)
       select company_id, id, brand_id, platform, created_at from findings where id = $1`,
      [id],
    )
    const isOverdue = async (column: string, days: number | null) => {
      await query('update finding_clocks set sent_at = null, unreachable_at = null where finding_id = $1', [id])
      await query(`update finding_clocks set ${column} = now() - make_interval(days => $1)`, [days])
      const { overdue } = (await loadOf(at.world.people.analyst))!
      expect((await workOf('analyst', '?overdue=true')).length).toBe(overdue)
      expect(await due(id)).toMatchObject({ isOverdue: overdue === 1 })
      return overdue === 1
    }
    expect(await isOverdue('sent_at', null)).toBe(true)
    expect(await isOverdue('unreachable_at', 9)).toBe(false)
    expect(await isOverdue('sent_at', 2)).toBe(false)
    // Sent before it was approved again.
    expect(await isOverdue('sent_at', 9)).toBe(true)
  })

  test('business days end on a weekday, counted from Friday when approved on a weekend', async () => {
    await query('delete from assignments')
    await query("update agreed_days set is_business = true, days = 1 where platform = 'domain' and priority = ''")
    const id = await one(domain, '22', { priority: 'Low' })
    await assign([id], at.world.people.analyst)
    const dueWhenApproved = async (day: string, days: number) => {
      await query("update agreed_days set days = $1 where platform = 'domain' and priority = ''", [days])
      await query("update assignments set due_from = ($1 || 'T12:00:00+05:30')::timestamptz", [day])
      return (await due(id)).due
    }
    expect(await dueWhenApproved('2026-11-20', 1)).toBe('2026-11-23')
    expect(await dueWhenApproved('2026-11-21', 1)).toBe('2026-11-23')
    expect(await dueWhenApproved('2026-11-22', 2)).toBe('2026-11-24')
    expect(await dueWhenApproved('2026-11-16', 4)).toBe('2026-11-20')
    expect(await dueWhenApproved('2026-11-16', 5)).toBe('2026-11-23')
  })
})

test('the work of a person who is blocked returns to the queue, and staff are told why', async () => {
  await query('delete from assignments')
  const { analyst } = at.world.people
  const id = await one(domain, '22')
  await assign([id], analyst)
  const before = (await board()).queue
  await query('update users set is_blocked = true where id = $1', [analyst])
  const after = await board()
  expect(after.returned[0]).toMatchObject({ name: 'First Last', count: 1 })
  expect(after.queue).toBe(before + 1)
  expect(after.people.map((person: { id: string }) => person.id)).not.toContain(analyst)
  const [last] = (await get(`activity/finding/${id}`, 'admin')).json().entries as Entry[]
  expect([last!.text, last!.author]).toEqual([
    'Returned to the queue: First Last can no longer sign in as staff',
    { name: 'Automatic', isStaff: true },
  ])
  expect((await assign([id], analyst)).statusCode).toBe(422)
})

test('the history ends with who has the finding, whoever began first', async () => {
  await query('update users set is_blocked = false')
  const { analyst, admin } = at.world.people
  const id = await one(domain, '22')
  await assign([id], analyst)
  const { begun } = await inTransaction(at.database.pool, async ({ client }) => {
    await client.query('select from findings where id = $1 for no key update', [id])
    // The assignment has begun and waits while the work of a person who is blocked returns to the queue.
    const waiting = assign([id], admin)
    await expect.poll(() => locksWaitedFor(at.database)).toBe(1)
    await query('update users set is_blocked = true where id = $1', [analyst])
    return { begun: waiting }
  })
  expect((await begun).statusCode).toBe(200)
  const entries = (await get(`activity/finding/${id}`, 'admin')).json().entries as Entry[]
  expect(entries.slice(-2).map(({ text }) => text)).toEqual([
    'Returned to the queue: First Last can no longer sign in as staff',
    expect.stringMatching(/^Assigned to /),
  ])
})
