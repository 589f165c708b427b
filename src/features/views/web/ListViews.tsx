import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import type { ViewedList } from '#kit/web/view-slots.ts'
import { openedSearch } from './readable-view.ts'
import { SavedViews } from './SavedViews.tsx'
import { ViewTabs } from './ViewTabs.tsx'

/** The menu of the saved views of the open screen's list. */
export function ListViewMenu(viewed: ViewedList) {
  return <SavedViews {...useListViews(viewed)} />
}

/** The tabs of the saved views of the open screen's list. */
export function ListViewTabs(viewed: ViewedList) {
  return <ViewTabs {...useListViews(viewed)} />
}

/** Parameters that a list has beside its filters. */
const ownParameters = ['search', 'perPage']

/** What is saved of the address, and how a view is opened there; the views have the name of the screen's path. */
function useListViews({
  filters,
  ...known
}: ViewedList): ComponentProps<typeof SavedViews> & ComponentProps<typeof ViewTabs> {
  const navigate = useNavigate()
  // The location is already the next screen's while this one is being left.
  const pathname: string = useMatch({ strict: false, select: (match) => match.pathname })
  const { search } = useLocation()
  const here: Readonly<Record<string, unknown>> = search
  const names = [...filters, ...ownParameters, 'sortBy', 'sortDirection']
  const currentSearch = Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const text = here[name]
      return typeof text === 'string' && text !== '' ? [[name, text]] : []
    }),
  )
  // A link of the menu names its view only: what the view holds takes its place, so that Back leaves the list.
  const show = (next: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: next as never, replace: 'view' in here })
  const { perPage } = currentSearch
  return {
    list: pathname.replaceAll('/', ''),
    currentSearch,
    link: () => `${window.location.origin}${pathname}?${new URLSearchParams(currentSearch).toString()}`,
    open: (saved: SavedView) =>
      show(
        openedSearch(
          { columns: {}, aliases: {}, filters: [], listed: [], others: [...filters, ...ownParameters], ...known },
          saved,
        ),
      ),
    openAll: () => show(perPage === undefined ? {} : { perPage }),
  }
}
