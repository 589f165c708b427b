import { debounced } from './debounced.ts'
import { delays } from './delays.ts'

export type ScrollLoader = { onScroll: () => void; cancel: () => void }

/**
 * Checks the scroll position 100 ms after the last scroll event, and calls `more` `wait` ms after the end was reached;
 * reaching the end again within that time counts once.
 */
export function scrollLoader(of: { isAtEnd: () => boolean; more: () => void; wait: number }): ScrollLoader {
  const requestMore = debounced(of.more, of.wait)
  const checkPosition = debounced(() => of.isAtEnd() && requestMore(), delays.scroll)
  return {
    onScroll: checkPosition,
    cancel: () => {
      checkPosition.cancel()
      requestMore.cancel()
    },
  }
}
