import { mailCopyOf } from '#features/files/server/mail-copies.ts'
import { type Db, rows, type Sql, sql } from '#kit/server/db.ts'

/** A finding to remove, with its stored picture. */
export type Removed = { companyId: string; id: string; platform: string; bucket: string | null; key: string | null }

/**
 * Findings after `after` that were deleted more than a year ago and are not needed as evidence, locked until the
 * transaction ends. Rows locked by others are left for another night.
 */
export function longDeleted(db: Db, after: Removed | undefined, max: number): Promise<Removed[]> {
  const further = after ? sql`(f.company_id, f.id) > (${after.companyId}::uuid, ${after.id}::uuid)` : sql`true`
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id, f.platform, f.image_bucket as bucket, f.image_key as key from findings f
      where f.deleted_at < now() - interval '1 year' and ${further}
        and not exists (select from enforcements e where e.company_id = f.company_id and e.finding_id = f.id)
        and not exists (select from purchases p where p.company_id = f.company_id and p.finding_id = f.id)
        and f.id not in (select unnest(finding_ids) from case_files)
      order by f.company_id, f.id limit ${max} for update of f skip locked`,
  )
}

/** The stored pictures and archives of these findings' pages, which are deleted with them. */
export async function pageFilesOf(db: Db, found: readonly Removed[]): Promise<string[]> {
  const files = await rows<{ key: string }>(
    db,
    sql`select v.key from unnest(${found.map((one) => one.companyId)}::uuid[], ${found.map((one) => one.id)}::uuid[]) as k (company_id, id)
      join page_pictures p on p.company_id = k.company_id and p.finding_id = k.id
      cross join lateral (values (p.image_key), (p.archive_key)) v (key) where v.key is not null`,
  )
  return files.map(({ key }) => key)
}

/** Deletes these findings with their comments. Fails when another record still references one. */
export async function removeForGood(db: Db, found: readonly Removed[]): Promise<void> {
  const keys = sql`unnest(${found.map((one) => one.companyId)}::uuid[], ${found.map((one) => one.id)}::uuid[]) as k (company_id, id)`
  await rows(db, sql`delete from comments c using ${keys} where c.company_id = k.company_id and c.finding_id = k.id`)
  await rows(db, sql`delete from findings f using ${keys} where f.company_id = k.company_id and f.id = k.id`)
}

/**
 * Deletes the file records of these findings' pictures, and of the files of their pages, that are older than a year, shown by
 * no finding and as no picture of a brand, and attached to no email; returns their keys.
 */
export async function forgetPictures(
  db: Db,
  bucket: string,
  { found, pageFiles }: { found: readonly Removed[]; pageFiles: readonly string[] },
): Promise<string[]> {
  const shown = found.flatMap((one) => (one.bucket === bucket && one.key ? [one.key] : []))
  const keys = [...new Set([...shown, ...pageFiles])]
  if (keys.length === 0) return []
  const copies = keys.map(mailCopyOf)
  // An email states the hash of the picture whose copy it was sent with.
  const carried: Sql = sql`select coalesce(c.original, coalesce(a->>'key', a->'filledWith'->>'key'))
    from mails m cross join lateral jsonb_array_elements(m.attachments) a
      left join unnest(${copies}::text[], ${keys}::text[]) as c (copy, original)
        on c.copy = coalesce(a->>'key', a->'filledWith'->>'key')
    where coalesce(a->>'key', a->'filledWith'->>'key') is not null`
  const gone = await rows<{ key: string }>(
    db,
    sql`delete from files o where o.bucket = ${bucket} and o.key = any(${keys}::text[]) 
        and (o.purpose = 'images' or o.key = any(${pageFiles}::text[]))
        and o.created_at < now() - interval '1 year' and o.key not in (${carried})
        and o.key not in (select f.image_key from findings f where f.image_key = any(${keys}::text[]))
        and o.key not in (select l.image_key from brand_references l where l.image_key = any(${keys}::text[]))
      returning o.key`,
  )
  const removed = gone.map(({ key }) => key)
  await rows(db, sql`delete from files where bucket = ${bucket} and key = any(${removed.map(mailCopyOf)}::text[])`)
  return removed
}
