import type { Run, Schedule } from '#features/domain-search/contract-schemas.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, rows, sql } from '#kit/server/db.ts'
import { readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'

type Window = { page?: number | undefined; perPage?: number | undefined }

/** Columns of a run as the contract has them; `r` is the run, `u` the person who started it. */
const runColumns = sql`r.id, r.state, r.reason, u.username as "startedBy", r.made, r.in_feeds as "inFeeds", r.known,
  r.chosen, r.absent + r.registered + r.throttled + r.unknown as "lookedUp", r.absent, r.registered, r.throttled, r.unknown,
  r.wildcards, r.found, r.created_at as "createdAt", r.started_at as "startedAt", r.finished_at as "finishedAt"`

/** Adds a schedule, or keywords to that of the brand; returns its id and how many keywords it has now. */
export async function saveSchedule(
  db: Db,
  one: { id: string; companyId: string; brandId: string; keywords: readonly string[]; userId: string },
): Promise<{ id: string; before: number; now: number }> {
  const found = await row<{ id: string; before: number; now: number }>(
    db,
    sql`with old as (select cardinality(keywords) as n from domain_schedules where brand_id = ${one.brandId}),
      saved as (
        insert into domain_schedules as s (id, company_id, brand_id, keywords, created_by)
        values (${one.id}, ${one.companyId}, ${one.brandId}, ${one.keywords}::text[], ${one.userId})
        on conflict (brand_id) do update set company_id = excluded.company_id,
          keywords = s.keywords || array(select k from unnest(excluded.keywords) with ordinality as e (k, n)
            where k <> all(s.keywords) order by n)
        returning id, cardinality(keywords) as now)
      select id, now, coalesce((select n from old), 0) as before from saved`,
  )
  return found!
}

/** A schedule, locked until the transaction ends. */
export function lockSchedule(
  db: Db,
  id: string,
): Promise<{ companyId: string; brandId: string; brand: string; keywords: string[] } | undefined> {
  return row(
    db,
    sql`select s.company_id as "companyId", s.brand_id as "brandId", b.brand_name as brand, s.keywords
      from domain_schedules s join brands b on b.id = s.brand_id where s.id = ${id}::uuid for update of s`,
  )
}

/** Removes a keyword, and its names that would be looked up in a later run. */
export async function removeKeyword(
  db: Db,
  { id, brandId, keyword }: { id: string; brandId: string; keyword: string },
): Promise<void> {
  await rows(
    db,
    sql`with dropped as (delete from domain_candidates where brand_id = ${brandId}::uuid and keyword = ${keyword}
        and run_id is null and (asked_at is null or outcome in ('throttled', 'unknown')))
      update domain_schedules set keywords = array_remove(keywords, ${keyword}) where id = ${id}::uuid`,
  )
}

/** One page of the schedules of brands that are not deleted, newest first, with the last run of each. */
export function pageOfSchedules(
  db: Db,
  window: Window & { search?: string | undefined },
): Promise<Page<Omit<Schedule, '_id'>>> {
  return readPage(db, window, {
    select: sql`s.id, c.legal_name as company, s.company_id as "companyId", b.brand_name as brand,
      s.brand_id as "brandId", s.keywords, s.last_executed_at as "lastExecutedAt", s.created_at as "createdAt",
      (select to_jsonb(l) from (select ${runColumns} from domain_runs r left join users u on u.id = r.requested_by
        where r.schedule_id = s.id order by r.id desc limit 1) l) as "lastRun"`,
    from: sql`from domain_schedules s join companies c on c.id = s.company_id and c.deleted_at is null
      join brands b on b.id = s.brand_id and b.deleted_at is null
      where ${joinConditions(
        searchConditions(window.search, [sql`c.legal_name`, sql`c.name`, sql`b.brand_name`], (pattern) => [
          sql`array_to_string(s.keywords, ' ') ilike ${pattern}`,
        ]),
      )}`,
    order: sql`s.id desc`,
    size: 20,
  })
}

/** One page of the runs of a schedule, newest first. */
export function pageOfRuns(db: Db, scheduleId: string, window: Window): Promise<Page<Run>> {
  return readPage(db, window, {
    select: sql`${runColumns}`,
    from: sql`from domain_runs r left join users u on u.id = r.requested_by where r.schedule_id = ${scheduleId}`,
    order: sql`r.id desc`,
    size: 10,
  })
}

/** Whether there is a schedule with this id. */
export async function scheduleExists(db: Db, id: string): Promise<boolean> {
  return (await row(db, sql`select 1 from domain_schedules where id = ${id}::uuid`)) !== undefined
}

/** The schedules of brands. */
export async function schedulesOf(db: Db, brandIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from domain_schedules where brand_id = any(${brandIds}::uuid[]) order by id`,
  )
  return found.map(({ id }) => id)
}

/**
 * Adds a run that a user started; false when one of the schedule is not finished. With `isForNew` there is another run
 * after one that is running: it has chosen its names. One that is waiting has not.
 */
export async function addRun(
  db: Db,
  one: { id: string; scheduleId: string; userId: string; day: string; isForNew: boolean },
): Promise<boolean> {
  const added = await row<{ isAdded: boolean }>(
    db,
    sql`insert into domain_runs as r (id, schedule_id, requested_by, day)
      values (${one.id}, ${one.scheduleId}, ${one.userId}, ${one.day})
      on conflict (schedule_id) where state in ('Waiting', 'Running')
        do update set next_by = excluded.requested_by where r.state = 'Running' and ${one.isForNew}::boolean
      returning r.id = ${one.id} as "isAdded"`,
  )
  return added?.isAdded === true
}

/**
 * Adds the daily run of a business day for every schedule that was not executed on it; `ids` are new ids, one
 * is used for each. Returns whether more schedules are waiting for one.
 */
export async function addDailyRuns(db: Db, day: string, ids: readonly string[]): Promise<boolean> {
  const due = await rows<{ id: string }>(
    db,
    sql`select s.id from domain_schedules s join brands b on b.id = s.brand_id and b.deleted_at is null and b.enabled
      join companies c on c.id = s.company_id and c.deleted_at is null
      where not exists (select 1 from domain_runs r where r.schedule_id = s.id
          and (r.day >= ${day} or r.state in ('Waiting', 'Running')))
      order by s.id limit ${ids.length + 1}`,
  )
  const chosen = due.slice(0, ids.length)
  await rows(
    db,
    sql`insert into domain_runs (id, schedule_id, day)
      select id, schedule_id, ${day} from unnest(${ids.slice(0, chosen.length)}::uuid[],
        ${chosen.map(({ id }) => id)}::uuid[]) as r (id, schedule_id)
      on conflict do nothing`,
  )
  return due.length > ids.length
}

/** Ends a run that waits or is running as stopped; its names are asked by the next one. False when it is not running. */
export async function stopRun(db: Db, id: string, reason: string): Promise<boolean> {
  const stopped = await row(
    db,
    sql`update domain_runs set state = 'Stopped', reason = ${reason}, finished_at = now(), lease_id = null,
        lease_until = null
      where id = ${id}::uuid and state in ('Waiting', 'Running') returning id`,
  )
  if (!stopped) return false
  await rows(db, sql`update domain_candidates set run_id = null where run_id = ${id}::uuid`)
  return true
}

/** Whether there is a run with this id. */
export async function runExists(db: Db, id: string): Promise<boolean> {
  return (await row(db, sql`select 1 from domain_runs where id = ${id}::uuid`)) !== undefined
}
