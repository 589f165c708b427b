import { UnstyledButton } from '@mantine/core'
import type { SavedView } from '#features/views/contract.ts'
import { texts } from './texts.ts'
import { type Search, useSavedViews } from './use-saved-views.ts'
import { useViewOfAddress } from './use-view-of-address.ts'
import classes from './ViewTabs.module.css'

type Props = {
  list: string
  currentSearch: Search
  open: (view: SavedView) => void
  /** Shows the list without a view. */
  openAll: () => void
}

/** What a view decides on of its list; how rows are shown may differ. */
const arrangement: readonly string[] = ['columns', 'size', 'perPage', 'cards', 'layout']

/** The shared and the pinned views of a list, as tabs above it; nothing while there are none. */
export function ViewTabs({ list, currentSearch, open, openAll }: Props) {
  const saved = useSavedViews(list)
  const { views } = saved
  useViewOfAddress(saved, open)
  const shown = views?.filter(({ isShared, isPinned }) => isShared || isPinned) ?? []
  if (shown.length === 0) return null
  const current = textOf(currentSearch)
  const isAll = current === textOf({})
  return (
    <nav className={classes.tabs} aria-label={texts.views}>
      <Tab name={texts.all} isHere={isAll} onClick={openAll} />
      {shown.map((view) => (
        <Tab
          key={view.id}
          name={view.name}
          title={view.isOwn ? undefined : texts.by(view.owner)}
          isHere={!isAll && textOf(view.search) === current}
          onClick={() => open(view)}
        />
      ))}
    </nav>
  )
}

function Tab(props: { name: string; title?: string | undefined; isHere: boolean; onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.tab}
      title={props.title}
      aria-current={props.isHere ? 'true' : undefined}
      onClick={props.onClick}
    >
      {props.name}
    </UnstyledButton>
  )
}

const textOf = (search: Search): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name]) => !arrangement.includes(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
