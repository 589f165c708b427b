import { Button, Text } from '@mantine/core'
import { IconArrowBackUp, IconChecks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import { usePaletteActions } from '#kit/web/palette-actions.ts'
import { useKey } from '#kit/web/use-key.ts'
import { approved } from '#vocabulary/statuses.ts'
import { texts } from './texts.ts'
import type { Approving } from './use-approving.ts'

type Props = {
  approving: Approving
  /** How many rows are loaded, and how many match in all. */
  loaded: number
  total: number
  /** Whether the list shows exactly what awaits approval (C-103). */
  open: boolean
  /** Further actions on the selected rows. */
  children?: ReactNode
}

/** 'Approve All' for the selected rows or for all matching findings, and Undo for ten seconds. */
export function ApproveBar({ approving, loaded, total, open, children }: Props) {
  const { ids, running, undoable, matching } = approving
  const isNarrow = useNarrow()
  const mayApprove = open && ids.length > 0 && !running
  useKey('a', mayApprove ? () => void approving.approve() : undefined)
  useKey('u', undoable === undefined ? undefined : () => void approving.undo())
  usePaletteActions(
    mayApprove ? [{ id: approved, label: texts.approveAll, shortcut: 'a', run: () => void approving.approve() }] : [],
  )
  if (!open && undoable === undefined) return null
  const selected = matching === 'selected' ? texts.allSelected(total) : texts.selected(ids.length, loaded)
  return (
    <BulkBar
      all={open && isNarrow ? approving.selection : undefined}
      summary={undoable !== undefined && ids.length === 0 ? undoable : selected}
      {...(ids.length > 0 && !running ? { onClear: approving.selectNone } : {})}
    >
      {open && matching === 'offered' && (
        <Button size="compact-sm" variant="light" disabled={running} onClick={approving.selectMatching}>
          {texts.selectMatching(total)}
        </Button>
      )}
      {open && matching === 'too many' && (
        <Text size="sm" c="dimmed" component="span">
          {texts.tooManyMatch(total)}
        </Text>
      )}
      {undoable !== undefined && (
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
          disabled={!mayApprove}
          onClick={() => void approving.approve()}
        >
          {texts.approveAll}
        </Button>
      )}
      {open && children}
      {approving.dialog}
    </BulkBar>
  )
}
