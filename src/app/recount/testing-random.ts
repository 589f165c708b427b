import fc from 'fast-check'
import type { setUpActionTests } from '#app/testing-world.ts'
import { rows, type Sql, sql } from '#kit/server/db.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { daysAfter } from '#vocabulary/dates.ts'

export type Tests = ReturnType<typeof setUpActionTests>
type Answer = Awaited<ReturnType<Tests['post']>>
/** What people or jobs do once; undefined where there was nothing to do it with. */
export type Action = () => Promise<Answer | undefined>
export type Stored = { id: string; status: string; platform: string; brand: string; company: string; day: string }

const days = Array.from({ length: 80 }, (_, n) => daysAfter('2026-01-10', n))
export const pictures = Array.from({ length: 8 }, (_, n) => `2026/01/01/picture-${n}.png`)
export const bucket = 'newscrapper'
const without = 'https://img.example/picture.png'

/** What a cell has: few different values, so that findings share them. */
const cellValues: Record<string, readonly string[]> = {
  username: ['Glow Traders', 'glow  traders', 'Bazaar 9', 'Été & Co', ''],
  site: ['Kartholm', 'Shopvira'],
  storeId: ['S1', 'S2', 'S3', '', ''],
  contactNumber: ['+91 98000 10001', '+91 98000 10002', '+91 98000 10003', '', '', ''],
  emailAddress: ['a1@sellers.test', 'a2@sellers.test', 'a3@sellers.test', '', '', ''],
  address: ['1 Long Street, Townsville', '2 Long Street, Townsville', '', ''],
  advertiser: ['Page One', 'Page Two', '', ''],
  developerName: ['Dev A', 'Dev B', ''],
  ipAddress: ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'],
  hosting: ['Zonehost', 'Cloudflare', ''],
  registrar: ['Keeper', 'Namekeep', ''],
  tld: ['com', 'shop', 'net'],
  reason: ['Copies the lamp', 'Uses the logo', 'Sells parts', 'Claims to be the brand', 'Fake support'],
  reasonCode: ['12201', '12201', '12301'],
  priority: ['High', 'Low'],
  org: ['Org A', 'Org B', 'Privacy service', ''],
  name: ['Person A', 'Person B', ''],
}

/** Random numbers below a bound, the same for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  const numbers = fc.sample(fc.noBias(fc.nat(2 ** 31 - 1)), { seed, numRuns: 20_000 })
  let at = 0
  return (below) => numbers[at++ % numbers.length]! % below
}

export type Random = ReturnType<typeof openRandom>

/** For tests: picks of values and of stored findings, the same for the same seed as long as the same findings are stored. */
export function openRandom({ at }: Tests, seed: number) {
  const next = numbersOf(seed)
  const pick = <Of>(list: readonly Of[]): Of => list[next(list.length)]!
  const query = <Row>(statement: Sql) => rows<Row>(at.database.db, statement)
  const cellsOf = (platform: FindingPlatformDefinition) =>
    [...platform.imported, ...platform.importedIfNamed].filter((name) => cellValues[name])
  return {
    next,
    pick,
    query,
    day: () => pick(days),
    platform: () => pick(platforms),
    /** A value for each cell of a platform that findings share, or for some. */
    cells: (platform: FindingPlatformDefinition, names = cellsOf(platform)) =>
      Object.fromEntries(names.map((name) => [name, pick(cellValues[name]!)])),
    cellsOf,
    picture: () => pictureCells(next(2) === 0 ? { bucket, key: pick(pictures) } : undefined),
    owner: () => {
      const { companies, brands } = at.world
      return pick([
        { company: companies.parent, brand: brands.own },
        { company: companies.parent, brand: brands.own },
        { company: companies.child, brand: brands.child },
        { company: companies.foreign, brand: brands.foreign },
      ])
    },
    /** Up to so many findings of one company and platform. Their order does not depend on their random ids. */
    some: async (max: number, where: Sql = sql`true`): Promise<Stored[]> => {
      const found =
        await query<Stored>(sql`select f.id, f.status, f.platform, f.brand_id as brand, f.company_id as company,
          f.reporting_date::text as day from findings f join companies c on c.id = f.company_id
        where f.deleted_at is null and ${where} order by c.name, f.platform, f.identity_key, f.created_at`)
      if (found.length === 0) return []
      const first = pick(found)
      const alike = found.filter((one) => one.platform === first.platform && one.company === first.company)
      const from = alike.indexOf(first)
      const step = 1 + next(3)
      const chosen = Array.from({ length: 1 + next(max) }, (_, n) => alike[(from + n * step) % alike.length]!)
      return [...new Set(chosen)]
    },
    facts: () => ({
      registrar: pick(['Keeper', 'Namekeep']),
      ipAddress: `203.0.113.${next(9)}`,
      hosting: 'Zonehost',
      date: pick(days),
    }),
  }
}

/** The cells of a stored picture, or of an address. */
export const pictureCells = (stored: { bucket: string; key: string } | undefined) =>
  stored ? { image: '', s3BucketName: stored.bucket, s3FullImagePath: stored.key } : { image: without }

export const platformNamed = (name: string): FindingPlatformDefinition => platforms.find(({ value }) => value === name)!
export const idsOf = (list: readonly Stored[]): string[] => list.map(({ id }) => id)
