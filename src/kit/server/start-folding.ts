/** Pause between two rounds, in milliseconds. Readers add pending rows themselves, so this only keeps them fast. */
const pause = 2000

export type FoldingLoop = { stop: () => Promise<void> }

/**
 * Folds pending rows (`fold` returns how many it took) until `stop`, which waits for the current round. Several
 * processes may run it at the same time.
 */
export function startFolding(fold: () => Promise<number>, onProblem: (problem: Error) => void): FoldingLoop {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const round = async () => {
    try {
      while (!stopped && (await fold()) > 0);
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
