import { dashboardPath } from '#features/findings/web/screens.tsx'
import type { SavedView } from '#features/views/contract.ts'
import { platforms } from '#platforms/all.ts'

/** Where a view of any list is opened, among these paths; undefined where none has its list. */
export function linkOfView(
  view: SavedView,
  paths: readonly string[],
): { path: string; search: Record<string, string> } | undefined {
  for (const path of paths) {
    const [link] = pinnedLinks([view], path)
    if (link) return { path, search: link.search }
  }
  return undefined
}

type PinnedLink = { name: string; search: Record<string, string> }

/** The pinned views of the list on a screen, as links: each names its view, which the screen opens. */
export function pinnedLinks(views: readonly SavedView[], path: string): PinnedLink[] {
  const platform = platforms.find((one) => dashboardPath(one) === path)
  const module = path === '/trap-purchase-dashboard' ? 'trap-purchase' : platform?.module
  return views.flatMap(({ id, list, name }): PinnedLink[] => {
    if (path !== '/enforcement') return list === module ? [{ name, search: { view: id } }] : []
    const enforced = platforms.find((one) => list === `enforcement-${one.value}`)
    return enforced ? [{ name, search: { platform: enforced.value, view: id } }] : []
  })
}
