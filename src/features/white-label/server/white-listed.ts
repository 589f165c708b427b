import { sql, type Sql } from '#kit/server/db.ts'

/**
 * A condition: is this address the client's own (G69)? True when an enabled list of the company, whose brand and
 * platform are the same or blank, holds the equal address, or the bare host, which covers all its pages.
 * `address` is normalised, `host` is its host alone (G63); both are columns of the query it stands in.
 */
export function whiteListed(of: {
  companyId: string
  brandId: string
  platform: string
  address: Sql
  host: Sql
}): Sql {
  // Limited inside, so that it is looked up by index for each row, whatever the planner thinks of the outer table.
  return sql`(
    select true from white_list_entries e
    join white_lists w on w.id = e.list_id
    where e.company_id = ${of.companyId}::uuid and e.normalised in (${of.address}, ${of.host})
      and w.company_id = ${of.companyId}::uuid and w.enabled and w.deleted_at is null
      and (w.brand_id is null or w.brand_id = ${of.brandId}::uuid)
      and (w.platform is null or w.platform = '' or w.platform = ${of.platform})
    limit 1) is true`
}
