import type { Actor, LogModule } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import { messages } from '#features/findings/messages.ts'
import { type Moved, setStatuses } from './status-queries.ts'
import type { Scope } from './visible.ts'

export type StatusChange = {
  platform: FindingPlatformDefinition
  /** From `visible(…)`: rows outside it are not found. */
  scope: Scope
  /** Who asks and by which path, for the log. */
  actor: Actor
  module: LogModule
  /** New status of each row; a row may stand once only. */
  moves: readonly { id: string; to: string }[]
  /** Rows in any other status are skipped. */
  onlyFrom?: readonly string[]
}

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
