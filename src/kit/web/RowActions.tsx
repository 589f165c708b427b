import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  /** Name of the row for screen readers. */
  name: string
  edit?: () => void
  remove?: () => void
  /** Rendered before the two buttons. */
  children?: ReactNode
}

/** Edit and delete buttons at the end of a row. */
export function RowActions({ name, edit, remove, children }: Props) {
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
