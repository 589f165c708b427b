import type { Actor, LogModule } from '#kit/server/audit.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { messages } from '#features/findings/messages.ts'
import {
  type Deed,
  type Matching,
  type Moved,
  setMatching,
  setStagedStatuses,
  setStatuses,
  takeBack,
} from './status-queries.ts'
import type { Scope } from './visible.ts'

type Change = {
  platform: FindingPlatformDefinition
  /** From `visible(…)`: rows outside it are not found. */
  scope: Scope
  /** Who asks and by which path, for the log. */
  actor: Actor
  module: LogModule
  /** Rows in any other status are skipped. */
  onlyFrom?: readonly string[]
}
/** New status of each row; a row may stand once only. */
export type StatusChange = Change & { moves: readonly { id: string; to: string }[] }
/** The same as a relation of (id, status_to), whose statuses were read by the platform's own column. */
export type StagedStatusChange = Change & { wanted: Sql }

/**
 * The one door through which a stored finding's status changes (G42, G106): in the caller's transaction, with one log
 * row for each change. Answers how many rows were in scope and how many changed; 422 for a status the platform lacks.
 * Who may move what from where is asked before, where the caller's role is known.
 */
export async function changeStatus(
  db: Db,
  { platform, scope, actor, module, moves, onlyFrom }: StatusChange,
): Promise<Moved> {
  if (moves.length === 0) return { found: 0, moved: 0 }
  if (moves.some((move) => !staffMaySet(platform.value, move.to))) throw invalid({ status: messages.statusNotValid })
  return setStatuses(db, actor, { platform, scope, module, moves, onlyFrom })
}

/** The same door for moves that lie in the database already, so that 25,000 of them never pass through here. */
export async function changeStagedStatuses(
  db: Db,
  { platform, scope, actor, module, wanted, onlyFrom }: StagedStatusChange,
): Promise<Moved> {
  return setStagedStatuses(db, actor, { platform, scope, module, wanted, onlyFrom })
}

/** The same door for everything a list has: nothing changes unless it has `count` rows. */
export async function changeMatching(db: Db, actor: Actor, matching: Matching): Promise<Moved & { moment: string }> {
  return setMatching(db, actor, matching)
}

/** The same door backwards: rows that this person moved at that moment and nobody touched since. Answers how many. */
export async function changeBack(db: Db, actor: Actor, deed: Deed): Promise<number> {
  return takeBack(db, actor, deed)
}
