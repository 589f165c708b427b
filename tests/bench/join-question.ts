import { type Line, against } from './line.ts'
import { inTurns } from './measure.ts'
import type { Servers } from './reading.ts'

/**
 * The cost of splitting `findings` and `findings_e_commerce` for a list sorted by one of the platform's own columns,
 * against one wide table with the same index (docs/decisions/0004). In the database, without HTTP.
 */
export async function joinQuestion({ world, quick }: Servers): Promise<Line[]> {
  const { pool, company } = world
  await pool.query('create index if not exists plain_by_title on plain_listings (company_id, title, id)')
  await pool.query('create index if not exists plain_by_price on plain_listings (company_id, price, id)')
  await pool.query('analyze plain_listings')
  const lines: Line[] = []
  const own =
    'o.site, o.url, o.title, o.price, o.mrp, o.username, o.store_id, o.rating, o.pid, o.lid, o.discount_percentage, o.city, o.country'
  for (const [sorted, offset] of [
    ['title', 0],
    ['title', 2000],
    ['price', 0],
  ] as const) {
    const both = await inTurns(
      quick ? 10 : 40,
      () =>
        pool.query(
          `select f.id, f.brand_id, f.reporting_date, f.status, f.priority, f.reason_code, f.reason, f.image, ${own}
           from findings_e_commerce o join findings f on f.company_id = o.company_id and f.id = o.finding_id
           where o.company_id = $1 and f.deleted_at is null order by o.${sorted}, o.finding_id limit 50 offset ${offset}`,
          [company],
        ),
      () =>
        pool.query(
          `select id, brand_id, day, status, priority, code, reason, image, site, url, title, price, mrp, username, store_id, rating, pid, lid, discount, city, country
           from plain_listings where company_id = $1 order by ${sorted}, id limit 50 offset ${offset}`,
          [company],
        ),
    )
    lines.push(against(`SQL: parent + detail by ${sorted}, row ${offset} on, against one wide table`, both, 1.5))
  }
  return lines
}
