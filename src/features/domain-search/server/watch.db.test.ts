import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import type { BrandReferenceDoc, SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import { messages } from '#features/domain-search/messages.ts'
import { EgressError } from '#kit/server/egress.ts'
import { respondWith } from '#features/revisits/server/testing-sites.ts'
import { readReferences } from './brand-references.ts'
import { searchDue } from './run-searches.ts'
import type { PageBrowser } from './see-page.ts'
import type { SearchDeps } from './search-deps.ts'
import { type TestDomains, testDomains } from './testing-domains.ts'
import { takePictures } from './take-pictures.ts'
import { watchDecidedDomains } from './watch-decided.ts'

const { at, request } = setUpAdminTests()
let world: TestDomains
beforeAll(async () => {
  world = await testDomains(at.database.db)
})
afterAll(() => world.close())

const own = () => ({ company: at.world.companies.parent, brand: at.world.brands.own })
const text = 'Sign in to your Acme account to see balances, cards, loans and transfers of your bank in one place today'
const icon = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><path d="${'M0 0'.repeat(40)}"/></svg>`)
const page = `<title>Acme Bank – Sign in</title><link rel="icon" href="/icon.svg"><p>${text}</p>`
const site = (host: string, html: string) =>
  world.sites.put(
    host,
    (answer, path) =>
      path === '/icon.svg' ? answer.end(icon) : respondWith(200, html, { 'content-type': 'text/html' })(answer, path),
    '/',
  )
const searched = async () =>
  (await request('GET', '/domain-search-schedule/fetch-searched-domains', undefined, 'analyst')).json()
    .docs as SearchedDomain[]
const references = async () =>
  (await request('GET', `/domain-search-schedule/brand-references?brand=${own().brand}`)).json()
    .docs as BrandReferenceDoc[]
const act = (recordId: string, action: string) =>
  request('POST', '/domain-search-schedule/take-action', { recordId, action }, 'analyst')
const bell = async () =>
  (await request('GET', '/notifications', undefined, 'analyst')).json().docs as {
    model: string
    notificationText: string
  }[]
/** The next night: everything was looked at a day ago, and registries may be asked again. */
const nextNight = async () => {
  await at.database.pool.query(`update searched_domains set watched_at = now() - interval '1 day'`)
  await watchDecidedDomains(at.testApp.app, world.deps)
  await at.testApp.runJobs()
}

describe('own pages of a brand', () => {
  test('an Admin adds a page, look-alikes are compared with it, sorted by likeness with its parts in words', async () => {
    world.register('acme-pay.test')
    site('acme-pay.test', '<title>Garden chairs</title><img class="logo" src="/icon.svg">')
    world.register('acme-login.test')
    site('acme-login.test', page)
    await request('POST', '/domain-search-schedule/save', { ...own(), keywords: 'acme' })
    await searchDue(at.testApp.app, world.deps)
    const before = await searched()
    const address = site('acme.test', page)
    expect((await request('POST', '/domain-search-schedule/brand-references', { ...own(), address })).statusCode).toBe(
      200,
    )
    expect((await request('POST', '/domain-search-schedule/brand-references', { ...own(), address })).statusCode).toBe(
      409,
    )
    await readReferences(at.testApp.app, world.deps)
    expect(await references()).toMatchObject([
      { kind: 'page', state: 'Read', title: 'Acme Bank – Sign in', label: address },
    ])
    const [first, second] = await searched()
    expect([first!.domain, second!.domain]).toEqual(['acme-login.test', 'acme-pay.test'])
    expect(first!.likeness).toBeGreaterThan(before.find(({ domain }) => domain === 'acme-login.test')!.likeness)
    expect(first!.likenessParts.map(({ kind, text: why }) => [kind, why])).toEqual([
      ['name', 'It contains acme'],
      ['icon', `Its icon matches ${address}`],
      ['title', `Its title matches ${address}`],
      ['text', `100% of its text matches ${address}`],
    ])
    expect(second!.likenessParts.map(({ kind, text: why }) => [kind, why])).toEqual([
      ['name', 'It contains acme'],
      ['logo', `It shows a logo of ${address}`],
    ])
    const stored = await at.database.pool.query('select icon_hash from brand_references where label = $1', [address])
    expect(stored.rows[0].icon_hash).toEqual(createHash('sha256').update(icon).digest())
  })

  test('a brand has own pages and pictures whatever its platforms, a disabled one has not; without look-ups pages say so', async () => {
    const { companies, brands } = at.world
    const shop = { company: companies.child, brand: brands.child }
    await at.database.pool.query(`update brands set platforms = platforms - 'domain' where id = $1`, [shop.brand])
    const post = (path: string, body: object) => request('POST', `/domain-search-schedule/${path}`, body)
    expect((await post('save', { ...shop, keywords: 'acme' })).statusCode).toBe(422)
    expect((await post('brand-references', { ...shop, address: 'https://acme-shop.test/' })).statusCode).toBe(200)
    const off = { company: companies.parent, brand: brands.disabled }
    expect((await post('brand-references', { ...off, address: 'https://acme-shop.test/' })).statusCode).toBe(422)
    await at.database.pool.query(
      `insert into brand_references (id, brand_id, kind, label, image_key, created_by)
       values (gen_random_uuid(), $1, 'picture', 'Tea', 'tea.png', $2)`,
      [shop.brand, at.world.people.admin],
    )
    await readReferences(at.testApp.app, undefined)
    const answer = await request('GET', `/domain-search-schedule/brand-references?brand=${shop.brand}`)
    expect(
      answer
        .json()
        .docs.map((one: BrandReferenceDoc) => [one.kind, one.state, one.problem])
        .toSorted(),
    ).toEqual([
      ['page', 'Failed', messages.switchedOff],
      ['picture', 'Read', null],
    ])
  })

  test('pictures of one name get a number, and names of files are shown as they are', async () => {
    const stored = (key: string) =>
      at.database.pool.query(
        `insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256) values (gen_random_uuid(), $1, $2, 'images', 'a.png', 'image/png', 1, '\\x00')`,
        [at.testApp.app.files.bucket, key],
      )
    for (const key of ['2026/01/01/1.png', '2026/01/01/2.png', '2026/01/01/3.png']) await stored(key)
    const add = (key: string, name: string) =>
      request('POST', '/domain-search-schedule/brand-references', { ...own(), picture: key, name })
    const long = `${'n'.repeat(250)}.png`
    expect((await add('2026/01/01/1.png', 'image.png')).statusCode).toBe(200)
    expect((await add('2026/01/01/2.png', 'im\u202eage.png')).statusCode).toBe(200)
    expect((await add('2026/01/01/3.png', long)).statusCode).toBe(200)
    const pictures = (await references()).filter(({ kind }) => kind === 'picture').map(({ label }) => label)
    expect(pictures).toEqual(expect.arrayContaining(['image.png', 'image.png (2)', long]))
    await at.database.pool.query(`delete from brand_references where kind = 'picture' and label = any($1)`, [
      ['image.png', 'image.png (2)', long],
    ])
  })

  test('wrong addresses, pictures that are not stored, pages that do not answer and other brands are refused', async () => {
    const add = (body: object, who = 'admin') =>
      request('POST', '/domain-search-schedule/brand-references', { ...own(), ...body }, who)
    expect((await add({ address: 'javascript:alert(1)' })).statusCode).toBe(422)
    expect((await add({})).statusCode).toBe(422)
    expect((await add({ picture: '2026/01/01/nothing.png' })).statusCode).toBe(422)
    expect((await add({ brand: at.world.brands.foreign, address: 'https://a.test' })).statusCode).toBe(422)
    expect((await add({ address: 'https://a.test' }, 'analyst')).statusCode).toBe(403)
    expect((await add({ address: 'http://nowhere.test/' })).statusCode).toBe(200)
    await readReferences(at.testApp.app, world.deps)
    const failed = (await references()).find(({ label }) => label === 'http://nowhere.test/')!
    expect(failed).toMatchObject({ state: 'Failed', problem: expect.stringContaining('No page') })
    expect((await request('DELETE', `/domain-search-schedule/brand-references/${failed.id}`)).statusCode).toBe(200)
    expect((await request('DELETE', `/domain-search-schedule/brand-references/${failed.id}`)).statusCode).toBe(404)
  })
})

describe('after the decision', () => {
  test('S-308 nothing decided returns, except an ignored one whose page became like the brand’s: then it says why', async () => {
    const ids = Object.fromEntries((await searched()).map(({ domain, id }) => [domain, id]))
    await act(ids['acme-pay.test']!, 'ignore')
    await act(ids['acme-login.test']!, 'low')
    await nextNight()
    expect([await searched(), await bell()]).toEqual([[], []])
    await request('POST', `/domain-search-schedule/save`, { ...own(), keywords: 'acme' })
    await searchDue(at.testApp.app, world.deps)
    expect(await searched()).toEqual([])

    world.sites.zone.set('acme-pay.test', { a: ['127.0.0.1'], ns: ['ns1.host.test'], mx: ['mail.acme-pay.test'] })
    await nextNight()
    expect(await searched()).toEqual([])
    expect((await bell()).map(({ notificationText }) => notificationText)).toEqual([
      messages.changed('acme-pay.test', messages.newMail('mail.acme-pay.test')),
    ])

    site('acme-pay.test', page)
    await nextNight()
    await nextNight()
    const back = await searched()
    expect(back.map(({ domain }) => domain)).toEqual(['acme-pay.test'])
    expect(back[0]!.returnedBecause).toMatch(/^its page is now \d\d% similar to the brand's \(.*Its icon matches /)
    const notified = await bell()
    expect([notified.length, notified[0]!.model]).toEqual([2, 'SearchedDomains'])
    expect((await act(back[0]!.id, 'high')).statusCode).toBe(200)
    expect(await searched()).toEqual([])
  })
})

describe('pages that were read without a browser', () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    'base64',
  )
  const visited: string[] = []
  const browser: PageBrowser = {
    missing: async () => undefined,
    visit: async (address) => {
      visited.push(address)
      // Somebody decides about this one meanwhile.
      if (address.includes('acme-pay'))
        await at.database.pool.query(`update searched_domains set action = 'low' where domain = 'acme-pay.test'`)
      if (address.includes('acme-free')) throw new EgressError('unreached', 'It did not answer')
      return { finalAddress: address, status: 200, certificate: null, title: 'Acme Bank', html: page, text, picture }
    },
  }

  test('S-096 of a brand get their pictures, and its look-alikes are compared with these', async () => {
    const { pool } = at.database
    await pool.query(
      `insert into searched_domains (id, company_id, brand_id, domain, keyword, family, score, source, visit, picture_hash)
       values (gen_random_uuid(), $1, $2, 'acme-copy.test', 'acme', 'affix', 0.5, 'made', '{"status": 200}', $3)`,
      [own().company, own().brand, Buffer.alloc(32, 7)],
    )
    const deps = { ...world.deps, hashPicture: async () => Buffer.alloc(32, 7) }
    await takePictures(at.testApp.app, { ...deps, pages: { ...deps.pages, browser } })
    expect((await references()).filter(({ kind }) => kind === 'page').map(({ imageUrl }) => imageUrl)).toEqual([
      expect.stringContaining('.png'),
    ])
    const copy = (await searched()).find(({ domain }) => domain === 'acme-copy.test')!
    expect(copy.likenessParts).toContainEqual(expect.objectContaining({ kind: 'picture' }))
    const before = visited.splice(0).length
    await takePictures(at.testApp.app, { ...deps, pages: { ...deps.pages, browser } })
    expect([before > 0, visited]).toEqual([true, []])
  })

  test('S-096 get their pictures once there is one, the most alike first; what fails or is decided stays as it was', async () => {
    const { pool } = at.database
    await pool.query('delete from searched_domains')
    await pool.query(
      `insert into searched_domains (id, company_id, brand_id, domain, keyword, family, score, source, likeness, visit, action)
       select gen_random_uuid(), $1, $2, d.domain, 'acme', 'affix', 0.5, 'made', d.likeness,
         jsonb_build_object('status', d.status, 'title', 'As it was read'), d.action
       from (values ('acme-free.test', 0.3, 200, null), ('acme-login.test', 0.4, 200, null), ('acme-pay.test', 0.2, 200, null),
         ('acme-online.test', 0.5, 200, 'low'), ('acme-shop.test', 0.5, null, null)) as d (domain, likeness, status, action)`,
      [own().company, own().brand],
    )
    await pool.query(
      `update searched_domains set created_at = now() - interval '31 days' where domain = 'acme-shop.test'`,
    )
    const take = (pages: Partial<PageBrowser>) =>
      takePictures(at.testApp.app, { ...world.deps, pages: { ...world.deps.pages, browser: { ...browser, ...pages } } })
    await take({ missing: async () => 'Chromium is missing' })
    expect(visited).toEqual([])
    await take({})
    await take({})
    const hosts = [...new Set(visited.map((address) => new URL(address).hostname))]
    expect(hosts).toEqual(['acme-login.test', 'acme-free.test', 'acme-pay.test'])
    const { rows } = await pool.query(
      `select domain, visit->>'title' as title, image_key is not null as "hasPicture" from searched_domains order by domain`,
    )
    const asRead = (domain: string) => ({ domain, title: 'As it was read', hasPicture: false })
    expect(rows).toEqual([
      asRead('acme-free.test'),
      { domain: 'acme-login.test', title: 'Acme Bank', hasPicture: true },
      asRead('acme-online.test'),
      asRead('acme-pay.test'),
      asRead('acme-shop.test'),
    ])
    expect((await searched()).find(({ domain }) => domain === 'acme-login.test')).toMatchObject({
      imageUrl: expect.stringContaining('.png'),
      likenessParts: expect.arrayContaining([expect.objectContaining({ kind: 'title' })]),
    })
  })
  test('S-096 that did not answer are opened again every day for 30 days, also without a browser', async () => {
    const { pool } = at.database
    await pool.query('delete from searched_domains')
    await pool.query(
      `insert into searched_domains (id, company_id, brand_id, domain, keyword, family, score, source, visit, action, created_at)
       select gen_random_uuid(), $1, $2, d.domain, 'acme', 'affix', 0.5, 'made', '{"status": null, "note": "No page"}',
         d.action, now() - make_interval(days => d.days)
       from (values ('acme-online.test', null, 29), ('acme-old.test', null, 31), ('acme-low.test', 'low', 1)) as d (domain, action, days)`,
      [own().company, own().brand],
    )
    const requested: string[] = []
    let answers = false
    const safeFetch: SearchDeps['pages']['egress']['safeFetch'] = async (address) => {
      requested.push(new URL(address).hostname)
      if (!answers) throw new EgressError('unreached', 'It did not answer')
      return { address, status: 200, headers: {}, body: page } as never
    }
    const { egress } = world.deps.pages
    const pages = { ...world.deps.pages, browser: undefined, egress: { ...egress, safeFetch } }
    const take = () => takePictures(at.testApp.app, { ...world.deps, pages })
    const titles = async () =>
      (await pool.query(`select domain, visit->>'title' as title from searched_domains order by domain`)).rows
    await take()
    await take()
    expect([...new Set(requested)]).toEqual(['acme-online.test'])
    expect(requested).toHaveLength(2)
    answers = true
    await pool.query(`update searched_domains set watched_at = now() - interval '21 hours'`)
    await take()
    expect(await titles()).toEqual([
      { domain: 'acme-low.test', title: null },
      { domain: 'acme-old.test', title: null },
      { domain: 'acme-online.test', title: expect.stringContaining('Acme') },
    ])
  })
})
