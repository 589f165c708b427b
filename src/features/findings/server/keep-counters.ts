import type { Db } from '#kit/server/db.ts'
import { foldCounters } from './counters.ts'

/** Pause between two rounds, in milliseconds. Readers add what is pending, so this only keeps them quick. */
const pause = 2000

/** Folds pending changes into the counters until `stop`, which waits for the round begun. Any number may run. */
export function keepCounters(db: Db, onProblem: (problem: Error) => void): { stop: () => Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    try {
      while (!stopped && (await foldCounters(db)) > 0);
    } catch (problem) {
      onProblem(problem as Error)
    }
    if (!stopped) timer = setTimeout(next, pause)
  }
  let running = round()
  const next = () => {
    running = round()
  }
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
