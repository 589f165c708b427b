import { IconBookmark, IconFilter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { useAllViews } from '#features/views/web/use-all-views.ts'
import { platforms } from '#platforms/all.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { screenAt } from './all-screens.ts'
import { menuNames, menuOf, readyFilters } from './menus.ts'
import { linkOfView } from './pinned-views.ts'
import { texts } from './texts.ts'
import { useMayOpen } from './use-may-open.ts'
import type { PaletteGroup, PaletteItem } from './use-palette-items.tsx'

const iconSize = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
/** What a person types for them besides their names. */
const filterWords = ['filter', 'my']

/**
 * The saved views that the person sees, and the ready filters of the lists: those of a Client's dashboards as its menu has
 * them, the statuses of Enforcement for staff. Filters are many, so they are offered only for a text.
 */
export function usePaletteFilters(text: string, isOpen: boolean): readonly PaletteGroup[] {
  const views = useAllViews(isOpen)
  const paths = useOwnPaths()
  const { role } = useSession()
  const navigate = useNavigate()
  const hasText = text.trim() !== ''
  return useMemo(() => {
    // The routes are built from a list, so the router cannot type their search parameters; all are strings.
    const open = (path: string, search: Readonly<Record<string, string>>) => () =>
      void navigate({ to: path, search: search as never })
    const viewItems = views.flatMap((view): PaletteItem[] => {
      const link = linkOfView(view, paths)
      if (!link) return []
      const list = nameOf(link.path, link.search['platform'])
      return [
        {
          id: `view ${view.id}`,
          label: view.name,
          description: texts.palette.viewOf(list, view.isOwn ? undefined : view.owner),
          keywords: ['view', list],
          icon: <IconBookmark {...iconSize} />,
          run: open(link.path, link.search),
        },
      ]
    })
    const filters = role === 'Client' ? paths.flatMap(dashboardFilters) : paths.flatMap(enforcementFilters)
    const filterItems = filters.map(
      ({ path, list, name, search }): PaletteItem => ({
        id: `filter ${list} ${name}`,
        label: name,
        description: list,
        keywords: [...filterWords, list],
        icon: <IconFilter {...iconSize} />,
        run: open(path, search),
      }),
    )
    return [
      { name: texts.palette.views, items: viewItems },
      ...(hasText ? [{ name: texts.palette.readyFilters, items: filterItems }] : []),
    ]
  }, [views, paths, role, navigate, hasText])
}

/** The paths of the menu that the person may open now. */
function useOwnPaths(): readonly string[] {
  const { role } = useSession()
  const mayOpen = useMayOpen()
  return useMemo(() => (role ? menuOf[role] : []).filter(mayOpen), [role, mayOpen])
}

type ListFilter = { path: string; list: string; name: string; search: Readonly<Record<string, string>> }

const dashboardFilters = (path: string): ListFilter[] =>
  (readyFilters[path] ?? []).map((filter) => ({ ...filter, path, list: nameOf(path) }))

const enforcementFilters = (path: string): ListFilter[] =>
  path === '/enforcement'
    ? platforms.flatMap(({ value, statuses }) =>
        statuses.map((status) => ({
          path,
          list: nameOf(path, value),
          name: statusDisplay(status).name,
          search: { platform: value, status },
        })),
      )
    : []

/** The name of a list: its menu entry, for Enforcement with the platform. */
function nameOf(path: string, platform?: string): string {
  const name = menuNames[path] ?? screenAt(path)?.title ?? path
  const title = platforms.find(({ value }) => value === platform)?.title
  return title ? `${name} ${title}` : name
}
