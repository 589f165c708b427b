import type { Feed, FeedKind } from '#features/domain-search/contract-schemas.ts'
import { isCovering, isHost } from '#features/white-label/server/covered-addresses.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'

/** Notes that a feed was asked: how many names it had and how many of them match; with a problem it was not heard. */
export async function noteFeed(
  db: Db,
  feed: { id: string; kind: FeedKind; address: string },
  received: { names: number; matched: number; problem: string | null },
): Promise<void> {
  const problem = received.problem?.slice(0, 300) ?? null
  await rows(
    db,
    sql`insert into name_feeds as f (id, kind, address, names, matched, tried_at, heard_at, problem)
      values (${feed.id}, ${feed.kind}, ${feed.address}, ${received.names}, ${received.matched}, now(),
        case when ${problem}::text is null then now() end, ${problem})
      on conflict (address) do update set names = f.names + excluded.names, matched = f.matched + excluded.matched,
        tried_at = excluded.tried_at, heard_at = coalesce(excluded.heard_at, f.heard_at), problem = excluded.problem,
        dismissed_at = case when f.problem is not distinct from excluded.problem then f.dismissed_at end`,
  )
}

/** The brands with a schedule, their keywords, and the hosts on white lists that cover their domains. */
export function watchedBrands(db: Db): Promise<{ brandId: string; keywords: string[]; ownDomains: string[] }[]> {
  return rows(
    db,
    sql`select s.brand_id as "brandId", s.keywords, array(
        select distinct e.normalised from white_lists w
        join white_list_entries e on e.company_id = w.company_id and e.list_id = w.id
        where w.company_id = s.company_id and ${isCovering(['domain'], sql`s.brand_id`)} and ${isHost}) as "ownDomains"
      from domain_schedules s join brands b on b.id = s.brand_id and b.enabled and b.deleted_at is null
      join companies c on c.id = s.company_id and c.deleted_at is null`,
  )
}

/** Every feed that was read or tried and is not dismissed, the last read first. */
export function everyFeed(db: Db): Promise<Feed[]> {
  return rows(
    db,
    sql`select id, kind, address, names, matched, tried_at as "triedAt", heard_at as "heardAt", problem,
        case when kind in ('log', 'tiles') then greatest(0, size - position) end as behind,
        file_key is not null as "isReading"
      from name_feeds where dismissed_at is null order by heard_at desc nulls last, id desc limit 100`,
  )
}

/** Where a log was left; undefined when it was never read. */
export function positionOfLog(db: Db, address: string): Promise<{ position: number } | undefined> {
  return row(db, sql`select position from name_feeds where address = ${address} and position is not null`)
}

/** Begins a log at a position, or sets it anew when the log itself was set anew. */
export async function beginLog(
  db: Db,
  feed: { id: string; kind: FeedKind; address: string },
  { position, size, problem }: { position: number; size: number; problem: string | null },
): Promise<void> {
  await rows(
    db,
    sql`insert into name_feeds (id, kind, address, position, size, tried_at, problem)
      values (${feed.id}, ${feed.kind}, ${feed.address}, ${position}, ${size}, now(), ${problem})
      on conflict (address) do update set position = excluded.position, size = excluded.size, tried_at = now(),
        problem = excluded.problem`,
  )
}

/** Moves a log on from one position to the next; false when another worker did so meanwhile. */
export async function moveLog(
  db: Db,
  address: string,
  { from, to, size, names, matched }: { from: number; to: number; size: number; names: number; matched: number },
): Promise<boolean> {
  const moved = await row(
    db,
    sql`update name_feeds set position = ${to}, size = ${size}, names = names + ${names}, matched = matched + ${matched},
        tried_at = now(), heard_at = now(), problem = null
      where address = ${address} and position = ${from} returning id`,
  )
  return moved !== undefined
}

/** Whether a list is due: it was not tried for so many hours. Notes the try, so that one worker takes it. */
export async function claimList(db: Db, feed: { id: string; address: string }, hours: number): Promise<boolean> {
  const claimed = await row(
    db,
    sql`insert into name_feeds as f (id, kind, address, tried_at) values (${feed.id}, 'list', ${feed.address}, now())
      on conflict (address) do update set tried_at = now()
      where f.tried_at is null or f.tried_at < now() - make_interval(hours => ${hours}) returning id`,
  )
  return claimed !== undefined
}

/**
 * Whether a file of the folder is to be read: it is new or changed, or its reading began an hour ago and came to no end.
 * Notes that it is being read, so that one worker does.
 */
export async function claimFolderFile(
  db: Db,
  feed: { id: string; address: string },
  version: string,
): Promise<boolean> {
  const claimed = await row(
    db,
    sql`insert into name_feeds as f (id, kind, address, tried_at, file_version)
      values (${feed.id}, 'file', ${feed.address}, now(), ${version})
      on conflict (address) do update set tried_at = now(), file_version = excluded.file_version, problem = null,
        dismissed_at = null
      where f.file_version is distinct from excluded.file_version
        or (f.problem is null and f.tried_at < now() - interval '1 hour' and coalesce(f.heard_at < f.tried_at, true))
      returning id`,
  )
  return claimed !== undefined
}

/** A feed that is on the list, locked until the transaction ends; undefined for any other. */
export function lockFeed(
  db: Db,
  id: string,
): Promise<{ kind: FeedKind; address: string; isReading: boolean } | undefined> {
  return row(
    db,
    sql`select kind, address, file_key is not null as "isReading" from name_feeds
      where id = ${id}::uuid and dismissed_at is null for update`,
  )
}

/** Takes a feed off the list. */
export async function markDismissed(db: Db, id: string): Promise<void> {
  await rows(db, sql`update name_feeds set dismissed_at = now() where id = ${id}::uuid`)
}

/** Adds an uploaded file that has to be read. */
export async function addNameFile(
  db: Db,
  file: { id: string; name: string; key: string; userId: string },
): Promise<void> {
  await rows(
    db,
    sql`insert into name_feeds (id, kind, address, file_key, uploaded_by)
      values (${file.id}, 'file', ${file.name}, ${file.key}, ${file.userId})`,
  )
}

/** An uploaded file that is not read to its end yet. */
export function waitingFile(db: Db, id: string): Promise<{ key: string; userId: string } | undefined> {
  return row(
    db,
    sql`select file_key as key, uploaded_by as "userId" from name_feeds where id = ${id}::uuid and file_key is not null`,
  )
}

/** Ends the reading of an uploaded file. */
export async function endNameFile(
  db: Db,
  id: string,
  { names, matched, problem }: { names: number; matched: number; problem: string | null },
): Promise<void> {
  await rows(
    db,
    sql`update name_feeds set names = ${names}, matched = ${matched}, problem = ${problem}, tried_at = now(),
        heard_at = case when ${problem}::text is null then now() end, file_key = null
      where id = ${id}::uuid`,
  )
}
