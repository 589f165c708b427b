import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { visible } from '#features/findings/server/visible.ts'
import { groupings, observedMaxHours, stepNames } from '#features/revisits/rules.ts'
import { inTransaction, rows, sql } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import type { ClockQuery } from './clock-columns.ts'
import { clockFigures } from './clock-figures.ts'
import { areSummed, sumClocks } from './clock-sums.ts'

const { at } = setUpActionTests()
const zone = 'Asia/Kolkata'
const hours = { days: [1, 2, 3, 4, 5], opens: 540, closes: 1080 }
const sums = { zone, business: hours }
const staffSession = { role: 'Analyst' } as Session
/** A Client with one brand. */
const clientSession = () => {
  const { companies, brands } = at.world
  const brand = {
    id: brands.own,
    companyId: companies.parent,
    brandName: '',
    enabled: true,
    platforms: ['website', 'domain'],
  }
  return { role: 'Client', companyIds: [companies.parent], brands: [brand] } as unknown as Session
}

/** Clocks of findings that do not exist, without triggers and references: only figures are computed of them. */
async function addClocks(count: number): Promise<void> {
  const { companies, brands } = at.world
  await inTransaction(at.database.pool, async ({ db }) => {
    await rows(db, sql`set local session_replication_role = replica`)
    // The same durations in each run; which findings a range of days has depends on the time of day.
    await rows(db, sql`select setseed(0.25)`)
    await rows(
      db,
      sql`insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, approved_at, sent_at,
          acknowledged_at, answered_at, unreachable_at, deleted_at, is_folded)
        select case when n % 3 = 0 then ${companies.foreign}::uuid else ${companies.parent}::uuid end, gen_random_uuid(),
          case when n % 3 = 0 then ${brands.foreign}::uuid else ${brands.own}::uuid end,
          (array['website', 'domain'])[1 + n % 2], d, d + a, d + a + s,
          case when n % 4 > 0 then d + a + s + k end, case when n % 5 = 0 then d + a + s + k * 2 end,
          case when n % 3 > 0 then d + a + s + u when n % 50 = 0 then d - interval '1 day' end,
          case when n % 97 = 0 then now() end, true
        from generate_series(1, ${count}::int) n
        cross join lateral (select now() - (n % 200) * interval '1 day' - random() * interval '1 day' as d,
          exp(8 + 2 * random() + 0 * n) * interval '1 second' as a, exp(6 + 4 * random()) * interval '1 second' as s,
          exp(7 + 3 * random()) * interval '1 second' as k, exp(10 + 3 * random()) * interval '1 second' as u) r`,
    )
    // Still up about as long as findings are observed at most, to the minute.
    await rows(
      db,
      sql`insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, sent_at, is_folded)
        select ${companies.parent}, gen_random_uuid(), ${brands.own}, 'website', at, at, true
        from (select now() - ${observedMaxHours - 2} * interval '1 hour' - n * interval '10 minutes' as at from generate_series(0, 20) n) s`,
    )
  })
}

const scopesOf = (more: object = {}) => platforms.map((one) => visible(one, staffSession, more))
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** In one transaction, so that both see the same moment: hours since a notice change while the test runs. */
function bothFigures(query: ClockQuery, by: (typeof groupings)[number]) {
  return inTransaction(at.database.pool, async ({ db }) => {
    const read = (exactUpTo: number) => clockFigures(db, query, { step: 'unreachable', by, sums, exactUpTo })
    return { slow: await read(Infinity), fast: await read(-1) }
  })
}

type Figure = { findings: number; median: number | null; p90: number | null }

/** Width of a bucket of durations, as a share of them. */
const bucketShare = 0.044

/**
 * Counts agree; percentiles as far as a bucket allows, and as far as two durations next to each other are apart: the
 * exact percentile lies anywhere between two of them, and the fewer there are, the larger the largest gap.
 */
function expectSame(slow: readonly (Figure & object)[], fast: readonly (Figure & object)[]): void {
  const counts = (all: typeof slow) => all.map((one) => ({ ...one, median: 0, p90: 0 }))
  expect(counts(fast)).toEqual(counts(slow))
  for (const [n, one] of slow.entries())
    for (const name of ['median', 'p90'] as const) {
      const [exact, summed] = [one[name], fast[n]![name]]
      if (one.findings < 50) continue
      if (exact === null || summed === null) expect(summed).toBe(exact)
      // Where about half took no business hours, chance decides between none and the shortest of them.
      else if (Math.min(exact, summed) < 1800) expect(Math.max(exact, summed)).toBeLessThan(2 * 3600)
      else expect(Math.abs(summed / exact - 1)).toBeLessThan(bucketShare + 30 / one.findings)
    }
}

