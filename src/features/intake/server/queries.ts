import { findingsAdded } from '#features/findings/contract.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { from as copyFrom } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Db, row, rows, sql, type Transaction } from '#kit/server/db.ts'
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
 * Finds the stored pictures of staged rows that name one: as the screen matched them, else in the bucket newscrapper by
 * name (repeated spaces ignored, S-145) or by key; the newest of equal names. Answers the comma-joined indexes of rows
 * whose picture is nowhere.
 */
export async function findPictures(db: Db, asked: { given: string; names: string; keys: string }): Promise<string> {
  const name = sql`lower(regexp_replace(btrim(original_name), '\\s+', ' ', 'g'))`
  await sql`create temporary table pictures (how text, what text, bucket text, key text, name text) on commit drop`.execute(
    db,
  )
  await sql`
    insert into pictures select distinct on (how, what) how, what, bucket, key, original_name from (
      select 'given' as how, bucket || '/' || key as what, bucket, key, original_name, created_at, media_type from files
      where bucket || '/' || key = any(${asked.given}::text[])
      union all
      select 'name', ${name}, bucket, key, original_name, created_at, media_type from files
      where bucket = 'newscrapper' and ${name} = any(${asked.names}::text[])
      union all
      select 'key', key, bucket, key, original_name, created_at, media_type from files
      where bucket = 'newscrapper' and key = any(${asked.keys}::text[])
    ) found where media_type like 'image/%' order by how, what, created_at desc`.execute(db)
  // Nothing is known of temporary tables; a nested loop would read one for every row of the other.
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
  const lost = await row<{ rows: string }>(
    db,
    sql`select coalesce(string_agg(row_index::text, ','), '') as rows from staged
        where image_key is null and (picture_given is not null or picture_name is not null)`,
  )
  return lost!.rows
}

/**
 * Which of these identity keys (an array literal) the brand has stored already, comma-joined. All are asked in one
 * condition: whichever index the planner believes in, the rows of the company are walked once at most. A look-up per
 * row was quadratic when the statistics did not know a company yet.
 */
export async function storedIdentities(db: Db, header: UploadHeader, identities: string): Promise<string> {
  const found = await row<{ keys: string }>(
    db,
    sql`select coalesce(string_agg(identity_key::text, ','), '') as keys from findings
        where company_id = ${header.companyId} and brand_id = ${header.brandId} and deleted_at is null
          and identity_key = any(${identities}::uuid[])`,
  )
  return found!.keys
}

/** Which of these listing ids (an array literal) the brand has stored: JSON list of [listing id, site], or ''. */
export async function storedLids(db: Db, platform: Platform, header: UploadHeader, lids: string): Promise<string> {
  const lid = sql.raw(storedName(platform.alsoUnique!.column))
  const within = sql.raw(storedName(platform.alsoUnique!.within))
  // What is asked of the finding stands in the answer, not in the condition, so that only its primary key can serve.
  const found = await row<{ pairs: string }>(
    db,
    sql`select coalesce(json_agg(json_build_array(lid, site))::text, '') as pairs from (
          select upper(btrim(d.${lid})) as lid, d.${within} as site,
            (select f.brand_id = ${header.brandId} and f.deleted_at is null from findings f
              where f.company_id = d.company_id and f.id = d.finding_id) as counts
          from ${sql.table(platform.table)} d
          where d.company_id = ${header.companyId} and d.${lid} is not null
            and upper(btrim(d.${lid})) = any(${lids}::text[])
        ) same where counts`,
  )
  return found!.pairs
}

/**
 * Stores the staged rows and answers how many were new: fewer when another path stored one meanwhile. They are read in
 * the order in which COPY wrote them; sorting them again would only go through the disk.
 */
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
    from staged
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
    select ${header.companyId}::uuid, id, ${given} from staged`.execute(db)
  const address = sql.raw(`own_${storedName(platform.identity)}`)
  await sql`insert into status_log
      (id, company_id, brand_id, platform, finding_id, module, user_id, username, search_term, status_from, status_to)
    select id, ${header.companyId}::uuid, ${header.brandId}::uuid, ${platform.value}, id, 'upload', ${by.userId}::uuid,
      ${by.username}, ${address}, '', status
    from staged`.execute(db)
}

/** The upload as one line of the data log (G106). */
export async function logUpload(
  db: Db,
  line: { userId: string; model: string; total: number; companyId: string },
): Promise<void> {
  await sql`insert into data_log (id, user_id, type, model, total_affected, company_id)
    values (${newId()}, ${line.userId}, 'add', ${line.model}, ${line.total}, ${line.companyId})`.execute(db)
}

/**
 * Asks for the job that tells the brand's clients of rows in 33 (G53), when there are any. From SQL, so that the
 * request thread never carries 25,000 ids.
 */
export async function announceAwaiting(db: Db, platform: Platform, header: UploadHeader): Promise<void> {
  await sql`select enqueue_job(${findingsAdded.name}, jsonb_build_object('companyId', ${header.companyId}::text,
      'brandId', ${header.brandId}::text, 'platform', ${platform.value}::text, 'findingIds', ids, 'count', n), ${findingsAdded.tries})
    from (select array_agg(id order by row_index)::text as ids, count(*) as n from staged where status = ${awaitingApproval}) waiting
    where ids is not null`.execute(db)
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
