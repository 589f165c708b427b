import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { edits } from '#features/editing/server/testing.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { sampleRows, uploads } from '#features/intake/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { platforms } from '#platforms/all.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { statusCodes } from '#vocabulary/statuses.ts'
import { actionDates, countedByHand, sellerByHand } from './testing.ts'

const { at, post, own } = setUpActionTests()

/** Random numbers that a change picks values with. */
type Dice = { a: number; b: number; c: number }
type Stored = { id: string; status: string; platform: string }

const pick = <Of>(list: readonly Of[], n: number): Of => list[n % list.length]!
const days = Array.from({ length: 130 }, (_, n) => daysAfter('2025-11-20', n))
const run = (statement: ReturnType<typeof sql>) => statement.execute(at.database.db)
const some = (dice: Dice) =>
  rows<Stored>(
    at.database.db,
    sql`select id, status, platform from findings where company_id = ${at.world.companies.parent} and deleted_at is null
      and platform = ${pick(platforms, dice.a).value} order by md5(id::text || ${dice.b}::text) limit ${1 + (dice.c % 4)}`,
  )
const ids = (list: readonly Stored[]) => sql`any(${list.map(({ id }) => id)}::uuid[])`
const path = (platform: string) => platforms.find(({ value }) => value === platform)!.path
let sheets = 0

