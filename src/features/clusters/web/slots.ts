import { createSlot } from '#kit/web/slot.tsx'

/** Everything written about a cluster, filled by the threads. */
export const clusterThread = createSlot<{ id: string }>()

/** What staff may do with selected findings of a cluster, filled by later features. */
export const memberTools = createSlot<{ ids: readonly string[] }>()
