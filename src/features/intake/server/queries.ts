import { findingsAdded } from '#features/findings/contract-jobs.ts'
import type { IdentityKeys, JsonList } from '#features/staging-rows/server/packed-lists.ts'
import type { RowsHeader } from '#features/staging-rows/server/read-header.ts'
import { ownColumns, stagedSeller } from '#features/staging-rows/server/staged-columns.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { type Actor, type LogModule, logMoves } from '#kit/server/audit.ts'
import { type Db, row, sql } from '#kit/server/db.ts'
import type { Platform } from '#platforms/platform.ts'
import { storedName } from '#columns/stored.ts'

/** The employee code of a person; null when there is none. */
export async function employeeCodeOf(db: Db, userId: string): Promise<string | null> {
  const found = await row<{ code: string | null }>(
    db,
    sql`select employee_code as code from users where id = ${userId}`,
  )
  return found?.code ?? null
}

/**
 * Which of these identity keys (an array literal) the brand has already stored. One condition covers all
 * keys: whichever index the planner chooses, the company's rows are scanned once at most. A look-up per row was
 * quadratic while the statistics did not yet know a company.
 */
export async function storedIdentities(db: Db, header: RowsHeader, identities: string): Promise<IdentityKeys> {
  const found = await row<{ keys: IdentityKeys }>(
    db,
    sql`select coalesce(string_agg(identity_key::text, ','), '') as keys from findings
        where company_id = ${header.companyId} and brand_id = ${header.brandId} and deleted_at is null
          and identity_key = any(${identities}::uuid[])`,
  )
  return found!.keys
}

/** Which listing ids the brand has already stored on the same site, with their sites. */
export async function storedLids(
  db: Db,
  platform: Platform,
  header: RowsHeader,
  lids: { ids: string; pairs: string },
): Promise<JsonList<[lid: string, site: string]>> {
  const lid = sql.raw(storedName(platform.alsoUnique!.column))
  const within = sql.raw(storedName(platform.alsoUnique!.within))
  // The finding's conditions are in the select list, not in `where`, so that only its primary key can be used.
  const found = await row<{ pairs: string }>(
    db,
    sql`select coalesce(json_agg(json_build_array(lid, site))::text, '') as pairs from (
          select upper(btrim(d.${lid})) as lid, d.${within} as site,
            (select f.brand_id = ${header.brandId} and f.deleted_at is null from findings f
              where f.company_id = d.company_id and f.id = d.finding_id) as counts
          from ${sql.table(platform.table)} d
          where d.company_id = ${header.companyId} and d.${lid} is not null
            and upper(btrim(d.${lid})) = any(${lids.ids}::text[])
        ) same where counts and lower(site) || chr(10) || lid = any(${lids.pairs}::text[])`,
  )
  return found!.pairs
}

/**
 * Stores the staged rows and returns how many were inserted: fewer when another transaction stored one in between.
 * Rows are read in the order in which COPY wrote them; sorting them would only spill to disk.
 */
export async function insertFindings(
  db: Db,
  platform: Platform,
  header: RowsHeader,
  by: { userId: string; employeeCode: string | null },
): Promise<number> {
  const result = await sql`
    insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, reason, reason_code,
      identity_key, image, image_bucket, image_key, client_comment, employee_code, created_by, seller)
    select ${header.companyId}::uuid, id, ${header.brandId}::uuid, ${platform.value}, ${header.reportingDate}::date, status,
      priority, reason, reason_code, identity_key, image, image_bucket, image_key, client_comment,
      coalesce(employee_code, ${by.employeeCode}), ${by.userId}::uuid, ${stagedSeller(platform) ?? sql`null`}
    from staged
    on conflict (company_id, brand_id, identity_key) where deleted_at is null do nothing`.execute(db)
  return result.rowCount ?? 0
}

/** Stores each finding's platform columns and its first line in the status log (G106, G112). */
export async function insertDetails(
  db: Db,
  platform: Platform,
  header: RowsHeader,
  { by, module }: { by: Actor; module: LogModule },
): Promise<void> {
  const names = ownColumns(platform).map(storedName)
  const own = sql.raw(names.join(', '))
  const given = sql.raw(names.map((name) => `own_${name}`).join(', '))
  await sql`insert into ${sql.table(platform.table)} (company_id, finding_id, ${own})
    select ${header.companyId}::uuid, id, ${given} from staged`.execute(db)
  const address = sql.raw(`own_${storedName(platform.identity)}`)
  await logMoves(
    by,
    module,
    sql`(select ${header.companyId}::uuid as company_id, ${header.brandId}::uuid as brand_id, ${platform.value} as platform,
      id as finding_id, ${address} as search_term, '' as status_from, status as status_to, now() as at from staged)`,
  ).execute(db)
}

/**
 * Queues the job that notifies the brand's clients of rows with status 33 (G53), when there are any. Done in SQL so
 * that the request thread never handles 25,000 ids.
 */
export async function enqueueFindingsAdded(db: Db, platform: Platform, header: RowsHeader): Promise<void> {
  await sql`select enqueue_job(${findingsAdded.name}, jsonb_build_object('companyId', ${header.companyId}::text,
      'brandId', ${header.brandId}::text, 'platform', ${platform.value}::text, 'findingIds', ids, 'count', n), ${findingsAdded.tries})
    from (select array_agg(id order by row_index)::text as ids, count(*) as n from staged where status = ${awaitingApproval}) waiting
    where ids is not null`.execute(db)
}
