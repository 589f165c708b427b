import type { CompanyFields, CompanyRecord } from '#features/companies/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { likePattern, type Db, joinConditions, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { uniqueViolationAsProblem } from '#kit/server/unique-violation.ts'
import { atVersion } from '#kit/server/versions.ts'

export type CompanyRow = { id: string; name: string; legalName: string }

export type CompaniesQuery = {
  page: number
  size: number
  parentsOnly: boolean
  excludeIds: readonly string[]
  /** Only these ids; undefined: all. */
  ids: readonly string[] | undefined
  search: string | undefined
}

/** The companies a person may see: a Client's own (G37), all for staff. */
function visible(session: Session): Sql {
  return isStaff(session)
    ? sql`c.deleted_at is null`
    : sql`c.deleted_at is null and c.id = any(${session.companyIds}::uuid[])`
}

/** One page of companies by name, and how many there are. */
export async function listCompanies(
  db: Db,
  session: Session,
  query: CompaniesQuery,
): Promise<{ docs: CompanyRow[]; total: number }> {
  const pattern = likePattern(query.search ?? '')
  const conditions = joinConditions([
    visible(session),
    ...(query.parentsOnly ? [sql`c.parent_id is null`] : []),
    ...(query.excludeIds.length > 0 ? [sql`c.id <> all(${query.excludeIds}::uuid[])`] : []),
    ...(query.ids ? [sql`c.id = any(${query.ids}::uuid[])`] : []),
    ...(query.search ? [sql`(c.name ilike ${pattern} or c.legal_name ilike ${pattern})`] : []),
  ])
  const docs = await rows<CompanyRow>(
    db,
    sql`select c.id, c.name, c.legal_name "legalName" from companies c where ${conditions}
        order by lower(c.name), c.id limit ${query.size} offset ${(query.page - 1) * query.size}`,
  )
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total from companies c where ${conditions}`)
  return { docs, total: counted?.total ?? 0 }
}

const record = sql`c.id, c.id "_id", c.name, c.legal_name "legalName", c.address, c.city, c.state, c.pin, c.country, c.gst,
  c.contract_date "contractDate", c.start_date "startDate", c.end_date "endDate", c.parent_id is not null "isChild",
  case when p.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('_id', p.id, 'name', p.name)) end
    "parentCompany", c.contacts, c.notice_contact "noticeContact", c.approval_required "approvalRequired", c.version`
const withParent = sql`from companies c left join companies p on p.id = c.parent_id`

const sortable: Readonly<Record<string, Sql>> = {
  name: sql`lower(c.name)`,
  legalName: sql`lower(c.legal_name)`,
  city: sql`lower(c.city)`,
  state: sql`lower(c.state)`,
  country: sql`lower(c.country)`,
  pin: sql`c.pin`,
  gst: sql`lower(c.gst)`,
  contractDate: sql`c.contract_date`,
  startDate: sql`c.start_date`,
  endDate: sql`c.end_date`,
}

export type AllCompaniesQuery = Parameters<typeof readPage>[1] & {
  search?: string | undefined
  company?: string | undefined
} & Partial<Record<'country' | 'state' | 'city', string | undefined>>

/** One page of complete records (A-098). */
export function allCompanies(db: Db, query: AllCompaniesQuery): Promise<Page<CompanyRecord>> {
  const where = joinConditions([
    sql`c.deleted_at is null`,
    ...(query.company ? [sql`c.id = ${query.company}::uuid`] : []),
    ...(query.country ? [sql`c.country = ${query.country}`] : []),
    ...(query.state ? [sql`c.state = ${query.state}`] : []),
    ...(query.city ? [sql`c.city = ${query.city}`] : []),
    ...searchConditions(query.search, [
      sql`c.name`,
      sql`c.legal_name`,
      sql`c.city`,
      sql`c.state`,
      sql`c.country`,
      sql`c.gst`,
    ]),
  ])
  return readPage<CompanyRecord>(db, query, {
    select: record,
    from: sql`${withParent} where ${where}`,
    order: orderOf(query, sortable, sql`c.id`),
  })
}

/** A company as the API returns it; undefined when it does not exist or is deleted. */
export function companyById(db: Db, id: string): Promise<CompanyRecord | undefined> {
  return row(db, sql`select ${record} ${withParent} where c.id = ${id}::uuid and c.deleted_at is null`)
}

/** Every company as a row of the sheet, in the sheet's column order. */
export const companySheetRows = sql`select c.name, c.legal_name, c.address, c.city, c.state, c.country, c.pin, c.gst,
    c.contract_date, c.start_date, c.end_date, p.name,
    (select string_agg(concat_ws(' | ', one ->> 'contactPersonName', one ->> 'mobileNumber', one ->> 'emailAddress',
        nullif(one ->> 'designation', '')), e'\n' order by position)
      from jsonb_array_elements(c.contacts) with ordinality listed (one, position))
  ${withParent} where c.deleted_at is null order by lower(c.name), c.id`

const indexes = { companies_name: ['name', 'Name'] } as const

/** Inserts a company. Throws 422 when the name already exists. */
export async function insertCompany(db: Db, id: string, company: CompanyFields): Promise<void> {
  await uniqueViolationAsProblem(
    rows(
      db,
      sql`insert into companies (id, name, legal_name, address, city, state, pin, country, gst, contract_date, start_date,
            end_date, parent_id, contacts, notice_contact, approval_required)
          values (${id}, ${company.name}, ${company.legalName}, ${company.address}, ${company.city}, ${company.state}, ${company.pin}, ${company.country},
            ${company.gst}, ${company.contractDate}, ${company.startDate}, ${company.endDate}, ${parentOf(company)}::uuid,
            ${jsonbOf(company.contacts)}::jsonb, ${signerOf(company)}::jsonb, ${company.approvalRequired ?? false})`,
    ),
    indexes,
  )
}

/** Updates all fields; undefined when the company is deleted or its version is not the given one. */
export function updateCompany(
  db: Db,
  id: string,
  company: CompanyFields,
  version: number | undefined,
): Promise<{ id: string } | undefined> {
  return uniqueViolationAsProblem(
    row(
      db,
      sql`update companies set name = ${company.name}, legal_name = ${company.legalName}, address = ${company.address}, city = ${company.city},
            state = ${company.state}, pin = ${company.pin}, country = ${company.country}, gst = ${company.gst},
            contract_date = ${company.contractDate}, start_date = ${company.startDate}, end_date = ${company.endDate},
            parent_id = ${parentOf(company)}::uuid, contacts = ${jsonbOf(company.contacts)}::jsonb,
            notice_contact = ${company.noticeContact === undefined ? sql`notice_contact` : sql`${signerOf(company)}::jsonb`},
            approval_required = coalesce(${company.approvalRequired ?? null}::boolean, approval_required),
            version = version + 1, updated_at = now()
          where id = ${id}::uuid and deleted_at is null and ${atVersion(version)} returning id`,
    ),
    indexes,
  )
}

const parentOf = (company: CompanyFields) => (company.isChild ? (company.parentCompany ?? null) : null)

const signerOf = ({ noticeContact }: CompanyFields) => (noticeContact ? jsonbOf(noticeContact) : null)

/** Serialises changes of parent companies until the transaction ends, so that two at once cannot make a cycle. */
export async function lockParents(db: Db): Promise<void> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('parents of companies'))`)
}

