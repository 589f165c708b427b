import { createSlot } from '#kit/web/slot.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'

/** Everything written about a finding, filled by the threads. `stored` changes whenever a comment was stored. */
export const findingThread = createSlot<{ platform: FindingPlatformDefinition; row: Finding; stored: number }>()
