import { ActionIcon, Button, Group, Popover, Stack, Text } from '@mantine/core'
import { IconBookmark, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { NameDialog } from './NameDialog.tsx'
import { type SavedViewList, type Search, useSavedViews } from './use-saved-views.ts'

type SavedViewsProps = {
  /** Which list the views are of. */
  list: string
  /** What would be saved: the query parameters of the address. */
  currentSearch: Search
  /** The address that shows another person exactly this view. */
  link: () => string
  open: (search: Search) => void
}

/** A person's saved views of a list: open, save, rename, delete, and copy as a link. */
export function SavedViews({ list, currentSearch, link, open }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false)
  const [naming, setNaming] = useState<SavedView | 'new'>()
  const saved = useSavedViews(list, isOpen)
  const name = (what: SavedView | 'new') => {
    setOpen(false)
    setNaming(what)
  }
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBookmark size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            Views
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs" aria-label="Saved views">
          <Stack gap={4} w={260}>
            <ViewList
              saved={saved}
              onRename={name}
              onOpen={(view) => {
                setOpen(false)
                open(view.search)
              }}
            />
            <Group gap={6} mt={4}>
              <Button size="compact-sm" variant="light" onClick={() => name('new')}>
                Save this view…
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconLink size={14} aria-hidden />}
                onClick={() => void copy(link()).finally(() => setOpen(false))}
              >
                Copy link
              </Button>
            </Group>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {naming !== undefined && (
        <NameDialog
          title={naming === 'new' ? 'Save this view' : 'Rename the view'}
          initialName={naming === 'new' ? '' : naming.name}
          save={(text) => (naming === 'new' ? saved.save(text, currentSearch) : saved.rename(naming, text))}
          close={() => setNaming(undefined)}
        />
      )}
    </>
  )
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toastSuccess('Link copied.')
  } catch {
    toastError('The link cannot be copied here. Copy it from the address bar.')
  }
}

type ViewListProps = { saved: SavedViewList; onOpen: (view: SavedView) => void; onRename: (view: SavedView) => void }

function ViewList({ saved, onOpen, onRename }: ViewListProps) {
  return (
    <>
      {saved.error ? (
        <Group justify="space-between">
          <Text size="sm">{sentenceOf(saved.error)}</Text>
          <Button size="compact-xs" variant="default" onClick={saved.reload}>
            Try again
          </Button>
        </Group>
      ) : null}
      {saved.views?.length === 0 ? (
        <Text size="sm" c="dimmed">
          No saved views. Filter, sort and choose columns, then save the view.
        </Text>
      ) : null}
      {saved.views?.map((view) => (
        <Group key={view.id} gap={2} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            justify="flex-start"
            flex={1}
            miw={0}
            onClick={() => onOpen(view)}
          >
            {view.name}
          </Button>
          <ActionIcon
            size={26}
            variant="subtle"
            color="gray"
            aria-label={`Rename ${view.name}`}
            onClick={() => onRename(view)}
          >
            <IconPencil size={14} />
          </ActionIcon>
          <ActionIcon
            size={26}
            variant="subtle"
            color="gray"
            aria-label={`Delete ${view.name}`}
            onClick={() => void saved.remove(view)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        </Group>
      ))}
    </>
  )
}
