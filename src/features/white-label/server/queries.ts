import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { type ListQuery, orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { atVersion } from '#kit/server/versions.ts'

import type { WhiteListLine } from './read-lines.ts'

export type WhiteListRow = {
  id: string
  companyId: string
  companyName: string
  brandId: string | null
  brandName: string | null
  platform: string | null
  enabled: boolean
  addresses: string[]
  urls: number
  version: number
}

/** Only an Admin reads white lists, of every company (G34). `maxAddresses` undefined: all addresses. */
const columns = (maxAddresses: number | undefined): Sql => sql`w.id, w.company_id "companyId", c.name "companyName",
  w.brand_id "brandId", b.brand_name "brandName", nullif(w.platform, '') platform, w.enabled, w.urls, w.version,
  array(select coalesce(e.written, e.normalised) from white_list_entries e where e.list_id = w.id order by e.position
    limit ${maxAddresses ?? null}::int) addresses`
/** A list goes with its company and its brand (G101). */
const from = sql`from white_lists w join companies c on c.id = w.company_id and c.deleted_at is null
  left join brands b on b.id = w.brand_id`
const isShown = sql`w.deleted_at is null and b.deleted_at is null`

const sortable: Readonly<Record<string, Sql>> = {
  company: sql`lower(c.name)`,
  brand: sql`lower(b.brand_name)`,
  platform: sql`w.platform`,
  status: sql`w.enabled`,
}

/** One page of the lists that match the search text (G108), newest first by default. */
export function pageOfWhiteLists(
  db: Db,
  query: ListQuery & { urls?: number | undefined },
): Promise<Page<WhiteListRow>> {
  const conditions = joinConditions([
    isShown,
    ...searchConditions(
      query.search,
      [sql`c.name`, sql`b.brand_name`, sql`w.platform`, sql`replace(w.platform, '-', ' ')`],
      (pattern) => [
        sql`w.id in (select list_id from white_list_entries where normalised collate "default" ilike ${pattern})`,
        sql`w.id in (select list_id from white_list_entries where written ilike ${pattern})`,
      ],
    ),
  ])
  const order = orderOf(query, sortable, sql`w.id`)
  return readPage(db, query, { select: columns(query.urls), from: sql`${from} where ${conditions}`, order })
}

/** A white list with all its addresses, or as many as asked for; undefined when it does not exist or is deleted. */
export function whiteListById(db: Db, id: string, maxAddresses?: number): Promise<WhiteListRow | undefined> {
  return row(db, sql`select ${columns(maxAddresses)} ${from} where w.id = ${id} and ${isShown}`)
}

/** Whether the company exists, and whether the brand (if given) belongs to it. */
export async function companyAndBrandExist(
  db: Db,
  params: { companyId: string; brandId: string | undefined },
): Promise<{ company: boolean; brand: boolean }> {
  const brand = params.brandId
    ? sql`exists (select 1 from brands b where b.id = ${params.brandId} and b.company_id = ${params.companyId} and b.deleted_at is null)`
    : sql`true`
  const found = await row<{ company: boolean; brand: boolean }>(
    db,
    sql`select exists (select 1 from companies c where c.id = ${params.companyId} and c.deleted_at is null) company, ${brand} brand`,
  )
  return found!
}

/** Inserts a white list without addresses. */
export async function addWhiteList(
  db: Db,
  params: {
    id: string
    companyId: string
    brandId?: string | undefined
    platform?: string | undefined
    enabled: boolean
  },
): Promise<void> {
  await rows(
    db,
    sql`insert into white_lists (id, company_id, brand_id, platform, enabled)
        values (${params.id}, ${params.companyId}, ${params.brandId ?? null}, ${params.platform ?? null}, ${params.enabled})`,
  )
}

/** Enables or disables a list; undefined when it is deleted or its version is not the given one. */
export function changeWhiteList(
  db: Db,
  params: { id: string; enabled: boolean | undefined; version: number | undefined },
): Promise<{ companyId: string } | undefined> {
  return row(
    db,
    sql`update white_lists set enabled = coalesce(${params.enabled ?? null}::boolean, enabled), version = version + 1,
          updated_at = now()
        where id = ${params.id} and deleted_at is null and ${atVersion(params.version)} returning company_id "companyId"`,
  )
}

/** Replaces all lines of the list, with one statement per step. */
export async function replaceEntries(
  db: Db,
  params: { listId: string; companyId: string; lines: readonly WhiteListLine[] },
): Promise<void> {
  await rows(db, sql`delete from white_list_entries where list_id = ${params.listId}`)
  await rows(
    db,
    sql`insert into white_list_entries (list_id, company_id, position, normalised, written)
        select ${params.listId}::uuid, ${params.companyId}::uuid, position - 1, address, nullif(line, address)
        from unnest(${params.lines.map(({ address }) => address)}::text[], ${params.lines.map(({ line }) => line)}::text[])
          with ordinality as given (address, line, position)`,
  )
  await rows(db, sql`update white_lists set urls = ${params.lines.length} where id = ${params.listId}`)
}

/** Soft-deletes a list; returns its company, or undefined when there is no such list. */
export function removeWhiteList(db: Db, id: string): Promise<{ companyId: string } | undefined> {
  return row(
    db,
    sql`update white_lists set deleted_at = now(), version = version + 1
        where id = ${id} and deleted_at is null returning company_id "companyId"`,
  )
}
