import { useDebouncedCallback } from '@mantine/hooks'
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState, type RefObject } from 'react'
import { delays } from './delays.ts'

type Drawing = {
  /** The element around the items: it scrolls itself, or the page does. */
  box: RefObject<HTMLElement | null>
  pageScrolls: boolean
  keys: readonly string[]
  heightOf: (at: number) => number
  onEnd: () => void
}

/** Pixels before the end at which the next rows are asked. */
const nearEnd = 240

/** Of many items those to draw now, with the room before and after them; tells when the end was scrolled to. */
export function useDrawnItems({ box, pageScrolls, keys, heightOf, onEnd }: Drawing) {
  const [place, setPlace] = useState(0)
  const top = pageScrolls ? place : 0
  useEffect(() => {
    if (!pageScrolls) return undefined
    // What stands above may grow; the page grows with it.
    const watch = new ResizeObserver(() => {
      if (box.current) setPlace(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    })
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [pageScrolls, box])
  const shared = { count: keys.length, estimateSize: heightOf, getItemKey: (at: number) => keys[at]!, overscan: 8 }
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled or memoized by React Compiler
  const byBox = useVirtualizer({ ...shared, enabled: !pageScrolls, getScrollElement: () => box.current })
  const byPage = useWindowVirtualizer({ ...shared, enabled: pageScrolls, scrollMargin: top })
  const virtual = pageScrolls ? byPage : byBox
  const lookAtEnd = useDebouncedCallback(() => {
    const element = pageScrolls ? document.documentElement : box.current
    if (element && element.scrollTop + element.clientHeight >= element.scrollHeight - nearEnd) onEnd()
  }, delays.scroll)
  useEffect(() => {
    if (!pageScrolls) return undefined
    window.addEventListener('scroll', lookAtEnd, { passive: true })
    return () => window.removeEventListener('scroll', lookAtEnd)
  }, [pageScrolls, lookAtEnd])
  const drawn = virtual.getVirtualItems()
  const end = drawn.at(-1)?.end ?? top
  return {
    drawn,
    before: (drawn[0]?.start ?? top) - top,
    after: Math.max(0, virtual.getTotalSize() - (end - top)),
    measure: virtual.measureElement,
    show: (at: number) => virtual.scrollToIndex(at),
    lookAtEnd,
  }
}
