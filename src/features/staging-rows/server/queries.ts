import { from as copyFrom } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Db, row, rows, sql, type Transaction } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import type { RowIndexes } from './packed-lists.ts'
import type { RowsHeader } from './read-header.ts'
import { type StagedColumn, stagedColumns } from './staged-columns.ts'

export type ChosenBrand = { name: string; enabled: boolean; platforms: Record<string, unknown> }

/** The company's brand with this id; undefined when there is none. */
export function chosenBrand(db: Db, companyId: string, brandId: string): Promise<ChosenBrand | undefined> {
  return row<ChosenBrand>(
    db,
    sql`select b.brand_name as name, b.enabled, b.platforms from brands b
        where b.id = ${brandId} and b.company_id = ${companyId} and b.deleted_at is null`,
  )
}

/** Locks the brand row against changes until the transaction ends. */
export async function lockBrandForShare(db: Db, brandId: string): Promise<void> {
  await rows(db, sql`select 1 from brands where id = ${brandId} for share`)
}

/** Takes the lock of the brand's uploads. It ends with the transaction. */
export async function lockBrandUploads(db: Db, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`intake ${brandId}`}, 0))`.execute(db)
}

/** Creates the temporary table `staged`, dropped with the transaction, and fills it with COPY. */
export async function copyIntoStaged(
  { db, client }: Transaction,
  platform: Platform,
  chunks: readonly Uint8Array[],
  extraColumns: readonly StagedColumn[],
): Promise<void> {
  const columns = [...stagedColumns(platform), ...extraColumns]
  const columnDefinitions = columns.map(([name, type]) => `${name} ${type}`).join(', ')
  await sql`create temporary table staged (${sql.raw(columnDefinitions)}, image_bucket text, image_key text) on commit drop`.execute(
    db,
  )
  const names = columns.map(([name]) => name).join(', ')
  await pipeline(
    Readable.from(chunks, { objectMode: false }),
    client.query(copyFrom(`copy staged (${names}) from stdin`)),
  )
}

/** Pictures that rows name, as PostgreSQL array literals: by bucket/key, by file name, by key. */
export type NamedPictures = { given: string; names: string; keys: string }

/**
 * Gives staged rows the stored pictures that they name: as the screen matched them, else in the bucket newscrapper by
 * name (repeated spaces ignored, S-145) or by key; the newest of equal names. Returns the rows whose picture is not
 * stored.
 */
export async function resolvePictures(db: Db, wanted: NamedPictures): Promise<RowIndexes> {
  const name = sql`lower(regexp_replace(btrim(original_name), '\\s+', ' ', 'g'))`
  await sql`create temporary table pictures (how text, what text, bucket text, key text, name text) on commit drop`.execute(
    db,
  )
  await sql`
    insert into pictures select distinct on (how, what) how, what, bucket, key, original_name from (
      select 'given' as how, bucket || '/' || key as what, bucket, key, original_name, created_at, media_type from files
      where bucket || '/' || key = any(${wanted.given}::text[])
      union all
      select 'name', ${name}, bucket, key, original_name, created_at, media_type from files
      where bucket = 'newscrapper' and ${name} = any(${wanted.names}::text[])
      union all
      select 'key', key, bucket, key, original_name, created_at, media_type from files
      where bucket = 'newscrapper' and key = any(${wanted.keys}::text[])
    ) found where media_type like 'image/%' order by how, what, created_at desc`.execute(db)
  // Temporary tables have no statistics; a nested loop would read one for every row of the other.
  await sql`set local enable_nestloop = off`.execute(db)
  await sql`
    update staged r set image_bucket = f.bucket, image_key = f.key, image = coalesce(r.image, f.name)
    from (
      select s.row_index, coalesce(g.bucket, n.bucket, k.bucket) as bucket, coalesce(g.key, n.key, k.key) as key,
        coalesce(g.name, n.name, k.name) as name
      from staged s
      left join pictures g on g.what = s.picture_given and g.how = 'given'
      left join pictures n on n.what = s.picture_name and n.how = 'name'
      left join pictures k on k.what = s.image and k.how = 'key'
      where s.picture_given is not null or s.picture_name is not null
    ) f where f.row_index = r.row_index and f.key is not null`.execute(db)
  await sql`set local enable_nestloop = on`.execute(db)
  const missing = await row<{ rows: RowIndexes }>(
    db,
    sql`select coalesce(string_agg(row_index::text, ','), '') as rows from staged
        where image_key is null and (picture_given is not null or picture_name is not null)`,
  )
  return missing!.rows
}

/** Adds the values that filter lists offer, in a fixed order so that two writers cannot deadlock. */
export async function insertFacets(
  db: Db,
  platform: Platform,
  header: RowsHeader,
  facets: readonly (readonly [name: string, value: string])[],
): Promise<void> {
  if (facets.length === 0) return
  const names = facets.map(([name]) => name)
  const values = facets.map(([, value]) => value)
  await sql`insert into facets (company_id, platform, brand_id, name, value)
    select ${header.companyId}::uuid, ${platform.value}, ${header.brandId}::uuid, name, value
    from unnest(${names}::text[], ${values}::text[]) as f (name, value) order by name, value
    on conflict do nothing`.execute(db)
}

/** Flushes the search index's pending list, which every search would otherwise scan. */
export async function tidySearchIndex(db: Db, platform: Platform): Promise<void> {
  await sql`select gin_clean_pending_list(${`${platform.table}_search`}::regclass)`.execute(db)
}
