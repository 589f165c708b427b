import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { locksWaitedFor } from '#kit/server/testing.ts'
import { quietDuration } from '#kit/server/testing-duration.ts'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { addFindings } from './testing.ts'

const { at, post, own, one, stored, logOf, change } = setUpActionTests()

let month = 0
/** A month of reporting dates that no other test uses. */
const freshRange = () => {
  const year = 2019 + Math.floor(++month / 12)
  const named = `${year}-${String((month % 12) + 1).padStart(2, '0')}`
  return { startDate: `${named}-01`, endDate: `${named}-20`, day: `${named}-10` }
}
type Range = ReturnType<typeof freshRange>

const approve = (platform: Platform, { startDate, endDate }: Range, count: number, more: object = {}, who?: string) =>
  post(`${platform.path}/approve-matching`, { status: '33', startDate, endDate, count, ...more }, who)
const undo = (platform: Platform, moment: string, who?: string) =>
  post(`${platform.path}/undo-matching`, { moment }, who)
const statusesOf = async (ids: readonly string[]) => (await Promise.all(ids.map(stored))).map((row) => row.status)

/** Changes a finding's version in a transaction that ends once `call` waits for it. */
async function touchedDuring<T>(id: string, call: () => PromiseLike<T>): Promise<T> {
  const other = await at.database.pool.connect()
  try {
    await other.query('begin')
    await other.query('update findings set version = version + 1 where id = $1', [id])
    const answer = Promise.resolve(call())
    await expect.poll(() => locksWaitedFor(at.database)).toBe(1)
    await other.query('commit')
    return await answer
  } finally {
    other.release(true)
  }
}

describe('approval of all matching findings', () => {
  test('what somebody changes elsewhere at the same moment is approved with the rest, and counted', async () => {
    const range = freshRange()
    const ids = await own(domain, ['33', '33', '33'], { reportingDate: range.day })
    const made = (await touchedDuring(ids[1]!, () => approve(domain, range, 3))).json()
    expect([made.updated, await statusesOf(ids)]).toEqual([3, ['22', '22', '22']])
    const recordIds = (await own(domain, ['33', '33'], { reportingDate: range.day })).map((id) => ({ id }))
    const few = await touchedDuring(recordIds[0]!.id, () =>
      post(`${domain.path}/update-bulk-infrigement-status`, { recordIds, statusfrom: 33, status: 22 }),
    )
    expect([few.json(), await statusesOf(recordIds.map(({ id }) => id))]).toMatchObject([{ updated: 2 }, ['22', '22']])
  })

  test.each(platforms.map((platform) => [platform.title, platform] as const))(
    '%s: what the filters match is approved and logged, and nothing else',
    async (_title, platform) => {
      const range = freshRange()
      const reportingDate = range.day
      const matching = await own(platform, ['33', '33', '33'], { reportingDate, priority: 'High' })
      const { companies, brands } = at.world
      const others = [
        ...(await own(platform, ['33'], { reportingDate, priority: 'Low' })),
        ...(await own(platform, ['88'], { reportingDate, priority: 'High' })),
        ...(await own(platform, ['33'], { reportingDate: `${range.day.slice(0, 7)}-21`, priority: 'High' })),
        ...(await own(platform, ['33'], { reportingDate, priority: 'High', brandId: brands.disabled })),
        ...(await own(platform, ['33'], { reportingDate, priority: 'High', deletedAt: '2026-01-01T00:00:00Z' })),
        ...(await addFindings(at.database.db, platform, [
          { companyId: companies.foreign, brandId: brands.foreign, status: '33', reportingDate, priority: 'High' },
        ])),
      ]
      const before = await statusesOf(others)
      const answer = await approve(platform, range, 3, { priority: 'High' })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        200,
        { message: 'Record successfully updated', updated: 3 },
      ])
      expect(await statusesOf(matching)).toEqual(['22', '22', '22'])
      expect(await statusesOf(others)).toEqual(before)
      expect(await logOf(matching[0]!)).toMatchObject([{ module: 'bulk-approve', status_from: '33', status_to: '22' }])
      expect(
        await rows(at.database.db, sql`select total_affected, model from data_log order by id desc limit 1`),
      ).toEqual([{ total_affected: 3, model: platform.model }])
    },
  )

  test('filters on the platform’s own columns, and its search, match as they do in the list', async () => {
    const range = freshRange()
    const more = { reportingDate: range.day }
    const [a, b] = [await one(eCommerce, '33', { ...more, title: 'Glow serum' }), await one(eCommerce, '33', more)]
    expect((await approve(eCommerce, range, 1, { title: 'glow' })).json()).toMatchObject({ updated: 1 })
    expect(await statusesOf([a, b])).toEqual(['22', '33'])
  })

  test('another number than was confirmed: nothing changes, and the response has the current number', async () => {
    const range = freshRange()
    const ids = await own(domain, ['33', '33'], { reportingDate: range.day })
    for (const count of [1, 3]) {
      const answer = await approve(domain, range, count)
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        { message: 'The list has changed: 2 records now match.', matching: 2 },
      ])
    }
    expect(await statusesOf(ids)).toEqual(['33', '33'])
    expect(await logOf(ids[0]!)).toEqual([])
    expect((await approve(domain, range, 2)).statusCode).toBe(200)
  })

  test('only a list in Awaiting Approval, 1 to 25,000 rows, by a Client or an Admin', async () => {
    const range = freshRange()
    const id = await one(domain, '33', { reportingDate: range.day })
    const refused = [
      { status: '88' },
      { status: '33,88' },
      { status: '' },
      { notification: id },
      { count: 0 },
      { count: 25_001 },
      { count: 1.5 },
      { count: 'many' },
      { startDate: 'soon' },
    ]
    for (const more of refused) {
      const answer = await approve(domain, range, 1, more)
      expect([answer.statusCode, answer.json().errors?.length], JSON.stringify(more)).toEqual([422, 1])
    }
    expect((await approve(domain, range, 1, { brand: at.world.brands.foreign })).statusCode).toBe(403)
    expect((await approve(domain, range, 1, {}, 'analyst')).statusCode).toBe(403)
    expect((await approve(domain, range, 1, {}, 'foreignClient')).json()).toMatchObject({ matching: 0 })
    expect(await stored(id)).toMatchObject({ status: '33', version: 1 })
    expect((await approve(domain, range, 1, {}, 'admin')).statusCode).toBe(200)
  })

  test('two at the same moment: one approves, the other gets 409', async () => {
    const range = freshRange()
    const ids = await own(
      domain,
      Array.from({ length: 60 }, () => '33'),
      { reportingDate: range.day },
    )
    const answers = await Promise.all([approve(domain, range, 60), approve(domain, range, 60, {}, 'admin')])
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    const logged = await rows(at.database.db, sql`select 1 from status_log where finding_id = any(${ids}::uuid[])`)
    expect(logged).toHaveLength(60)
  })
})

