import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import type { Side } from '#features/revisits/rules.ts'
import { type Db, joinConditions, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Belief } from './belief.ts'
import type { VisitResult } from './visit-address.ts'

/** The key of a finding. */
export type FindingKey = { companyId: string; findingId: string }

const column = <T>(list: readonly T[], pick: (one: T) => string | null) => list.map(pick)
/** These rows as a relation (company_id, finding_id). */
const keysOf = (keys: readonly FindingKey[]): Sql =>
  sql`unnest(${column(keys, (one) => one.companyId)}::uuid[], ${column(keys, (one) => one.findingId)}::uuid[])
    as k (company_id, finding_id)`

/** A watched finding that may be due. */
export type DueWatch = FindingKey & {
  host: string
  isRequested: boolean
  status: string
  platform: string
  brandId: string
  isDeleted: boolean
}

/**
 * Lets only one claim run at a time across all processes, until the transaction ends; returns how many visits this
 * minute already had.
 */
export async function visitsThisMinute(db: Db): Promise<{ now: Date; used: number }> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtext('visits'))`)
  const found = await row<{ now: string; used: number }>(
    db,
    sql`select clock_timestamp() as now, coalesce(sum(used), 0)::int as used from visit_minutes
      where minute = date_trunc('minute', clock_timestamp())`,
  )
  return { now: new Date(found!.now), used: found!.used }
}

/** Locks the watches that have been due longest, until the transaction ends; those locked by others are skipped. */
export function dueWatches(db: Db, limit: number): Promise<DueWatch[]> {
  return rows(
    db,
    sql`select w.company_id as "companyId", w.finding_id as "findingId", w.host, w.is_requested as "isRequested", f.status,
        f.platform, f.brand_id as "brandId", f.deleted_at is not null as "isDeleted"
      from finding_watches w join findings f on f.company_id = w.company_id and f.id = w.finding_id
      where w.next_at <= clock_timestamp() order by w.next_at limit ${limit} for update of w skip locked`,
  )
}

/** When a host may be visited next, and when its queue ends. */
export type HostPace = { next: Date; tail: Date }

/** The paces of these hosts, where they are known. */
export async function pacesOf(db: Db, hosts: readonly string[]): Promise<Map<string, HostPace>> {
  const found = await rows<{ host: string; next: string; tail: string }>(
    db,
    sql`select host, next_at as next, tail_at as tail from visit_hosts where host = any(${hosts}::text[])`,
  )
  return new Map(found.map(({ host, next, tail }) => [host, { next: new Date(next), tail: new Date(tail) }]))
}

/** When a finding is due again, and the claim of the process that visits it now. */
export type ScheduledVisit = FindingKey & { at: Date; claim: string | null }

/**
 * Saves what a claim decided: when each watch is due again, who visits it now, the paces of hosts and the visits of
 * this minute.
 */
export async function saveSchedule(
  db: Db,
  {
    scheduled,
    hosts,
    visits,
  }: { scheduled: readonly ScheduledVisit[]; hosts: ReadonlyMap<string, HostPace>; visits: number },
): Promise<void> {
  await rows(
    db,
    sql`update finding_watches w set next_at = t.at, claim = t.claim
      from unnest(${column(scheduled, (one) => one.companyId)}::uuid[], ${column(scheduled, (one) => one.findingId)}::uuid[],
        ${column(scheduled, (one) => one.at.toISOString())}::timestamptz[], ${column(scheduled, (one) => one.claim)}::uuid[])
        as t (company_id, finding_id, at, claim)
      where w.company_id = t.company_id and w.finding_id = t.finding_id`,
  )
  await savePaces(db, hosts)
  await rows(db, sql`delete from visit_minutes where minute < now() - interval '1 hour'`)
  await rows(
    db,
    sql`insert into visit_minutes as m (minute, used) values (date_trunc('minute', clock_timestamp()), ${visits})
      on conflict (minute) do update set used = m.used + excluded.used`,
  )
}

/** Sets the earliest next visits of these hosts; never earlier than they were. */
async function savePaces(db: Db, hosts: ReadonlyMap<string, HostPace>): Promise<void> {
  const list = [...hosts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await rows(
    db,
    sql`insert into visit_hosts as h (host, next_at, tail_at)
      select * from unnest(${column(list, ([host]) => host)}::text[],
        ${column(list, ([, { next }]) => next.toISOString())}::timestamptz[],
        ${column(list, ([, { tail }]) => tail.toISOString())}::timestamptz[])
      on conflict (host) do update set next_at = greatest(h.next_at, excluded.next_at),
        tail_at = greatest(h.tail_at, excluded.tail_at)`,
  )
}

/** Milliseconds until the next visit is due; undefined when nothing is watched. */
export async function nextDueIn(db: Db): Promise<number | undefined> {
  const found = await row<{ ms: number | null }>(
    db,
    sql`select (extract(epoch from min(next_at) - clock_timestamp()) * 1000)::float8 as ms from finding_watches`,
  )
  return found?.ms ?? undefined
}

/** The present addresses of findings, by finding. */
export async function addressesOf(
  db: Db,
  platform: FindingPlatformDefinition,
  keys: readonly FindingKey[],
): Promise<Map<string, string>> {
  const found = await rows<{ id: string; address: string }>(
    db,
    sql`select f.id, ${columnRef(platform, platform.identity)} as address
      from ${keysOf(keys)} join findings f on f.company_id = k.company_id and f.id = k.finding_id ${joinPlatformTable(platform)}`,
  )
  return new Map(found.map(({ id, address }) => [id, address]))
}

/** The state of a watched finding when a visit of it ends. */
export type LockedWatch = Omit<Belief, 'firstAt' | 'countedAt'> & {
  firstAt: string | null
  countedAt: string | null
  status: string
  dismissed: Side | null
  proposal: string | null
  proposedStatus: string | null
  proposedFrom: string | null
}

/**
 * Locks a watch until the transaction ends; undefined when this claim has expired and another process has taken it
 * over. Its finding is locked before it, as everywhere: what is stored of a visit refers to the finding.
 */
export async function lockClaimed(
  db: Db,
  { companyId, findingId }: FindingKey,
  claim: string,
): Promise<LockedWatch | undefined> {
  await rows(db, sql`select 1 from findings where company_id = ${companyId} and id = ${findingId} for key share`)
  return row(
    db,
    sql`select w.side, w.streak, w.first_at as "firstAt", w.counted_at as "countedAt", w.believed, w.dismissed,
        w.proposal, w.proposed_status as "proposedStatus", w.proposed_from as "proposedFrom", f.status
      from finding_watches w join findings f on f.company_id = w.company_id and f.id = w.finding_id
      where w.company_id = ${companyId} and w.finding_id = ${findingId} and w.claim = ${claim} for update of w`,
  )
}

/** The new state of a watch after a visit. */
export type WatchUpdate = {
  belief: Belief
  dismissed: Side | null
  proposal: { id: string; to: string; from: string } | null
  host: string
  nextAt: Date
}

/** Saves the state of a watch after a visit. A proposal that stays keeps its time. */
export async function saveWatch(db: Db, { companyId, findingId }: FindingKey, update: WatchUpdate): Promise<void> {
  const { belief, proposal } = update
  await rows(
    db,
    sql`update finding_watches set host = ${update.host}, next_at = ${update.nextAt}, claim = null, is_requested = false,
        side = ${belief.side}, streak = ${belief.streak}, first_at = ${belief.firstAt}, counted_at = ${belief.countedAt},
        believed = ${belief.believed}, dismissed = ${update.dismissed},
        proposed_at = case when ${proposal?.id ?? null}::uuid is null then null
          when proposal = ${proposal?.id ?? null}::uuid then proposed_at else now() end,
        proposal = ${proposal?.id ?? null}::uuid, proposed_status = ${proposal?.to ?? null},
        proposed_from = ${proposal?.from ?? null}
      where company_id = ${companyId} and finding_id = ${findingId}`,
  )
}

/** Stores a visit with its evidence. */
export async function addVisit(
  db: Db,
  { companyId, findingId }: FindingKey,
  visit: { seen: VisitResult; streak: number; milliseconds: number; at: Date },
): Promise<void> {
  const { seen } = visit
  await rows(
    db,
    sql`insert into finding_visits (id, company_id, finding_id, at, address, outcome, side, streak, reason, status_code,
        addresses, name_servers, final_address, title, excerpt, sha256, bytes, is_cut, milliseconds)
      values (${newId()}, ${companyId}, ${findingId}, ${visit.at}, ${seen.address}, ${seen.outcome}, ${seen.side},
        ${visit.streak}, ${seen.reason}, ${seen.statusCode}, ${seen.addresses}::text[], ${seen.nameServers}::text[],
        ${seen.finalAddress}, ${seen.title}, ${seen.excerpt}, decode(${seen.sha256}, 'hex'), ${seen.bytes}, ${seen.isCut},
        ${visit.milliseconds})`,
  )
}

/** Sets since when a finding has been unreachable; null when it responds again. */
export async function setUnreachableAt(db: Db, { companyId, findingId }: FindingKey, at: Date | null): Promise<void> {
  await rows(
    db,
    sql`update finding_clocks set unreachable_at = ${at} where company_id = ${companyId} and finding_id = ${findingId}`,
  )
}

/**
 * Requests a visit as soon as the pace of its host allows: before all others that are due. False without an
 * enforcement.
 */
export async function requestVisit(
  db: Db,
  scope: Scope,
  { findingId, host }: { findingId: string; host: string },
): Promise<boolean> {
  const requested = await row(
    db,
    sql`insert into finding_watches as w (company_id, finding_id, host, next_at, is_requested)
      select c.company_id, c.finding_id, ${host}, to_timestamp(0), true
      from findings f join finding_clocks c on c.company_id = f.company_id and c.finding_id = f.id
      where ${joinConditions([inScope(scope), sql`f.id = ${findingId}::uuid`])}
      on conflict (company_id, finding_id) do update set is_requested = true,
        next_at = case when w.claim is null then excluded.next_at else w.next_at end
      returning 1`,
  )
  return requested !== undefined
}

type NightBatch = { night: number; nights: number; after: FindingKey | undefined; limit: number }

/** Watched findings of night number `night` out of `nights`, in the order of their keys, those after `after`. */
export function watchesOfNight(db: Db, { night, nights, after, limit }: NightBatch): Promise<FindingKey[]> {
  const further = after
    ? sql`(company_id, finding_id) > (${after.companyId}::uuid, ${after.findingId}::uuid)`
    : sql`true`
  return rows(
    db,
    sql`select company_id as "companyId", finding_id as "findingId" from finding_watches
      where ${further} and (uuid_hash(finding_id) & 1073741823) % ${nights}::int = ${night}::int
      order by company_id, finding_id limit ${limit}`,
  )
}

/**
 * The first visits of a streak are retained: they are the evidence of the belief. The maximum that the settings allow.
 */
const firstInRow = 20

/**
 * Deletes the visits of these findings from before a point in time, except those that differ from the one before or
 * after them (so the first and the last of each outcome), the first ones of each streak, and the last one before each
 * enforcement record, proposal or dismissal.
 */
export async function thinVisitsOf(db: Db, keys: readonly FindingKey[], before: Date): Promise<void> {
  await rows(
    db,
    sql`with seen as (
        select v.id, v.company_id, v.finding_id, v.at, v.streak, lead(v.at) over each as next_at,
          lag(v.outcome) over each is distinct from v.outcome or lead(v.outcome) over each is distinct from v.outcome
            as is_edge
        from ${keysOf(keys)} join finding_visits v on v.company_id = k.company_id and v.finding_id = k.finding_id
        where exists (select from finding_visits o
          where o.company_id = k.company_id and o.finding_id = k.finding_id and o.at < ${before})
        window each as (partition by v.company_id, v.finding_id order by v.at, v.id))
      delete from finding_visits d using seen s, finding_watches w
      where d.id = s.id and s.at < ${before} and not s.is_edge and s.streak not between 1 and ${firstInRow}
        and w.company_id = s.company_id and w.finding_id = s.finding_id
        and not exists (select from unnest(array[w.first_at, w.counted_at, w.proposed_at, w.dismissed_at]) as m (at)
          where m.at >= s.at and m.at < s.next_at)
        and not exists (select from enforcements e where e.company_id = s.company_id and e.finding_id = s.finding_id
          and e.created_at >= s.at and e.created_at < s.next_at)`,
  )
}
