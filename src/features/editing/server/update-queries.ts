import { storedName } from '#columns/stored.ts'
import { addressesEdited } from '#features/editing/contract.ts'
import { findingNeedsClient } from '#features/findings/contract-jobs.ts'
import type { RowsHeader } from '#features/staging-rows/server/read-header.ts'
import { ownColumns, stagedSeller } from '#features/staging-rows/server/staged-columns.ts'
import { type Db, row, sql, type Sql } from '#kit/server/db.ts'
import { momentAfter } from '#kit/server/moment.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { notifiedStatuses } from '#vocabulary/statuses.ts'
import { finalPriority, finalValues, isNamed } from './final-values.ts'
import type { NamedColumns } from './read-edits.ts'

/** Frees addresses that rows of one edit pass to each other: each row's id is its identity key until the update. */
export async function freePassedAddresses(db: Db, header: RowsHeader): Promise<void> {
  await sql`update findings f set identity_key = f.id from merged m
    where f.company_id = ${header.companyId}::uuid and f.id = m.id and m.wanted_key <> m.identity_key
      and m.identity_key in (select wanted_key from merged)`.execute(db)
}

/** Updates the columns that rows contain, except the status (see `changeStagedStatuses`); each row's version grows. */
export async function updateFindings(
  db: Db,
  platform: FindingPlatformDefinition,
  { header, namedColumns, userId }: { header: RowsHeader; namedColumns: NamedColumns; userId: string },
): Promise<void> {
  const final = finalValues(platform, namedColumns)
  const own = ownColumns(platform).filter((name) => namedColumns[name])
  const byKey = (id: Sql) => sql`${id} = s.id and ${id} = any(array(select id from staged))`
  const common: Sql[] = []
  for (const name of ['reason', 'reasonCode', 'clientComment', 'employeeCode'])
    if (namedColumns[name]) common.push(sql`${sql.ref(storedName(name))} = ${final(name)}`)
  if (namedColumns['priority']) common.push(sql`priority = ${finalPriority(final)}`)
  if (namedColumns['image']) {
    const picture = (column: string) =>
      sql`${sql.ref(column)} = case when ${isNamed(platform, 'image')} then ${sql.ref(`s.${column}`)} else ${sql.ref(`f.${column}`)} end`
    common.push(...['image', 'image_bucket', 'image_key'].map(picture))
  }
  if (namedColumns[platform.identity]) common.push(sql`identity_key = coalesce(s.identity_key, m.identity_key)`)
  const seller = stagedSeller(platform, 's')
  if (seller && namedColumns['username'])
    common.push(sql`seller = case when ${isNamed(platform, 'username')} then ${seller} else f.seller end`)
  if (own.length + common.length === 0) return
  await sql`update findings f set ${sql.join([
    ...common,
    sql`version = f.version + 1`,
    sql`updated_at = ${momentAfter(sql`f.updated_at`)}`,
    sql`updated_by = ${userId}::uuid`,
  ])} from staged s join merged m on m.row_index = s.row_index
    where f.company_id = ${header.companyId}::uuid and ${byKey(sql`f.id`)}`.execute(db)
  if (own.length > 0)
    await sql`update ${sql.table(platform.table)} d
      set ${sql.join(own.map((name) => sql`${sql.ref(storedName(name))} = ${final(name)}`))}
      from staged s where d.company_id = ${header.companyId}::uuid and ${byKey(sql`d.finding_id`)}`.execute(db)
}

/** The status changes of the rows, as a relation of (id, status_to). */
export function wantedStatuses(platform: FindingPlatformDefinition): Sql {
  return sql`(select s.id, s.status as status_to from staged s join merged m on m.row_index = s.row_index
    where ${isNamed(platform, 'status')} and s.status <> m.status)`
}

/** Enqueues the jobs that notify the brand's clients of rows whose new status concerns them (G53 b and c), one for each status. */
export async function announceStatuses(db: Db, platform: FindingPlatformDefinition, header: RowsHeader): Promise<void> {
  await sql`select enqueue_job(${findingNeedsClient.name}, jsonb_build_object('companyId', ${header.companyId}::text,
      'brandId', ${header.brandId}::text, 'platform', ${platform.value}::text, 'findingIds', jsonb_agg(id),
      'status', status_to), ${findingNeedsClient.tries})
    from ${wantedStatuses(platform)} w where status_to = any(${notifiedStatuses}::text[]) group by status_to`.execute(
    db,
  )
}

/** Enqueues the job for the rows that got another address, when there are any. */
export async function announceAddresses(
  db: Db,
  platform: FindingPlatformDefinition,
  { companyId }: Pick<RowsHeader, 'companyId'>,
): Promise<void> {
  await sql`select enqueue_job(${addressesEdited.name}, jsonb_build_object('companyId', ${companyId}::text,
      'platform', ${platform.value}::text, 'findingIds', ids), ${addressesEdited.tries})
    from (select jsonb_agg(id) as ids from merged where wanted_key <> identity_key) moved where ids is not null`.execute(
    db,
  )
}

type DeletionTarget = { companyId: string; brandId: string; platform: string; ids: readonly string[]; userId: string }

const inTarget = ({ companyId, brandId, platform, ids }: DeletionTarget): Sql =>
  sql`f.company_id = ${companyId}::uuid and f.id = any(${ids}::uuid[]) and f.brand_id = ${brandId}::uuid
    and f.platform = ${platform}`

/** Soft-deletes findings; returns how many. Locks in the order of ids, as every bulk change does. */
export async function hideFindings(db: Db, target: DeletionTarget): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`with locked as materialized (
        select f.id from findings f where ${inTarget(target)} and f.deleted_at is null order by f.id for update),
      hidden as (update findings f set deleted_at = now(), updated_at = ${momentAfter(sql`f.updated_at`)}, updated_by = ${target.userId}::uuid,
          version = f.version + 1
        from locked l where f.company_id = ${target.companyId}::uuid and f.id = l.id returning 1)
      select count(*) as n from hidden`,
  )
  return found!.n
}

/**
 * Restores findings that this person deleted at most so many seconds ago, or as long before others of them that were;
 * returns how many, none when the time of one is over.
 */
export async function showFindings(db: Db, target: DeletionTarget, seconds: number): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`with locked as materialized (
        select f.id, f.deleted_at from findings f where ${inTarget(target)} and f.updated_by = ${target.userId}::uuid
          and f.deleted_at is not null order by f.id for update),
      gaps as (select coalesce(lead(deleted_at) over (order by deleted_at), now()) - deleted_at as gap from locked),
      shown as (update findings f set deleted_at = null, updated_at = ${momentAfter(sql`f.updated_at`)}, version = f.version + 1
        from locked l where f.company_id = ${target.companyId}::uuid and f.id = l.id
          and (select bool_and(gap < make_interval(secs => ${seconds})) from gaps) returning 1)
      select count(*) as n from shown`,
  )
  return found!.n
}