/** Every way in which findings change. Add a line here for each new one. */
const changes: Record<string, (dice: Dice) => Promise<unknown>> = {
  upload: async ({ a, b, c }) => {
    const { world, testApp, tokens } = at
    const data = sampleRows(eCommerce, 1 + (a % 6), ++sheets * 10).map((row, n) => ({
      ...row,
      status: pick(['33', '22', '44', '00'], b + n),
      username: pick(['Glow Traders', 'glow traders', 'Bazaar 9', ''], c + n),
    }))
    const { save } = uploads(
      testApp.server,
      { authorization: `Bearer ${tokens['analyst']!}` },
      { company: world.companies.parent, brand: world.brands.own },
    )
    expect((await save(data, { reportingDate: pick(days, b) })).statusCode).toBe(200)
  },
  'other findings': ({ a, b, c }) =>
    own(pick(platforms, a), [pick(statusCodes, b), '33', '88'], {
      reportingDate: pick(days, c),
      brandId: pick([at.world.brands.own, at.world.brands.disabled], b),
      ...(pick(platforms, a).value === 'domain' ? { tld: pick(['com', 'shop', null], c) } : {}),
    }),
  'of other companies': async ({ a, b, c }) => {
    const { companies, brands } = at.world
    const more = {
      status: pick(statusCodes, b),
      reportingDate: pick(days, c),
      username: pick(['Glow Traders', 'BAZAAR 9', null], b),
      site: 'Kartholm',
    }
    await own(pick(platforms, a), ['33'], { companyId: companies.child, brandId: brands.child, ...more })
    await own(pick(platforms, b), ['33'], { companyId: companies.foreign, brandId: brands.foreign, ...more })
  },
  approve: async (dice) => {
    const list = (await some(dice)).filter(({ status }) => status === '33')
    const recordIds = list.map(({ id }) => ({ id }))
    if (list.length === 0) return
    const body = { recordIds, statusfrom: '33', status: '22' }
    expect((await post(`${path(list[0]!.platform)}/update-bulk-infrigement-status`, body, 'admin')).statusCode).toBe(
      200,
    )
    if (dice.c % 2) await post(`${path(list[0]!.platform)}/undo-bulk-approve`, { recordIds }, 'admin')
  },
  'approve all that match': async ({ a, b, c }) => {
    const list = { status: '33', startDate: pick(days, b), endDate: '2030-12-31' }
    const call = (count: number) => post(`${pick(platforms, a).path}/approve-matching`, { ...list, count }, 'admin')
    const { matching } = (await call(25_000)).json() as { matching: number }
    if (matching === 0) return
    const answer = await call(matching)
    expect(answer.statusCode).toBe(200)
    if (c % 2) await post(`${pick(platforms, a).path}/undo-matching`, { moment: answer.json().moment }, 'admin')
  },
  'change a status': async (dice) => {
    for (const { id, status } of await some(dice))
      await post(
        `save-bulk-data/update-infrigement-status/${id}`,
        { status: pick(['22', '00', '88'], dice.b), statusfrom: status },
        'admin',
      )
  },
  comment: async (dice) => {
    for (const { id, platform } of await some(dice))
      await post(`${path(platform)}/${id}/${platform === 'e-commerce' ? 'update-client-comment' : 'update-comment'}`, {
        clientComment: 'Seen',
      })
  },
  'status of many': (dice) =>
    run(sql`update findings set status = ${pick(statusCodes, dice.a)} where status = ${pick(statusCodes, dice.b)}`),
  'status nobody knows': async (dice) =>
    run(sql`update findings set status = '47' where id = ${ids(await some(dice))}`),
  priority: async (dice) =>
    run(sql`update findings set priority = ${pick(['High', 'Low', null], dice.b)} where id = ${ids(await some(dice))}`),
  'brand of some': async (dice) => {
    const brand = pick([at.world.brands.own, at.world.brands.disabled], dice.b)
    await run(sql`update findings set brand_id = ${brand} where id = ${ids(await some(dice))}`)
  },
  'date of some': async (dice) =>
    run(sql`update findings set reporting_date = ${pick(days, dice.b)} where id = ${ids(await some(dice))}`),
  delete: async (dice) => run(sql`update findings set deleted_at = now() where id = ${ids(await some(dice))}`),
  restore: (dice) => run(sql`update findings set deleted_at = null where reporting_date > ${pick(days, dice.a)}`),
  'delete for good': async (dice) => {
    const list = ids(await some(dice))
    await run(sql`delete from comments where finding_id = ${list}`)
    await run(sql`delete from enforcements where finding_id = ${list}`)
    await run(sql`delete from findings where id = ${list}`)
  },
  edit: async (dice) => {
    const { companies, brands } = at.world
    const { value: platform } = pick(platforms, dice.a)
    const found = await rows<{ id: string; day: string }>(
      at.database.db,
      sql`select id, reporting_date as day from findings where company_id = ${companies.parent} and deleted_at is null
        and brand_id = ${brands.own} and platform = ${platform} order by reporting_date, id`,
    )
    const list = found.filter(({ day }) => day === pick(found, dice.b).day)
    if (list.length === 0) return
    const cells: Record<string, object> = {
      domain: { tld: pick(['org', 'shop', ''], dice.c) },
      'social-media': { platform: pick(['Instagram', 'YouTube'], dice.c) },
      'e-commerce': { username: pick(['Bazaar 9', 'GLOW TRADERS', ''], dice.c), site: pick(['Kartholm', 'x'], dice.b) },
    }
    const calls = edits(
      at.testApp.server,
      { authorization: `Bearer ${at.tokens['analyst']!}` },
      { company: companies.parent, brand: brands.own, platform, reportingDate: list[0]!.day },
    )
    const data = list.map(({ id }, n) => ({
      id,
      ...(n % 2
        ? { status: pick(['33', '22', '88', '55'], dice.c + n), priority: pick(['High', 'Low'], dice.b + n) }
        : {}),
      ...(n % 3 ? cells[platform] : { reason: 'Seen' }),
    }))
    const answer = await calls.save(data, { duplicateLidCheck: false })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await calls.remove([list[0]!.id])).statusCode).toBe(200)
    if (dice.c % 2) expect((await calls.undo([list[0]!.id])).statusCode).toBe(200)
  },
  'own columns': async (dice) => {
    const list = ids(await some(dice))
    await run(sql`update findings_domain set tld = ${pick(['net', 'shop', null], dice.b)} where finding_id = ${list}`)
    await run(
      sql`update findings_social_media set platform = ${pick(['Instagram', 'YouTube'], dice.b)} where finding_id = ${list}`,
    )
    await run(sql`update findings_e_commerce set username = ${pick(['Bazaar 9', 'GLOW TRADERS', null], dice.b)}, site = ${pick(['Kartholm', 'Shopvira'], dice.c)}
      where finding_id = ${list}`)
  },
  enforce: async (dice) => {
    for (const { id, platform } of await some(dice))
      await run(sql`insert into enforcements (id, company_id, finding_id, action_taken, action_date, status)
        values (gen_random_uuid(), ${at.world.companies.parent}, ${id}, ${`Reported on ${platform}`}, ${pick(days, dice.b)}::date, '11')`)
  },
  'recall a notice': async (dice) => run(sql`delete from enforcements where finding_id = ${ids(await some(dice))}`),
  'fold a part': ({ a }) =>
    run(sql`select fold_counters(${1 + (a % 9)}), fold_values(${1 + (a % 9)}), fold_sellers(${1 + (a % 9)})`),
  'fold all': async () => {
    while ((await foldCounters(at.database.db)) > 0);
  },
}

/** The callers, their queries, and the brands that may be counted on each platform. */
function queriesByCaller() {
  const { brands, companies } = at.world
  const everywhere = (list: string[], child: string[]) =>
    Object.fromEntries(
      platforms.map(({ value }) => [value, [...list, ...(value === 'domain' || value === 'e-commerce' ? child : [])]]),
    )
  const client = everywhere([brands.own], [brands.child])
  const none = Object.fromEntries(platforms.map(({ value }) => [value, ['nothing but not empty']]))
  return [
    { who: 'client', query: '', scope: client },
    { who: 'client', query: `&brand=${brands.own}`, scope: everywhere([brands.own], []) },
    {
      who: 'client',
      query: `&brand=${brands.child}&clientCompanyId=${companies.child}`,
      scope: everywhere([], [brands.child]),
    },
    { who: 'childClient', query: '', scope: everywhere([], [brands.child]) },
    { who: 'foreignClient', query: '', scope: everywhere([brands.foreign], []) },
    { who: 'analyst', query: '', scope: everywhere(Object.values(brands), []) },
    {
      who: 'admin',
      query: `&clientCompanyId=${companies.parent}`,
      scope: everywhere([brands.own, brands.disabled], []),
    },
    { who: 'analyst', query: `&brand=${brands.disabled}`, scope: everywhere([brands.disabled], []) },
    { who: 'analyst', query: `&clientCompanyId=${brands.own}`, scope: none },
  ]
}
const calls = ['home', 'eCommerce', 'domain', 'social-media', 'app-store', 'website']

