import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './media.ts'

/** Windows between a phone, where the line scrolls sideways, and the desk's screen, where all buttons are shown. */
const between =
  '(min-width: 48em) and (max-width: 89.99em) and (min-height: 30em), (min-width: 62em) and (max-width: 89.99em)'
/** Width of the button that has the rest, and the gap between two, in pixels. */
const rest = 56
const gap = 8

/**
 * How many of a line's buttons (elements with `data-fits`, as many as `names`) fit on one line beside its other
 * elements and the one with `data-rest`, which has what does not fit; all of them on a phone and on a wide
 * screen. Undefined until measured: then all of them have to be on one line, so that nothing below moves.
 */
export function useFittingCount(box: RefObject<HTMLElement | null>, names: readonly string[]): number | undefined {
  const isMeasured = useMedia(between)
  const key = names.join()
  const [measured, setMeasured] = useState<{ key: string; count: number }>()
  // A button that is not rendered any more has the width that it had.
  const known = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isMeasured) return undefined
    const widths = known.current
    const measure = () => {
      let taken = 0
      for (const child of element.children) {
        const width = child.getBoundingClientRect().width + gap
        const name = child.getAttribute('data-fits')
        if (name) widths.set(name, width)
        else if (!child.hasAttribute('data-rest')) taken += width
      }
      const count = fitting(
        key.split(',').map((name) => widths.get(name) ?? 0),
        element.clientWidth - taken - rest,
      )
      flushSync(() => setMeasured((old) => (old?.key === key && old.count === count ? old : { key, count })))
    }
    // It is called first when the frame with these buttons has its layout and is not painted yet. Here the layout would be
    // computed for this alone.
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [box, key, isMeasured])
  if (!isMeasured) return names.length
  return measured?.key === key ? measured.count : undefined
}

/** How many of these widths, from the first on, fit into the room. */
function fitting(widths: readonly number[], room: number): number {
  let left = room
  const first = widths.findIndex((width) => (left -= width) < 0)
  return first < 0 ? widths.length : first
}
