import { debounced } from './debounced.ts'
import { delays } from './delays.ts'

export type ScrollLoader = { onScroll: () => void; cancel: () => void }

/**
 * Looks at the place at most every 100 ms while somebody scrolls, and asks for more `wait` ms after the end was
 * reached; several arrivals at the end within that time are one.
 */
export function scrollLoader(of: { isAtEnd: () => boolean; more: () => void; wait: number }): ScrollLoader {
  const ask = debounced(of.more, of.wait)
  const look = debounced(() => of.isAtEnd() && ask(), delays.scroll)
  return {
    onScroll: look,
    cancel: () => {
      look.cancel()
      ask.cancel()
    },
  }
}
