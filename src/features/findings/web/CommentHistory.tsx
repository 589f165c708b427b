import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'
import { findingThread } from './thread-slot.ts'

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  /** Changes whenever a comment was stored. */
  stored: number
  /** Changes whenever a mention is begun in the comment box. */
  mentions?: number | undefined
  takeComment?: (() => string) | undefined
  /** Undoes an own decision on the finding, by its moment. */
  undoChange?: ((moment: string) => Promise<void>) | undefined
}

/** Every comment on a finding and what was written and done in between: its thread. */
export function CommentHistory(props: Props) {
  return <findingThread.Outlet {...props} />
}
