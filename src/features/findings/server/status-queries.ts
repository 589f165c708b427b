import { type Actor, logMoves, type LogModule } from '#kit/server/audit.ts'
import { row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import { momentAfter, momentNow } from '#kit/server/moment.ts'
import type { Platform } from '#platforms/platform.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { columnRef, joinPlatformTable } from './column-refs.ts'
import { maxNamed } from './live.ts'
import { fromFindings, type FindingQuery } from './queries.ts'
import { undoableModules } from './undoable-change.ts'
import { inScope, type Scope } from './visible.ts'

/** What is checked of a finding before a decision is applied to it. */
export type DecidedFinding = { id: string; version: number; status: string }

/** The findings in scope among these ids, ordered by id; with `lock`, locked until the transaction ends. */
export async function findingsToDecide(
  db: Db,
  scope: Scope,
  ids: readonly string[],
  lock: boolean,
): Promise<DecidedFinding[]> {
  return rows<DecidedFinding>(
    db,
    sql`select f.id, f.version::int as version, f.status from findings f
      where ${inScope(scope)} and f.id = any(${ids}::uuid[]) order by f.id ${lock ? sql`for update` : sql``}`,
  )
}

type MoveOptions = {
  platform: Platform
  scope: Scope
  module: LogModule
  /** Rows in any other status are not changed. */
  onlyFrom?: readonly string[] | undefined
}
export type Moves = MoveOptions & { moves: readonly { id: string; to: string }[] }
/** `wanted` is a relation of (id, status_to), each id at most once: for changes that are already in the database. */
export type StagedMoves = MoveOptions & { wanted: Sql }

/** How many of the ids are in scope, how many of those changed, and what changed by brand. */
export type Moved = { found: number; moved: number; brands: readonly MovedOfBrand[] | null }

/** The findings of a brand that changed; no ids where there are too many to name. */
export type MovedOfBrand = { id: string; findingIds: readonly string[] }

const movedBrands = sql`(select json_agg(json_build_object('id', brand_id, 'findingIds', ids)) from (
    select brand_id, case when count(*) <= ${maxNamed} then array_agg(id) else '{}' end as ids
    from moved group by brand_id) b) as brands`

/** Sets statuses given as a list and logs them; see `setStagedStatuses`. */
export function setStatuses(db: Db, actor: Actor, { moves, ...options }: Moves): Promise<Moved> {
  const ids = sql`${moves.map((move) => move.id)}::uuid[]`
  const one = new Set(moves.map((move) => move.to)).size === 1
  const to = moves[0]!.to
  // With one target status no join is needed: the index returns the rows in the order of their ids.
  if (one && hasFewCompanies(options.scope))
    return setLockedStatuses(
      db,
      actor,
      options,
      sql`select f.company_id, f.id, f.brand_id, f.platform, f.status as status_from, ${to} as status_to
        from findings f where f.id = any(${ids}) and ${inScope(options.scope)} order by f.id for update of f`,
    )
  const wanted = one
    ? sql`(select id, ${to} as status_to from unnest(${ids}) as a (id))`
    : sql`(select * from unnest(${ids}, ${moves.map((move) => move.to)}::text[]) as a (id, status_to))`
  return setStagedStatuses(db, actor, { ...options, wanted, ids })
}

/** With many companies every id would be looked up once per company. */
const hasFewCompanies = ({ companyIds }: Scope): boolean => companyIds !== undefined && companyIds.length <= 5

/**
 * Sets statuses and writes their log in one statement. Rows are locked in the order of their ids, so that two callers
 * wait for each other instead of deadlocking. A row that already has the status is neither changed nor logged.
 */
export async function setStagedStatuses(
  db: Db,
  actor: Actor,
  { wanted, ids, ...options }: StagedMoves & { ids?: Sql },
): Promise<Moved> {
  // With `ids` given as an array too, 20,000 rows are found by their keys; with the join alone the planner scans the
  // whole company. For staged rows it expects few and looks each up by key; an array of unknown length was searched
  // for each row of the company.
  const byKey = ids && hasFewCompanies(options.scope) ? sql`f.id = any(${ids})` : sql`true`
  return setLockedStatuses(
    db,
    actor,
    options,
    sql`with wanted as materialized (select id, status_to from ${wanted} w)
      select f.company_id, f.id, f.brand_id, f.platform, f.status as status_from, w.status_to
      from wanted w join findings f on f.id = w.id where ${byKey} and ${inScope(options.scope)} order by f.id for update of f`,
  )
}

/** `lockedRows` locks rows in the order of their ids and selects company_id, id, brand_id, platform, status_from, status_to. */
async function setLockedStatuses(
  db: Db,
  actor: Actor,
  { platform, module, onlyFrom }: MoveOptions,
  lockedRows: Sql,
): Promise<Moved> {
  const found = await row<Moved>(
    db,
    sql`with locked as materialized (${lockedRows}),
      ${movedAndLogged(actor, platform, module, onlyFrom && sql`l.status_from = any(${onlyFrom}::text[])`)}
      select (select count(*) from locked) as found, (select count(*) from logged) as moved, ${movedBrands}`,
  )
  return found!
}

/** `moved as (…), logged as (…)` for the CTE `locked` of (company_id, id, brand_id, platform, status_from, status_to). */
function movedAndLogged(actor: Actor, platform: Platform, module: LogModule, only: Sql = sql`true`): Sql {
  return sql`moved as (
      update findings f set status = l.status_to, version = f.version + 1, updated_at = ${momentAfter(sql`f.updated_at`)},
        updated_by = ${actor.userId}::uuid
      from locked l where f.company_id = l.company_id and f.id = l.id and l.status_from <> l.status_to and ${only}
      returning f.company_id, f.id, l.brand_id, l.platform, l.status_from, l.status_to, f.updated_at as at),
    logged as (${logMoves(
      actor,
      module,
      sql`(select f.company_id, f.brand_id, f.platform, f.id as finding_id,
        ${columnRef(platform, platform.identity)} as search_term, f.status_from, f.status_to, f.at
        from moved f ${joinPlatformTable(platform)})`,
    )} returning 1)`
}

/** Sets everything a query matches to one status, provided it matches `count` rows. */
export type Matching = { query: FindingQuery; module: LogModule; to: string; count: number }

/**
 * Sets the status of everything a query matches, if it matches `count` rows, and writes the log in one statement.
 * Returns how many match, how many changed, and the moment (UTC, microseconds) that identifies the change for undo.
 */
export async function setMatching(
  db: Db,
  actor: Actor,
  { query, module, to, count }: Matching,
): Promise<Moved & { moment: string }> {
  const found = await row<Moved & { moment: string }>(
    db,
    sql`with locked as materialized (
        select f.company_id, f.id, f.brand_id, f.platform, f.status as status_from, ${to} as status_to
        ${fromFindings(query)} order by f.id for update of f),
      ${movedAndLogged(actor, query.platform, module, sql`(select count(*) from locked) = ${count}`)}
      select (select count(*) from locked) as found, (select count(*) from logged) as moved, ${movedBrands},
        ${momentNow} as moment`,
  )
  return found!
}

/** A bulk change of one person, identified by its moment, at most `seconds` old. */
export type BulkAction = { platform: Platform; scope: Scope; moment: string; seconds: number }

/**
 * Undoes this person's bulk change of that moment, at most `seconds` ago: each row gets its previous status unless it
 * was changed since (the log entry and the finding carry the moment of the same transaction). Returns how many.
 */
export async function undoBulkAction(
  db: Db,
  actor: Actor,
  { platform, scope, moment, seconds }: BulkAction,
): Promise<Pick<Moved, 'moved' | 'brands'>> {
  const found = await row<Pick<Moved, 'moved' | 'brands'>>(
    db,
    sql`with locked as materialized (
        select f.company_id, f.id, f.brand_id, f.platform, f.status as status_from, l.status_from as status_to
        from status_log l join findings f on f.company_id = l.company_id and f.id = l.finding_id
        where l.at = ${moment}::timestamptz and l.at > now() - make_interval(secs => ${seconds})
          and l.user_id = ${actor.userId}::uuid and l.module = 'bulk-approve'
          and f.updated_at = l.at and f.status = l.status_to and ${inScope(scope)}
        order by f.id for update of f),
      ${movedAndLogged(actor, platform, 'bulk-approve')}
      select (select count(*) from logged) as moved, ${movedBrands}`,
  )
  return found!
}

/**
 * The findings among these ids that this person approved in bulk at most `seconds` ago and that were not changed since:
 * the log entry and the finding carry the moment of the same transaction.
 */
export async function undoableApprovals(
  db: Db,
  userId: string,
  ids: readonly string[],
  seconds: number,
): Promise<string[]> {
  const found = await row<{ ids: string[] | null }>(
    db,
    sql`select array_agg(f.id) as ids from status_log l
      join findings f on f.company_id = l.company_id and f.id = l.finding_id and f.updated_at = l.at
      where l.finding_id = any(${ids}::uuid[]) and l.user_id = ${userId}::uuid and l.module = 'bulk-approve'
        and l.status_to = f.status and l.status_from = ${awaitingApproval} and l.at > now() - make_interval(secs => ${seconds})`,
  )
  return found?.ids ?? []
}

/** Whether it was this person who gave a finding its present status. */
export async function isOwnStatus(
  db: Db,
  finding: { company_id: string; id: string; status: string },
  userId: string,
): Promise<boolean> {
  const last = await row<{ user_id: string | null; status: string }>(
    db,
    sql`select user_id, status_to as status from status_log
      where company_id = ${finding.company_id}::uuid and finding_id = ${finding.id}::uuid order by at desc, id desc limit 1`,
  )
  return last?.user_id === userId && last.status === finding.status
}

/**
 * The status that a finding had before this person decided on it at `moment`, at most `seconds` ago; undefined when it
 * was changed since.
 */
export async function statusBeforeChange(
  db: Db,
  finding: { companyId: string; id: string },
  { userId, moment, seconds }: { userId: string; moment: string; seconds: number },
): Promise<string | undefined> {
  const found = await row<{ status: string }>(
    db,
    sql`select l.status_from as status from status_log l
      join findings f on f.company_id = l.company_id and f.id = l.finding_id
      where l.company_id = ${finding.companyId}::uuid and l.finding_id = ${finding.id}::uuid
        and l.at = ${moment}::timestamptz and l.at > now() - make_interval(secs => ${seconds})
        and l.user_id = ${userId}::uuid and l.module = any(${undoableModules}::text[])
        and f.updated_at = l.at and f.status = l.status_to`,
  )
  return found?.status
}
