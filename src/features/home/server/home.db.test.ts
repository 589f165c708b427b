import { beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { HomeNumber } from '#features/home/contract.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { noticeForm } from '#features/revisits/server/testing-revisits.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { website } from '#platforms/website.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'

const { at, get, post, own, one } = setUpActionTests()
const now = today('Asia/Kolkata')
const query = (text: string, values: unknown[] = []) => at.database.pool.query(text, values)

const numbersOf = async (who: string, search = '') => {
  const answer = (await get(`home/numbers${search}`, who)).json()
  const numbers = new Map((answer.numbers as HomeNumber[]).map((number) => [number.name as string, number]))
  return { ...answer, of: (name: string) => numbers.get(name)! }
}
const total = async (path: string, who: string): Promise<number> => (await get(path, who)).json().totalDocs

beforeEach(async () => {
  await query('delete from assignments')
  await query('update findings set deleted_at = now()')
  await query('delete from home_visits')
})

describe('the home of a client', () => {
  const takeDown = async (id: string, who = 'admin') => {
    await query("update findings set status = '11' where id = $1", [id])
    const done = await post(`decisions/one/${id}`, { platform: 'domain', statusfrom: '11', status: '55' }, who)
    expect(done.statusCode, done.body).toBe(200)
  }

  test('counts and lists what was taken down since the visit before, of its own brands only', async () => {
    const { companies, brands } = at.world
    const [first, second, reopened] = await own(domain, ['22', '22', '22'])
    const add = async (companyId: string, brandId: string) =>
      (await addFindings(at.database.db, domain, [{ companyId, brandId, status: '22' }]))[0]!
    const [child, foreign, disabled] = [
      await add(companies.child, brands.child),
      await add(companies.foreign, brands.foreign),
      await add(companies.parent, brands.disabled),
    ]
    for (const id of [first!, second!, reopened!, child, foreign, disabled]) await takeDown(id)
    await query("update findings set status = '11' where id = $1", [reopened])
    const listed = async (who: string, search = '') =>
      ((await get(`home/taken-down${search}`, who)).json().docs as { id: string }[]).map(({ id }) => id).sort()
    expect(await listed('client')).toEqual([first, second, child].sort())
    expect((await numbersOf('client')).of('takenDown').count).toBe(3)
    const ofChild = `?clientCompanyId=${companies.child}`
    expect(await listed('client', ofChild)).toEqual([child])
    expect((await numbersOf('client', ofChild)).of('takenDown').count).toBe(1)
    expect(await listed('foreignClient')).toEqual([foreign])
    expect((await get(`home/numbers?brand=${brands.foreign}`)).statusCode).toBe(403)
  })

  test('a bulk action counts each of its findings', async () => {
    const ids = await own(
      domain,
      Array.from({ length: 40 }, () => '11'),
    )
    const decided = await post('decisions', { platform: 'domain', status: '55', ids, changes: 40 }, 'admin')
    expect(decided.statusCode, decided.body).toBe(200)
    expect((await numbersOf('client')).of('takenDown').count).toBe(40)
    expect(await total('home/taken-down?perPage=5', 'client')).toBe(40)
  })

  test('the moment of the last visit does not move while the person looks; without one nothing is called a visit', async () => {
    const { client } = at.world.people
    const since = async () => Date.parse((await numbersOf('client')).since)
    const isVisit = async () => (await numbersOf('client')).isVisit
    const month = 31 * 24 * 3600_000
    const isMonthAgo = async () => Math.abs(Date.now() - month - (await since())) < 60_000
    expect(await isMonthAgo()).toBe(true)
    expect(await isVisit()).toBe(false)
    await post('home/visit', {})
    expect(await isMonthAgo()).toBe(true)
    expect(await isVisit()).toBe(false)
    await query("update home_visits set opened_at = now() - interval '5 hours' where user_id = $1", [client])
    const { rows } = await query('select opened_at from home_visits where user_id = $1', [client])
    await post('home/visit', {})
    expect(await since()).toBe(Date.parse(rows[0].opened_at))
    expect(await isVisit()).toBe(true)
    await query("update home_visits set opened_at = now() - interval '3 hours' where user_id = $1", [client])
    await post('home/visit', {})
    expect(await since()).toBe(Date.parse(rows[0].opened_at))
    await query("update home_visits set since = now() - interval '40 days' where user_id = $1", [client])
    expect(await isMonthAgo()).toBe(true)
    expect(await isVisit()).toBe(false)
    expect((await post('home/visit', {}, 'analyst')).statusCode).toBe(403)
  })

  test('the trend counts as many findings as the lists of the platforms, now and before', async () => {
    await own(domain, ['33', '55'], { reportingDate: now })
    await own(website, ['55'], { reportingDate: daysAfter(now, -29) })
    await own(domain, ['33'], { reportingDate: daysAfter(now, -30) })
    await own(domain, ['33'], { reportingDate: daysAfter(now, -60) })
    const { of, trend } = await numbersOf('client')
    expect(of('found')).toMatchObject({ count: 3, before: 1 })
    expect(of('foundDown')).toMatchObject({ count: 2, before: null })
    const range = `startDate=${trend.startDate}&endDate=${trend.endDate}`
    for (const { platform, count } of of('found').parts)
      expect(await total(`${platform}?${range}`, 'client')).toBe(count)
    for (const { platform, count } of of('foundDown').parts)
      expect(await total(`${platform}?${range}&status=55`, 'client')).toBe(count)
    expect(await total(`domain?startDate=${trend.beforeStart}&endDate=${trend.beforeEnd}`, 'client')).toBe(
      of('found').before,
    )
  })
})

describe('the home of staff', () => {
  test('approved and not sent is what Enforcement lists for each platform', async () => {
    await own(domain, ['22', '22', '11', '33'])
    await own(website, ['22'])
    await foldCounters(at.database.db)
    await own(website, ['22'])
    const { of } = await numbersOf('analyst')
    expect(of('approved').count).toBe(4)
    for (const { platform, count } of of('approved').parts) {
      const listed = await post('save-bulk-data/fetch-data-for-enforcement', { platform, status: '22' }, 'analyst')
      expect(listed.json().count).toBe(count)
    }
  })

  test('approved and assigned to nobody is what Enforcement lists for each platform under that filter', async () => {
    const { analyst, admin } = at.world.people
    const [mine, theirs, sent] = await own(domain, ['22', '22', '22', '22', '33'])
    await own(website, ['22'])
    const listed = async (platform: string, assigned: string) => {
      const answer = await post(
        'save-bulk-data/fetch-data-for-enforcement',
        { platform, status: '22', assigned },
        'analyst',
      )
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json() as { count: number; data: { id: string }[] }
    }
    const unassigned = async () => {
      const { of } = await numbersOf('analyst')
      const { count, parts } = of('unassigned')
      for (const part of parts) expect((await listed(part.platform, 'nobody')).count).toBe(part.count)
      expect((await get('work/board', 'analyst')).json().queue).toBe(count)
      return { count, domain: parts.find(({ platform }: { platform: string }) => platform === 'domain')?.count }
    }
    const before = await unassigned()
    await post('work/assign', { ids: [mine, sent], to: analyst }, 'admin')
    await post('work/assign', { ids: [theirs], to: admin }, 'admin')
    expect(await unassigned()).toEqual({ count: before.count - 3, domain: before.domain! - 3 })
    const yours = (await listed('domain', 'me')).data.map(({ id }) => id)
    expect(yours.toSorted()).toEqual([mine, sent].toSorted())
    // What is assigned but approved no longer is not taken from the others.
    await query("update findings set status = '11' where id = $1", [sent])
    expect(await unassigned()).toEqual({ count: before.count - 3, domain: before.domain! - 3 })
    const wrong = { platform: 'domain', assigned: 'everybody' }
    expect((await post('save-bulk-data/fetch-data-for-enforcement', wrong, 'analyst')).statusCode).toBe(422)
  })

  test('assigned, due today and overdue are what My Work lists', async () => {
    await query('delete from agreed_days')
    await query(
      `insert into agreed_days (company_id, platform, step, days, priority) values ($1, 'domain', 'notice', 2, '')`,
      [at.world.companies.parent],
    )
    const ids = await own(domain, ['22', '22', '22', '11', '55'])
    await post('work/assign', { ids, to: at.world.people.analyst }, 'admin')
    const approvedAgo = (id: string, days: number) =>
      query('update assignments set due_from = now() - make_interval(days => $2) where finding_id = $1', [id, days])
    await approvedAgo(ids[0]!, 2)
    await approvedAgo(ids[1]!, 5)
    await approvedAgo(ids[2]!, 0)
    const { of } = await numbersOf('analyst')
    const counts = ['assigned', 'dueToday', 'overdue'].map((name) => of(name).count)
    expect(counts).toEqual([4, 1, 1])
    const lists = ['work', 'work?due=today', 'work?overdue=true']
    expect(await Promise.all(lists.map((path) => total(path, 'analyst')))).toEqual(counts)
    const admin = await numbersOf('admin')
    const board = (await get('work/board', 'admin')).json().people as { overdue: number }[]
    expect(admin.of('overduePeople').count).toBe(board.filter(({ overdue }) => overdue > 0).length)
    expect(admin.of('overduePeople').count).toBe(1)
    await query('delete from agreed_days')
  })

  test('bounced and answered are open findings by their last notice, until the next one', async () => {
    const ids = await Promise.all([one(domain, '22'), one(domain, '22'), one(domain, '22')])
    const enforce = async (id: string) => {
      const done = await post(
        `domain/${id}/enforcement`,
        { ...noticeForm, actionTaken: 'Reminder Sent', infrigementStatus: '11' },
        'analyst',
      )
      expect(done.statusCode, done.body).toBe(200)
    }
    for (const id of ids) await enforce(id)
    const answer = (id: string, kind: string, doubt: string | null = null) =>
      query(
        `insert into inbound_mails (id, name, kind, sender, subject, enforcement_id, doubt)
         select $1::uuid, $1::text, $2, 'desk@host.example', 'Re: notice', enforcement_id, $4 from last_enforcements where finding_id = $3`,
        [newId(), kind, id, doubt],
      )
    await answer(ids[0]!, 'bounce')
    await answer(ids[0]!, 'bounce')
    await answer(ids[1]!, 'reply')
    await answer(ids[2]!, 'reply', 'claimed only')
    await answer(ids[2]!, 'automatic')
    const counts = async () => {
      const { of } = await numbersOf('analyst')
      const numbers = [of('bounced').count, of('answered').count]
      const lists = ['home/answers?kind=bounce', 'home/answers?kind=reply']
      expect(await Promise.all(lists.map((path) => total(path, 'analyst')))).toEqual(numbers)
      return numbers
    }
    expect(await counts()).toEqual([1, 1])
    expect((await get('home/answers?kind=bounce', 'analyst')).json().docs[0]).toMatchObject({
      id: ids[0],
      sender: 'desk@host.example',
      companyId: at.world.companies.parent,
    })
    await query("update findings set status = '55' where id = $1", [ids[1]])
    await enforce(ids[0]!)
    expect(await counts()).toEqual([0, 0])
    expect((await get('home/answers', 'client')).statusCode).toBe(403)
  })

  test('an administrator sees companies without data or signer and failed jobs, each with its list', async () => {
    const { companies } = at.world
    await query('update companies set notice_contact = $1', [
      { name: 'A B', email: 'a@b.example', phone: '+911234567' },
    ])
    await own(domain, ['22'], { reportingDate: daysAfter(now, -6) })
    const names = async (of: string) =>
      ((await get(`home/companies?of=${of}`, 'admin')).json().docs as { name: string }[]).map(({ name }) => name)
    const counted = async (name: string) => (await numbersOf('admin')).of(name).count
    expect(await names('without-data')).toEqual(['Acme Child', 'Zenith'])
    expect(await counted('withoutData')).toBe(2)
    await query('update findings set reporting_date = $1 where deleted_at is null', [daysAfter(now, -7)])
    expect(await names('without-data')).toEqual(['Acme', 'Acme Child', 'Zenith'])
    expect(await counted('withoutSigner')).toBe(0)
    await query('update companies set notice_contact = null where id = any($1)', [
      [companies.parent, companies.foreign],
    ])
    expect(await names('without-signer')).toEqual(['Acme'])
    expect(await counted('withoutSigner')).toBe(1)
    const before = await counted('failedJobs')
    await query("select enqueue_job('send-mail', '{}', 1)")
    await query(`update pgboss.job set state = 'failed', completed_on = now(), output = '{"message": "No such host"}'
      where name = 'send-mail' and state = 'created'`)
    expect(await counted('failedJobs')).toBe(before + 1)
    const listed = (await get('home/failed-jobs', 'admin')).json()
    expect(listed.totalDocs).toBe(before + 1)
    expect(listed.docs[0]).toMatchObject({ name: 'send-mail', problem: 'No such host' })
    expect((await get('home/failed-jobs', 'analyst')).statusCode).toBe(403)
  })
})
