import { ActionIcon, Button, Group, Popover, Stack, Text } from '@mantine/core'
import { IconBookmark, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { savedViews, type SavedView } from '#features/views/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { NameDialog } from './NameDialog.tsx'

export type Search = Readonly<Record<string, string>>

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
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [naming, setNaming] = useState<SavedView | 'new'>()
  const key = ['saved views', list]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(savedViews.list, { list }, { signal }),
    enabled: isOpen,
  })
  const changed = (message: string) => {
    toastSuccess(message)
    void client.invalidateQueries({ queryKey: key })
  }
  const remove = async ({ id }: SavedView) => {
    try {
      changed((await call(savedViews.remove, { id })).message)
    } catch (problem) {
      toastError(sentenceOf(problem))
    }
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link())
      toastSuccess('Link copied.')
    } catch {
      toastError('The link cannot be copied here. Copy it from the address bar.')
    }
    setOpen(false)
  }
  const save = async (name: string) => {
    const { message } =
      naming === 'new' || naming === undefined
        ? await call(savedViews.save, { list, name, search: currentSearch })
        : await call(savedViews.rename, { id: naming.id, name })
    changed(message)
  }
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
            {error ? (
              <Group justify="space-between">
                <Text size="sm">{sentenceOf(error)}</Text>
                <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
                  Try again
                </Button>
              </Group>
            ) : null}
            {data?.views.length === 0 ? (
              <Text size="sm" c="dimmed">
                No saved views. Filter, sort and choose columns, then save the view.
              </Text>
            ) : null}
            {data?.views.map((view) => (
              <Group key={view.id} gap={2} wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  justify="flex-start"
                  flex={1}
                  miw={0}
                  onClick={() => {
                    setOpen(false)
                    open(view.search)
                  }}
                >
                  {view.name}
                </Button>
                <ActionIcon
                  size={26}
                  variant="subtle"
                  color="gray"
                  aria-label={`Rename ${view.name}`}
                  onClick={() => name(view)}
                >
                  <IconPencil size={14} />
                </ActionIcon>
                <ActionIcon
                  size={26}
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete ${view.name}`}
                  onClick={() => void remove(view)}
                >
                  <IconTrash size={14} />
                </ActionIcon>
              </Group>
            ))}
            <Group gap={6} mt={4}>
              <Button size="compact-sm" variant="light" onClick={() => name('new')}>
                Save this view…
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconLink size={14} aria-hidden />}
                onClick={() => void copy()}
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
          save={save}
          close={() => setNaming(undefined)}
        />
      )}
    </>
  )
}
