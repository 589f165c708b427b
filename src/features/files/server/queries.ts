import { type Db, row, rows, sql } from '#kit/server/db.ts'

export type FileRow = {
  id: string
  bucket: string
  key: string
  purpose: string
  originalName: string
  mediaType: string
  bytes: number
  sha256: Buffer
}

/** Records stored objects, all in one statement. */
export async function addFiles(db: Db, files: readonly FileRow[], uploadedBy: string | null): Promise<void> {
  const values = files.map(
    (one) =>
      sql`(${one.id}::uuid, ${one.bucket}, ${one.key}, ${one.purpose}, ${one.originalName}, ${one.mediaType}, ${one.bytes}::bigint,
        ${one.sha256}::bytea, ${uploadedBy}::uuid)`,
  )
  await rows(
    db,
    sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256, uploaded_by)
        values ${sql.join(values)}`,
  )
}

/** Records the copy of a stored object, unless somebody else has just made it. */
export async function addCopy(db: Db, one: FileRow): Promise<void> {
  await rows(
    db,
    sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
        values (${one.id}, ${one.bucket}, ${one.key}, ${one.purpose}, ${one.originalName}, ${one.mediaType}, ${one.bytes}, ${one.sha256})
        on conflict (bucket, key) do nothing`,
  )
}

/** The records of these stored objects; hashes in hexadecimal. */
export function filesByKey(
  db: Db,
  bucket: string,
  keys: readonly string[],
): Promise<{ bucket: string; key: string; mediaType: string; bytes: number; sha256: string }[]> {
  return rows(
    db,
    sql`select bucket, key, media_type "mediaType", bytes, encode(sha256, 'hex') sha256 from files
        where bucket = ${bucket} and key = any(${keys}::text[])`,
  )
}

/** The record of a stored object. Whoever has a signed link may read it, so no scope is checked. */
export function fileByKey(
  db: Db,
  bucket: string,
  key: string,
): Promise<{ originalName: string; mediaType: string } | undefined> {
  return row(
    db,
    sql`select original_name "originalName", media_type "mediaType" from files where bucket = ${bucket} and key = ${key}`,
  )
}

/** Which of these keys were stored for a purpose, and as what. */
export function filesFor(
  db: Db,
  params: { bucket: string; purpose: string; keys: readonly string[] },
): Promise<{ key: string; originalName: string; mediaType: string }[]> {
  return rows(
    db,
    sql`select key, original_name "originalName", media_type "mediaType" from files
        where bucket = ${params.bucket} and purpose = ${params.purpose} and key = any(${params.keys}::text[])`,
  )
}

/** Deletes the records of objects that were stored for a purpose. */
export async function deleteFiles(
  db: Db,
  params: { bucket: string; purpose: string; keys: readonly string[] },
): Promise<void> {
  await rows(
    db,
    sql`delete from files where bucket = ${params.bucket} and purpose = ${params.purpose} and key = any(${params.keys}::text[])`,
  )
}

/** What this person stored for a purpose, of these keys. */
export function filesOf(
  db: Db,
  params: { bucket: string; purpose: string; userId: string; keys: readonly string[] },
): Promise<{ key: string; name: string; mediaType: string }[]> {
  return rows(
    db,
    sql`select key, original_name name, media_type "mediaType" from files
        where bucket = ${params.bucket} and purpose = ${params.purpose} and uploaded_by = ${params.userId}::uuid
          and key = any(${params.keys}::text[])`,
  )
}

/** How many files a person stored for a purpose in the last hour. */
export async function uploadsInLastHour(db: Db, params: { purpose: string; userId: string }): Promise<number> {
  const counted = await row<{ n: number }>(
    db,
    sql`select count(*)::int n from files where uploaded_by = ${params.userId}::uuid and purpose = ${params.purpose}
        and created_at > now() - interval '1 hour'`,
  )
  return counted!.n
}
