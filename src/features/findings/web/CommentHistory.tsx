import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Finding } from './finding.ts'
import { findingThread } from './thread-slot.ts'

type Props = {
  platform: FindingPlatformDefinition
  row: Finding
  /** Changes whenever a comment was stored. */
  stored: number
}

/** Every comment on a finding and what was written and done in between: its thread. */
export function CommentHistory({ platform, row, stored }: Props) {
  return <findingThread.Outlet platform={platform} row={row} stored={stored} />
}
