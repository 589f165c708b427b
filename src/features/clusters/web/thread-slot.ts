import { createSlot } from '#kit/web/slot.tsx'

/** Everything written about a cluster, filled by the threads. */
export const clusterThread = createSlot<{ id: string }>()
