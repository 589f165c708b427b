import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Actions = {
  /** What the row is called when read aloud. */
  name: string
  edit?: () => void
  remove?: () => void
  /** Stands before them. */
  children?: ReactNode
}

/** Edit and delete at the end of a row. */
export function RowActions({ name, edit, remove, children }: Actions) {
  return (
    <Group gap={4} wrap="nowrap">
      {children}
      {edit && (
        <ActionIcon size={26} aria-label={`Edit ${name}`} title="Edit" onClick={edit}>
          <IconPencil size={15} aria-hidden />
        </ActionIcon>
      )}
      {remove && (
        <ActionIcon size={26} aria-label={`Delete ${name}`} title="Delete" onClick={remove}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
