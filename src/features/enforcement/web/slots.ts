import { createSlot } from '#kit/web/slot.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'

type FindingSlotProps = { platform: FindingPlatformDefinition; row: EnforcedFinding }

/** Buttons and links in the header of the enforcement screen. */
export const screenTools = createSlot<object>()

/** Buttons in the header of an opened finding's enforcement. */
export const findingTools = createSlot<FindingSlotProps>()

/** Sections that other features add below the records of an opened finding. */
export const findingSections = createSlot<FindingSlotProps>()

/** The same in an expanded row only: the finding that is open beside the list has its own. */
export const expandedTools = createSlot<FindingSlotProps>()
export const expandedSections = createSlot<FindingSlotProps>()

/** Buttons above the list while findings are selected. */
export const selectionTools = createSlot<{ platform: FindingPlatformDefinition; ids: readonly string[] }>()
