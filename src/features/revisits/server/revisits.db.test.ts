import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Proposal } from '#features/revisits/contract.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { website } from '#platforms/website.ts'
import { foldClocks } from './update-clocks.ts'
import { openRevisits } from './open-revisits.ts'
import { respondWith, type Site, type TestSites, testSites } from './testing-sites.ts'
import { type RevisitDeps, visitDue } from './visit-due.ts'

const { at, post, one, stored, logOf } = setUpActionTests()
let sites: TestSites
let revisitDeps: RevisitDeps
let n = 0
beforeAll(async () => {
  sites = await testSites()
  revisitDeps = openRevisits(sites.settings)
  at.testApp.app.settings.revisits = true
})
afterAll(async () => {
  await revisitDeps.visitor.egress.close()
  await sites.close()
})
beforeEach(async () => {
  await at.database.pool.query('delete from finding_watches; delete from visit_hosts; delete from visit_minutes')
})

const get = (path: string, who = 'analyst') =>
  at.testApp.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
const app = () => at.testApp.app
const noticeForm = { registrar: 'Keeper', ipAddress: '203.0.113.7', hosting: 'Host', date: '2026-03-04' }

/** A finding on its own site that was enforced with this status. */
async function enforced(status: string, site: Site) {
  const host = `site-${++n}.test`
  const id = await one(website, '33', { url: sites.put(host, site) })
  await post(
    `website/${id}/enforcement`,
    { ...noticeForm, actionTaken: 'Reminder Sent', infrigementStatus: status },
    'analyst',
  )
  await foldClocks(app(), revisitDeps.hours)
  return { id, host, turns: (next: Site) => sites.put(host, next) }
}

/** Simulates that a day has passed for every watch, and visits what is due. */
async function nextDay(pace: Partial<RevisitDeps> = {}) {
  await at.database.pool.query(`
    update finding_watches set next_at = now() - interval '1 second', first_at = first_at - interval '1 day',
      counted_at = counted_at - interval '1 day';
    update finding_visits set at = at - interval '1 day';
    delete from visit_hosts; delete from visit_minutes`)
  await visitDue(app(), { ...revisitDeps, ...pace })
}
const days = async (count: number) => {
  for (let day = 0; day < count; day++) await nextDay()
}
const seenOf = async (id: string) => (await get(`enforcement/visits/${id}`)).json()
const proposals = async (query = '') =>
  (await get(`enforcement/proposals?perPage=100&${query}`)).json() as {
    docs: Proposal[]
    totalDocs: number
    counts: { success: number; reopen: number }
  }
const proposalOf = async (id: string) => (await proposals()).docs.find(({ findingId }) => findingId === id)
const decide = (ids: string[], accept = true, who = 'analyst') =>
  post('enforcement/proposals/decide', { ids, accept }, who)

