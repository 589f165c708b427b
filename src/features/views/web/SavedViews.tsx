import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBookmark, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import type { SavedView } from '#features/views/contract.ts'
import { toastSuccess } from '#kit/web/alerts.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { copyText } from '#kit/web/copy-text.ts'
import { Dropdown, useDropdown } from '#kit/web/Dropdown.tsx'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { texts } from './texts.ts'
import { type Search, useSavedViews } from './use-saved-views.ts'
import { ViewEntry } from './ViewEntry.tsx'

// It comes while the menu is open.
const NameDialog = lazyPart(() => import('./NameDialog.tsx').then((module) => module.NameDialog))

type SavedViewsProps = {
  /** Which list the views are of. */
  list: string
  /** What would be saved: the query parameters of the address. */
  currentSearch: Search
  /** The address that shows another person exactly this view. */
  link: () => string
  open: (view: SavedView) => void
}

/** The saved views of a list: open, save, share, pin, rename, delete, and copy as a link. */
export function SavedViews({ list, currentSearch, link, open }: SavedViewsProps) {
  const dropdown = useDropdown({ onOpen: () => void NameDialog.preload() })
  const [naming, setNaming] = useState<SavedView | 'new'>()
  const { role } = useSession()
  const saved = useSavedViews(list)
  const name = (what: SavedView | 'new') => {
    dropdown.close()
    setNaming(what)
  }
  const openOne = (view: SavedView) => {
    dropdown.close()
    open(view)
  }
  const [confirm, question] = useConfirm()
  const remove = async (view: SavedView) => {
    dropdown.close()
    if (await confirm(texts.deletion(view))) saved.remove(view)
  }
  return (
    <>
      <Dropdown
        dropdown={dropdown}
        position="bottom-start"
        shadow="md"
        label="Saved views"
        padding="xs"
        target={
          <Button {...dropdown.button} size="xs" variant="default" leftSection={<IconBookmark size={14} aria-hidden />}>
            {texts.views}
          </Button>
        }
      >
        <Stack gap={4} w={320}>
          <ViewList saved={saved} onOpen={openOne} onRename={name} onRemove={(view) => void remove(view)} />
          <Group gap={6} mt={4}>
            <Button size="compact-sm" variant="light" onClick={() => name('new')}>
              {texts.save}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconLink size={14} aria-hidden />}
              onClick={() => void copy(link()).finally(dropdown.close)}
            >
              {texts.copyLink}
            </Button>
          </Group>
        </Stack>
      </Dropdown>
      {question}
      {naming !== undefined && (
        <NameDialog
          title={naming === 'new' ? 'Save this view' : 'Rename the view'}
          initialName={naming === 'new' ? '' : naming.name}
          shareLabel={naming === 'new' ? texts.shareWith(role !== 'Client') : undefined}
          save={(text, isShared) =>
            naming === 'new'
              ? saved.save({ name: text, search: currentSearch, isShared: isShared || undefined })
              : saved.rename(naming, text)
          }
          close={() => setNaming(undefined)}
        />
      )}
    </>
  )
}

type ViewListProps = {
  saved: ReturnType<typeof useSavedViews>
  onOpen: (view: SavedView) => void
  onRename: (view: SavedView) => void
  onRemove: (view: SavedView) => void
}

/** The own views and those that are shared, or why they could not be loaded. */
function ViewList({ saved, ...actions }: ViewListProps) {
  const own = saved.views?.filter(({ isOwn }) => isOwn) ?? []
  const shared = saved.views?.filter(({ isOwn }) => !isOwn) ?? []
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
          {texts.none}
        </Text>
      ) : null}
      {[
        { title: texts.own, views: own },
        { title: texts.shared, views: shared },
      ].map(({ title, views }) =>
        views.length === 0 ? null : (
          <Stack key={title} gap={2} role="group" aria-label={title}>
            <Text size="xs" c="dimmed">
              {title}
            </Text>
            {views.map((view) => (
              <ViewEntry key={view.id} view={view} saved={saved} {...actions} />
            ))}
          </Stack>
        ),
      )}
    </>
  )
}

async function copy(link: string): Promise<void> {
  if (await copyText(link, texts.linkNotCopied)) toastSuccess(texts.linkCopied)
}
