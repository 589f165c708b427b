import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { row, sql } from '#kit/server/db.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { domain } from '#platforms/domain.ts'
import { daysAfter, type DayRange } from '#vocabulary/dates.ts'
import { countFindings, foldCounters, wholeMonths } from './counters.ts'
import { addFindings } from './testing.ts'
import type { Scope } from './visible.ts'

let database: TestDatabase
let world: TestWorld
beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
})
afterAll(() => database.drop())

const counted = async (scope: Scope, range?: DayRange, statuses?: readonly string[]) =>
  (await row<{ n: number }>(
    database.db,
    sql`select count(*) as n from findings where deleted_at is null and platform = ${scope.platform}
      and (${scope.companyIds ?? null}::uuid[] is null or company_id = any(${scope.companyIds ?? []}::uuid[]))
      and (${scope.brandIds ?? null}::uuid[] is null or brand_id = any(${scope.brandIds ?? []}::uuid[]))
      and (${range?.startDate ?? null}::date is null or reporting_date between ${range?.startDate ?? null} and ${range?.endDate ?? null})
      and (${statuses ?? null}::text[] is null or status = any(${statuses ?? []}::text[]))`,
  ))!.n

test('after any inserts, updates and deletes, folded or not, the counters equal a count of the rows', async () => {
  const brands = [
    [world.companies.parent, world.brands.own],
    [world.companies.parent, world.brands.disabled],
    [world.companies.foreign, world.brands.foreign],
  ] as const
  const day = fc.integer({ min: 0, max: 150 }).map((days) => daysAfter('2023-11-20', days))
  const status = fc.constantFrom('33', '22', '00')
  const step = fc.oneof(
    fc.record({ do: fc.constant('insert' as const), brand: fc.integer({ min: 0, max: 2 }), day, status }),
    fc.record({ do: fc.constant('status' as const), from: status, to: status }),
    fc.record({ do: fc.constant('move' as const), day, to: day }),
    fc.record({ do: fc.constant('delete' as const), day }),
    fc.record({ do: fc.constant('remove' as const), day }),
    fc.record({ do: fc.constant('fold' as const), max: fc.integer({ min: 1, max: 5 }) }),
  )
  const query = fc.record({
    days: fc.option(fc.tuple(day, day)),
    companies: fc.option(fc.subarray([world.companies.parent, world.companies.foreign])),
    brands: fc.option(fc.subarray([world.brands.own, world.brands.disabled])),
    statuses: fc.option(fc.subarray(['33', '22'])),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.array(query, { minLength: 3, maxLength: 3 }),
      async (steps, queries) => {
        for (const given of steps) {
          if (given.do === 'insert') {
            const [companyId, brandId] = brands[given.brand]!
            await addFindings(database.db, domain, [
              { companyId, brandId, reportingDate: given.day, status: given.status },
            ])
          }
          if (given.do === 'status')
            await sql`update findings set status = ${given.to} where status = ${given.from}`.execute(database.db)
          if (given.do === 'move')
            await sql`update findings set reporting_date = ${given.to} where reporting_date < ${given.day}`.execute(
              database.db,
            )
          if (given.do === 'delete')
            await sql`update findings set deleted_at = now() where reporting_date = ${given.day}`.execute(database.db)
          if (given.do === 'remove')
            await sql`delete from findings where reporting_date > ${given.day}`.execute(database.db)
          if (given.do === 'fold') await sql`select fold_counters(${given.max})`.execute(database.db)
        }
        for (const { days, companies, brands: brandIds, statuses } of queries) {
          const scope = {
            platform: 'domain',
            companyIds: companies ?? undefined,
            brandIds: brandIds ?? undefined,
          } as const
          const [startDate, endDate] = (days ?? []).toSorted() as [string, string]
          const range = days ? { startDate, endDate } : undefined
          expect(await countFindings(database.db, scope, range, statuses ?? undefined)).toBe(
            await counted(scope, range, statuses ?? undefined),
          )
        }
      },
    ),
    { numRuns: 40 },
  )
  while ((await foldCounters(database.db)) > 0);
  const everything: Scope = { platform: 'domain', companyIds: undefined, brandIds: undefined }
  expect(await countFindings(database.db, everything)).toBe(await counted(everything))
  expect(await row(database.db, sql`select count(*) as n from counter_delta`)).toEqual({ n: 0 })
})

test('the whole months of a range', () => {
  const given = (startDate: string, endDate: string) => wholeMonths({ startDate, endDate })
  expect(given('2024-01-01', '2024-01-31')).toEqual({ first: '2024-01-01', last: '2024-01-01' })
  expect(given('2023-12-31', '2024-03-01')).toEqual({ first: '2024-01-01', last: '2024-02-01' })
  expect(given('2024-01-02', '2024-02-28')).toBeUndefined()
  expect(given('2024-01-02', '2024-02-29')).toEqual({ first: '2024-02-01', last: '2024-02-01' })
})
