import type { ExportFormat, Choices, ExportState } from '#features/exports/rules.ts'
import { maxRunning, maxTries } from '#features/exports/rules.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import type { Position } from './finding-queries.ts'

/** A download to queue. */
export type NewExport = {
  id: string
  kind: 'bulk' | 'domain'
  userId: string
  companyId: string | null
  brandIds: readonly string[]
  allBrands: boolean
  platform: string
  startDate: string
  endDate: string
  choices: Choices
  domains: readonly string[]
  format: ExportFormat
  records: number
}

/** Queues a download. */
export async function addExport(db: Db, one: NewExport): Promise<void> {
  await rows(
    db,
    sql`insert into exports (id, kind, user_id, company_id, brand_ids, all_brands, platform, start_date, end_date,
        choices, domains, format, records)
      values (${one.id}, ${one.kind}, ${one.userId}, ${one.companyId}, ${one.brandIds}::uuid[], ${one.allBrands},
        ${one.platform}, ${one.startDate}, ${one.endDate}, ${JSON.stringify(one.choices)}::jsonb,
        ${one.domains}::text[], ${one.format}, ${one.records})`,
  )
}

/** Locks the user's queue until the transaction ends, and returns how many jobs of a kind wait in it. */
export async function waitingOf(db: Db, userId: string, kind: NewExport['kind']): Promise<number> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('exports'), hashtext(${userId}))`)
  const found = await row<{ n: number }>(
    db,
    sql`select count(*) as n from exports where user_id = ${userId} and kind = ${kind} and state = 'Pending'`,
  )
  return found!.n
}

/** The name of a company; undefined when it is deleted or unknown. */
export async function companyName(db: Db, id: string): Promise<string | undefined> {
  return (
    await row<{ name: string }>(db, sql`select name from companies where id = ${id}::uuid and deleted_at is null`)
  )?.name
}

export type ExportBrand = { id: string; name: string }

/** Brands of a company by name: these, or without ids all; those that are deleted are left out. */
export function brandsOf(db: Db, companyId: string, ids: readonly string[] | undefined): Promise<ExportBrand[]> {
  return rows(
    db,
    sql`select id, brand_name as name from brands where company_id = ${companyId}::uuid and deleted_at is null
      ${ids ? sql`and id = any(${ids}::uuid[])` : sql``} order by lower(brand_name), id`,
  )
}

/** A job of the queue, as the lists show it. */
export type ListedExport = {
  id: string
  status: ExportState
  done: number
  numOfRecords: number
  format: ExportFormat
  problem: string | null
  files: { name: string; records: number; bytes: number; sha256: string }[]
  isStored: boolean
  userId: string
  username: string
  email: string
  createdAt: string
  startDate: string
  endDate: string
  platform: string
  companyId: string
  company: string | null
  brandIds: string[]
  brands: string[]
  allBrands: boolean
  choices: Choices
}

/** One page of a queue, newest first, and the total. */
export async function pageOfExports(
  db: Db,
  kind: NewExport['kind'],
  window: { size: number; offset: number },
): Promise<{ found: ListedExport[]; total: number }> {
  const found = await rows<ListedExport>(
    db,
    sql`select e.id, e.state as status, e.done, e.records as "numOfRecords", e.format, e.problem,
        e.state = 'Completed' and e.removed_at is null as "isStored", e.user_id as "userId", u.username, u.email,
        e.created_at as "createdAt", e.start_date as "startDate", e.end_date as "endDate", e.platform,
        e.company_id as "companyId", c.name as company, e.brand_ids as "brandIds", e.all_brands as "allBrands",
        array(select brand_name from brands where id = any(e.brand_ids) order by lower(brand_name), id) as brands,
        e.choices, coalesce((select jsonb_agg(jsonb_build_object('name', f.name, 'records', f.rows, 'bytes', f.bytes,
          'sha256', encode(f.sha256, 'hex')) order by f.place) from export_files f where f.export_id = e.id), '[]') as files
      from exports e join users u on u.id = e.user_id left join companies c on c.id = e.company_id
      where e.kind = ${kind} order by e.id desc limit ${window.size} offset ${window.offset}`,
  )
  const counted = await row<{ n: number }>(db, sql`select count(*) as n from exports where kind = ${kind}`)
  return { found, total: counted!.n }
}

/** A job for the calls about it, locked until the transaction ends. */
export type LockedExport = {
  id: string
  state: ExportState
  userId: string
  platform: string
  companyId: string | null
  records: number
  isStored: boolean
}

/** Locks one job; undefined for an unknown id. */
export function lockExport(db: Db, id: string): Promise<LockedExport | undefined> {
  return row(
    db,
    sql`select id, state, user_id as "userId", platform, company_id as "companyId", done as records,
        removed_at is null as "isStored"
      from exports where id = ${id}::uuid for update`,
  )
}

/** Removes a waiting job. */
export async function removeExport(db: Db, id: string): Promise<void> {
  await rows(db, sql`delete from exports where id = ${id}::uuid and state = 'Pending'`)
}

/** Queues a failed job again, with all its tries. */
export async function requeueExport(db: Db, id: string): Promise<void> {
  await rows(
    db,
    sql`update exports set state = 'Pending', problem = null, tries = 0, not_before = now(), finished_at = null
      where id = ${id}::uuid and state = 'Failed'`,
  )
}

/** A job that is being worked on. */
export type ClaimedExport = NewExport & { tries: number; createdAt: string }

/**
 * Claims the oldest job that is due, with a lease in seconds; undefined when none is due or as many as may are running.
 * An expired lease counts as an interrupted try.
 */
export async function claimExport(db: Db, lease: { id: string; seconds: number }): Promise<ClaimedExport | undefined> {
  // One claim at a time, so that two workers together start no more than may run.
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('claim-export'))`)
  return row(
    db,
    sql`update exports e set state = 'Processing', tries = e.tries + 1, lease_id = ${lease.id},
        lease_until = now() + make_interval(secs => ${lease.seconds}), problem = null
      where e.id = (
        select id from exports
        where (state = 'Pending' and not_before <= now()) or (state = 'Processing' and lease_until < now())
        order by id limit 1)
        and (select count(*) from exports where state = 'Processing' and lease_until >= now()) < ${maxRunning}
      returning e.id, e.kind, e.user_id as "userId", e.company_id as "companyId", e.brand_ids as "brandIds",
        e.all_brands as "allBrands", e.platform, e.start_date as "startDate", e.end_date as "endDate", e.choices,
        e.domains, e.format, e.records, e.tries, e.created_at as "createdAt"`,
  )
}