test('thousands are approved just as fast after a change of one row or none on the same connection', async () => {
  const range = freshRange()
  const [first] = await own(domain, ['33'], { reportingDate: range.day })
  await sql`insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, reason, reason_code,
      identity_key)
    select company_id, gen_random_uuid(), brand_id, platform, reporting_date, status, priority, reason, reason_code,
      gen_random_uuid() from findings, generate_series(2, 6000) where id = ${first}`.execute(at.database.db)
  await sql`insert into findings_domain (company_id, finding_id, domain)
    select company_id, id, id || '.example' from findings f where platform = 'domain' and not exists
      (select from findings_domain d where d.company_id = f.company_id and d.finding_id = f.id)`.execute(at.database.db)
  const empty = freshRange()
  // Every pooled connection has run a statement that changed nothing.
  await Promise.all(Array.from({ length: 12 }, () => approve(domain, empty, 1)))
  const { result, ms } = await quietDuration(at.database.pool, () => approve(domain, range, 6_000))
  expect(result.json()).toMatchObject({ updated: 6_000 })
  // A nested loop compares 36 million pairs and takes 8 s and more; a hash join takes half a second.
  expect(ms).toBeLessThan(5_000)
})

describe('undo', () => {
  test('reverts exactly the rows of that approval not changed since, logged, once, by its author', async () => {
    const range = freshRange()
    const more = { reportingDate: range.day }
    const [earlier] = await own(domain, ['33'], { ...more, priority: 'Low' })
    const earlierMoment = (await approve(domain, range, 1, { priority: 'Low' })).json().moment as string
    const [a, b, c] = (await own(domain, ['33', '33', '33'], { ...more, priority: 'High' })) as [string, string, string]
    const { moment } = (await approve(domain, range, 3, { priority: 'High' })).json() as { moment: string }
    await change(b, { status: '00', statusfrom: '22' })
    await post(`domain/${c}/update-comment`, { clientComment: 'Seen' })
    expect((await undo(domain, moment, 'admin')).statusCode).toBe(409)
    expect((await undo(eCommerce, moment)).statusCode).toBe(409)
    const answer = await undo(domain, moment)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Record successfully updated', updated: 1 }])
    expect(await statusesOf([earlier!, a, b, c])).toEqual(['22', '33', '00', '22'])
    expect((await logOf(a)).map((entry) => Object(entry).status_to)).toEqual(['22', '33'])
    expect((await undo(domain, moment)).statusCode).toBe(409)
    expect((await undo(domain, earlierMoment)).json()).toMatchObject({ updated: 1 })
  })

  test('an invalid moment is 422, and an old one is 409', async () => {
    expect((await undo(domain, '0000-01-01T00:00:00.000000Z')).statusCode).toBe(422)
    const range = freshRange()
    const id = await one(domain, '33', { reportingDate: range.day })
    await approve(domain, range, 1)
    for (const moment of ['', 'now', '2026-02-30T10:00:00.000000Z', '2026-01-01', `'; drop table findings`])
      expect((await undo(domain, moment)).statusCode, moment).toBe(422)
    const old = '2026-01-01T10:00:00.123456Z'
    await sql`update findings set updated_at = ${old}::timestamptz where id = ${id}`.execute(at.database.db)
    await sql`insert into status_log (id, at, company_id, brand_id, platform, finding_id, module, user_id, username,
        search_term, status_from, status_to)
      select gen_random_uuid(), ${old}::timestamptz, company_id, brand_id, platform, id, 'bulk-approve',
        ${at.world.people.client}::uuid, 'client', '', '33', '22' from findings where id = ${id}`.execute(
      at.database.db,
    )
    expect((await undo(domain, old)).statusCode).toBe(409)
    expect(await stored(id)).toMatchObject({ status: '22' })
  })
})
