import { place } from '#kit/web/place.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'

type OfFinding = { platform: FindingPlatformDefinition; row: EnforcedFinding }

/** Ways on from the head of the enforcement screen. */
export const screenTools = place<object>()

/** Buttons beside the head of an opened finding's enforcement. */
export const findingTools = place<OfFinding>()

/** What later features know of an opened finding, below its records. */
export const findingSections = place<OfFinding>()

/** Buttons over the list while findings are selected. */
export const selectionTools = place<{ platform: FindingPlatformDefinition; ids: readonly string[] }>()
