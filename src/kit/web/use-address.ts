import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The address of the screen as it is now: its search parameters, and the state of its history entry. */
export type Address = { search: Readonly<Record<string, unknown>>; state: object }

/** The address to go to. Other options are those of the router; without `replace` it is a step in the history. */
type NextAddress = { search: object; state?: object; replace?: boolean; resetScroll?: boolean }

/** A change of a view: its changed parts, or how they follow from the view as it is now. */
export type ViewChange<View> = Partial<View> | ((now: View) => Partial<View>)

/**
 * Returns the function that changes the search parameters of a screen's own address. The next address is made from the
 * address as it is now, which may be newer than the one on the screen: two changes that follow each other faster than
 * the screen is rendered are both applied. Without a next address nothing happens, neither when the person has gone to
 * another screen, while this one is still shown: it would get search parameters that are not its own.
 */
export function useChangeAddress(): (to: (now: Address) => NextAddress | undefined) => Promise<void> {
  const router = useRouter()
  const routeId: string = useMatch({ strict: false, select: (match) => String(match.routeId) })
  return useCallback(
    async (to) => {
      const now = router.latestLocation
      const [routes] = router.getMatchedRoutes(now.pathname)
      if (routes.at(-1)?.id !== routeId) return
      const next = to({ search: now.search as Address['search'], state: now.state })
      // The routes are built from a list, so the router cannot type their search parameters; all are strings.
      if (next) await router.navigate({ to: '.', ...next } as never)
    },
    [router, routeId],
  )
}

/** The changed parts of a view. */
export function partOf<View>(change: ViewChange<View>, now: View): Partial<View> {
  return typeof change === 'function' ? change(now) : change
}
