import { useCallback, useSyncExternalStore } from 'react'

const lists = new Map<string, MediaQueryList>()

/** Created once for all components: each `matchMedia` makes the browser finish its styles first. */
function mediaOf(query: string): MediaQueryList {
  const known = lists.get(query)
  if (known) return known
  const media = window.matchMedia(query)
  lists.set(query, media)
  return media
}

/** Whether a media query matches now, for what is done once. */
export const matchesNow = (query: string): boolean => mediaOf(query).matches

/** Whether a media query matches; known on the first render. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = mediaOf(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    [query],
  )
  // Without a window, as where a test renders to text, nothing matches.
  return useSyncExternalStore(
    subscribe,
    () => mediaOf(query).matches,
    () => false,
  )
}
