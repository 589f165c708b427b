import type { Actor, LogModule } from '#kit/server/audit.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition, Platform } from '#platforms/platform.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { messages } from '#features/findings/messages.ts'
import { notifyFindingsChanged } from './live.ts'
import {
  type BulkAction,
  type Matching,
  type Moved,
  setMatching,
  setStagedStatuses,
  setStatuses,
  undoBulkAction,
} from './status-queries.ts'
import type { Scope } from './visible.ts'

type Change = {
  platform: FindingPlatformDefinition
  /** From `visible(…)`: rows outside the scope are not found. */
  scope: Scope
  /** Who changes the status, and in which module; for the log. */
  actor: Actor
  module: LogModule
  /** Rows in any other status are skipped. */
  onlyFrom?: readonly string[]
}
/** The new status of each row; each id at most once. */
export type StatusChange = Change & { moves: readonly { id: string; to: string }[] }
/** The same as a relation of (id, status_to), whose statuses the platform's own column has validated. */
export type StagedStatusChange = Change & { wanted: Sql }

/**
 * The only function that changes a stored finding's status (G42, G106): in the caller's transaction, with one log entry
 * per change. Returns how many rows were in scope and how many changed; 422 for a status the platform lacks. The caller
 * checks who may make which move, because it knows the role.
 */
export async function changeStatus(
  db: Db,
  { platform, scope, actor, module, moves, onlyFrom }: StatusChange,
): Promise<Moved> {
  if (moves.length === 0) return { found: 0, moved: 0, brands: null }
  if (moves.some((move) => !staffMaySet(platform.value, move.to))) throw invalid({ status: messages.statusNotValid })
  return announced(db, platform, await setStatuses(db, actor, { platform, scope, module, moves, onlyFrom }))
}

/** `changeStatus` for moves that are already in the database, so that 25,000 of them are never sent back and forth. */
export async function changeStagedStatuses(
  db: Db,
  { platform, scope, actor, module, wanted, onlyFrom }: StagedStatusChange,
): Promise<Moved> {
  return announced(db, platform, await setStagedStatuses(db, actor, { platform, scope, module, wanted, onlyFrom }))
}

/** `changeStatus` for everything a list matches: nothing changes unless it matches `count` rows. */
export async function changeMatching(db: Db, actor: Actor, matching: Matching): Promise<Moved & { moment: string }> {
  return announced(db, matching.query.platform, await setMatching(db, actor, matching))
}

/** Undoes a bulk change for the rows that were not changed since. Returns how many. */
export async function undoBulkChange(db: Db, actor: Actor, action: BulkAction): Promise<number> {
  return (await announced(db, action.platform, await undoBulkAction(db, actor, action))).moved
}

/** Tells other tabs and people of a change, when the transaction commits; of each brand only what is its own. */
async function announced<Done extends Pick<Moved, 'moved' | 'brands'>>(
  db: Db,
  { value: platform }: Pick<Platform, 'value'>,
  done: Done,
): Promise<Done> {
  for (const { id: brandId, findingIds } of done.brands ?? [])
    await notifyFindingsChanged(db, { platform, brandId, findingIds })
  return done
}
