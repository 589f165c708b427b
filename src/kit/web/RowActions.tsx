import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'

/** Edit and delete at the end of a row; `name` is what the row is called when read aloud. */
export function RowActions({ name, edit, remove }: { name: string; edit?: () => void; remove?: () => void }) {
  return (
    <Group gap={4} wrap="nowrap">
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
