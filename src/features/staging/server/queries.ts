import type { Draft, DraftItem, OpenDraft } from '#features/staging/contract-schemas.ts'
import { type Cells, listedOpenDrafts } from '#features/staging/rules.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'

const nameOf = (person: Sql) => sql`coalesce(nullif(${fullNameOf(person)}, ''), ${person}.username)`

/** The columns of a draft as the list answers them; `d` is the draft. */
const listed = sql`d.id as _id, d.id, d.file_name "fileName", d.row_count as rows, ${nameOf(sql`c`)} "createdBy",
  d.created_by "createdById", d.created_at "createdAt", case when s.id is not null then ${nameOf(sql`s`)} end "savedBy",
  d.saved_at "savedAt", d.remark, case when r.id is not null then ${nameOf(sql`r`)} end "remarkBy",
  d.remark_at "remarkAt", case when u.id is not null then ${nameOf(sql`u`)} end "submittedBy",
  d.submitted_by "submittedById", d.submitted_at "submittedAt", d.batch_id as batch`
const people = sql`join users c on c.id = d.created_by left join users s on s.id = d.saved_by
  left join users r on r.id = d.remark_by left join users u on u.id = d.submitted_by`
/** Drafts of a brand or a company that was deleted do not exist. */
const alive = sql`join brands b on b.id = d.brand_id and b.deleted_at is null
  join companies o on o.id = d.company_id and o.deleted_at is null`

/** The company of a brand; undefined when there is no such brand. */
export async function companyOfBrand(db: Db, brandId: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    db,
    sql`select company_id as id from brands where id = ${brandId} and deleted_at is null`,
  )
  return found?.id
}

/** The open drafts of a brand and platform, then those submitted in the last days; newest first, at most 500. */
export function draftsOf(db: Db, of: { brandId: string; platform: string; submittedDays: number }): Promise<Draft[]> {
  return rows<Draft>(
    db,
    sql`select ${listed} from drafts d ${people}
        where d.brand_id = ${of.brandId} and d.platform = ${of.platform}
          and (d.submitted_at is null or d.submitted_at > now() - make_interval(days => ${of.submittedDays}))
        order by d.submitted_at is not null, d.id desc limit 500`,
  )
}

/** The open drafts of all brands, the last saved first. */
export function openDraftsOfAll(db: Db): Promise<OpenDraft[]> {
  return rows<OpenDraft>(
    db,
    sql`select ${listed}, d.company_id "companyId", o.name "companyName", d.brand_id "brandId", b.brand_name "brandName",
          d.platform
        from drafts d ${people} ${alive} where d.submitted_at is null
        order by coalesce(d.saved_at, d.created_at) desc, d.id desc limit ${listedOpenDrafts}`,
  )
}

/** The draft with the number of its last change; undefined when there is none. */
export function draftWithChanges(db: Db, id: string): Promise<(Draft & { changes: number }) | undefined> {
  return row(db, sql`select ${listed}, d.changes from drafts d ${people} ${alive} where d.id = ${id}`)
}

/** What saving, submitting and sending back need of a draft. */
export type LockedDraft = {
  id: string
  companyId: string
  brandId: string
  platform: string
  fileName: string
  createdBy: string
  rowCount: number
  bytes: number
  changes: number
  isSubmitted: boolean
}

/** A draft whose brand exists, locked until the transaction ends unless `isRead`. */
export function findDraft(db: Db, id: string, { isRead = false } = {}): Promise<LockedDraft | undefined> {
  const lock = isRead ? sql`` : sql`for update of d`
  return row<LockedDraft>(
    db,
    sql`select d.id, d.company_id "companyId", d.brand_id "brandId", d.platform, d.file_name "fileName",
          d.created_by "createdBy", d.row_count "rowCount", d.bytes, d.changes,
          d.submitted_at is not null as "isSubmitted"
        from drafts d ${alive} where d.id = ${id} ${lock}`,
  )
}

/** The draft of a row that is not removed. */
export async function draftIdOfRow(db: Db, rowId: string): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    db,
    sql`select draft_id as id from draft_rows where id = ${rowId} and not is_removed`,
  )
  return found?.id
}

export async function countOpenDrafts(db: Db, of: { brandId: string; platform: string }): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`select count(*) as n from drafts where brand_id = ${of.brandId} and platform = ${of.platform} and submitted_at is null`,
  )
  return found!.n
}

/** Inserts a draft; false when one has this id already. */
export async function insertDraft(
  db: Db,
  draft: { id: string; companyId: string; brandId: string; platform: string; fileName: string; userId: string },
): Promise<boolean> {
  const added = await rows(
    db,
    sql`insert into drafts (id, company_id, brand_id, platform, file_name, created_by)
        values (${draft.id}, ${draft.companyId}, ${draft.brandId}, ${draft.platform}, ${draft.fileName}, ${draft.userId})
        on conflict (id) do nothing returning id`,
  )
  return added.length > 0
}

/** A stored row, removed or not, as saving compares it. */
export type StoredRow = {
  id: string
  sn: number
  version: number
  bytes: number
  isRemoved: boolean
  savedById: string
}

/** The rows of a draft with these ids. */
export function rowsById(db: Db, draftId: string, ids: readonly string[]): Promise<StoredRow[]> {
  return rows<StoredRow>(
    db,
    sql`select id, sn, version, bytes, is_removed "isRemoved", saved_by "savedById" from draft_rows
        where draft_id = ${draftId} and id = any(${ids}::uuid[])`,
  )
}

