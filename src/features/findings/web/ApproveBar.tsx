import { Button } from '@mantine/core'
import { IconArrowBackUp, IconChecks } from '@tabler/icons-react'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { texts } from './texts.ts'
import type { Approving } from './use-approving.ts'

type Showing = {
  approving: Approving
  /** How many rows could be selected. */
  loaded: number
  /** Whether the list shows exactly what awaits approval (C-103). */
  open: boolean
}

/** 'Approve All' for the selected rows, and for ten seconds the way back. */
export function ApproveBar({ approving, loaded, open }: Showing) {
  const { ids, running, undoable } = approving
  if (!open && !undoable) return null
  return (
    <BulkBar
      says={undoable && ids.length === 0 ? texts.approvedJustNow(undoable.length) : texts.selected(ids.length, loaded)}
      {...(ids.length > 0 && !running ? { onNone: approving.selectNone } : {})}
    >
      {undoable && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => void approving.undo()}
        >
          {texts.undo}
        </Button>
      )}
      {open && (
        <Button
          size="xs"
          leftSection={<IconChecks size={15} aria-hidden />}
          disabled={ids.length === 0 || running}
          onClick={() => void approving.approve()}
        >
          {texts.approveAll}
        </Button>
      )}
    </BulkBar>
  )
}
