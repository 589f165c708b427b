import type { Filters } from '#columns/filter.ts'
import { storedName } from '#columns/stored.ts'
import type { Mark, SignedEntry } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import { joinConditions, row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { filterConditions } from '#kit/server/filter-sql.ts'
import { trademark } from '#platforms/trademark.ts'
import type { Day, DayRange } from '#vocabulary/dates.ts'

/** The validated values of a mark. */
export type MarkValues = {
  companyId: string
  brandId: string
  markName: string
  markType: string
  status: string
  reportingDate: Day
  startDate: Day
  expiryDate: Day
  sunriseFlag: string
  notifications: number
}

/** Which marks are requested; undefined companies, brands or range mean no restriction. */
export type MarkQuery = {
  companyIds: readonly string[] | undefined
  brandIds: readonly string[] | undefined
  range: DayRange | undefined
  filters: Filters
  /** A part of the name of the mark, its company or its brand. */
  search: string | undefined
}

export type MarkSorting = { by: string; direction: 'asc' | 'desc' }

/** The SQL expression of a column; the number of notifications is the length of the list, once there is one (G103). */
function columnAt(name: string): Sql {
  if (name === 'notifications')
    return sql`coalesce(nullif((select count(*) from trademark_notifications n where n.trademark_id = t.id), 0), t.notifications)`
  return sql.ref(`t.${storedName(name)}`)
}

function conditions({ companyIds, brandIds, range, filters, search }: MarkQuery): Sql {
  const all = [sql`t.deleted_at is null`]
  if (companyIds) all.push(sql`t.company_id = any(${companyIds}::uuid[])`)
  if (brandIds) all.push(sql`t.brand_id = any(${brandIds}::uuid[])`)
  if (range) all.push(sql`t.reporting_date between ${range.startDate}::date and ${range.endDate}::date`)
  const others = (pattern: string) => [
    sql`t.company_id in (select id from companies where name ilike ${pattern})`,
    sql`t.brand_id in (select id from brands where brand_name ilike ${pattern})`,
  ]
  all.push(...searchConditions(search, [sql`t.mark_name`], others))
  return joinConditions([...all, ...filterConditions(trademark.columns, filters, columnAt)])
}

/** Selects marks as the API returns them, with notifications, newest first, and their status on the loaded lists. */
function selectMarks(): Sql {
  const own = Object.keys(trademark.columns).map((name) => sql`${columnAt(name)} as ${sql.id(name)}`)
  return sql`select t.id, t.id as _id, ${sql.join(own)}, t.version, t.smd_id as "smdId", case when t.smd_id is not null then t.is_revocation_known is true end as "isRevocationKnown", t.labels, t.signed_marks as "signedMarks",
      json_build_object('id', k.id, '_id', k.id, 'name', k.name) as company,
      json_build_object('id', b.id, '_id', b.id, 'brandName', b.brand_name) as brand,
      coalesce((select json_agg(json_build_object('id', n.id, '_id', n.id, 'domain', n.domain, 'date', n.date)
        order by n.date desc, n.id desc) from trademark_notifications n where n.trademark_id = t.id), '[]')
        as "notificationData",
      array(select c.label from claimed_labels c where c.label = any(t.labels) order by c.label) as "claimedLabels",
      (select r.revoked_at from revoked_marks r where r.smd_id = t.smd_id) as "revokedAt"
    from trademarks t join companies k on k.id = t.company_id join brands b on b.id = t.brand_id`
}

/** One page of marks. */
export async function pageOfMarks(
  db: Db,
  query: MarkQuery,
  sort: MarkSorting,
  window: { size: number; offset: number },
): Promise<Mark[]> {
  return rows<Mark>(
    db,
    sql`${selectMarks()} where ${conditions(query)}
      order by ${columnAt(sort.by)} ${sort.direction === 'asc' ? sql`asc` : sql`desc`}, t.id desc
      limit ${window.size} offset ${window.offset}`,
  )
}

/** One mark that is not deleted. */
export async function markById(db: Db, id: string): Promise<Mark | undefined> {
  return row<Mark>(db, sql`${selectMarks()} where t.id = ${id} and t.deleted_at is null`)
}

/** Number of matching marks. */
export async function numberOfMarks(db: Db, query: MarkQuery): Promise<number> {
  const found = await row<{ n: number }>(db, sql`select count(*) as n from trademarks t where ${conditions(query)}`)
  return found!.n
}

/** The statement of a download: the columns of the platform definition and the remark on the status, newest first. */
export function marksToDownload(query: MarkQuery, limit: number): Sql {
  const day = sql`to_char((r.revoked_at at time zone 'UTC')::date, 'DD/MM/YYYY')`
  const remark = sql`case when r.smd_id is not null then ${messages.revoked('')}::text || ${day}
    when t.smd_id is not null and t.is_revocation_known is not true then ${messages.revocationOpen}::text end`
  return sql`select ${sql.join(trademark.downloaded.map(columnAt))}, ${remark} from trademarks t
    left join revoked_marks r on r.smd_id = t.smd_id where ${conditions(query)} order by t.reporting_date desc, t.id desc limit ${limit}`
}

/** What a mark has besides its form: the signed mark id, labels and signed marks. */
export type SignedMarkData = {
  smdId: string | null
  labels: readonly string[]
  signedMarks: readonly SignedEntry[]
  isRevocationKnown: boolean | null
}

/** Locks a mark until the transaction ends; undefined when it does not exist or is deleted. */
export async function lockMark(
  db: Db,
  id: string,
): Promise<({ version: number; brandId: string; markName: string } & SignedMarkData) | undefined> {
  return row(
    db,
    sql`select version, brand_id "brandId", mark_name "markName", smd_id "smdId", labels, signed_marks "signedMarks",
        is_revocation_known "isRevocationKnown"
      from trademarks
      where id = ${id} and deleted_at is null for update`,
  )
}

/** Stores a new mark. */
export async function insertMark(db: Db, id: string, values: MarkValues, signedData: SignedMarkData): Promise<void> {
  await rows(
    db,
    sql`insert into trademarks (id, company_id, brand_id, mark_name, mark_type, status, reporting_date, start_date,
        expiry_date, sunrise_flag, notifications, smd_id, labels,
        signed_marks, is_revocation_known)
      values (${id}, ${values.companyId}, ${values.brandId}, ${values.markName}, ${values.markType}, ${values.status},
        ${values.reportingDate}, ${values.startDate}, ${values.expiryDate}, ${values.sunriseFlag},
        ${values.notifications}, ${signedData.smdId}, ${signedData.labels}, ${jsonbOf(signedData.signedMarks)}::jsonb,
        ${signedData.isRevocationKnown})`,
  )
}

/** Stores a changed mark with the next version. */
export async function updateMark(db: Db, id: string, values: MarkValues, signedData: SignedMarkData): Promise<void> {
  await rows(
    db,
    sql`update trademarks set company_id = ${values.companyId}, brand_id = ${values.brandId},
        mark_name = ${values.markName}, mark_type = ${values.markType}, status = ${values.status},
        reporting_date = ${values.reportingDate}, start_date = ${values.startDate}, expiry_date = ${values.expiryDate},
        sunrise_flag = ${values.sunriseFlag}, notifications = ${values.notifications}, smd_id = ${signedData.smdId},
        labels = ${signedData.labels}, signed_marks = ${jsonbOf(signedData.signedMarks)}::jsonb,
        is_revocation_known = ${signedData.isRevocationKnown}, version = version + 1, updated_at = now()
      where id = ${id}`,
  )
}

/** Soft-deletes a mark; returns its company, or undefined when it did not exist. */
export async function deleteMark(db: Db, id: string): Promise<string | undefined> {
  const gone = await row<{ companyId: string }>(
    db,
    sql`update trademarks set deleted_at = now(), updated_at = now(), version = version + 1
      where id = ${id} and deleted_at is null returning company_id "companyId"`,
  )
  return gone?.companyId
}

/** Stores a notification of a mark. */
export async function insertNotification(
  db: Db,
  notification: { id: string; markId: string; domain: string; date: string },
): Promise<void> {
  await rows(
    db,
    sql`insert into trademark_notifications (id, trademark_id, domain, date)
      values (${notification.id}, ${notification.markId}, ${notification.domain}, ${notification.date})`,
  )
}

/** Whether another mark of the brand was read from that signed mark. Concurrent calls for one brand are serialised. */
export async function smdExists(db: Db, brandId: string, smdId: string, except = ''): Promise<boolean> {
  await rows(db, sql`select 1 from brands where id = ${brandId} for no key update`)
  const existing = await row(
    db,
    sql`select 1 from trademarks
      where brand_id = ${brandId} and smd_id = ${smdId} and deleted_at is null and id::text <> ${except}`,
  )
  return existing !== undefined
}

/** Since when a signed mark is on the revocation list. */
export async function revokedSince(db: Db, smdId: string): Promise<string | undefined> {
  const found = await row<{ at: string }>(db, sql`select revoked_at at from revoked_marks where smd_id = ${smdId}`)
  return found?.at
}

/** The company of a brand that is not deleted; until the transaction ends the brand cannot be deleted or moved. */
export async function companyOfBrand(db: Db, id: string): Promise<string | undefined> {
  const found = await row<{ companyId: string }>(
    db,
    sql`select company_id "companyId" from brands where id = ${id} and deleted_at is null for key share`,
  )
  return found?.companyId
}
