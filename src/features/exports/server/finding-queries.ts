import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { isCovering } from '#features/white-label/server/covered-addresses.ts'
import type { Choices } from '#features/exports/rules.ts'
import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { platformOf } from '#platforms/all.ts'
import type { DayRange } from '#vocabulary/dates.ts'

/** Findings of brands that match the filters, or those of listed domains. */
export type Selection = {
  platform: string
  range: DayRange
  choices: Choices
  owner: { companyId: string; brandIds: readonly string[] } | { identityKeys: readonly string[] }
}

/** The findings of one sheet. */
export type Source = Selection & { sheet: string }

/** The last finding that was written of a source. */
export type Position = { day: string; id: string }

/**
 * The findings of a source after a position, newest first: their import columns, then reporting date and id. Findings
 * added since the job was requested may be among them, but none comes twice: the order is that of the position.
 */
export function findingsOfSource(source: Source, after: Position | undefined): Sql {
  const platform = platformOf(source.platform)!
  const cells = platform.imported.map((name) => columnRef(platform, name))
  const later = after ? sql`and (f.reporting_date, f.id) < (${after.day}::date, ${after.id}::uuid)` : sql``
  return sql`select ${sql.join(cells)}, f.reporting_date, f.id from findings f ${joinPlatformTable(platform)}
    join brands b on b.id = f.brand_id
    where ${joinConditions(conditionsOf(source))} ${later} order by f.reporting_date desc, f.id desc`
}

/** Counts the findings of a selection. */
export async function countSelected(db: Db, selection: Selection): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`select count(*) as n from findings f where ${joinConditions(conditionsOf(selection))}`,
  )
  return found!.n
}

/** Which findings `f` are selected. */
export function conditionsOf({ platform, range, choices, owner }: Selection): Sql[] {
  const { reasonCode = [], seller = [], status = [], actionDate = [] } = choices
  const all = [
    ...ownerConditions(owner),
    sql`f.platform = ${platform}`,
    sql`f.deleted_at is null`,
    sql`f.reporting_date between ${range.startDate}::date and ${range.endDate}::date`,
  ]
  if (reasonCode.length > 0) all.push(sql`f.reason_code = any(${reasonCode}::text[])`)
  if (status.length > 0) all.push(sql`f.status = any(${status}::text[])`)
  if (seller.length > 0)
    all.push(sql`f.seller = any(array(select lower(trim(name)) from unnest(${seller}::text[]) name))`)
  if (actionDate.length > 0)
    all.push(sql`exists (select from last_enforcements l where l.company_id = f.company_id and l.finding_id = f.id
      and l.action_date = any(${actionDate}::date[]))`)
  return all
}

function ownerConditions(owner: Selection['owner']): Sql[] {
  if ('identityKeys' in owner)
    // Company and brand lead the index of identities.
    return [
      sql`(f.company_id, f.brand_id) in (select company_id, id from brands where deleted_at is null)`,
      sql`f.identity_key = any(${owner.identityKeys}::uuid[])`,
    ]
  return [sql`f.company_id = ${owner.companyId}::uuid`, sql`f.brand_id = any(${owner.brandIds}::uuid[])`]
}

/** What is stored of domains, whatever their date: key, company, brand and reporting date of the newest finding. */
export type KnownDomain = { key: string; company: string; brand: string; day: string; inRange: boolean }

/** The newest finding of each identity key, and whether one of them is within the range. */
export function knownDomains(db: Db, keys: readonly string[], range: DayRange): Promise<KnownDomain[]> {
  return rows(
    db,
    sql`select distinct on (f.identity_key) f.identity_key as key, c.name as company, b.brand_name as brand,
        f.reporting_date as day, bool_or(f.reporting_date between ${range.startDate}::date and ${range.endDate}::date)
          over (partition by f.identity_key) as "inRange"
      from findings f join brands b on b.id = f.brand_id and b.company_id = f.company_id and b.deleted_at is null
      join companies c on c.id = f.company_id
      where (f.company_id, f.brand_id) in (select company_id, id from brands where deleted_at is null)
        and f.platform = 'domain' and f.deleted_at is null and f.identity_key = any(${keys}::uuid[])
      order by f.identity_key, f.reporting_date desc, f.id desc`,
  )
}

/** Which of these domains are on a white list, and of which company; with lists of all platforms or of domains. */
export function whiteListedDomains(db: Db, domains: readonly string[]): Promise<{ domain: string; company: string }[]> {
  return rows(
    db,
    sql`select distinct on (e.normalised) e.normalised as domain, c.name as company
      from companies c join white_list_entries e on e.company_id = c.id join white_lists w on w.id = e.list_id
      where c.deleted_at is null and ${isCovering(['domain'])} and e.normalised = any(${domains}::text[])
      order by e.normalised, lower(c.name)`,
  )
}
