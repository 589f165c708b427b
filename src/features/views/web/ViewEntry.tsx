import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconPencil, IconPin, IconPinFilled, IconTrash, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { texts } from './texts.ts'
import type { SavedViewList } from './use-saved-views.ts'

type Props = {
  view: SavedView
  saved: SavedViewList
  onOpen: (view: SavedView) => void
  onRename: (view: SavedView) => void
  onRemove: (view: SavedView) => void
}

/** A saved view with who made it, and what the person may do with it. */
export function ViewEntry({ view, saved, onOpen, onRename, onRemove }: Props) {
  const { name, isOwn, isPinned, isShared, mayChange, owner } = view
  return (
    <Group gap={2} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        justify="flex-start"
        flex={1}
        miw={0}
        onClick={() => onOpen(view)}
      >
        {name}
        {isOwn ? null : (
          <Text span size="xs" c="dimmed" ml={6}>
            {texts.by(owner)}
          </Text>
        )}
      </Button>
      <Tool
        label={isPinned ? `Remove ${name} from the menu` : `Pin ${name} in the menu`}
        onClick={() => saved.pin(view, !isPinned)}
      >
        {isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
      </Tool>
      {mayChange ? (
        <>
          <Tool
            label={isShared ? `Stop sharing ${name}` : `Share ${name}`}
            isOn={isShared}
            onClick={() => saved.share(view, !isShared)}
          >
            <IconUsers size={14} />
          </Tool>
          <Tool label={`Rename ${name}`} onClick={() => onRename(view)}>
            <IconPencil size={14} />
          </Tool>
          <Tool label={`Delete ${name}`} onClick={() => onRemove(view)}>
            <IconTrash size={14} />
          </Tool>
        </>
      ) : null}
    </Group>
  )
}

function Tool(props: { label: string; isOn?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      size={26}
      variant={props.isOn ? 'light' : 'subtle'}
      color={props.isOn ? 'accent' : 'gray'}
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  )
}
