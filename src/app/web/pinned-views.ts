import { dashboardPath } from '#features/findings/web/dashboard-path.ts'
import type { SavedView } from '#features/views/contract.ts'
import { enforcementViews, listScreens } from '#features/views/rules.ts'
import { platforms } from '#platforms/all.ts'

type ListOnScreen = {
  list: string
  search?: Readonly<Record<string, string>>
  /** Its screen, where that has no entry in the menu. */
  path?: string
}

/** The lists that have views, by the path of their entry in the menu, each with what else its address needs. */
const listsOfScreens: Readonly<Record<string, readonly ListOnScreen[]>> = {
  ...Object.fromEntries(platforms.map((platform) => [dashboardPath(platform), [{ list: platform.module }]])),
  '/trap-purchase-dashboard': [{ list: 'trap-purchase' }],
  '/enforcement': platforms.map(({ value }) => ({ list: enforcementViews(value), search: { platform: value } })),
  ...Object.fromEntries(listScreens.map((list) => [`/${list}`, [{ list }]])),
  '/logs': [{ list: 'logs' }, { list: 'data-update-log', path: '/data-update-log' }],
}

/** Where a view of any list is opened, among these paths; undefined where none has its list. */
export function linkOfView(
  view: SavedView,
  paths: readonly string[],
): { path: string; search: Record<string, string> } | undefined {
  for (const path of paths) {
    const [link] = pinnedLinks([view], path)
    if (link) return { path: link.path, search: link.search }
  }
  return undefined
}

type PinnedLink = { name: string; path: string; search: Record<string, string> }

/** The pinned views below an entry of the menu, as links: each names its view, which the screen opens. */
export function pinnedLinks(views: readonly SavedView[], path: string): PinnedLink[] {
  const lists = listsOfScreens[path] ?? []
  return views.flatMap(({ id, list, name }): PinnedLink[] => {
    const found = lists.find((one) => one.list === list)
    return found ? [{ name, path: found.path ?? path, search: { ...found.search, view: id } }] : []
  })
}
