import type { ExportFormat, Choices, ExportState } from '#features/exports/rules.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import type { Lease } from '#kit/server/leased-queue.ts'
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
        ${one.platform}, ${one.startDate}, ${one.endDate}, ${jsonbOf(one.choices)}::jsonb,
        ${one.domains}::text[], ${one.format}, ${one.records})`,
  )
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
  kind: NewExport['kind']
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
    sql`select id, kind, state, user_id as "userId", platform, company_id as "companyId", done as records,
        removed_at is null as "isStored"
      from exports where id = ${id}::uuid for update`,
  )
}

/** A job that is being worked on. */
export type ClaimedExport = NewExport & { createdAt: string }

/** What a job is to do; undefined for an unknown id. */
export function exportOf(db: Db, id: string): Promise<ClaimedExport | undefined> {
  return row(
    db,
    sql`select id, kind, user_id as "userId", company_id as "companyId", brand_ids as "brandIds",
        all_brands as "allBrands", platform, start_date as "startDate", end_date as "endDate", choices, domains, format,
        records, created_at as "createdAt"
      from exports where id = ${id}`,
  )
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
  lease: Lease,
  { part, key, bytes, sha256, rows: count, source, last, isLast }: StoredPart,
): Promise<boolean> {
  const added = await row(
    db,
    sql`insert into export_parts (export_id, part, key, bytes, sha256, rows, source, last_day, last_id, is_last)
      select id, ${part}, ${key}, ${bytes}, ${sha256}, ${count}, ${source}, ${last?.day ?? null}::date,
        ${last?.id ?? null}::uuid, ${isLast}
      from exports where id = ${lease.jobId} and lease_id = ${lease.id} for update returning part`,
  )
  return added !== undefined
}

/** A file to publish. */
export type NewFile = { name: string; key: string; mediaType: string; bytes: number; rows: number; sha256: Buffer }

/** Stores the files of a job that has ended. */
export async function addExportFiles(db: Db, exportId: string, files: readonly NewFile[]): Promise<void> {
  for (const [place, file] of files.entries())
    await rows(
      db,
      sql`insert into export_files (export_id, place, name, key, media_type, bytes, rows, sha256)
        values (${exportId}, ${place}, ${file.name}, ${file.key}, ${file.mediaType}, ${file.bytes}, ${file.rows},
          ${file.sha256})`,
    )
}

/** The files of a finished job, in order. */
export function filesOf(db: Db, exportId: string): Promise<(NewFile & { place: number })[]> {
  return rows(
    db,
    sql`select place, name, key, media_type as "mediaType", bytes, rows, sha256 from export_files
      where export_id = ${exportId}::uuid order by place`,
  )
}
