import { from as copyFrom } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { whiteListed } from '#features/white-label/server/white-listed.ts'
import { type Db, row, rows, sql, type Sql, type Transaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { Platform } from '#platforms/platform.ts'
import { storedName } from '#columns/stored.ts'
import type { UploadHeader } from './read-header.ts'
import { ownColumns, stagedColumns } from './staged-columns.ts'

export type ChosenBrand = { name: string; enabled: boolean; platforms: Record<string, unknown> }

/** The company's brand of that id; undefined when either is not there or they do not belong together. */
export function chosenBrand(db: Db, companyId: string, brandId: string): Promise<ChosenBrand | undefined> {
  return row<ChosenBrand>(
    db,
    sql`select b.brand_name as name, b.enabled, b.platforms from brands b
        where b.id = ${brandId} and b.company_id = ${companyId} and b.deleted_at is null`,
  )
}

export async function companyExists(db: Db, companyId: string): Promise<boolean> {
  return (await rows(db, sql`select 1 from companies where id = ${companyId} and deleted_at is null`)).length > 0
}

export async function employeeCodeOf(db: Db, userId: string): Promise<string | null> {
  const found = await row<{ code: string | null }>(
    db,
    sql`select employee_code as code from users where id = ${userId}`,
  )
  return found?.code ?? null
}

/**
 * One upload of a brand at a time, so that the second of two equal ones is told exactly which rows are there.
 * Held to the end of the transaction; a pooler in transaction mode may stand between.
 */
export async function lockBrand(db: Db, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`intake ${brandId}`}, 0))`.execute(db)
}

/** Fills the temporary table `staged` with COPY; it goes with the transaction. */
export async function stage({ db, client }: Transaction, platform: Platform, pieces: Uint8Array[]): Promise<void> {
  const columns = stagedColumns(platform)
  const shape = columns.map(([name, type]) => `${name} ${type}`).join(', ')
  await sql`create temporary table staged (${sql.raw(shape)}, image_bucket text, image_key text) on commit drop`.execute(
    db,
  )
  const names = columns.map(([name]) => name).join(', ')
  await pipeline(
    Readable.from(pieces, { objectMode: false }),
    client.query(copyFrom(`copy staged (${names}) from stdin`)),
  )
}

/**
 * Finds the stored pictures of rows that name one: as the screen matched them, else in the bucket newscrapper by
 * name (repeated spaces ignored, S-145) or by key. The newest of equal names wins.
 */
export async function findPictures(db: Db): Promise<void> {
  await sql`
    update staged r set image_bucket = f.bucket, image_key = f.key, image = coalesce(r.image, f.original_name)
    from staged s cross join lateral (
      select bucket, key, original_name from (
        select 1 as rank, bucket, key, original_name, created_at from files
        where bucket = s.given_bucket and key = s.given_key and media_type like 'image/%'
        union all
        select 2, bucket, key, original_name, created_at from files
        where bucket = 'newscrapper' and media_type like 'image/%'
          and lower(regexp_replace(btrim(original_name), '\\s+', ' ', 'g')) = lower(s.picture_name)
        union all
        select 3, bucket, key, original_name, created_at from files
        where bucket = 'newscrapper' and key = s.image and media_type like 'image/%'
      ) found order by rank, created_at desc limit 1
    ) f
    where s.row_index = r.row_index and (s.picture_name is not null or s.given_key is not null)`.execute(db)
}

export type Findings = { stored: string; lids: string; whiteListed: string; lostPictures: string }

/**
 * The one check: which staged rows are stored already, have a listing id of the same brand and site, are white-listed,
 * or name a picture that is nowhere; each as comma-joined row indexes. Every look-up is a subquery limited to one row,
 * so that it goes by index for each staged row though nothing is known of the temporary table.
 */
export async function checkStaged(db: Db, platform: Platform, header: UploadHeader): Promise<Findings> {
  const list = (condition: string) =>
    sql`coalesce(string_agg(row_index::text, ',' order by row_index) filter (where ${sql.raw(condition)}), '')`
  const found = await row<Findings>(
    db,
    sql`select ${list('stored')} as stored, ${list('lid')} as lids, ${list('white')} as "whiteListed",
          ${list('lost')} as "lostPictures"
        from (select r.row_index,
            (select true from findings f where f.company_id = ${header.companyId} and f.brand_id = ${header.brandId}
              and f.identity_key = r.identity_key and f.deleted_at is null and f.id <> r.id limit 1) is true as stored,
            ${lidStored(platform, header)} as lid,
            r.compared is not null and ${whiteListed({ ...header, address: sql`r.compared`, host: sql`r.host` })} as white,
            r.image_key is null and (r.picture_name is not null or r.given_key is not null) as lost
          from staged r offset 0) checked`,
  )
  return found!
}

function lidStored(platform: Platform, header: UploadHeader): Sql {
  if (!platform.alsoUnique || !header.checkLids) return sql`false`
  const lid = sql.raw(storedName(platform.alsoUnique.column))
  const within = sql.raw(storedName(platform.alsoUnique.within))
  return sql`(select true from ${sql.table(platform.table)} d
    join findings f on f.company_id = d.company_id and f.id = d.finding_id
    where d.company_id = ${header.companyId} and d.${lid} is not null
      and upper(btrim(d.${lid})) = upper(btrim(r.own_${lid})) and lower(d.${within}) = lower(r.own_${within})
      and f.brand_id = ${header.brandId} and f.deleted_at is null and d.finding_id <> r.id limit 1) is true`
}

/** Stores the staged rows and answers how many were new: fewer when another path stored one meanwhile. */
export async function insertFindings(
  db: Db,
  platform: Platform,
  header: UploadHeader,
  by: { userId: string; employeeCode: string | null },
): Promise<number> {
  const result = await sql`
    insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, reason, reason_code,
      identity_key, image, image_bucket, image_key, client_comment, employee_code, created_by)
    select ${header.companyId}::uuid, id, ${header.brandId}::uuid, ${platform.value}, ${header.reportingDate}::date, status,
      priority, reason, reason_code, identity_key, image, image_bucket, image_key, client_comment,
      coalesce(employee_code, ${by.employeeCode}), ${by.userId}::uuid
    from staged order by row_index
    on conflict (company_id, brand_id, identity_key) where deleted_at is null do nothing`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Each finding's own columns, and its first line in the log (G106, G112). */
export async function insertDetails(
  db: Db,
  platform: Platform,
  header: UploadHeader,
  by: { userId: string; username: string },
): Promise<void> {
  const names = ownColumns(platform).map(storedName)
  const own = sql.raw(names.join(', '))
  const given = sql.raw(names.map((name) => `own_${name}`).join(', '))
  await sql`insert into ${sql.table(platform.table)} (company_id, finding_id, ${own})
    select ${header.companyId}::uuid, id, ${given} from staged order by row_index`.execute(db)
  const address = sql.raw(`own_${storedName(platform.identity)}`)
  await sql`insert into status_log
      (id, company_id, brand_id, platform, finding_id, module, user_id, username, search_term, status_from, status_to)
    select id, ${header.companyId}::uuid, ${header.brandId}::uuid, ${platform.value}, id, 'upload', ${by.userId}::uuid,
      ${by.username}, ${address}, '', status
    from staged order by row_index`.execute(db)
}

/** The upload as one line of the data log (G106). */
export async function logUpload(
  db: Db,
  line: { userId: string; model: string; total: number; companyId: string },
): Promise<void> {
  await sql`insert into data_log (id, user_id, type, model, total_affected, company_id)
    values (${newId()}, ${line.userId}, 'add', ${line.model}, ${line.total}, ${line.companyId})`.execute(db)
}

/** Adds what drop-downs offer; in one order, so that two writers never wait for each other in a circle. */
export async function addFacets(
  db: Db,
  platform: Platform,
  header: UploadHeader,
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

/** Moves what the upload left in the search index's waiting list into the index: searches would read it all (DATABASE.md). */
export async function tidySearchIndex(db: Db, platform: Platform): Promise<void> {
  await sql`select gin_clean_pending_list(${`${platform.table}_search`}::regclass)`.execute(db)
}