describe('figures from sums of clocks', () => {
  test('agree with the figures computed from every clock, also after changes, for every scope, range and grouping', async () => {
    await addClocks(4000)
    const { db } = at.database
    expect(await areSummed(db, sums)).toBe(false)
    await sumClocks(at.testApp.app, sums)
    expect(await areSummed(db, sums)).toBe(true)
    const compare = async () => {
      const company = { clientCompanyId: at.world.companies.parent }
      const scopes = [scopesOf(), scopesOf(company), scopesOf({ brand: at.world.brands.foreign }), [scopesOf()[0]!]]
      const ofClient = platforms.map((one) => visible(one, clientSession()))
      const ranges = [
        {},
        { startDate: day(100) },
        { startDate: day(150), endDate: day(40) },
        { startDate: day(9), endDate: day(3) },
      ]
      for (const n of [0, 1, 2, 3, 4, 5, 7, 8]) {
        const business = n % 2 === 1 ? hours : undefined
        const query = {
          scopes: n > 5 ? ofClient : scopes[n % 4]!,
          zone,
          ...ranges[(n + Math.floor(n / 4)) % 4]!,
          business,
        }
        const { slow, fast } = await bothFigures(query, groupings[n % 3]!)
        expectSame(slow.steps, fast.steps)
        expectSame(slow.groups, fast.groups)
        expect(fast.hours.map(({ hours: at, down, up }) => [at, Number(down), Number(up)])).toEqual(
          slow.hours.map(({ hours: at, down, up }) => [at, Number(down), Number(up)]),
        )
      }
    }
    await compare()
    await rows(
      db,
      sql`update finding_clocks set unreachable_at = now() where unreachable_at is null and sent_at < now()`,
    )
    await rows(db, sql`delete from finding_clocks where acknowledged_at is null`)
    await rows(
      db,
      sql`update finding_clocks set brand_id = ${at.world.brands.child} where company_id = ${at.world.companies.parent} and platform = 'domain'`,
    )
    await sumClocks(at.testApp.app, sums)
    await compare()
  })

  test('groups with few findings have the figures of their clocks, the smallest first, others those of the sums', async () => {
    const { brands } = at.world
    for (const by of ['month', 'brand'] as const)
      for (const business of [undefined, hours]) {
        const query = { scopes: scopesOf({ brand: brands.foreign }), zone, business }
        await inTransaction(at.database.pool, async ({ db }) => {
          const read = (exactUpTo: number) => clockFigures(db, query, { step: 'unreachable', by, sums, exactUpTo })
          const [{ groups: slow }, { groups: summed }] = [await read(Infinity), await read(-1)]
          const all = slow.reduce((sum, one) => sum + one.of, 0)
          expect(summed).not.toEqual(slow)
          // All but one of several groups together, or the only one, which is too many.
          const { groups } = await read(all - 1)
          const last = groups.findLastIndex((one) => one.of === Math.max(...groups.map(({ of }) => of)))
          expect(groups.map((one, n) => (n === last ? null : one))).toEqual(
            slow.map((one, n) => (n === last ? null : one)),
          )
          expect(groups[last]).toEqual(summed[last])
        })
      }
  })

  test('other business hours or another zone compute all sums anew; until then figures come from the clocks', async () => {
    const { db } = at.database
    const other = { zone: 'Europe/Berlin', business: { days: [1], opens: 0, closes: 60 } }
    expect(await areSummed(db, other)).toBe(false)
    await sumClocks(at.testApp.app, other)
    expect([await areSummed(db, other), await areSummed(db, sums)]).toEqual([true, false])
  })

  test('business hours count from opening to closing on working days', async () => {
    await rows(at.database.db, sql`delete from finding_clocks`)
    const add = (from: string, to: string) =>
      inTransaction(at.database.pool, async ({ db }) => {
        await rows(db, sql`set local session_replication_role = replica`)
        await rows(
          db,
          sql`insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, approved_at)
            values (${at.world.companies.parent}, gen_random_uuid(), ${at.world.brands.own}, 'website', ${from}, ${to})`,
        )
      })
    const spent = async () => {
      const query = { scopes: scopesOf(), zone, business: hours }
      const { slow } = await bothFigures(query, 'month')
      await rows(at.database.db, sql`delete from finding_clocks`)
      return slow.steps.find(({ step }) => step === stepNames[0])!.median
    }
    for (const [from, to, spentHours] of [
      ['2026-03-06T17:00+05:30', '2026-03-09T10:00+05:30', 2],
      ['2026-03-07T12:00+05:30', '2026-03-08T12:00+05:30', 0],
      ['2026-03-02T00:00+05:30', '2026-03-09T00:00+05:30', 45],
      ['2026-03-03T08:00+05:30', '2026-03-03T09:30+05:30', 0.5],
      ['2026-03-03T17:59+05:30', '2026-03-03T23:00+05:30', 1 / 60],
    ] as const) {
      await add(from, to)
      expect([from, await spent()]).toEqual([from, spentHours * 3600])
    }
  })
})
