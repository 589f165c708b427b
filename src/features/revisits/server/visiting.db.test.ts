import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { row, rows, sql } from '#kit/server/db.ts'
import { website } from '#platforms/website.ts'
import { setUpRevisitTests } from './testing-revisits.ts'
import { respondWith } from './testing-sites.ts'
import { visitDue } from './visit-due.ts'

const actions = setUpActionTests()
const { at, post, one } = actions
const { up, app, enforced, nextDay, seenOf } = setUpRevisitTests(actions)

describe('when it is visited', () => {
  test('requested by a person it is visited at once whatever the status, and that counts only once a day', async () => {
    const { id, host } = await enforced('99', respondWith(404))
    await nextDay()
    expect(up.sites.requestCounts.get(host)).toBeUndefined()
    for (let press = 1; press <= 4; press++) {
      expect((await post(`enforcement/visits/${id}`, {}, 'analyst')).json().message).toBe(
        'The address will be visited shortly',
      )
      expect((await seenOf(id)).isRequested).toBe(true)
      await at.database.pool.query('delete from visit_hosts')
      await visitDue(app(), up.revisitDeps)
      expect(up.sites.requestCounts.get(host)).toBe(press)
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
    await Promise.all([visitDue(app(), up.revisitDeps), visitDue(app(), up.revisitDeps)])
    for (const { host } of all) expect(up.sites.requestCounts.get(host)).toBe(1)
    // Killed after its claim: another process takes over once it expires, and the result of the first one is dropped.
    await at.database.pool.query(due)
    await at.database.pool.query('delete from visit_hosts')
    let release = () => {}
    const slow = new Promise<void>((done) => (release = done))
    const dns = {
      ...up.revisitDeps.visitor.dns,
      resolve: async (host: string) => (await slow, up.revisitDeps.visitor.dns.resolve(host)),
    }
    const late = visitDue(app(), { ...up.revisitDeps, visitor: { ...up.revisitDeps.visitor, dns } })
    await expect
      .poll(() => row(at.database.db, sql`select 1 from finding_watches where claim is not null`))
      .toBeDefined()
    await at.database.pool.query(due)
    await at.database.pool.query('delete from visit_hosts')
    await visitDue(app(), up.revisitDeps)
    release()
    await late
    const counted = await rows(at.database.db, sql`select count(*)::int as n from finding_visits group by finding_id`)
    expect(counted).toEqual(Array(8).fill({ n: 2 }))
  })

  test('25,000 due findings of one host cause no stampede: the limits per host and per minute hold', async () => {
    const host = 'crowded.test'
    up.sites.zone.set(host, { a: ['127.0.0.1'] })
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
    await visitDue(app(), { ...up.revisitDeps, perHost: 1, perMinute: 60 }, 20_000)
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
    await visitDue(app(), { ...up.revisitDeps, perHost: 1, perMinute: 60 }, 300)
    expect(await visits()).toBe(2)
    await at.database.pool.query('delete from finding_watches')

    const others = await Promise.all(Array.from({ length: 12 }, () => enforced('11', respondWith(200))))
    await nextDay({ perMinute: 5 })
    const visited = others.filter(({ host: own }) => up.sites.requestCounts.has(own))
    expect(visited).toHaveLength(5)
  })

  test('when nothing at all is reached, our own network is down and nothing is concluded; Retry-After of a host is respected', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => enforced('11', respondWith(200))))
    const dns = {
      ...up.revisitDeps.visitor.dns,
      resolve: () => Promise.resolve({ kind: 'found' as const, addresses: ['127.0.0.1'] }),
    }
    const egress = {
      ...up.revisitDeps.visitor.egress,
      safeFetch: () => up.revisitDeps.visitor.egress.safeFetch('http://127.0.0.1:1/', '*/*'),
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
