import { createSlot } from '#kit/web/slot.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'

/** Sections that other features add below the details of an opened finding. */
export const detailSections = createSlot<{ platform: FindingPlatformDefinition; row: Finding }>()