/** Whether the company can be a parent: it exists and is not a child itself (G99). */
export async function canBeParent(db: Db, id: string): Promise<boolean> {
  const found = await row(
    db,
    sql`select 1 from companies where id = ${id}::uuid and parent_id is null and deleted_at is null`,
  )
  return found !== undefined
}

/** Whether the company is the parent of an undeleted company. */
export async function hasChildren(db: Db, id: string): Promise<boolean> {
  return (
    (await row(db, sql`select 1 from companies where parent_id = ${id}::uuid and deleted_at is null`)) !== undefined
  )
}

/** Locks the company until the transaction ends, so that no brand is added to it. False when it does not exist. */
export async function lockCompany(db: Db, id: string): Promise<boolean> {
  const found = await row(db, sql`select 1 from companies where id = ${id}::uuid and deleted_at is null for update`)
  return found !== undefined
}

/** Whether the company has an undeleted brand. */
export async function hasBrands(db: Db, id: string): Promise<boolean> {
  return (await row(db, sql`select 1 from brands where company_id = ${id}::uuid and deleted_at is null`)) !== undefined
}

/** Soft-deletes a company. */
export async function markDeleted(db: Db, id: string): Promise<void> {
  await rows(db, sql`update companies set deleted_at = now(), version = version + 1 where id = ${id}::uuid`)
}

/** The distinct values of a column, sorted, without blanks. */
export async function distinctValues(db: Db, column: 'state' | 'country' | 'city'): Promise<string[]> {
  const found = await rows<{ value: string }>(
    db,
    sql`select distinct ${sql.id(column)} value from companies
        where deleted_at is null and ${sql.id(column)} <> '' order by 1`,
  )
  return found.map(({ value }) => value)
}
