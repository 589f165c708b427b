import { createSlot } from '#kit/web/slot.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'

type ThreadProps = {
  platform: FindingPlatformDefinition
  row: Finding
  /** Changes whenever a comment was stored. */
  stored: number
  /** Changes whenever a mention is begun in the comment box: the field for mentions then opens. */
  mentions?: number | undefined
  /** Takes what is typed in the comment box, which gives way to the field for mentions and files. */
  takeComment?: (() => string) | undefined
  /** Undoes an own decision on the finding, by its moment; where it is left out, none is offered. */
  undoChange?: ((moment: string) => Promise<void>) | undefined
}

/** Everything written about a finding and every change of it, filled by the threads. */
export const findingThread = createSlot<ThreadProps>()
