import { type BrandFields, type BrandRecord, brandSheet } from '#features/brands/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { likePattern, type Db, joinConditions, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { atVersion } from '#kit/server/versions.ts'
import { tidyName } from '#vocabulary/names.ts'

export type BrandRow = {
  id: string
  brandName: string
  company: string
  status: boolean
  platform: Record<string, unknown>
}

export type BrandsQuery = {
  page: number
  size: number
  companyId: string | undefined
  /** True: enabled and disabled brands (G18). */
  withDisabled: boolean
  /** Only enabled or only disabled brands; takes precedence over withDisabled. */
  status: boolean | undefined
  search: string | undefined
  /** Only these ids; undefined: all. */
  ids: readonly string[] | undefined
}

/** The brands a person may see: the enabled ones of a Client's companies (G114), all for staff. */
function visible(session: Session): Sql {
  const existing = sql`b.deleted_at is null and c.deleted_at is null`
  return isStaff(session)
    ? existing
    : sql`${existing} and b.enabled and b.company_id = any(${session.companyIds}::uuid[])`
}

/** One page of brands by name, and how many there are. */
export async function listBrands(
  db: Db,
  session: Session,
  query: BrandsQuery,
): Promise<{ docs: BrandRow[]; total: number }> {
  const state = query.status ?? (query.withDisabled ? undefined : true)
  const conditions = joinConditions([
    visible(session),
    ...(query.companyId ? [sql`b.company_id = ${query.companyId}`] : []),
    ...(state === undefined ? [] : [sql`b.enabled = ${state}`]),
    ...(query.ids ? [sql`b.id = any(${query.ids}::uuid[])`] : []),
    ...(query.search ? [sql`b.brand_name ilike ${likePattern(query.search)}`] : []),
  ])
  const from = sql`from brands b join companies c on c.id = b.company_id where ${conditions}`
  const docs = await rows<BrandRow>(
    db,
    sql`select b.id, b.brand_name "brandName", b.company_id company, b.enabled status, b.platforms platform ${from}
        order by lower(b.brand_name), b.id limit ${query.size} offset ${(query.page - 1) * query.size}`,
  )
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total ${from}`)
  return { docs, total: counted?.total ?? 0 }
}

const record = sql`b.id, b.id "_id", b.brand_name "brandName", b.search_term "searchTerm",
  jsonb_build_object('_id', c.id, 'id', c.id, 'name', c.name, 'legalName', c.legal_name) company,
  b.category, b.enabled status, b.platforms platform, b.marks, b.works, b.version`
const withCompany = sql`from brands b join companies c on c.id = b.company_id`

const sortable: Readonly<Record<string, Sql>> = {
  brandName: sql`lower(b.brand_name)`,
  searchTerm: sql`lower(b.search_term)`,
  category: sql`lower(b.category)`,
  company: sql`lower(c.name)`,
  status: sql`b.enabled`,
}

export type AllBrandsQuery = Parameters<typeof readPage>[1] & {
  search?: string | undefined
  company?: string | undefined
  category?: string | undefined
  status?: boolean | undefined
}

/** One page of complete records (A-104). */
export function allBrands(db: Db, query: AllBrandsQuery): Promise<Page<BrandRecord>> {
  const where = joinConditions([
    sql`b.deleted_at is null and c.deleted_at is null`,
    ...(query.company ? [sql`b.company_id = ${query.company}::uuid`] : []),
    ...(query.category ? [sql`b.category = ${query.category}`] : []),
    ...(query.status === undefined ? [] : [sql`b.enabled = ${query.status}`]),
    ...searchConditions(query.search, [sql`b.brand_name`, sql`b.search_term`, sql`b.category`], (pattern) => [
      sql`b.company_id = any(array(select id from companies where name ilike ${pattern}))`,
    ]),
  ])
  return readPage<BrandRecord>(db, query, {
    select: record,
    from: sql`${withCompany} where ${where}`,
    order: orderOf(query, sortable, sql`b.id`),
  })
}

/** A brand as the API returns it; undefined when it does not exist or is deleted. */
export function brandById(db: Db, id: string): Promise<BrandRecord | undefined> {
  return row(db, sql`select ${record} ${withCompany} where b.id = ${id}::uuid and b.deleted_at is null`)
}

const isNamed = (companyId: string, name: string): Sql =>
  sql`company_id = ${companyId}::uuid and lower(brand_name) = lower(${tidyName(name)}) and deleted_at is null`

/** The id of the company's brand of this name, in any letter case. */
export async function brandNamed(db: Db, companyId: string, name: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(db, sql`select id from brands where ${isNamed(companyId, name)}`)
  return found?.id
}

/** That brand, locked until the transaction ends, and whether it is enabled. */
export const lockBrandNamed = (
  db: Db,
  companyId: string,
  name: string,
): Promise<{ id: string; status: boolean } | undefined> =>
  row(db, sql`select id, enabled as status from brands where ${isNamed(companyId, name)} for update`)

const watched = brandSheet.keys.flatMap((key) =>
  ['startDate', 'endDate', 'reportingPeriod'].map((part) => sql`b.platforms -> ${key} ->> ${part}`),
)

/** Every brand as a row of the sheet, in the sheet's column order. */
export const brandSheetRows = sql`select b.brand_name, c.name, b.search_term, b.category, b.enabled, ${sql.join(watched)}
  ${withCompany} where b.deleted_at is null and c.deleted_at is null order by lower(c.name), lower(b.brand_name), b.id`

/** Locks the company until the transaction ends, so that it is not deleted. False when it does not exist. */
export async function lockCompany(db: Db, companyId: string): Promise<boolean> {
  const locked = await row(
    db,
    sql`select 1 from companies where id = ${companyId}::uuid and deleted_at is null for share`,
  )
  return locked !== undefined
}

const indexes = { brands_name: ['brandName', 'Brand name'] } as const

/** Inserts a brand. Throws 422 when the company already has one of that name. */
export async function insertBrand(db: Db, id: string, brand: BrandFields): Promise<void> {
  await uniqueViolationAsProblem(
    rows(
      db,
      sql`insert into brands (id, company_id, brand_name, search_term, category, enabled, platforms, marks, works)
          values (${id}, ${brand.company}, ${brand.brandName}, ${brand.searchTerm}, ${brand.category}, ${brand.status},
            ${jsonbOf(brand.platform)}::jsonb, ${jsonbOf(brand.marks ?? [])}::jsonb,
            ${jsonbOf(brand.works ?? [])}::jsonb)`,
    ),
    indexes,
  )
}

/** Updates all fields; undefined when the brand is deleted or its version is not the given one. */
export function updateBrand(
  db: Db,
  id: string,
  brand: BrandFields,
  version: number | undefined,
): Promise<{ id: string } | undefined> {
  return uniqueViolationAsProblem(
    row(
      db,
      sql`update brands set company_id = ${brand.company}, brand_name = ${brand.brandName}, search_term = ${brand.searchTerm},
            category = ${brand.category}, enabled = ${brand.status}, platforms = ${jsonbOf(brand.platform)}::jsonb,
            marks = ${brand.marks ? sql`${jsonbOf(brand.marks)}::jsonb` : sql`marks`},
            works = ${brand.works ? sql`${jsonbOf(brand.works)}::jsonb` : sql`works`},
            version = version + 1, updated_at = now()
          where id = ${id}::uuid and deleted_at is null and ${atVersion(version)} returning id`,
    ),
    indexes,
  )
}

/** Locks the brand until the transaction ends, so that no finding is added. Returns its company, if it exists. */
export async function lockBrand(db: Db, id: string): Promise<string | undefined> {
  const found = await row<{ company: string }>(
    db,
    sql`select company_id company from brands where id = ${id}::uuid and deleted_at is null for update`,
  )
  return found?.company
}

/** Whether anything was recorded for the brand: findings or trademarks. */
export async function hasRecords(db: Db, companyId: string, id: string): Promise<boolean> {
  const found = await row(
    db,
    sql`select 1 where exists (select 1 from findings where company_id = ${companyId}::uuid and brand_id = ${id}::uuid
            and deleted_at is null)
          or exists (select 1 from trademarks where company_id = ${companyId}::uuid
            and brand_id = ${id}::uuid and deleted_at is null)`,
  )
  return found !== undefined
}

/**
 * Whether other rows belong to both the company and the brand, and would be orphaned if the brand moved to another
 * company: deleted findings (they can be restored), enforcement configurations, white lists, client requests, drafts of
 * Staging, and domain searches with what they have found.
 */
export async function hasLinkedRecords(db: Db, companyId: string, id: string): Promise<boolean> {
  const ofBrand = sql`company_id = ${companyId}::uuid and brand_id = ${id}::uuid`
  const found = await row(
    db,
    sql`select 1 where exists (select from findings where ${ofBrand}) or exists (select from client_requests where ${ofBrand})
          or exists (select from enforcement_configurations where ${ofBrand} and deleted_at is null)
          or exists (select from white_lists where ${ofBrand} and deleted_at is null)
          or exists (select from drafts where ${ofBrand}) or exists (select from domain_schedules where ${ofBrand})
          or exists (select from searched_domains where ${ofBrand})`,
  )
  return found !== undefined
}

/** Soft-deletes a brand. */
export async function markDeleted(db: Db, id: string): Promise<void> {
  await rows(db, sql`update brands set deleted_at = now(), version = version + 1 where id = ${id}::uuid`)
}

/** Removes the platform unless it is the last one; false when nothing was changed. */
export async function removePlatformKey(db: Db, id: string, key: string): Promise<boolean> {
  const changed = await row(
    db,
    sql`update brands set platforms = platforms - ${key}::text, version = version + 1, updated_at = now()
        where id = ${id}::uuid and deleted_at is null and platforms ? ${key}::text
          and (select count(*) from jsonb_object_keys(platforms)) > 1
        returning id`,
  )
  return changed !== undefined
}

/** The distinct categories of all brands, sorted. */
export async function categories(db: Db): Promise<string[]> {
  const found = await rows<{ category: string }>(
    db,
    sql`select distinct category from brands where deleted_at is null and category <> '' order by 1`,
  )
  return found.map(({ category }) => category)
}
