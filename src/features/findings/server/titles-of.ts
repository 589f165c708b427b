import { rows, sql, type Db } from '#kit/server/db.ts'
import { platforms } from '#platforms/all.ts'
import { columnRef, joinPlatformTable } from './column-refs.ts'

/** What a list over several platforms says of a finding `f` besides its address. */
export const namedColumns = sql`f.id, f.platform, f.company_id as "companyId",
  (select name from companies where id = f.company_id) as company, f.brand_id as "brandId",
  (select brand_name from brands where id = f.brand_id) as brand, f.status, f.reporting_date as "reportingDate"`

/** The addresses (URL, link or domain) of findings of several platforms, by id. The caller may see them already. */
export async function titlesOf(
  db: Db,
  items: readonly { id: string; companyId: string; platform: string }[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const platform of platforms) {
    const own = items.filter((one) => one.platform === platform.value)
    if (own.length === 0) continue
    const found = await rows<{ id: string; title: string }>(
      db,
      sql`select f.id, ${columnRef(platform, platform.identity)} as title
        from unnest(${own.map(({ companyId }) => companyId)}::uuid[], ${own.map(({ id }) => id)}::uuid[]) k (company_id, id)
        join findings f on f.company_id = k.company_id and f.id = k.id ${joinPlatformTable(platform)}`,
    )
    for (const { id, title } of found) titles.set(id, title)
  }
  return titles
}
