import { dropOldLogs } from '#features/history/contract.ts'
import { type FoldingLoop, startFolding } from '#kit/server/start-folding.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { dropOldParts, foldLogRows } from './queries.ts'

/** Job handlers of the logs. */
export function historyHandlers({ db }: AppContext): JobHandler[] {
  return [
    jobHandler(dropOldLogs, async () => {
      await dropOldParts(db)
    }),
  ]
}

/**
 * Starts the loop that folds new log rows into the index tables. Searches also find rows that are not folded yet, only
 * slower.
 */
export function startLogFolding({ db }: Pick<AppContext, 'db'>, onProblem: (problem: Error) => void): FoldingLoop {
  return startFolding(() => foldLogRows(db), onProblem)
}