/** Renews a lease and stores the progress; false when the job was cancelled or taken over. */
export async function renewLease(
  db: Db,
  lease: { exportId: string; id: string; seconds: number },
  done: number | undefined,
): Promise<boolean> {
  const renewed = await row(
    db,
    sql`update exports set lease_until = now() + make_interval(secs => ${lease.seconds}), done = coalesce(${done ?? null}, done)
      where id = ${lease.exportId} and lease_id = ${lease.id} returning id`,
  )
  return renewed !== undefined
}

/** A stored part, and where it ends. */
export type StoredPart = {
  part: number
  key: string
  bytes: number
  sha256: Buffer
  rows: number
  source: number
  last: Position | null
  isLast: boolean
}

/** The stored parts of a job, in order. */
export async function partsOf(db: Db, exportId: string): Promise<StoredPart[]> {
  return rows(
    db,
    sql`select part, key, bytes, sha256, rows, source, is_last as "isLast",
        case when last_id is not null then jsonb_build_object('day', last_day, 'id', last_id) end as last
      from export_parts where export_id = ${exportId} order by part`,
  )
}

/** Stores a part, unless the lease is lost: then false. */
export async function addPart(
  db: Db,
  lease: { exportId: string; id: string },
  { part, key, bytes, sha256, rows: count, source, last, isLast }: StoredPart,
): Promise<boolean> {
  const added = await row(
    db,
    sql`insert into export_parts (export_id, part, key, bytes, sha256, rows, source, last_day, last_id, is_last)
      select id, ${part}, ${key}, ${bytes}, ${sha256}, ${count}, ${source}, ${last?.day ?? null}::date,
        ${last?.id ?? null}::uuid, ${isLast}
      from exports where id = ${lease.exportId} and lease_id = ${lease.id} for update returning part`,
  )
  return added !== undefined
}

