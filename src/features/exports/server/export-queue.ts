import { maxRunning } from '#features/exports/rules.ts'
import type { LeasedQueue } from '#kit/server/leased-queue.ts'

/** The queue of bulk and domain data downloads: two at a time (G87). */
export const exportQueue: LeasedQueue = { table: 'exports', kinds: ['bulk', 'domain'], maxRunning }
