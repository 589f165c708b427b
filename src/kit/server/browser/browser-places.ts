import { openTurns } from '#kit/server/turns.ts'
import { BrowserError } from './types.ts'

/** Gives a place back that is held without a page. */
type Leave = () => Promise<void>

/** The places for browsers: as many may run at once. */
export type BrowserPlaces = {
  /** Waits for a place, in the order of asking. Rejects with 'cancelled'. Each place taken must be freed. */
  take: (signal?: AbortSignal) => Promise<void>
  free: () => void
  /** How many wait. */
  waiting: () => number
  /** The holder has no page open: whoever waits next has `leave` called. */
  rest: (leave: Leave) => void
  /** The holder opens a page, or is gone. */
  wake: (leave: Leave) => void
}

/**
 * Places for `count` browsers. Nobody waits for one that is held without a page: two jobs whose pages wait for each other,
 * for a browser here and for a turn at a host there, would wait for ever.
 */
export function openPlaces(count: number): BrowserPlaces {
  const turns = openTurns(count)
  const resting = new Set<Leave>()
  return {
    take: async (signal) => {
      const [leave] = turns.isFull() ? resting : []
      const turn = turns.take(signal)
      // A browser that could not be ended here is ended with the service.
      leave?.().catch(() => undefined)
      if (!(await turn)) throw cancelled()
      if (!signal?.aborted) return
      turns.free()
      throw cancelled()
    },
    free: turns.free,
    waiting: turns.waiting,
    rest: (leave) => {
      resting.add(leave)
    },
    wake: (leave) => {
      resting.delete(leave)
    },
  }
}

/** The problem of a visit that was cancelled. */
export const cancelled = (): BrowserError => new BrowserError('cancelled', 'The visit was cancelled')