/** A file to publish. */
export type NewFile = { name: string; key: string; mediaType: string; bytes: number; rows: number; sha256: Buffer }

/** Publishes the files and ends the job; false when the lease is lost. */
export async function completeExport(
  db: Db,
  lease: { exportId: string; id: string },
  files: readonly NewFile[],
  done: number,
): Promise<boolean> {
  const completed = await row(db, endWork(lease, sql`state = 'Completed', done = ${done}, finished_at = now()`))
  if (!completed) return false
  for (const [place, file] of files.entries())
    await rows(
      db,
      sql`insert into export_files (export_id, place, name, key, media_type, bytes, rows, sha256)
        values (${lease.exportId}, ${place}, ${file.name}, ${file.key}, ${file.mediaType}, ${file.bytes}, ${file.rows},
          ${file.sha256})`,
    )
  return true
}

/** Ends a job that was worked on as failed; false when the lease is lost. */
export async function failExport(db: Db, lease: { exportId: string; id: string }, problem: string): Promise<boolean> {
  const failed = sql`state = 'Failed', problem = ${problem}, finished_at = now()`
  return (await row(db, endWork(lease, failed))) !== undefined
}

/** Returns a job to the queue, to be tried again after some minutes. */
export async function postponeExport(
  db: Db,
  lease: { exportId: string; id: string },
  { minutes, problem }: { minutes: number; problem: string },
): Promise<void> {
  const postponed = sql`state = 'Pending', problem = ${problem}, not_before = now() + make_interval(mins => ${minutes})`
  await rows(db, endWork(lease, postponed))
}

/** Returns an interrupted job to the queue as if it had not been tried; the process is stopping. */
export async function releaseExport(db: Db, lease: { exportId: string; id: string }): Promise<void> {
  await rows(db, endWork(lease, sql`state = 'Pending', tries = greatest(0, tries - 1)`))
}

const endWork = (lease: { exportId: string; id: string }, change: Sql): Sql =>
  sql`update exports set ${change}, lease_id = null, lease_until = null
    where id = ${lease.exportId} and lease_id = ${lease.id} returning id`

/** Ends a running job, whoever works on it; false when none runs. */
export async function cancelExport(db: Db, id: string, problem: string): Promise<boolean> {
  const cancelled = await row(
    db,
    sql`update exports set state = 'Failed', problem = ${problem}, finished_at = now(), lease_id = null,
        lease_until = null
      where id = ${id}::uuid and state = 'Processing' returning id`,
  )
  return cancelled !== undefined
}

/** The files of a finished job, in order. */
export function filesOf(db: Db, exportId: string): Promise<(NewFile & { place: number })[]> {
  return rows(
    db,
    sql`select place, name, key, media_type as "mediaType", bytes, rows, sha256 from export_files
      where export_id = ${exportId}::uuid order by place`,
  )
}

/** Whether the tries of a job are used up. */
export const wasLastTry = ({ tries }: Pick<ClaimedExport, 'tries'>): boolean => tries >= maxTries

/** Whether a job was interrupted more often than it may be tried. */
export const isBeyondTries = ({ tries }: Pick<ClaimedExport, 'tries'>): boolean => tries > maxTries
