import { debounced } from './debounced.ts'
import { delays } from './delays.ts'

export type ScrollLoader = { onScroll: () => void; cancel: () => void }

/**
 * Checks the scroll position 100 ms after the last scroll event, and calls `more` `wait` ms after the end was reached;
 * reaching the end again within that time counts once.
 */
export function scrollLoader(options: { isAtEnd: () => boolean; more: () => void; wait: number }): ScrollLoader {
  const requestMore = debounced(options.more, options.wait)
  const checkPosition = debounced(() => options.isAtEnd() && requestMore(), delays.scroll)
  return {
    onScroll: checkPosition,
    cancel: () => {
      checkPosition.cancel()
      requestMore.cancel()
    },
  }
}
