import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { CallScope } from './save-queue.ts'

export type DraftSheetProps = {
  user: { id: string; name: string }
  platform: FindingPlatformDefinition
  scope: CallScope
  draftId: string
  /** The server does not have it yet. */
  isNew: boolean
  onBegun: (draft: { _id: string; fileName: string }) => void
  /** Called when this person submitted it; `rows` became findings, which `batch` lists. */
  onSubmitted: (submitted: { rows: number; batch: string }) => void
  /** Called when the list of drafts is no longer what it was. */
  onChanged: () => void
  /** Rows that a new draft starts with. */
  first: GridRows
  /** Called with rows that were not saved before somebody else submitted the draft: they go to a new one. */
  onMove: (rows: GridRows) => void
}