describe('is it down?', () => {
  test('a page that disappears is proposed as Success after three visits, and nothing changes until somebody accepts', async () => {
    const { id, turns } = await enforced('11', respondWith(200, '<title>Fake</title>'))
    await nextDay()
    turns(respondWith(404))
    await days(2)
    expect(await proposalOf(id)).toBeUndefined()
    await nextDay()
    const found = (await proposalOf(id))!
    expect(found).toMatchObject({ kind: 'success', from: '11', to: '55', streak: 3, platform: 'website' })
    expect(found.visit).toMatchObject({ outcome: 'gone', statusCode: 404, streak: 3, reason: 'Not found (404)' })
    const { visits, clock, total } = await seenOf(id)
    expect(visits.map(({ outcome, streak }: never) => [outcome, streak])).toEqual([
      ['gone', 3],
      ['gone', 2],
      ['gone', 1],
      ['up', 1],
    ])
    expect([total, visits[3].title]).toEqual([4, 'Fake'])
    expect(clock.unreachable).toBe(found.since)
    expect((await stored(id)).status).toBe('11')

    expect((await decide([found.id])).json().message).toBe('Proposal accepted')
    expect((await stored(id)).status).toBe('55')
    expect((await logOf(id)).at(-1)).toMatchObject({ module: 'enforcement', username: 'analyst', status_to: '55' })
    const { data } = (await get(`website/${id}/enforcement`)).json()
    expect(data[0]).toMatchObject({
      actionTaken: 'Confirmed unreachable',
      registrar: 'Keeper',
      infrigementStatus: '55',
    })
    expect((await decide([found.id])).statusCode).toBe(409)
    expect((await get(`website/${id}/enforcement`)).json().data).toHaveLength(2)
  })

  test('a resolved finding that responds again is proposed to be re-opened; the clock is no longer unreachable', async () => {
    const { id, turns } = await enforced('55', respondWith(410))
    await days(3)
    expect((await seenOf(id)).clock.unreachable).not.toBeNull()
    turns(respondWith(200, 'Back'))
    await days(3)
    const found = (await proposalOf(id))!
    expect(found).toMatchObject({ kind: 'reopen', from: '55', to: '11' })
    expect((await seenOf(id)).clock.unreachable).toBeNull()
    await decide([found.id])
    expect((await stored(id)).status).toBe('11')
  })

  test('flapping, challenges and failing name servers are never believed; a contradicting visit withdraws a proposal', async () => {
    const flapping = await enforced('11', respondWith(404))
    const asking = await enforced('11', respondWith(403))
    const broken = await enforced('11', respondWith(404))
    sites.zone.set(broken.host, 'failure')
    for (let day = 0; day < 6; day++) {
      flapping.turns(respondWith(day % 3 === 2 ? 200 : 404))
      await nextDay()
    }
    expect((await proposals()).totalDocs).toBe(0)
    expect((await seenOf(asking.id)).visits.map(({ side }: never) => side)).toEqual(Array(6).fill(null))

    sites.zone.delete(flapping.host)
    await days(3)
    expect((await proposalOf(flapping.id))?.visit.outcome).toBe('no-address')
    sites.zone.set(flapping.host, { a: ['127.0.0.1'] })
    flapping.turns(respondWith(200))
    await nextDay()
    expect(await proposalOf(flapping.id)).toBeUndefined()
  })

  test('a dismissed proposal returns only when the state has flipped', async () => {
    const { id, turns } = await enforced('11', respondWith(404))
    await days(3)
    expect((await decide([(await proposalOf(id))!.id], false)).json().message).toBe('Proposal dismissed')
    await days(3)
    expect(await proposalOf(id)).toBeUndefined()
    turns(respondWith(200))
    await days(3)
    turns(respondWith(404))
    await days(3)
    expect(await proposalOf(id)).toMatchObject({ kind: 'success', from: '11' })
  })

  test('many at once are all or none: a finding that has changed is 409, and of two concurrent calls one wins', async () => {
    const [first, second] = [await enforced('11', respondWith(404)), await enforced('11', respondWith(404))]
    await days(3)
    const ids = (await proposals()).docs.map((one) => one.id)
    expect(ids).toHaveLength(2)
    const change = { ...noticeForm, actionTaken: 'Other', infrigementStatus: '99' }
    await post(`website/${second.id}/enforcement`, change, 'analyst')
    expect((await decide(ids)).statusCode).toBe(409)
    expect((await stored(first.id)).status).toBe('11')
    expect((await proposals()).docs.map((one) => one.findingId)).toEqual([first.id])
    const open = [(await proposalOf(first.id))!.id]
    const both = await Promise.all([decide(open), decide(open, true, 'admin')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await get(`website/${first.id}/enforcement`)).json().data).toHaveLength(2)
    for (const invalidBody of [
      { accept: true },
      { ids: [], accept: true },
      { ids: open },
      { ids: ['x'], accept: true },
    ])
      expect((await post('enforcement/proposals/decide', invalidBody, 'analyst')).statusCode).toBe(422)
    expect((await decide(open, true, 'client')).statusCode).toBe(403)
  })

  test('the list is filtered by company, brand, platform and kind, and counts both kinds', async () => {
    await enforced('11', respondWith(404))
    await enforced('55', respondWith(200))
    await days(3)
    const { companies, brands } = at.world
    expect((await proposals()).counts).toEqual({ success: 1, reopen: 1 })
    expect((await proposals('kind=reopen')).docs.map(({ kind }) => kind)).toEqual(['reopen'])
    expect((await proposals(`company=${companies.parent}&brand=${brands.own}&platform=website`)).totalDocs).toBe(2)
    expect((await proposals(`company=${companies.foreign}`)).totalDocs).toBe(0)
    expect((await proposals('platform=domain')).totalDocs).toBe(0)
    expect((await proposals('search=site-')).totalDocs).toBe(2)
    expect((await proposals('search=%25')).counts).toEqual({ success: 0, reopen: 0 })
    expect((await get('enforcement/proposals?platform=moon')).statusCode).toBe(422)
  })
})

