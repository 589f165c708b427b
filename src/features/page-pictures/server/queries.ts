import { columnOrNull, joinPlatformTable, pageColumn } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { momentAfter } from '#kit/server/moment.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** Characters of an image cell that the thread keeps. */
const longestValue = 300

/** A finding by its company. */
export type FindingRef = { companyId: string; findingId: string }

/** Where the page of a finding is: its address, or else its domain name. */
const addressOf = (platform: FindingPlatformDefinition): Sql =>
  sql`coalesce(nullif(${pageColumn(platform)}, ''), ${columnOrNull(platform, 'domain')}, '')`

export type Photographed = FindingRef & { address: string; hasPicture: boolean; isWaiting: boolean }

/** Those of these findings that are in scope. A request that waits longer than `minutes` does not count. */
export function findingsOf(
  db: Db,
  platform: FindingPlatformDefinition,
  params: { scope: Scope; ids: readonly string[]; minutes: number },
): Promise<Photographed[]> {
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id as "findingId", ${addressOf(platform)} as address,
        f.image_key is not null as "hasPicture",
        exists (select from page_pictures p where p.company_id = f.company_id and p.finding_id = f.id
          and p.state = 'waiting' and p.requested_at > now() - make_interval(mins => ${params.minutes})) as "isWaiting"
      from unnest(${params.ids}::uuid[]) as requested (id) join findings f on f.id = requested.id
        ${joinPlatformTable(platform)}
      where ${inScope(params.scope)}`,
  )
}

/** How many requests of a person wait. */
export async function waitingOf(db: Db, userId: string, minutes: number): Promise<number> {
  const found = await row<{ n: number }>(
    db,
    sql`select count(*)::int as n from page_pictures where requested_by = ${userId}::uuid and state = 'waiting'
        and requested_at > now() - make_interval(mins => ${minutes})`,
  )
  return found!.n
}

/** Adds requests and returns them; one that has waited too long is taken over by the new one. */
export function addRequests(
  db: Db,
  findings: readonly FindingRef[],
  userId: string,
): Promise<{ companyId: string; id: string }[]> {
  return rows(
    db,
    sql`insert into page_pictures (company_id, finding_id, requested_by)
      select company_id, finding_id, ${userId}::uuid
      from unnest(${findings.map((one) => one.companyId)}::uuid[], ${findings.map((one) => one.findingId)}::uuid[])
        as k (company_id, finding_id)
      on conflict (company_id, finding_id) where state = 'waiting'
        do update set requested_by = excluded.requested_by, requested_at = now()
      returning company_id as "companyId", id`,
  )
}

export type LastRequest = {
  state: 'waiting' | 'taken' | 'failed'
  isOverdue: boolean
  requestedAt: string
  problem: string | null
}

/** The last request about a finding; `isOverdue` once it has waited longer than `minutes`. */
export function lastRequest(
  db: Db,
  { companyId, findingId }: FindingRef,
  minutes: number,
): Promise<LastRequest | undefined> {
  return row(
    db,
    sql`select state, state = 'waiting' and requested_at < now() - make_interval(mins => ${minutes}) as "isOverdue",
        requested_at as "requestedAt", problem
      from page_pictures where company_id = ${companyId} and finding_id = ${findingId} order by requested_at desc limit 1`,
  )
}

export type WaitingRequest = FindingRef & { id: string; platform: string; userId: string; username: string }

/** A request that waits, of a finding that is there; `isLocked`: nobody else ends it until the transaction ends. */
export function waitingRequest(
  db: Db,
  { companyId, id, isLocked = false }: { companyId: string; id: string; isLocked?: boolean },
): Promise<WaitingRequest | undefined> {
  return row(
    db,
    sql`select p.company_id as "companyId", p.id, p.finding_id as "findingId", f.platform, u.id as "userId", u.username
      from page_pictures p join findings f on f.company_id = p.company_id and f.id = p.finding_id and f.deleted_at is null
      join users u on u.id = p.requested_by
      where p.company_id = ${companyId} and p.id = ${id} and p.state = 'waiting' ${isLocked ? sql`for update of p` : sql``}`,
  )
}

/** The address of a finding's page; undefined where the finding was deleted. */
export async function pageOf(
  db: Db,
  platform: FindingPlatformDefinition,
  { companyId, findingId }: FindingRef,
): Promise<string | undefined> {
  const found = await row<{ address: string }>(
    db,
    sql`select ${addressOf(platform)} as address from findings f ${joinPlatformTable(platform)}
      where f.company_id = ${companyId} and f.id = ${findingId} and f.deleted_at is null`,
  )
  return found?.address
}

/** Notes why no picture was taken. */
export async function saveFailure(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  problem: string,
): Promise<void> {
  await rows(
    db,
    sql`update page_pictures set state = 'failed', problem = ${problem}
      where company_id = ${companyId} and id = ${id} and state = 'waiting'`,
  )
}

export type TakenPicture = {
  takenAt: string
  address: string
  finalAddress: string
  title: string
  status: number | null
  imageKey: string
  archiveKey: string | null
}

/** Notes what was seen. */
export async function saveTaken(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  taken: TakenPicture,
): Promise<void> {
  await rows(
    db,
    sql`update page_pictures set state = 'taken', taken_at = ${taken.takenAt}::timestamptz,
        address = ${taken.address}, final_address = ${taken.finalAddress}, title = ${taken.title}, status = ${taken.status},
        image_key = ${taken.imageKey}, archive_key = ${taken.archiveKey}
      where company_id = ${companyId} and id = ${id}`,
  )
}

export type GivenPicture = { name: string; bucket: string; key: string }

/**
 * Gives a finding without a stored picture this one, and its thread a line. Returns its brand and its image cell
 * before, the address of a picture elsewhere or ''; undefined where it has a stored picture.
 */
export async function givePicture(
  db: Db,
  { companyId, findingId }: FindingRef,
  { picture, userId, change }: { picture: GivenPicture; userId: string; change: string },
): Promise<{ brandId: string; before: string } | undefined> {
  return row(
    db,
    sql`with old as (
        select f.company_id, f.id, f.brand_id, coalesce(f.image, '') as image from findings f
        where f.company_id = ${companyId} and f.id = ${findingId} and f.deleted_at is null and f.image_key is null for update),
      given as (
        update findings f set image = ${picture.name}, image_bucket = ${picture.bucket}, image_key = ${picture.key},
          version = f.version + 1, updated_at = ${momentAfter(sql`f.updated_at`)}, updated_by = ${userId}::uuid
        from old where f.company_id = old.company_id and f.id = old.id returning f.id),
      edited as (
        insert into finding_edits (company_id, finding_id, user_id, changes)
        select company_id, id, ${userId}::uuid,
          jsonb_build_array(jsonb_build_object('name', 'image', 'from', left(image, ${sql.lit(longestValue)}), 'to', ${change}::text))
        from old)
      select old.brand_id as "brandId", old.image as before from old join given on given.id = old.id`,
  )
}
