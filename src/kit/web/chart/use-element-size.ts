import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Size = { width: number; height: number }

/**
 * The size of an element in pixels, undefined before it comes within a screen of what is in view, or the page is printed:
 * a chart, of hundreds of shapes, is drawn only for somebody who may see it. Changes are transitions: what depends on them
 * is drawn after everything more urgent, a few milliseconds at a time.
 */
export function useElementSize(): [box: RefObject<HTMLDivElement | null>, size: Size | undefined] {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width === 0 || height === 0) return
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }))
    }
    const resized = new ResizeObserver(() => startTransition(measure))
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        near.disconnect()
        resized.observe(element)
      },
      { rootMargin: '100% 0px' },
    )
    // The browser takes its picture for the printer as soon as this event is over.
    const measureNow = () => flushSync(measure)
    addEventListener('beforeprint', measureNow)
    near.observe(element)
    return () => {
      near.disconnect()
      resized.disconnect()
      removeEventListener('beforeprint', measureNow)
    }
  }, [])
  return [box, size]
}
