import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { searchOfView } from '#kit/web/page-view.ts'
import type { Pages } from '#kit/web/use-pages.ts'
import { type KnownList, openedSearch } from './readable-view.ts'
import type { SavedViews } from './SavedViews.tsx'
import type { ViewTabs } from './ViewTabs.tsx'

type ListOfPages = Pick<KnownList, 'sortedBy' | 'choices'> & {
  /** Which list the views are of. */
  list: string
  /** Its filters in the address, as usePages has them. */
  filters: readonly string[]
}

/** What a list with page numbers gives to the tabs of its views and to their menu. */
export function usePageViews(
  { view }: Pick<Pages<{ id: string }>, 'view'>,
  { list, filters, ...known }: ListOfPages,
): ComponentProps<typeof SavedViews> & ComponentProps<typeof ViewTabs> {
  const navigate = useNavigate()
  const here: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const parameters = searchOfView({ ...view, page: 1 }, { filters })
  const currentSearch = Object.fromEntries(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  // A link of the menu names its view only: what the view holds takes its place, so that Back leaves the list.
  const show = (search: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: search as never, replace: 'view' in here })
  const { perPage } = currentSearch
  return {
    list,
    currentSearch,
    link: () => `${window.location.origin}${window.location.pathname}?${new URLSearchParams(currentSearch).toString()}`,
    open: (saved: SavedView) =>
      show(
        openedSearch(
          { columns: {}, aliases: {}, filters: [], listed: [], others: [...filters, 'search', 'perPage'], ...known },
          saved,
        ),
      ),
    openAll: () => show(perPage === undefined ? {} : { perPage }),
  }
}
