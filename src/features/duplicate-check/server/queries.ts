import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { platformOf } from '#platforms/all.ts'
import type { CheckScope } from './read-lines.ts'

/** A stored finding of an address, as the database packs it. */
export type StoredFinding = [
  identity: string,
  id: string,
  brandId: string,
  reportingDate: string,
  status: string,
  /** As it is stored, which is how lists of findings search it. */
  url: string,
]

/** Names of the brands whose findings are compared, by id: the chosen one, or all of the company. */
export async function brandNames(db: Db, { companyId, brandId }: CheckScope): Promise<Record<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    db,
    sql`select id, brand_name as name from brands where company_id = ${companyId} and deleted_at is null
        ${brandId === undefined ? sql`` : sql`and id = ${brandId}`}`,
  )
  return Object.fromEntries(found.map(({ id, name }) => [id, name]))
}

/**
 * The brands' findings with these identity keys (an array literal), the newest of each address first, as JSON of
 * StoredFinding; '' for none. Up to 20,000, so they stay one text on the request thread.
 */
export async function storedFindings(
  db: Db,
  { companyId, platform: name }: CheckScope,
  params: { brandIds: readonly string[]; identities: string },
): Promise<string> {
  const platform = platformOf(name)!
  const url = columnRef(platform, platform.identity)
  const found = await row<{ packed: string }>(
    db,
    sql`select coalesce(json_agg(json_build_array(f.identity_key, f.id, f.brand_id, f.reporting_date, f.status, ${url})
          order by f.reporting_date desc, f.id desc)::text, '') as packed
        from findings f ${joinPlatformTable(platform)}
        where f.company_id = ${companyId} and f.brand_id = any(${params.brandIds}::uuid[]) and f.deleted_at is null
          and f.identity_key = any(${params.identities}::uuid[])`,
  )
  return found!.packed
}
