import { runDecision } from '#features/findings/contract-jobs.ts'
import type { BulkDecision } from '#features/findings/contract-schemas.ts'
import type { Actor } from '#kit/server/audit.ts'
import { row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { lacksApproval } from './approval.ts'
import { fromFindings, type FindingQuery } from './queries.ts'

/** Findings that are changed in one transaction: few enough that nobody waits for their locks. */
export const batchSize = 500

/** How long a decision on many findings can be undone, in hours. */
export const undoHours = 24

export type StatusCount = { status: string; count: number; unapproved: number }

/** How many findings of a query have each status, and with `byApproval` how many of them lack a required approval. */
export function statusesOfMatches(db: Db, query: FindingQuery, byApproval: boolean): Promise<StatusCount[]> {
  const unapproved = byApproval ? sql`count(*) filter (where ${lacksApproval})::int` : sql`0`
  return rows(
    db,
    sql`select f.status, count(*)::int as count, ${unapproved} as unapproved ${fromFindings(query)}
      group by f.status order by f.status`,
  )
}

export type NewDecision = {
  id: string
  actor: Actor
  isStaff: boolean
  query: FindingQuery
  to: string
  onlyFrom: readonly string[]
  /** Findings that lack a required approval are left out, or, with an Admin's reason, changed. */
  needsApproval: boolean
  overrideReason: string | undefined
  /** The cluster whose findings these are. */
  clusterId: string | undefined
}

/**
 * Stores a decision with the ids of its findings, in batches of one company and one status each. The findings are read,
 * not locked. Returns how many there are.
 */
export async function storeDecision(db: Db, decision: NewDecision): Promise<number> {
  const { id, actor, isStaff, query, to, onlyFrom, overrideReason } = decision
  const { platform, scope } = query
  const onlyApproved = decision.needsApproval && overrideReason === undefined ? [sql`not (${lacksApproval})`] : []
  const movable = sql`f.status = any(${onlyFrom}::text[])`
  const stored = await row<{ total: number }>(
    db,
    sql`with numbered as (
        select f.company_id, f.id, f.status, (row_number() over (partition by f.company_id, f.status order by f.id) - 1) / ${batchSize} as part
        ${fromFindings(query, [movable, ...onlyApproved])}),
      batches as (
        select company_id, status, array_agg(id order by id) as ids,
          row_number() over (order by company_id, status, part)::int as n
        from numbered group by company_id, status, part),
      decided as (
        insert into bulk_decisions (id, user_id, username, platform, status_to, brand_ids, by_staff, override_reason, cluster_id, total)
        values (${id}::uuid, ${actor.userId}::uuid, ${actor.username}, ${platform.value}, ${to},
          ${scope.brandIds ?? null}::uuid[], ${isStaff}, ${overrideReason ?? null}, ${decision.clusterId ?? null}::uuid, (select count(*)::int from numbered))
        returning id, total),
      filled as (
        insert into bulk_decision_batches (decision_id, n, company_id, status_from, finding_ids)
        select decided.id, n, company_id, status, ids from batches, decided)
      select total from decided`,
  )
  return stored!.total
}

const columns = sql`d.id, d.platform, d.status_to as status, d.state, d.total, d.changed, d.left_out as "leftOut", d.undone,
  d.created_at as "createdAt", (d.state in ('Done', 'Stopped', 'Failed') and d.changed > 0
    and d.created_at > now() - make_interval(hours => ${undoHours})) as "mayUndo"`

/** An own decision; undefined when there is none with this id. */
export function decisionOf(db: Db, userId: string, id: string): Promise<BulkDecision | undefined> {
  return row(db, sql`select ${columns} from bulk_decisions d where d.id = ${id}::uuid and d.user_id = ${userId}::uuid`)
}

/** The own decisions of the last days, the newest first. */
export function recentDecisions(db: Db, userId: string): Promise<BulkDecision[]> {
  return rows(
    db,
    sql`select ${columns} from bulk_decisions d where d.user_id = ${userId}::uuid order by d.created_at desc limit 20`,
  )
}

/** Removes a person's decisions that are older than a month, with their lists of ids. */
export async function dropOldDecisions(db: Db, userId: string): Promise<void> {
  await rows(
    db,
    sql`delete from bulk_decisions where user_id = ${userId}::uuid and created_at < now() - interval '31 days'`,
  )
}

/** Moves an own decision to another state if it is in one of `from`; false when it is not. */
export async function setState(
  db: Db,
  decision: { id: string; userId: string },
  { from, to }: { from: readonly string[]; to: string },
): Promise<boolean> {
  const done = await rows(
    db,
    sql`update bulk_decisions set state = ${to}, finished_at = case when ${to} = 'Undoing' then null else now() end
      where id = ${decision.id}::uuid and user_id = ${decision.userId}::uuid and state = any(${from}::text[])
        and (${to} <> 'Undoing' or (changed > 0 and created_at > now() - make_interval(hours => ${undoHours})))
      returning id`,
  )
  return done.length > 0
}

/** One start of a long decision of a person at a time: false at once while another one is being stored. */
export async function takeStartTurn(db: Db, userId: string): Promise<boolean> {
  const found = await row<{ is: boolean }>(
    db,
    sql`select pg_try_advisory_xact_lock(hashtext('bulk_decisions'), hashtext(${userId})) as is`,
  )
  return found!.is
}

/** A decision that is being applied or undone, and the companies of which it has findings as some given ones do. */
export type RunningBeside = Pick<BulkDecision, 'platform' | 'status' | 'state' | 'total'> & {
  done: number
  isOwn: boolean
  companyIds: string[]
}

/** The decisions that are being applied or undone beside these: those of the person, and those of the same companies. */
export function runningBeside(db: Db, userId: string, ids: readonly string[]): Promise<RunningBeside[]> {
  return rows(
    db,
    sql`with mine as (
        select distinct company_id from bulk_decision_batches where decision_id = any(${ids}::uuid[])),
      running as (
        select d.platform, d.status_to as status, d.state, d.created_at, d.user_id = ${userId}::uuid as "isOwn",
          case d.state when 'Undoing' then d.changed else d.total end as total,
          case d.state when 'Undoing' then d.undone else d.changed + d.left_out end as done,
          array(select distinct b.company_id from bulk_decision_batches b join mine using (company_id)
            where b.decision_id = d.id) as "companyIds"
        from bulk_decisions d where d.state in ('Running', 'Undoing') and d.id <> all(${ids}::uuid[]))
      select platform, status, state, total, done, "isOwn", "companyIds" from running
      where "isOwn" or "companyIds" <> '{}' order by created_at`,
  )
}

/** Whether a decision on the findings of a cluster is being applied or undone. */
export async function runsOnCluster(db: Db, clusterId: string): Promise<boolean> {
  const found = await row<{ is: boolean }>(
    db,
    sql`select exists (select from bulk_decisions
      where state in ('Running', 'Undoing') and cluster_id = ${clusterId}::uuid) as is`,
  )
  return found!.is
}

/** A decision being applied or undone, as its batches need it. */
export type RunningDecision = {
  id: string
  userId: string
  username: string
  platform: string
  to: string
  brandIds: string[] | null
  byStaff: boolean
  overrideReason: string | null
  state: BulkDecision['state']
  changed: number
}

/** A decision, locked until the transaction ends, so that one worker at a time applies its batches. */
export function lockDecision(db: Db, id: string): Promise<RunningDecision | undefined> {
  return row(
    db,
    sql`select id, user_id as "userId", username, platform, status_to as "to",
        brand_ids as "brandIds", by_staff as "byStaff", override_reason as "overrideReason", state, changed from bulk_decisions where id = ${id}::uuid for update`,
  )
}

export type Batch = { n: number; companyId: string; from: string; ids: string[]; moment: string | null }

/** The next batch that was not applied, or, with `undoing`, that was applied and is not undone; undefined at the end. */
export function nextBatch(db: Db, decisionId: string, undoing: boolean): Promise<Batch | undefined> {
  const waiting: Sql = undoing ? sql`moment is not null and not is_undone` : sql`moment is null`
  return row(
    db,
    sql`select n, company_id as "companyId", status_from as "from", finding_ids as ids, moment from bulk_decision_batches
      where decision_id = ${decisionId}::uuid and ${waiting} order by n limit 1`,
  )
}

/** Notes that a batch was applied: how many of its findings changed. */
export async function noteApplied(
  db: Db,
  { id }: { id: string },
  batch: { n: number; moment: string; changed: number; size: number },
): Promise<void> {
  await rows(
    db,
    sql`with applied as (update bulk_decision_batches set moment = ${batch.moment}
          where decision_id = ${id}::uuid and n = ${batch.n})
      update bulk_decisions set changed = changed + ${batch.changed}, left_out = left_out + ${batch.size - batch.changed}
      where id = ${id}::uuid`,
  )
}

/**
 * Notes that the batches of a moment and a company were undone, which is done at once, and how many findings were
 * restored.
 */
export async function noteUndone(
  db: Db,
  { id }: { id: string },
  batch: Pick<Batch, 'companyId' | 'moment'> & { undone: number },
): Promise<void> {
  await rows(
    db,
    sql`with noted as (update bulk_decision_batches set is_undone = true
          where decision_id = ${id}::uuid and company_id = ${batch.companyId}::uuid and moment = ${batch.moment})
      update bulk_decisions set undone = undone + ${batch.undone} where id = ${id}::uuid`,
  )
}

/** Ends a decision that has no batch left. */
export async function endDecision(db: Db, id: string, state: BulkDecision['state']): Promise<void> {
  await rows(db, sql`update bulk_decisions set state = ${state}, finished_at = now() where id = ${id}::uuid`)
}

/**
 * Ends decisions as failed that no job will go on with: its tries are used up, or its workers were killed. Each job
 * leaves the next in the transaction of its last batch, so a decision that goes on always has one.
 */
export async function failLostDecisions(db: Db): Promise<void> {
  await rows(
    db,
    sql`update bulk_decisions d set state = 'Failed', finished_at = now()
      where d.state in ('Running', 'Undoing') and not exists (
        select from pgboss.job j where j.name = ${runDecision.name} and j.state in ('created', 'retry', 'active')
          and j.data ->> 'decisionId' = d.id::text)`,
  )
}

/** The findings a decision moved and that still are where it put them, by company and brand, for notices. */
export function movedByBrand(
  db: Db,
  decision: { id: string; to: string },
): Promise<{ companyId: string; brandId: string; findingIds: string[] }[]> {
  return rows(
    db,
    sql`select f.company_id as "companyId", f.brand_id as "brandId", array_agg(f.id) as "findingIds"
      from bulk_decision_batches b cross join unnest(b.finding_ids) as one (id)
      join findings f on f.company_id = b.company_id and f.id = one.id and f.status = ${decision.to}
      where b.decision_id = ${decision.id}::uuid and b.moment is not null
      group by f.company_id, f.brand_id`,
  )
}
