import { dropOldLogs } from '#features/history/contract.ts'
import { type Folding, keepFolding } from '#kit/server/keep-folding.ts'
import type { House } from '#kit/server/serve.ts'
import { handles, type JobHandler } from '#kit/server/worker.ts'
import { dropOldParts, foldLogRows } from './queries.ts'

export function historyHandlers({ db }: House): JobHandler[] {
  return [
    handles(dropOldLogs, async () => {
      await dropOldParts(db)
    }),
  ]
}

/** Keeps what searches of the log ask first up to date. They see what is not folded yet as well, only slower. */
export function keepLogSearchable({ db }: Pick<House, 'db'>, onProblem: (problem: Error) => void): Folding {
  return keepFolding(() => foldLogRows(db), onProblem)
}
