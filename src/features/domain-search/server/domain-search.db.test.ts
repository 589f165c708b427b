import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Run } from '#features/domain-search/contract-schemas.ts'
import { messages } from '#features/domain-search/messages.ts'
import { requesterGone } from '#features/sessions/messages.ts'
import { createMatcher } from '#features/lookalikes/server/matcher.ts'
import { makeLookalikes } from '#features/lookalikes/server/make-lookalikes.ts'
import { rows, sql } from '#kit/server/db.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { searchDue } from './run-searches.ts'
import { addWhiteListed } from './testing-domains.ts'
import { setUpSearchTests } from './testing-searches.ts'

const tests = setUpActionTests()
const { at, get, post } = tests
const { up, own, save, search, schedules, searched } = setUpSearchTests(tests)

describe('schedules', () => {
  test('S-240 S-265 S-165 S-114 saving takes company, brand and keywords; each wrong one is named in its field', async () => {
    const saved = await save({ keywords: ' Acme\r\n\r\nAcme Bank\nacme' })
    expect([saved.statusCode, saved.json().message, saved.json().added]).toEqual([200, messages.saved, 2])
    const [schedule] = await schedules()
    expect(schedule).toMatchObject({
      company: 'Acme Limited',
      brand: 'Acme One',
      keywords: ['acme', 'acme bank'],
      lastExecutedAt: null,
    })
    expect(Math.abs(Date.now() - Date.parse(schedule!.createdAt))).toBeLessThan(60_000)
    const errorsOf = async (body: object) => {
      const answer = await save(body)
      return [answer.statusCode, Object.assign({}, ...(answer.json().errors as object[]))]
    }
    const { foreign } = at.world.companies
    expect(await errorsOf({ company: '', brand: undefined, keywords: undefined })).toEqual([
      422,
      { company: 'Company is required', brand: 'Brand is required', keywords: 'Keywords is required' },
    ])
    expect(await errorsOf({ keywords: ' \n\r\n' })).toEqual([422, { keywords: 'Keywords is required' }])
    expect(await errorsOf({ company: foreign })).toEqual([422, { brand: 'Brand is not valid' }])
    expect(await errorsOf({ brand: at.world.brands.disabled })).toMatchObject([422, { brand: expect.any(String) }])
    for (const term of ['"acme"', 'acme*', 'a%', "acme' or 1=1", 'x'.repeat(2000), 'a', '-acme', 'acme\u202eex'])
      expect([term, ...(await errorsOf({ keywords: `fine\n${term}` }))]).toEqual([
        term,
        422,
        { keywords: expect.stringMatching(/^Line 2 is not a keyword: /) },
      ])
    const many = Array.from({ length: 501 }, (_, n) => `word${n}`).join('\n')
    expect(await errorsOf({ keywords: many })).toEqual([422, { keywords: messages.tooManyKeywords }])
    expect((await save({ keywords: 'acme\n'.repeat(400_000) })).statusCode).toBe(413)
    expect((await save({}, 'analyst')).statusCode).toBe(403)
  })

  test('S-241 S-093 saving again for the same brand adds keywords; the list names the legal company and its last run', async () => {
    await save({ keywords: ['acme'] })
    expect((await save({ keywords: ['acme', 'acmex'] })).json().added).toBe(1)
    const many = Array.from({ length: 499 }, (_, n) => `word${n}`)
    const full = await save({ keywords: many })
    expect([full.statusCode, full.json().errors]).toEqual([422, [{ keywords: messages.tooManyKeywords }]])
    await save({ company: at.world.companies.foreign, brand: at.world.brands.foreign, keywords: 'zenith' })
    const list = (await get('domain-search-schedule/list', 'admin')).json()
    expect(list.totalDocs).toBe(2)
    expect(list.docs.map((one: { company: string; keywords: string[] }) => [one.company, one.keywords])).toEqual([
      ['Zenith Limited', ['zenith']],
      ['Acme Limited', ['acme', 'acmex']],
    ])
    expect(list.docs[0].lastRun).toMatchObject({ state: 'Waiting', startedBy: 'admin' })
  })

  test('a keyword is removed with its names that wait; the only one stays, and only an Admin may', async () => {
    await save({ keywords: ['acme', 'acmee'] })
    const { id } = (await schedules())[0]!
    const brand = at.world.brands.own
    for (const [keyword, domain] of [
      ['acmee', 'acmee.shop'],
      ['acme', 'acme.shop'],
    ] as const)
      await rows(
        at.database.db,
        sql`insert into domain_candidates (brand_id, domain, keyword, family, score, source)
        values (${brand}, ${domain}, ${keyword}, 'tld-swap', 1, 'feed')`,
      )
    const remove = async (keyword: string, who: 'admin' | 'analyst' = 'admin') => {
      const answer = await post(`domain-search-schedule/${id}/remove-keyword`, { keyword }, who)
      return [answer.statusCode, answer.json().message]
    }
    expect((await remove('acmee', 'analyst'))[0]).toBe(403)
    expect((await remove('unknown'))[0]).toBe(404)
    expect(await remove('acmee')).toEqual([200, messages.keywordRemoved('acmee')])
    expect(await remove('acme')).toEqual([409, messages.onlyKeyword])
    expect((await schedules())[0]).toMatchObject({ keywords: ['acme'] })
    const left = await rows<{ domain: string }>(at.database.db, sql`select domain from domain_candidates`)
    expect(left).toEqual([{ domain: 'acme.shop' }])
    const log = await rows(at.database.db, sql`select type, model from data_log order by at desc limit 1`)
    expect(log).toEqual([{ type: 'update', model: 'DomainSearch' }])
  })
})

