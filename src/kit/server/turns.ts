/** Lets a number of tasks run at once, the others in the order in which they came. */
export type Turns = {
  /** Waits for a turn: true when it has come, false when `signal` is aborted first. Each turn taken must be freed. */
  take: (signal?: AbortSignal) => Promise<boolean>
  free: () => void
  /** How many wait. */
  waiting: () => number
  /** Whether the next one has to wait. */
  isFull: () => boolean
}

/** Turns for `count` tasks at once. */
export function openTurns(count: number): Turns {
  let free = count
  const waiting = new Set<() => void>()
  return {
    waiting: () => waiting.size,
    isFull: () => free === 0,
    take: (signal) => {
      if (signal?.aborted) return Promise.resolve(false)
      if (free > 0) {
        free--
        return Promise.resolve(true)
      }
      return new Promise((resolve) => {
        const end = (hasTurn: boolean) => {
          signal?.removeEventListener('abort', leave)
          waiting.delete(begin)
          resolve(hasTurn)
        }
        const begin = () => end(true)
        const leave = () => end(false)
        signal?.addEventListener('abort', leave, { once: true })
        waiting.add(begin)
      })
    },
    free: () => {
      const [next] = waiting
      if (next) next()
      else free++
    },
  }
}
