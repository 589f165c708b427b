import { useDebouncedCallback } from '@mantine/hooks'
import { elementScroll, useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useState, type RefObject } from 'react'
import { delays } from './delays.ts'

type VirtualItemsOptions = {
  /** The element around the items; it scrolls itself, or the page does. */
  box: RefObject<HTMLElement | null>
  pageScrolls: boolean
  /** Must be the same array while nothing changed: a new array is measured again from the start. */
  items: readonly { key: string; height: number }[]
  onEnd: () => void
  /** Items rendered beyond the visible ones, on each side. */
  overscan?: number
}

/** Pixels before the end at which the next rows are requested. */
const nearEnd = 240

/** Height of a box until it is measured, in pixels: that of the rows that may be in sight on a large screen. */
const firstHeight = 800

/** The library's own computes the layout of the page when it begins; an observer is called when the page has it. */
function observeSize(virtual: Virtualizer<HTMLElement, Element>, onSize: (size: Size) => void) {
  const box = virtual.scrollElement
  if (!box) return undefined
  const watch = new ResizeObserver(() => onSize({ width: box.clientWidth, height: box.clientHeight }))
  watch.observe(box)
  return () => watch.disconnect()
}

type Size = { width: number; height: number }

/** The library scrolls a new box to its start, where it is: to find that out, too, the layout is computed. */
function scrollFrom(
  offset: number,
  options: { adjustments?: number | undefined; behavior?: ScrollBehavior | undefined },
  virtual: Virtualizer<HTMLElement, Element>,
): void {
  const isThere = offset + (options.adjustments ?? 0) === 0 && !virtual.scrollOffset
  if (!isThere) elementScroll(offset, options, virtual)
}

/** Virtualises a long list: the items to render now and the space before and after them; calls `onEnd` near the end. */
export function useVirtualItems({ box, pageScrolls, items, onEnd, overscan = 8 }: VirtualItemsOptions) {
  const [offset, setOffset] = useState(0)
  const top = pageScrolls ? offset : 0
  useEffect(() => {
    if (!pageScrolls) return undefined
    // Content above may grow; the page grows with it.
    const watch = new ResizeObserver(() => {
      if (box.current) setOffset(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    })
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [pageScrolls, box])
  // A new function on each render would measure all items again in every frame of scrolling.
  const getItemKey = useCallback((at: number) => items[at]!.key, [items])
  const shared = { count: items.length, estimateSize: (at: number) => items[at]!.height, getItemKey, overscan }
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled or memoized by React Compiler
  const byBox = useVirtualizer({
    ...shared,
    enabled: !pageScrolls,
    getScrollElement: () => box.current,
    initialRect: { width: 0, height: firstHeight },
    observeElementRect: observeSize,
    scrollToFn: scrollFrom,
  })
  const byPage = useWindowVirtualizer({ ...shared, enabled: pageScrolls, scrollMargin: top })
  const virtual = pageScrolls ? byPage : byBox
  const checkEnd = useDebouncedCallback(() => {
    const element = pageScrolls ? document.documentElement : box.current
    if (element && element.scrollTop + element.clientHeight >= element.scrollHeight - nearEnd) onEnd()
  }, delays.scroll)
  useEffect(() => {
    if (!pageScrolls) return undefined
    window.addEventListener('scroll', checkEnd, { passive: true })
    return () => window.removeEventListener('scroll', checkEnd)
  }, [pageScrolls, checkEnd])
  const visibleItems = virtual.getVirtualItems()
  const end = visibleItems.at(-1)?.end ?? top
  return {
    visibleItems,
    before: (visibleItems[0]?.start ?? top) - top,
    after: Math.max(0, virtual.getTotalSize() - (end - top)),
    measure: virtual.measureElement,
    show: (at: number) => virtual.scrollToIndex(at),
    checkEnd,
  }
}