describe('runs', () => {
  test('S-299 S-113 S-242 a saved schedule is executed: look-alikes are found, seen and listed, the most alike first', async () => {
    up.world.register('acme-login.test', {
      page: '<title>Acme login</title><p>Sign in to your Acme account</p>',
      mail: true,
    })
    up.world.register('acme-pay.test', { page: '<title>acme-pay.test is for sale</title>', ns: 'ns1.sedoparking.com' })
    up.world.certificates.push(
      { name_value: '*.acme-secure.test\nwww.unrelated.test' },
      { name_value: 'acme.shop.test' },
    )
    up.world.register('acme-secure.test', { page: '<title>Hello</title>' })
    up.world.sites.zone.set('acme-pay.busy', 'failure')
    up.world.registry.set('acme-pay.busy', 429)
    await save()
    await search()
    const [schedule] = await schedules()
    expect(schedule!.lastRun).toMatchObject({
      state: 'Completed',
      made: 6,
      inFeeds: 2,
      known: 0,
      chosen: 8,
      lookedUp: 8,
      registered: 3,
      throttled: 1,
      unknown: 0,
      absent: 4,
      found: 3,
    })
    expect(schedule).toMatchObject({ lastExecutedAt: expect.any(String) })
    const found = await searched()
    expect(found.map(({ domain }) => domain).sort()).toEqual(['acme-login.test', 'acme-pay.test', 'acme-secure.test'])
    expect(found.map(({ likeness }) => likeness)).toEqual(found.map(({ likeness }) => likeness).sort((a, b) => b - a))
    expect(found[0]).toMatchObject({
      domain: 'acme-login.test',
      company: 'Acme',
      brand: 'Acme One',
      imageUrl: null,
      registrar: 'Cheap Names Ltd',
      registeredOn: '2026-10-01',
      mailServers: ['mail.acme-login.test'],
      isParked: false,
      title: 'Acme login',
    })
    expect(found.find(({ domain }) => domain === 'acme-pay.test')).toMatchObject({
      isParked: true,
      pageNote: 'Parked: its name server is ns1.sedoparking.com',
    })
  })

  test('S-299 two letters are a keyword (G107), for which the search of certificates is not asked', async () => {
    up.world.register('hp-login.test')
    await save({ keywords: ['hp', 'acme'] })
    await search()
    expect((await searched()).map(({ domain }) => domain)).toEqual(['hp-login.test'])
    const wasAsked = (label: string) => up.world.requested.some((path) => path.includes(`q=%25${label}%25`))
    expect([wasAsked('acme'), wasAsked('hp')]).toEqual([true, false])
  })

  test('S-299 only what is new is found by the next run; known, own and stored names are left out', async () => {
    up.world.register('acme-login.test')
    up.world.register('acme-pay.test')
    up.world.register('acme-online.test')
    await addWhiteListed(at.database.db, own().company, ['acme-pay.test'])
    await save()
    await search()
    expect((await searched()).map(({ domain }) => domain).sort()).toEqual(['acme-login.test', 'acme-online.test'])
    const { id } = (await schedules())[0]!
    expect((await post(`domain-search-schedule/${id}/runs`, {}, 'admin')).statusCode).toBe(200)
    expect((await post(`domain-search-schedule/${id}/runs`, {}, 'admin')).statusCode).toBe(409)
    await search()
    const runs = (await get(`domain-search-schedule/${id}/runs`, 'admin')).json().docs as Run[]
    expect(runs.map(({ known, found }) => [known, found])).toEqual([
      [3, 0],
      [1, 2],
    ])
  })

  test('S-299 the daily run comes at 02:00 of the business day, once, and not for a deleted brand', async () => {
    await save()
    await search()
    const states = async () =>
      (await at.database.pool.query('select state, requested_by is null as daily from domain_runs order by id')).rows
    expect(await states()).toEqual([{ state: 'Completed', daily: false }])
    const tomorrow = (hours: number) => {
      const midnight = new Date(Date.now() + 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
      return new Date(Date.parse(`${midnight}T00:00:00+05:30`) + hours * 3_600_000)
    }
    // The schedule was saved today; before two o'clock there is nothing to do.
    await search({ now: tomorrow(1.9) })
    const before = (await states()).length
    await search({ now: tomorrow(2.1) })
    expect(await states()).toHaveLength(before + 1)
    await search({ now: tomorrow(9) })
    expect(await states()).toHaveLength(before + 1)
    expect((await states()).at(-1)).toEqual({ state: 'Completed', daily: true })
    await at.database.pool.query('update brands set enabled = false where id = $1', [own().brand])
    await search({ now: tomorrow(28) })
    expect(await states()).toHaveLength(before + 1)
    await at.database.pool.query('update brands set enabled = true where id = $1', [own().brand])
  })

  test('S-299 a killed worker leaves a run that another goes on with: no name is asked or stored twice', async () => {
    up.world.register('acme-login.test')
    up.world.register('acme-pay.test')
    await save()
    const leaseFor = (time: string) =>
      at.database.pool.query(
        `update domain_runs set state = 'Running', lease_id = gen_random_uuid(), lease_until = now() + $1::interval`,
        [time],
      )
    await leaseFor('1 minute')
    await search()
    expect((await schedules())[0]!.lastRun).toMatchObject({ state: 'Running', lookedUp: 0 })
    // Its time is over after the first names; then its lease is that of a worker that is gone.
    await leaseFor('-1 second')
    await search({ milliseconds: 60 })
    await Promise.all([search(), search()])
    const { lastRun } = (await schedules())[0]!
    expect(lastRun).toMatchObject({ state: 'Completed', chosen: 6, lookedUp: 6, registered: 2, found: 2 })
    expect(await searched()).toHaveLength(2)
  })

  test('S-299 a run can be stopped; switched-off look-ups, lost access and a deleted brand are reasons', async () => {
    await save()
    const runOf = async () => (await schedules())[0]!.lastRun
    const stop = async () => post(`domain-search-schedule/runs/${(await runOf()).id}/stop`, {}, 'admin')
    expect((await stop()).statusCode).toBe(200)
    expect((await stop()).statusCode).toBe(409)
    expect(await runOf()).toMatchObject({ state: 'Stopped', reason: 'Stopped by admin' })
    await save()
    await searchDue(at.testApp.app, undefined)
    expect(await runOf()).toMatchObject({ state: 'Failed', reason: messages.switchedOff })
    for (const lost of ['is_blocked = true', `role = 'Client', company_id = '${own().company}'`]) {
      const change = (to: string) =>
        at.database.pool.query(`update users set ${to} where id = $1`, [at.world.people.admin])
      await save()
      await change(lost)
      await search()
      await change(`is_blocked = false, role = 'Admin', company_id = null`)
      at.tokens['admin'] = await signInAs(at.database.db, at.world.people.admin)
      expect(await runOf()).toMatchObject({ state: 'Failed', reason: requesterGone })
    }
    await save()
    await at.database.pool.query('update brands set enabled = false where id = $1', [own().brand])
    await search()
    await at.database.pool.query('update brands set enabled = true where id = $1', [own().brand])
    expect(await runOf()).toMatchObject({ state: 'Failed', reason: messages.brandGone })
  })
})

describe('registries', () => {
  test('S-299 a registered name whose registry is busy is found all the same; registrar and dates are filled in later', async () => {
    up.world.register('acme-pay.busy')
    up.world.registry.set('acme-pay.busy', 429)
    await save()
    await search()
    expect(await searched()).toMatchObject([{ domain: 'acme-pay.busy', registrar: null, registeredOn: null }])
    up.world.register('acme-pay.busy')
    await at.database.pool.query('delete from server_budgets; delete from registrations')
    await search()
    expect(await searched()).toMatchObject([{ registrar: 'Cheap Names Ltd', registeredOn: '2026-10-01' }])
  })

  test('S-299 names that only a wildcard of the top-level domain answers are not registered', async () => {
    up.world.sites.zone.set('*.test', { a: ['127.0.0.1'] })
    up.world.register('acme-pay.test')
    await save()
    await search()
    expect((await searched()).map(({ domain }) => domain)).toEqual(['acme-pay.test'])
    expect((await schedules())[0]!.lastRun).toMatchObject({ wildcards: 3, absent: 5, registered: 1 })
  })
})

describe('with the real tools', () => {
  test('S-299 names are made by families and matched in the feeds, most plausible first, at most as many as may be asked', async () => {
    for (const name of ['northwind-login.com', 'nortwind.com', 'northwnd.net', 'purenorthwinds.org'])
      up.world.register(name)
    up.world.certificates.push({
      name_value: 'secure-northwind-pay.org\nwww.northwestern.edu\nnorthwind.example-host.test',
    })
    up.world.register('secure-northwind-pay.org')
    await addWhiteListed(at.database.db, at.world.companies.parent, ['northwind.com'])
    await save({ keywords: 'northwind' })
    await searchDue(at.testApp.app, {
      ...up.world.deps,
      makeLookalikes,
      createMatcher,
      registryPatience: 0,
      checksPerRun: 1200,
    })
    const { lastRun } = (await schedules())[0]!
    expect(lastRun).toMatchObject({ state: 'Completed', chosen: 1200, lookedUp: 1200, unknown: 0, throttled: 0 })
    expect(lastRun.made).toBeGreaterThan(3000)
    const found = await searched()
    const names = found.map(({ domain }) => domain)
    expect(names).toEqual(expect.arrayContaining(['northwind-login.com', 'nortwind.com', 'secure-northwind-pay.org']))
    expect(names).not.toContain('northwind.com')
    for (const { likenessParts } of found) expect(likenessParts[0]!.text.length).toBeGreaterThan(10)
  })
})
