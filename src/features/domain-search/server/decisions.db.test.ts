import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { messages } from '#features/domain-search/messages.ts'
import { rows, sql } from '#kit/server/db.ts'
import { locksWaitedFor } from '#kit/server/testing.ts'
import { kitPage } from '#kit/server/testing-markup.ts'
import { searchDue } from './run-searches.ts'
import type { PageBrowser } from './see-page.ts'
import { addWhiteListed } from './testing-domains.ts'
import { setUpSearchTests } from './testing-searches.ts'

const tests = setUpActionTests()
const { at, get, post } = tests
const { up, own, save, search, searched } = setUpSearchTests(tests)
const act = (recordId: string, action: string, who = 'analyst') =>
  post('domain-search-schedule/take-action', { recordId, action }, who)
const takeBack = (recordIds: string[]) => post('domain-search-schedule/take-back', { recordIds }, 'analyst')
const findings = () =>
  rows<Record<string, unknown>>(
    at.database.db,
    sql`select f.status, f.priority, f.reason_code, f.image_key, d.domain, d.tld, d.registrar, d.registration_date, d.note, d.url
      from findings f join findings_domain d on d.company_id = f.company_id and d.finding_id = f.id order by d.domain`,
  )

describe('decisions', () => {
  const found = async (...names: string[]) => {
    for (const name of names) up.world.register(name, { page: `<title>${name}</title>` })
    await save()
    await search()
    return Object.fromEntries((await searched()).map(({ domain, id }) => [domain, id]))
  }

  test('S-308 S-132 S-243 high and low make findings of that priority, ignore none; each leaves the list', async () => {
    const ids = await found('acme-login.test', 'acme-pay.test', 'acme-online.test')
    const before = (await findings()).length
    const high = await act(ids['acme-login.test']!, 'high')
    expect([high.statusCode, high.json().message]).toEqual([200, messages.madeFinding])
    expect((await act(ids['acme-pay.test']!, 'low')).statusCode).toBe(200)
    expect((await act(ids['acme-online.test']!, 'ignore')).json().message).toBe(messages.ignored)
    expect(await searched()).toEqual([])
    const made = (await findings()).filter(({ domain }) => String(domain).startsWith('acme-'))
    expect(made).toHaveLength(before + 2)
    expect(made[0]).toMatchObject({
      domain: 'acme-login.test',
      tld: 'test',
      status: '33',
      priority: 'High',
      reason_code: '12307',
      registrar: 'Cheap Names Ltd',
      registration_date: '2026-10-01',
      note: expect.stringContaining('Found by domain search for “acme”'),
    })
    expect(made[1]).toMatchObject({ domain: 'acme-pay.test', priority: 'Low' })
    const log = await rows(
      at.database.db,
      sql`select module, username, status_to from status_log where search_term = 'acme-login.test'`,
    )
    expect(log).toEqual([{ module: 'domain-search', username: 'analyst', status_to: '33' }])
    expect(
      await rows(
        at.database.db,
        sql`select domain, action, finding_id is null as alone from searched_domains order by 1`,
      ),
    ).toEqual([
      { domain: 'acme-login.test', action: 'high', alone: false },
      { domain: 'acme-online.test', action: 'ignore', alone: true },
      { domain: 'acme-pay.test', action: 'low', alone: false },
    ])
  })

  test('S-308 S-097 a page seen in a browser has its picture on the card, and the finding has it too', async () => {
    const picture = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#08f' } })
      .png()
      .toBuffer()
    up.world.register('acme-login.test')
    const browser: PageBrowser = {
      missing: async () => undefined,
      visit: async (address) => ({
        finalAddress: address,
        status: 200,
        certificate: { issuer: 'Test CA', validFrom: '2026-10-01', validTo: '2027-01-01' },
        title: 'Sign in to Acme',
        html: kitPage('Acme', 1),
        text: 'Sign in',
        picture,
        archive: Buffer.from('a WACZ file'),
      }),
    }
    await save()
    const pages = { ...up.world.deps.pages, browser }
    await searchDue(at.testApp.app, { ...up.world.deps, pages })
    const [card] = await searched()
    const shown = await at.testApp.server.inject({ url: card!.imageUrl! })
    expect([shown.statusCode, shown.rawPayload.equals(picture)]).toEqual([200, true])
    expect((await act(card!.id, 'high')).statusCode).toBe(200)
    const [finding] = await findings()
    expect(finding).toMatchObject({ note: expect.stringContaining('Certificate by Test CA from 2026-10-01.') })
    const stored = await rows<{ image: string; archive: string }>(
      at.database.db,
      sql`select image_key as image, archive_key as archive from searched_domains where finding_id is not null`,
    )
    expect(finding!['image_key']).toBe(stored[0]!.image)
    const templates = await rows(at.database.db, sql`select site, is_drawn from finding_templates`)
    expect(templates).toEqual([{ site: 'acme-login.test', is_drawn: true }])
    expect((await at.testApp.app.files.read(stored[0]!.archive))?.toString()).toBe('a WACZ file')
  })

  test('S-308 a second action is 409, also at the same moment; a finding and a white list are in the way', async () => {
    const ids = await found('acme-login.test', 'acme-free.test')
    const id = ids['acme-login.test']!
    const both = await Promise.all([act(id, 'high'), act(id, 'low', 'admin')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await act(id, 'ignore')).statusCode).toBe(409)
    await addWhiteListed(at.database.db, own().company, ['acme-free.test'])
    const refused = await act(ids['acme-free.test']!, 'high')
    expect([refused.statusCode, refused.json().message]).toEqual([409, messages.whiteListed])
    expect((await act(at.world.brands.own, 'high')).statusCode).toBe(404)
    expect((await act(ids['acme-free.test']!, 'later')).statusCode).toBe(422)
    expect((await act(ids['acme-free.test']!, 'high', 'client')).statusCode).toBe(403)
  })

  test('S-308 control characters in the title of a page are in nobody’s way; another refusal is named as it is', async () => {
    up.world.register('acme-login.test', { page: '<title>Sign\u0007 in\u0000 to\u0085Acme \ufffe</title>' })
    const ids = await found('acme-pay.test', 'acme-free.test')
    const titles = await rows(
      at.database.db,
      sql`select visit->>'title' as title from searched_domains order by domain`,
    )
    expect(titles[1]).toEqual({ title: 'Sign in to Acme' })
    const change = sql`update searched_domains set`
    // As it was stored before titles were cleaned.
    const title = JSON.stringify({ title: 'Pay\u0007 here' })
    await rows(at.database.db, sql`${change} visit = visit || ${title}::jsonb where domain = 'acme-pay.test'`)
    await rows(at.database.db, sql`${change} registrar = ${'Names\u0007'} where domain = 'acme-free.test'`)
    for (const name of ['acme-login.test', 'acme-pay.test']) expect((await act(ids[name]!, 'low')).statusCode).toBe(200)
    const made = (await findings()).find(({ domain }) => domain === 'acme-pay.test')
    expect(made).toMatchObject({ note: expect.stringContaining('Page title: Pay here.') })
    const refused = await act(ids['acme-free.test']!, 'high')
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(messages.refusedBecause('Registrar is not valid'))
  })

  test('S-308 a name that leads elsewhere is reported by its own page; the note says where it leads', async () => {
    const ids = await found('acme-login.test')
    const seen = JSON.stringify({ finalAddress: 'https://www.acme.test/welcome' })
    await rows(
      at.database.db,
      sql`update searched_domains set visit = visit || ${seen}::jsonb where domain = 'acme-login.test'`,
    )
    expect((await act(ids['acme-login.test']!, 'high')).statusCode).toBe(200)
    const made = (await findings()).find(({ domain }) => domain === 'acme-login.test')
    expect(made).toMatchObject({
      url: 'http://acme-login.test/',
      note: expect.stringContaining('It leads to https://www.acme.test/welcome'),
    })
  })

  test('S-308 what somebody ignores while it is being saved makes no finding', async () => {
    const ids = await found('acme-login.test')
    const id = ids['acme-login.test']!
    const before = (await findings()).length
    const other = await at.database.pool.connect()
    await other.query('begin')
    await other.query(`update searched_domains set action = 'ignore', acted_at = now() where id = $1`, [id])
    const high = act(id, 'high')
    await expect.poll(() => locksWaitedFor(at.database)).toBe(1)
    await other.query('commit')
    other.release()
    expect([(await high).statusCode, (await findings()).length]).toEqual([409, before])
  })

  test('S-132 S-308 a decision is taken back while nothing was done with its finding; else it stays, and why', async () => {
    const names = ['acme-login.test', 'acme-pay.test', 'acme-online.test', 'acme-free.test']
    const ids = await found(...names)
    const id = (name: string) => ids[`acme-${name}.test`]!
    for (const name of ['login', 'pay', 'online']) await act(id(name), 'high')
    await act(id('free'), 'ignore')
    expect((await searched('decided=true')).map(({ domain, action, actedBy }) => [domain, action, actedBy])).toEqual([
      ['acme-free.test', 'ignore', 'First Last'],
      ...['online', 'pay', 'login'].map((name) => [`acme-${name}.test`, 'high', 'First Last']),
    ])
    await rows(
      at.database.db,
      sql`update findings f set priority = 'Low', version = 2 from searched_domains d
        where d.finding_id = f.id and d.domain = 'acme-pay.test'`,
    )
    await rows(
      at.database.db,
      sql`insert into last_enforcements (company_id, finding_id, enforcement_id, platform, action_taken, action_date)
        select company_id, finding_id, id, 'domain', 'Reported', current_date from searched_domains
        where domain = 'acme-online.test'`,
    )
    const answer = await takeBack(Object.values(ids))
    expect(answer.json()).toMatchObject({
      done: 2,
      refused: expect.arrayContaining([
        { id: id('pay'), reason: messages.findingTouched },
        { id: id('online'), reason: messages.findingEnforced },
      ]),
    })
    expect((await searched()).map(({ domain }) => domain).sort()).toEqual(['acme-free.test', 'acme-login.test'])
    expect((await takeBack([id('login')])).json()).toMatchObject({ done: 0, message: messages.notDecided })
    // It can be decided anew, and is a finding again.
    expect((await act(id('login'), 'low')).statusCode).toBe(200)
    const deleted = sql`select priority, deleted_at is not null as gone from findings f join findings_domain d
      on d.finding_id = f.id where d.domain = 'acme-login.test' order by f.created_at`
    expect(await rows(at.database.db, deleted)).toEqual([
      { priority: 'High', gone: true },
      { priority: 'Low', gone: false },
    ])
  })

  test('S-132 who ignored a domain, and who took that back, is in the data log', async () => {
    const ids = await found('acme-login.test', 'acme-pay.test')
    const both = Object.values(ids)
    await post('domain-search-schedule/take-actions', { action: 'ignore', recordIds: both }, 'analyst')
    await takeBack([ids['acme-pay.test']!])
    const ofDecision = JSON.stringify([{ field: messages.decision }])
    const logged = sql`select l.type, l.total_affected as total, l.subject, l.record_id as id, l.changes
      from data_log l join companies c on c.id = l.company_id
      where l.model = 'DomainSearch' and l.changes @> ${ofDecision}::jsonb order by l.id`
    expect((await rows(at.database.db, logged)).slice(-2)).toEqual([
      {
        type: 'update',
        total: 2,
        subject: 'acme-login.test, acme-pay.test',
        id: null,
        changes: [{ field: messages.decision, before: '', after: 'Ignore' }],
      },
      {
        type: 'update',
        total: 1,
        subject: 'acme-pay.test',
        id: ids['acme-pay.test'],
        changes: [{ field: messages.decision, before: 'Ignore', after: '' }],
      },
    ])
  })

  test('S-132 many are decided in one call; those that cannot be are named', async () => {
    const names = ['acme-online.test', 'acme-pay.test', 'acme-free.test']
    const ids = await found(...names)
    await act(ids['acme-pay.test']!, 'ignore')
    const answer = await post(
      'domain-search-schedule/take-actions',
      { action: 'low', recordIds: Object.values(ids) },
      'analyst',
    )
    expect(answer.json()).toMatchObject({
      done: 2,
      refused: [{ id: ids['acme-pay.test'], reason: messages.alreadyDecided }],
    })
    expect(await searched()).toEqual([])
  })

  test('S-132 what is in the way of one brand leaves the decisions of the others, and is named', async () => {
    const ids = await found('acme-online.test', 'acme-pay.test')
    const { disabled } = at.world.brands
    const toDisabled = sql`update searched_domains set brand_id = ${disabled} where domain = 'acme-pay.test'`
    await rows(at.database.db, toDisabled)
    const recordIds = Object.values(ids)
    const answer = await post('domain-search-schedule/take-actions', { action: 'high', recordIds }, 'analyst')
    const reason = messages.refusedBecause('Brand is disabled')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: messages.partly(1, 1, [reason]), done: 1, refused: [{ id: ids['acme-pay.test'], reason }] },
    ])
    expect((await searched()).map(({ domain }) => domain)).toEqual(['acme-pay.test'])
    expect((await act(ids['acme-pay.test']!, 'high')).statusCode).toBe(422)
  })

  test('S-095 S-242 the list is filtered by company, brand, day and part of the name', async () => {
    await found('acme-login.test', 'acme-pay.test')
    const { foreign } = at.world.companies
    // A minute before midnight in Asia/Kolkata.
    await rows(at.database.db, sql`update searched_domains set created_at = '2026-03-05T18:29:00Z'`)
    const namesOf = async (query: string) => (await searched(query)).map(({ domain }) => domain).sort()
    expect(await namesOf(`company=${foreign}`)).toEqual([])
    await rows(
      at.database.db,
      sql`update searched_domains set brand_id = ${at.world.brands.disabled} where domain = 'acme-pay.test'`,
    )
    expect(await namesOf(`brand=${own().brand}`)).toEqual(['acme-login.test'])
    await rows(at.database.db, sql`update searched_domains set brand_id = ${own().brand}`)
    expect(await namesOf(`brand=${own().brand}&date=2026-03-05`)).toEqual(['acme-login.test', 'acme-pay.test'])
    await rows(
      at.database.db,
      sql`update searched_domains set created_at = created_at + interval '2 minutes' where domain = 'acme-pay.test'`,
    )
    expect(await namesOf('date=2026-03-05')).toEqual(['acme-login.test'])
    expect(await namesOf('date=2026-03-06')).toEqual(['acme-pay.test'])
    expect(await namesOf('search=LOGIN')).toEqual(['acme-login.test'])
    expect(await namesOf('search=%25')).toEqual([])
    const wrong = await get('domain-search-schedule/fetch-searched-domains?date=never', 'analyst')
    expect(wrong.statusCode).toBe(422)
  })
})
