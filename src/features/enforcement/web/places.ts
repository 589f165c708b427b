import { place } from '#kit/web/place.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'

type OfFinding = { platform: FindingPlatformDefinition; row: EnforcedFinding }

/** Buttons and links in the header of the enforcement screen. */
export const screenTools = place<object>()

/** Buttons in the header of an opened finding's enforcement. */
export const findingTools = place<OfFinding>()

/** Sections that other features add below the records of an opened finding. */
export const findingSections = place<OfFinding>()

/** Buttons above the list while findings are selected. */
export const selectionTools = place<{ platform: FindingPlatformDefinition; ids: readonly string[] }>()