/** Which of these row numbers are in use, and the highest of all. */
export async function usedNumbers(
  db: Db,
  draftId: string,
  wanted: readonly number[],
): Promise<{ taken: number[]; highest: number }> {
  const found = await row<{ taken: number[]; highest: number }>(
    db,
    sql`select coalesce((select array_agg(sn) from draft_rows where draft_id = ${draftId} and sn = any(${wanted}::int[])), '{}') as taken,
          coalesce((select max(sn) from draft_rows where draft_id = ${draftId}), 0) as highest`,
  )
  return found!
}

export type RowToStore = { id: string; sn: number; data: Cells; bytes: number }
export type SavedRow = { _id: string; sn: number; version: number; savedAt: string }

/** Stores rows of a draft; a row whose id belongs to another draft is not among those returned. */
export function storeRows(
  db: Db,
  at: { draftId: string; change: number; userId: string },
  given: readonly RowToStore[],
): Promise<SavedRow[]> {
  return rows<SavedRow>(
    db,
    sql`insert into draft_rows as r (id, draft_id, sn, data, bytes, change, saved_by)
        select g.id, ${at.draftId}::uuid, g.sn, g.data, g.bytes, ${at.change}::bigint, ${at.userId}::uuid
        from jsonb_to_recordset(${jsonbOf(given)}::jsonb) as g (id uuid, sn int, data jsonb, bytes int)
        on conflict (id) do update set data = excluded.data, bytes = excluded.bytes, version = r.version + 1,
          change = excluded.change, saved_by = excluded.saved_by, saved_at = now()
        where r.draft_id = ${at.draftId}::uuid and not r.is_removed
        returning r.id as _id, r.sn, r.version, r.saved_at "savedAt"`,
  )
}

/** Empties rows and marks them as removed. */
export async function removeRows(
  db: Db,
  at: { draftId: string; change: number; userId: string },
  ids: readonly string[],
): Promise<SavedRow[]> {
  return rows<SavedRow>(
    db,
    sql`update draft_rows set is_removed = true, data = '{}', bytes = 0, version = version + 1,
          change = ${at.change}, saved_by = ${at.userId}, saved_at = now()
        where draft_id = ${at.draftId} and id = any(${ids}::uuid[]) and not is_removed
        returning id as _id, sn, version, saved_at "savedAt"`,
  )
}

/** Writes what a save did to the draft's totals. */
export async function noteChange(
  db: Db,
  at: { draftId: string; change: number; userId: string },
  more: { rows: number; bytes: number },
): Promise<void> {
  await sql`update drafts set changes = ${at.change}, row_count = row_count + ${more.rows}, bytes = bytes + ${more.bytes},
      saved_by = ${at.userId}, saved_at = now() where id = ${at.draftId}`.execute(db)
}

const item = sql`jsonb_build_object('_id', r.id, 'id', r.id, 'fileId', r.draft_id, 'sn', r.sn, 'version', r.version,
    'savedBy', ${nameOf(sql`u`)}, 'savedById', r.saved_by,
    'savedAt', to_char(r.saved_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  || case when r.is_removed then '{"removed": true}' else '{}'::jsonb end`
const data = sql`r.data || jsonb_build_object('sn', r.sn)`

/**
 * The rows of a draft in their order, as texts: the row without its data, the data, bucket and key of its picture if
 * that is a stored picture: a row may name any object.
 * With `since`, those changed after that, removed ones too.
 */
export function rowTexts(draftId: string, since: number | undefined): Sql {
  const which = since === undefined ? sql`not r.is_removed` : sql`r.change > ${since}`
  return sql`select (${item})::text, (${data})::text, f.bucket, f.key
    from draft_rows r join users u on u.id = r.saved_by
      left join files f on f.bucket = r.data->>'s3BucketName' and f.key = r.data->>'s3FullImagePath'
        and f.media_type like 'image/%'
    where r.draft_id = ${draftId} and ${which} order by r.sn`
}

/** Rows of a draft with these ids, removed ones too. */
export function items(db: Db, draftId: string, ids: readonly string[]): Promise<DraftItem[]> {
  return rows<{ item: DraftItem }>(
    db,
    sql`select ${item} || jsonb_build_object('data', ${data}) as item from draft_rows r join users u on u.id = r.saved_by
        where r.draft_id = ${draftId} and r.id = any(${ids}::uuid[]) order by r.sn`,
  ).then((found) => found.map((one) => one.item))
}

/** The data of a draft's rows with their numbers, as an upload has them, one text a row. */
export function uploadRows(draftId: string): Sql {
  return sql`select (${data})::text from draft_rows r where r.draft_id = ${draftId} and not r.is_removed order by r.sn`
}

/** Closes a draft. */
export async function closeDraft(db: Db, draft: { id: string; userId: string; batch: string }): Promise<void> {
  await sql`update drafts set submitted_by = ${draft.userId}, submitted_at = now(), batch_id = ${draft.batch}, remark = null,
      remark_by = null, remark_at = null where id = ${draft.id}`.execute(db)
}

/** Writes why a draft is sent back. */
export async function setRemark(db: Db, draft: { id: string; userId: string; remark: string }): Promise<void> {
  await sql`update drafts set remark = ${draft.remark}, remark_by = ${draft.userId}, remark_at = now()
      where id = ${draft.id}`.execute(db)
}

/** Deletes drafts that were submitted so many days ago, and what is left of rows removed a day ago. */
export async function deleteOldDrafts(db: Db, days: number): Promise<void> {
  await sql`delete from drafts where submitted_at < now() - make_interval(days => ${days})`.execute(db)
  await sql`delete from draft_rows where is_removed and saved_at < now() - interval '1 day'`.execute(db)
}

/** The name of a person as drafts show it. */
export async function personName(db: Db, userId: string): Promise<string> {
  const found = await row<{ name: string }>(
    db,
    sql`select ${nameOf(sql`u`)} as name from users u where u.id = ${userId}`,
  )
  return found?.name ?? ''
}