describe('when it is visited', () => {
  test('requested by a person it is visited at once whatever the status, and that counts only once a day', async () => {
    const { id, host } = await enforced('99', respondWith(404))
    await nextDay()
    expect(sites.requestCounts.get(host)).toBeUndefined()
    for (let press = 1; press <= 4; press++) {
      expect((await post(`enforcement/visits/${id}`, {}, 'analyst')).json().message).toBe(
        'The address will be visited shortly',
      )
      expect((await seenOf(id)).isRequested).toBe(true)
      await at.database.pool.query('delete from visit_hosts')
      await visitDue(app(), revisitDeps)
      expect(sites.requestCounts.get(host)).toBe(press)
    }
    const { visits, isRequested } = await seenOf(id)
    expect([isRequested, visits[0].streak, visits.length]).toEqual([false, 1, 4])
    const unenforced = await one(website, '33')
    expect((await post(`enforcement/visits/${unenforced}`, {}, 'analyst')).statusCode).toBe(409)
    expect((await seenOf(unenforced)).clock).toBeNull()
    app().settings.revisits = false
    expect((await post(`enforcement/visits/${id}`, {}, 'analyst')).statusCode).toBe(409)
    app().settings.revisits = true
  })

  test('two processes and one that was killed: each address is visited once, and a late result is dropped', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => enforced('11', respondWith(404))))
    const due = 'update finding_watches set next_at = now() - interval $$1 second$$'
    await at.database.pool.query(due)
    await Promise.all([visitDue(app(), revisitDeps), visitDue(app(), revisitDeps)])
    for (const { host } of all) expect(sites.requestCounts.get(host)).toBe(1)
    // Killed after its claim: another process takes over once it expires, and the result of the first one is dropped.
    await at.database.pool.query(due)
    await at.database.pool.query('delete from visit_hosts')
    let release = () => {}
    const slow = new Promise<void>((done) => (release = done))
    const dns = {
      ...revisitDeps.visitor.dns,
      resolve: async (host: string) => (await slow, revisitDeps.visitor.dns.resolve(host)),
    }
    const late = visitDue(app(), { ...revisitDeps, visitor: { ...revisitDeps.visitor, dns } })
    await expect
      .poll(() => row(at.database.db, sql`select 1 from finding_watches where claim is not null`))
      .toBeDefined()
    await at.database.pool.query(due)
    await at.database.pool.query('delete from visit_hosts')
    await visitDue(app(), revisitDeps)
    release()
    await late
    const counted = await rows(at.database.db, sql`select count(*)::int as n from finding_visits group by finding_id`)
    expect(counted).toEqual(Array(8).fill({ n: 2 }))
  })

  test('25,000 due findings of one host cause no stampede: the limits per host and per minute hold', async () => {
    const host = 'crowded.test'
    sites.zone.set(host, { a: ['127.0.0.1'] })
    const visits = async () =>
      (await row<{ n: number }>(
        at.database.db,
        sql`select count(*)::int as n from finding_visits where address like ${`%${host}%`}`,
      ))!.n
    const { parent } = at.world.companies
    await at.database.pool.query(
      `with made as (insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key)
         select $1, gen_random_uuid(), $2, 'domain', '2026-03-04', '11', gen_random_uuid() from generate_series(1, 25000) returning *),
       own as (insert into findings_domain (company_id, finding_id, domain) select company_id, id, '${host}' from made)
       insert into finding_watches (company_id, finding_id, host, next_at) select company_id, id, '${host}', now() from made`,
      [parent, at.world.brands.own],
    )
    await visitDue(app(), { ...revisitDeps, perHost: 1, perMinute: 60 }, 20_000)
    expect(await visits()).toBe(1)
    const spread = await row<{ due: number; longest: number }>(
      at.database.db,
      sql`select count(*) filter (where next_at <= now())::int as due,
        extract(epoch from max(next_at) - now())::int as longest from finding_watches where host = ${host}`,
    )
    expect(spread!.due).toBe(0)
    expect(spread!.longest).toBeGreaterThan(24_900 * 60)
    // One slot later the next one is visited: those that waited are not sent back to the end of the queue.
    await at.database.pool.query(
      "update finding_watches set next_at = next_at - interval '60 s'; update visit_hosts set next_at = next_at - interval '60 s'",
    )
    await visitDue(app(), { ...revisitDeps, perHost: 1, perMinute: 60 }, 300)
    expect(await visits()).toBe(2)
    await at.database.pool.query('delete from finding_watches')

    const others = await Promise.all(Array.from({ length: 12 }, () => enforced('11', respondWith(200))))
    await nextDay({ perMinute: 5 })
    const visited = others.filter(({ host: own }) => sites.requestCounts.has(own))
    expect(visited).toHaveLength(5)
  })

  test('when nothing at all is reached, our own network is down and nothing is concluded; Retry-After of a host is respected', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => enforced('11', respondWith(200))))
    const dns = {
      ...revisitDeps.visitor.dns,
      resolve: () => Promise.resolve({ kind: 'found' as const, addresses: ['127.0.0.1'] }),
    }
    const egress = {
      ...revisitDeps.visitor.egress,
      safeFetch: () => revisitDeps.visitor.egress.safeFetch('http://127.0.0.1:1/', '*/*'),
    }
    await nextDay({ visitor: { dns, egress } })
    for (const { id } of all) expect((await seenOf(id)).visits[0]).toMatchObject({ outcome: 'undecided', side: null })
    all[0]!.turns(respondWith(429, '', { 'retry-after': '7200' }))
    await nextDay()
    const rests = await row<{ seconds: number }>(
      at.database.db,
      sql`select extract(epoch from next_at - now())::int as seconds from visit_hosts where host = ${all[0]!.host}`,
    )
    expect(rests!.seconds).toBeGreaterThan(7000)
  })
})
