import { type Db, row, rows, sql } from '#kit/server/db.ts'
import type { CheckScope } from './read-lines.ts'

/** A stored finding of an address, as the database packs it. */
export type StoredFinding = [identity: string, id: string, brandId: string, reportingDate: string, status: string]

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
  { companyId }: CheckScope,
  params: { brandIds: readonly string[]; identities: string },
): Promise<string> {
  const found = await row<{ packed: string }>(
    db,
    sql`select coalesce(json_agg(json_build_array(identity_key, id, brand_id, reporting_date, status)
          order by reporting_date desc, id desc)::text, '') as packed from findings
        where company_id = ${companyId} and brand_id = any(${params.brandIds}::uuid[]) and deleted_at is null
          and identity_key = any(${params.identities}::uuid[])`,
  )
  return found!.packed
}
