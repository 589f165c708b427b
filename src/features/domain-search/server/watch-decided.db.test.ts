import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import type { SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import { messages } from '#features/domain-search/messages.ts'
import { BrowserError } from '#kit/server/browser/types.ts'
import { searchDue } from './run-searches.ts'
import type { PageBrowser } from './see-page.ts'
import { type TestDomains, testDomains } from './testing-domains.ts'
import { watchDecidedDomains } from './watch-decided.ts'

const { at, request } = setUpAdminTests()
let world: TestDomains
beforeAll(async () => {
  world = await testDomains(at.database.db)
})
afterAll(() => world.close())

const own = () => ({ company: at.world.companies.parent, brand: at.world.brands.own })
const searched = async () =>
  (await request('GET', '/domain-search-schedule/fetch-searched-domains', undefined, 'analyst')).json()
    .docs as SearchedDomain[]
const act = (recordId: string, action: string) =>
  request('POST', '/domain-search-schedule/take-action', { recordId, action }, 'analyst')
const bell = async () =>
  (await request('GET', '/notifications', undefined, 'analyst')).json().docs as {
    notificationText: string
    searched: object | null
  }[]
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** What the browser sees of each domain; nothing answers elsewhere. */
const seen = new Map<string, { title: string; issuer?: string }>()
/** Domains whose pages do not answer at the moment. */
const silent = new Set<string>()
const browser: PageBrowser = {
  missing: async () => undefined,
  visit: async (address) => {
    if (silent.has(new URL(address).hostname)) throw new BrowserError('time', 'The page took longer than 30 s')
    const { title, issuer } = seen.get(new URL(address).hostname)!
    const certificate = issuer ? { issuer, validFrom: '2026-01-01', validTo: '2026-04-01' } : null
    const html = `<title>${title}</title>`
    return { finalAddress: address, status: 200, certificate, title, html, text: '', picture: onePixel }
  },
}
const deps = () => ({ ...world.deps, pages: { ...world.deps.pages, browser } })
const [high, low] = ['acme-online.test', 'acme-free.test']
const notifiedSince = async (before: number) =>
  (await bell())
    .slice(0, (await bell()).length - before)
    .map(({ notificationText }) => notificationText)
    .toSorted()
const night = async () => {
  const before = (await bell()).length
  await at.database.pool.query(`update searched_domains set watched_at = now() - interval '1 day'`)
  await watchDecidedDomains(at.testApp.app, deps())
  await at.testApp.runJobs()
  return notifiedSince(before)
}

test('S-308 of high and of low priority: a mail server, a certificate and a page like the brand’s reach who decided', async () => {
  for (const domain of [high, low]) {
    world.register(domain)
    seen.set(domain, { title: 'Domain for sale' })
  }
  await request('POST', '/domain-search-schedule/save', { ...own(), keywords: 'acme' })
  await at.database.pool.query(
    `insert into brand_references (id, brand_id, kind, label, title, state, created_by)
     values (gen_random_uuid(), $1, 'page', 'https://acme.test/', 'Acme Bank – Sign in', 'Read', $2)`,
    [own().brand, at.world.people.admin],
  )
  await searchDue(at.testApp.app, deps())
  const ids = new Map((await searched()).map(({ domain, id }) => [domain, id]))
  expect((await act(ids.get(high)!, 'high')).statusCode).toBe(200)
  expect((await act(ids.get(low)!, 'low')).statusCode).toBe(200)
  await night()
  expect(await night()).toEqual([])

  const about = (what: (domain: string) => string) => [low, high].map((one) => messages.changed(one, what(one)))
  for (const domain of [high, low]) seen.set(domain, { title: 'Domain for sale', issuer: "Let's Encrypt" })
  expect(await night()).toEqual(about(() => messages.newCertificate("Let's Encrypt")))
  for (const domain of [high, low])
    world.sites.zone.set(domain, { a: ['127.0.0.1'], ns: ['ns1.host.test'], mx: [`mail.${domain}`] })
  expect(await night()).toEqual(about((domain) => messages.newMail(`mail.${domain}`)))
  const shown = (await bell()).slice(0, 2).map(({ searched }) => searched)
  expect(shown).toEqual(expect.arrayContaining([low, high].map((domain) => ({ domain, isDecided: true }))))
  for (const domain of [high, low]) seen.set(domain, { title: 'Acme Bank – Sign in', issuer: "Let's Encrypt" })
  expect(await night()).toEqual([
    expect.stringMatching(`${low}.* similar to the brand`),
    expect.stringMatching(`${high}.* similar to the brand`),
  ])
  expect([await night(), await searched()]).toEqual([[], []])
})

test('a page that does not answer when something else has changed is no news once it answers again', async () => {
  const { pool } = at.database
  const isOf = `domain in ('${low}', '${high}')`
  await pool.query(`update searched_domains set decided = decided || '{"mail": false}' where ${isOf}`)
  const pages = async () =>
    (
      await pool.query(`select domain, likeness, visit->>'title' as title, visit->>'note' as note
    from searched_domains where ${isOf} order by domain`)
    ).rows
  const before = await pages()
  for (const domain of [high, low]) silent.add(domain)
  const mail = [low, high].map((domain) => messages.changed(domain, messages.newMail(`mail.${domain}`)))
  expect(await night()).toEqual(mail)
  // What was seen of it stays, with why it was not seen this time.
  const note = 'No page: no answer in time'
  expect(await pages()).toEqual(before.map((one) => ({ ...one, note })))
  silent.clear()
  expect(await night()).toEqual([])
  expect(await pages()).toEqual(before)
})

test('a finding that was decided before there was a picture gets it, and one that has another stays as it is', async () => {
  const { pool } = at.database
  const of = (domain: string) => `id = (select finding_id from searched_domains where domain = '${domain}')`
  await pool.query(`update findings set image = null, image_bucket = null, image_key = null where ${of(high)}`)
  await pool.query(`update findings set image = 'own.png', image_key = 'own/key.png' where ${of(low)}`)
  await night()
  const found = await pool.query(
    `select d.domain, f.image, f.image_key = d.image_key as "isOfPage", f.version from findings f
     join searched_domains d on d.finding_id = f.id order by d.domain`,
  )
  expect(found.rows).toEqual([
    { domain: low, image: 'own.png', isOfPage: false, version: 1 },
    { domain: high, image: `${high}.png`, isOfPage: true, version: 1 },
  ])
})

test('of high priority: no longer once its finding is enforced or deleted', async () => {
  const { pool } = at.database
  const isWatched = async () => {
    await pool.query(`update searched_domains set watched_at = '2026-01-01'`)
    await watchDecidedDomains(at.testApp.app, deps())
    const found = await pool.query(
      `select domain from searched_domains where watched_at > '2026-01-02' and domain = any($1)`,
      [[high, low]],
    )
    return found.rows.map(({ domain }) => domain).toSorted()
  }
  expect(await isWatched()).toEqual([low, high])
  const ofHigh = `finding_id = (select finding_id from searched_domains where domain = '${high}')`
  await pool.query(
    `insert into enforcements (id, company_id, finding_id, action_taken, action_date, status)
     select gen_random_uuid(), company_id, finding_id, 'Abuse E-mail Sent', '2026-11-01', '11' from searched_domains where ${ofHigh}`,
  )
  expect(await isWatched()).toEqual([low])
  await pool.query(`delete from enforcements where ${ofHigh}`)
  expect(await isWatched()).toEqual([low, high])
  await pool.query(
    `update findings set deleted_at = now() where id = (select finding_id from searched_domains where ${ofHigh})`,
  )
  expect(await isWatched()).toEqual([low])
})

test('domains for which a job has no time are left to the next one', async () => {
  const { pool } = at.database
  await pool.query(
    `insert into searched_domains select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
       'domain', 'acme-' || n || '.test', 'finding_id', null, 'action', 'ignore'))).*
     from searched_domains d, generate_series(1, 60) n where d.id = (select id from searched_domains limit 1)`,
  )
  await pool.query(`update searched_domains set watched_at = now() - interval '1 day'`)
  const before = world.requested.length
  await watchDecidedDomains(at.testApp.app, deps(), 1)
  const left = await pool.query(`select from searched_domains where watched_at < now() - interval '1 hour'`)
  expect(left.rowCount).toBeGreaterThanOrEqual(40)
  expect(world.requested.length - before).toBeLessThanOrEqual(20)
  await watchDecidedDomains(at.testApp.app, deps())
  const missed = await pool.query(
    `select from searched_domains where action = 'ignore' and watched_at < now() - interval '1 hour'`,
  )
  expect(missed.rowCount).toBe(0)
})