/** The answer in the form of the hand count: without brand ids and without the order of `waiting`. */
function comparable(answer: Record<string, unknown>): Record<string, unknown> {
  const { brands, waiting, ...rest } = answer
  const listed = <Of extends object>(list: unknown) =>
    (list as Of[]).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return {
    ...rest,
    ...(brands
      ? { brands: (brands as { name: string; value: number }[]).map(({ name, value }) => ({ name, value })) }
      : {}),
    ...(waiting ? { waiting: listed(waiting) } : {}),
  }
}

async function compare(dice: Dice, context: string): Promise<void> {
  const { who, query, scope } = pick(queriesByCaller(), dice.a)
  const [startDate, endDate] = [pick(days, dice.b), pick(days, dice.c)].sort() as [string, string]
  const range = pick(
    [
      { startDate, endDate },
      { startDate: '2025-12-01', endDate: '2026-02-28' },
      { startDate: '2018-01-01', endDate: '2030-12-31' },
    ],
    dice.b,
  )
  const counted = await countedByHand(at.database.db, scope, range)
  for (const call of ['home', pick(calls, dice.c)]) {
    const answer = await at.testApp.server.inject({
      url: `/api/dashboard_v2/client/chart/${call}?startDate=${range.startDate}&endDate=${range.endDate}${query}`,
      headers: { authorization: `Bearer ${at.tokens[who]!}` },
    })
    const label = `${context}; ${who} asks ${call}${query} ${range.startDate} to ${range.endDate}`
    expect(answer.statusCode, `${label}: ${answer.body}`).toBe(200)
    expect(comparable(answer.json()), label).toEqual(comparable(counted[call]!))
  }
  const name = pick(['glow traders', 'BAZAAR 9'], dice.b)
  const sold = await sellerByHand(at.database.db, scope, { range, name })
  const answer = await at.testApp.server.inject({
    url: `/api/ecommerce/uniqueSellerData?${new URLSearchParams({ ...range, sellerName: name, perPage: '20' })}${query}`,
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })
  const label = `${context}; ${who} asks for ${name}${query} ${range.startDate} to ${range.endDate}`
  expect(answer.statusCode, `${label}: ${answer.body}`).toBe(200)
  const [page, ...bar] = answer.json().data
  expect({ totalDocs: page.totalDocs, bar }, label).toEqual({ totalDocs: sold.totalDocs, bar: sold.bar })
  expect(page.docs, label).toHaveLength(Math.min(20, sold.totalDocs))
  for (const { id, sellerCountInCompany, sellerCountOutsideCompany } of page.docs)
    expect([sellerCountInCompany, sellerCountOutsideCompany], label).toEqual(sold.others.get(id))
}

async function compareActionDates(dice: Dice, context: string): Promise<void> {
  const [startDate, endDate] = [pick(days, dice.b), pick(days, dice.c)].sort() as [string, string]
  const range = pick(
    [
      { startDate, endDate },
      { startDate: '2018-01-01', endDate: '2030-12-31' },
    ],
    dice.a,
  )
  const brandIds = pick([undefined, [at.world.brands.own], [at.world.brands.disabled]], dice.b)
  for (const { value: platform } of platforms) {
    const scope = { platform, companyIds: [at.world.companies.parent], brandIds }
    const { counted, byHand } = await actionDates(at.database.db, scope, range)
    expect(counted, `${context}; last actions on ${platform} ${range.startDate} to ${range.endDate}`).toEqual(byHand)
  }
}

test('C-161 C-162 C-163 C-164 C-165 C-088 A-063 C-155 C-284 S-222 after any change to findings, folded or not, every chart and every seller page matches a full count', async () => {
  const dice = fc.record({ a: fc.nat(9999), b: fc.nat(9999), c: fc.nat(9999) })
  const step = fc.record({ change: fc.constantFrom(...Object.keys(changes)), dice, queryDice: dice })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      await changes['upload']!(steps[0]!.dice)
      await changes['other findings']!(steps[0]!.queryDice)
      for (const a of [1, 2, 3]) await changes['enforce']!({ ...steps[0]!.dice, a })
      for (const [n, { change, dice: by, queryDice }] of steps.entries()) {
        await changes[change]!(by)
        await compare(queryDice, `after ${n + 1}. ${change}`)
        await compareActionDates(queryDice, `after ${n + 1}. ${change}`)
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
