import type { ReactNode } from 'react'
import { ActionIcon, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react'

/** The buttons above the grid, for people who do not know the shortcuts; `children` go to the right end. */
export function GridTools({
  onAdd,
  rowsPerAdd,
  onNextProblem,
  onUndo,
  onRedo,
  canUndo,
  canRedo,
  children,
}: {
  /** Undefined where rows cannot be added. */
  onAdd: (() => void) | undefined
  rowsPerAdd: number
  onNextProblem: () => void
  onUndo: () => void
  onRedo: () => void
  canUndo: boolean
  canRedo: boolean
  children?: ReactNode
}) {
  return (
    <Group gap="xs" mb="xs">
      {onAdd ? (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={onAdd}>
          {rowsPerAdd === 1 ? 'Add a record' : `Add ${rowsPerAdd} records`}
        </Button>
      ) : null}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconAlertTriangle size={14} aria-hidden="true" />}
        onClick={onNextProblem}
        title="F8"
      >
        Next error
      </Button>
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={!canUndo}
          onClick={onUndo}
        >
          <IconArrowBackUp size={16} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Redo"
          title="Redo (Ctrl+Y)"
          disabled={!canRedo}
          onClick={onRedo}
        >
          <IconArrowForwardUp size={16} aria-hidden="true" />
        </ActionIcon>
      </ActionIcon.Group>
      <div style={{ flex: 1 }} />
      {children}
    </Group>
  )
}
