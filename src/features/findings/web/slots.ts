import { createSlot } from '#kit/web/slot.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'

/** Sections that other features add below the details of an opened finding. */
export const detailSections = createSlot<{ platform: FindingPlatformDefinition; row: Finding }>()

/** A short note beside the title of a finding in a list, for example how many others are in its cluster. */
export const rowNotes = createSlot<{ row: Finding }>()

type PeekSlotProps = { platform: FindingPlatformDefinition; row: Finding }

/** Sections below the facts of a finding that is open beside the list, above its thread. */
export const peekSections = createSlot<PeekSlotProps>()

/** What is done with such a finding where its own list would have it: beside a list of another feature. */
export const foundSections = createSlot<PeekSlotProps>()

/** Buttons beside the decisions of such a finding, for example the one that assigns it. */
export const peekTools = createSlot<PeekSlotProps>()

/** How a finding that is open beside the list gets the picture that it lacks. */
export const missingPicture = createSlot<PeekSlotProps>()

/** Who moved an opened finding to this status while somebody was reading it, and when. */
export const movedBy = createSlot<{ platform: FindingPlatformDefinition; row: Finding; status: string }>()

type GenuineItemProps = { brandId: string; brandName: string; size: 'peek' | 'head' | 'large head'; none?: string }

/**
 * The brand's genuine item, next to the picture of a finding, or with its name in the head of a gallery; `size` is how
 * large it is shown, `none` what is said where none is stored, without which nothing is shown then.
 */
export const genuineItem = createSlot<GenuineItemProps>()
